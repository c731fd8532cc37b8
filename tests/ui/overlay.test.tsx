import { afterEach, expect, test } from "vitest";
import type { Answer } from "../../src/ui/mount.tsx";
import { createOverlay, OverlayPanel, overlayHeight } from "../../src/ui/overlay.tsx";
import { confirmPlan } from "../../src/ui/screens/confirm.tsx";
import { Text } from "../../src/ui/terminal.ts";
import { waitFor } from "../support/runs.ts";
import { open } from "./frame.tsx";

const opened: ReturnType<typeof open>[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function show(stop = () => {}) {
  const overlay = createOverlay(stop);
  const app = open(<OverlayPanel overlay={overlay} title="Apply" width={60} height={12} />, 80, 24);
  opened.push(app);
  const terminal = { host: overlay } as unknown as Parameters<typeof confirmPlan>[0];
  const sees = (text: string | RegExp) => waitFor(() => expect(app.lines().join("\n")).toMatch(text));
  return { ...app, overlay, terminal, sees };
}

const plan = {
  title: "Products: set price=+5%",
  isPreviewed: true,
  changes: 2,
  question: "Apply the changes to 2 products?",
};

test("a screen is shown below what was printed, and what it leaves stays", async () => {
  const { overlay, sees } = show();
  overlay.print("2 products to change.\n");
  let reply: Answer<string> = () => {};
  const answer = overlay.show<string>((send) => {
    reply = send;
    return <Text>Apply them?</Text>;
  }, {});
  await sees(/Apply[\s\S]*2 products to change\.[\s\S]*Apply them\?/);
  reply("yes", <Text>Applied.</Text>);
  expect(await answer).toBe("yes");
  await sees(/2 products to change\.[\s\S]*Applied\./);
});

test("a question offers no pager, which would need the whole terminal", async () => {
  const { terminal, sees } = show();
  void confirmPlan(terminal, plan, { showsChanges: true });
  await sees(/Apply the changes to 2 products\?[\s\S]*│ y yes {2}n no/);
});

test("an interrupt answers the screen that is shown; without one, it stops what runs", async () => {
  let stops = 0;
  const { overlay, terminal, sees } = show(() => stops++);
  const answer = confirmPlan(terminal, plan);
  await sees("Apply the changes");
  overlay.shown?.interrupt();
  expect(await answer).toBe("interrupted");
  expect(stops).toBe(0);
  overlay.shown?.interrupt();
  expect(stops).toBe(1);
});

test("a signal ends the screen with its reason", async () => {
  const { terminal, sees } = show();
  const halt = new AbortController();
  const answer = confirmPlan(terminal, plan, { signal: halt.signal });
  await sees("Apply the changes");
  halt.abort(new Error("SIGTERM"));
  await expect(answer).rejects.toThrow("SIGTERM");
});

test("the newest lines are visible, and some of the list stays if there is room", async () => {
  const { overlay, lines, sees } = show();
  overlay.print(Array.from({ length: 30 }, (_, index) => `line ${index}`).join("\n"));
  await sees("line 29");
  expect(lines()).toHaveLength(12);
  expect([10, 21, 37, 60].map(overlayHeight)).toEqual([10, 15, 22, 22]);
});
