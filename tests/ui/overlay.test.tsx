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
  const app = open(<OverlayPanel overlay={overlay} title="Apply" width={60} height={12} most={12} />, 80, 24);
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

test("a question offers all changes, which are printed above it", async () => {
  const { terminal, sees, overlay } = show();
  const answer = confirmPlan(terminal, plan, { showsChanges: true });
  await sees(/Apply the changes to 2 products\?[\s\S]*│ y yes {2}d show all changes {2}n no/);
  overlay.interrupt();
  expect(await answer).toBe("interrupted");
});

test("an interrupt answers the screen that is shown; without one, it stops what runs", async () => {
  let stops = 0;
  const { overlay, terminal, sees } = show(() => stops++);
  const answer = confirmPlan(terminal, plan);
  await sees("Apply the changes");
  overlay.interrupt();
  expect(await answer).toBe("interrupted");
  expect(stops).toBe(0);
  overlay.interrupt();
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

test("it is as high as what it shows; some of the list stays, unless a screen needs all of it or there is no room", () => {
  const heights = (needed: number) => [10, 21, 37, 60].map((height) => overlayHeight(height, { needed }));
  expect(heights(1)).toEqual([10, 5, 5, 5]);
  expect(heights(20)).toEqual([10, 17, 22, 22]);
  expect(heights(40)).toEqual([10, 17, 33, 42]);
  expect(overlayHeight(37, { needed: 1, shown: { isFull: true } })).toBe(37);
});

test("what is going on is shown below what was printed, until a screen is shown", async () => {
  const { overlay, terminal, sees, lines } = show();
  overlay.print("Products: set price=+5%");
  overlay.activity = "Planning… 1,200 of 3,000 rows, 4 s";
  await sees(/set price=\+5%[\s\S]*Planning… 1,200 of 3,000 rows, 4 s/);
  const answer = confirmPlan(terminal, plan);
  await sees("Apply the changes");
  expect(lines().join("\n")).not.toContain("Planning");
  overlay.interrupt();
  await answer;
  overlay.activity = "";
  await waitFor(() => expect(lines().join("\n")).not.toContain("Planning"));
});

test("it needs the lines that are printed and the screen below them, and keeps that height", async () => {
  const { overlay, terminal } = show();
  overlay.print(numbered(3));
  await waitFor(() => expect(overlay.needed).toBe(3));
  const answer = confirmPlan(terminal, plan);
  await waitFor(() => expect(overlay.needed).toBe(5));
  overlay.interrupt();
  await answer;
  expect(overlay.needed).toBe(5);
});

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${from + index}.`).join("\n");

test("keys scroll what does not fit, and a line says how much is above and below", async () => {
  const { overlay, lines, sees, type } = show();
  overlay.print(numbered(30));
  await sees(/line 20\.[\s\S]*line 29\.[\s\S]*↑ 20 above ─/);
  expect(lines()).toHaveLength(12);
  await type("\x1b[A");
  await sees(/line 19\.[\s\S]*line 28\.[\s\S]*↑ 19 above {2}↓ 1 below/);
  await type("\x1b[5~");
  await sees(/line 9\.[\s\S]*↑ 9 above {2}↓ 11 below/);
  await type("\x1b[H");
  await sees(/line 0\.[\s\S]*╰ ↓ 20 below/);
  await type("\x1b[B");
  await sees("↑ 1 above");
  await type("\x1b[6~");
  await sees("↑ 11 above");
  await type("\x1b[F");
  await sees(/↑ 20 above ─/);
});

test("new lines are followed, unless the reader has scrolled up; a new question is visible at once", async () => {
  const { overlay, terminal, sees, type } = show();
  overlay.print(numbered(30));
  await sees("↑ 20 above");
  overlay.print(numbered(5, 30));
  await sees(/line 34\.[\s\S]*↑ 25 above ─/);
  await type("\x1b[H");
  await sees("╰ ↓ 25 below");
  overlay.print(numbered(5, 35));
  await sees(/line 0\.[\s\S]*╰ ↓ 30 below/);
  const answer = confirmPlan(terminal, plan);
  await sees(/line 39\.[\s\S]*Apply the changes/);
  await type("\x1b[5~");
  await sees(/line 30\.[\s\S]*Apply the changes[\s\S]*below/);
  await type("y");
  expect(await answer).toBe("yes");
});

test("a text that is typed keeps Home and End", async () => {
  const { overlay, terminal, sees, type } = show();
  overlay.print(numbered(30));
  const answer = confirmPlan(terminal, { ...plan, typed: "20" });
  await sees("Type 20 to confirm");
  await type("0");
  await sees("0▏");
  await type("\x1b[H");
  await type("2");
  await sees("2▏0");
  await type("\x1b[A");
  await sees("↓ 1 below");
  await type("\r");
  expect(await answer).toBe("yes");
});

test("a message is wrapped, and of the control sequences only colors are kept", async () => {
  const { overlay, lines, sees } = show();
  overlay.print("A long notice that does not fit into one line of this panel, so it goes on.\n");
  overlay.print("\x1b[2J\x1b[32m● paid\x1b[39m\x1b]0;title\x07");
  await sees(/A long notice[\s\S]*so it goes on\.[\s\S]*● paid/);
  expect(overlay.lines.at(-1)).toBe("␛[2J\x1b[32m● paid\x1b[39m␛]0;title␇");
  expect(lines().join("\n")).not.toContain("\x1b[2J");
});
