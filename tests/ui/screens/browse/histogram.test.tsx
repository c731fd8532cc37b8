import { afterEach, expect, test } from "vitest";
import { type BrowseState, beginBrowse, readingOf } from "../../../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { barsOf } from "../../../../src/ui/screens/browse/histogram.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { createTally } from "../../../../src/ui/screens/browse/tally.ts";
import { waitFor } from "../../../support/runs.ts";
import { open } from "../../frame.tsx";
import { mugs, service } from "./sample-resource.ts";

const screens: ReturnType<typeof open>[] = [];
afterEach(() => {
  for (const screen of screens.splice(0)) screen.close();
});

function screenOf(resource: BrowseResource, query = {}) {
  const options = {
    initial: beginBrowse([resource], { resource: resource.name, query, now: 0 }),
    ...{ target: { profile: "sandbox", live: false }, freshMs: 1e9, now: () => 0, openWeb: async () => {} },
  };
  const screen = open(<Browse options={options} onLeave={() => {}} />, 80, 20);
  screens.push(screen);
  const shows = (text: RegExp) => waitFor(() => expect(screen.lines().join("\n")).toMatch(text));
  return { ...screen, shows };
}

test("the selected bar stays selected while rows are counted and the order of bars changes", () => {
  const begun = beginBrowse([service(() => mugs(3))], { resource: "products", now: 0 });
  const rows = { part: 0, rows: mugs(3), total: 3, now: 0 };
  const open = pressKey(reduceBrowse(begun, { type: "read", reading: readingOf(begun), ...rows }), "F");
  const count = (state: BrowseState, words: string) => {
    const tally = createTally();
    for (const key of words) tally.add({ kind: "text", key, label: key });
    const of = state.mode.kind === "histogram" ? state.mode.of : Symbol();
    return reduceBrowse(state, { type: "counted", of, counted: tally.counted(), status: "reading" });
  };
  const chosen = ({ mode }: BrowseState) => mode.kind === "histogram" && barsOf(mode)[mode.at]?.label;
  const moved = pressKey(count(open.state, "aaabbc"), "down").state;
  expect([chosen(moved), chosen(count(moved, "aaabbcccc"))]).toEqual(["b", "b"]);
  expect(chosen(count(open.state, "aabbb"))).toBe("b");
});

test("F counts all rows of the column, and Enter filters the list by a bar", async () => {
  const { type, shows, lines } = screenOf(service(() => mugs(30)));
  await shows(/❯ {3}Mug 0/);
  await type("l");
  await type("F");
  await shows(/PRICE of all 30 rows ─/);
  expect(lines().join("\n")).toMatch(
    /PRICE +COUNT +SHARE +│\n│ ❯ 0 – 5 USD +5 +17% +█+ +│\n│ {3}5 – 10 USD +5 +17% +█+ +│/,
  );
  await type("G");
  await shows(/❯ 25 – 30 USD/);
  await type("\r");
  await shows(/filter 1 25 30/);
});

test("amounts that add up have sums", async () => {
  const columns = ["NAME", "TOTAL"].map((title) => ({ title, align: "left" as const }));
  const { type, shows } = screenOf(service(() => mugs(30), { columns }));
  await shows(/❯ {3}Mug 0/);
  await type("l");
  await type("F");
  await shows(
    /TOTAL of all 30 rows, sum 435\.00 USD[\s\S]*TOTAL +COUNT +SHARE +SUM[\s\S]*❯ 0 – 5 USD +5 +17% +10\.00 USD +█+ +│/,
  );
});

test("the filter of the list stays, and a bar that cannot be filtered by shows why", async () => {
  const { type, shows } = screenOf(
    service(() => mugs(30)),
    { filter: "Mug 1" },
  );
  await shows(/❯ {3}Mug 1/);
  await type("F");
  await shows(/NAME of all 11 matching rows/);
  await type("\r");
  await shows(/filter \(Mug 1\) and \(0 Mug 1\)/);
  await type("\x1b");
  await shows(/1 of 30/);
  await type("l");
  await type("l");
  await type("F");
  await shows(/SHOWN of all 30 rows/);
  await type("\r");
  await shows(/Products cannot be filtered by SHOWN\./);
});

test("Esc stops counting and says how many rows were counted, then closes", async () => {
  let stopped = false;
  const resource = service(() => mugs(300), {
    async *values(_query, _column, signal) {
      // Then the shop takes long: what was counted is shown meanwhile.
      for (let row = 0; row < 101; row++) yield { kind: "text", key: "x", label: "x" };
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      stopped = true;
    },
  });
  const { type, shows } = screenOf(resource);
  await shows(/❯ {3}Mug 0/);
  await type("F");
  await shows(/NAME of 101 of 300 rows, counting…/);
  await type("\x1b");
  await shows(/NAME of the first 101 of 300 rows \(stopped\)/);
  await waitFor(() => expect(stopped).toBe(true));
  await type("\x1b");
  await shows(/❯ {3}Mug 0/);
});

test("an error is shown together with the rows counted before it", async () => {
  const resource = service(() => mugs(30), {
    async *values() {
      yield { kind: "none" };
      throw new Error("The shop does not answer.");
    },
  });
  const { type, shows } = screenOf(resource);
  await shows(/❯ {3}Mug 0/);
  await type("F");
  await shows(/NAME of the first 1 of 30 rows \(✖ The shop does not answer\.\)/);
});
