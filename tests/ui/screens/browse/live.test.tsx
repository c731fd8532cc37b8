import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginBrowse } from "../../../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource, BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { waitFor } from "../../../support/runs.ts";
import { open } from "../../frame.tsx";
import { mugs, service } from "./sample-resource.ts";

const shown: ReturnType<typeof open>[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval"] }));
afterEach(() => {
  vi.useRealTimers();
  for (const one of shown.splice(0)) one.close();
});

function show(resource: BrowseResource, clock: { now: number }, lists: readonly string[] = []) {
  const options = {
    initial: beginBrowse([resource], { resource: resource.name, now: clock.now }),
    target: { profile: "sandbox", live: false },
    freshMs: 1e9,
    live: new Map(lists.map((list) => [list, 1000])),
    now: () => clock.now,
    openWeb: async () => {},
  };
  const app = open(<Browse options={options} onLeave={() => {}} />, 80, 14);
  shown.push(app);
  const waitForText = (text: string | RegExp) => waitFor(() => expect(app.lines().join("\n")).toMatch(text));
  /** Moves the clock, and lets the screen look at it. */
  const tick = (now: number) => {
    clock.now = now;
    vi.advanceTimersByTime(1000);
  };
  return { ...app, waitForText, tick };
}

const extra = (name: string): BrowseRow => ({
  id: name,
  label: name,
  cells: [name, "", ""],
  reference: name,
});

test.each([true, false])("a live list is read again; new rows are marked (random: %s)", async (random) => {
  const clock = { now: 0 };
  let rows = mugs(3);
  const screen = show(
    service(() => rows, { random }),
    clock,
    ["products"],
  );
  await screen.waitForText(/❯ +Mug 0/);
  rows = [
    extra("Jug"),
    ...rows.map((row, index) => (index === 1 ? { ...row, cells: ["Cup", "", ""] } : row)),
  ];
  screen.tick(1500);
  await screen.waitForText(/^│ {2}\+ Jug.*\n│❯ {3}Mug 0.*\n│ {2}~ Cup/m);
  screen.tick(12_000);
  await screen.waitForText(/^│ {4}Jug.*\n│❯ {3}Mug 0.*\n│ {4}Cup/m);
});

/** A list that is read in order, like `partsOf`: what was read is kept. `fails` is asked before a part is read. */
function inOrder(rows: () => readonly BrowseRow[], fails: () => boolean = () => false): BrowseResource {
  return service(rows, {
    open() {
      let isOver = false;
      let kept: readonly BrowseRow[] | undefined;
      return {
        random: false,
        close() {},
        async read(from, count) {
          isOver ||= fails();
          if (isOver) throw new Error("the shop does not answer");
          kept ??= rows();
          const total = from + count >= kept.length ? kept.length : undefined;
          return { rows: kept.slice(from, from + count), total };
        },
      };
    },
  });
}

test("a list that is read in order is opened again after an error", async () => {
  const clock = { now: 0 };
  let part = 0;
  const screen = show(
    inOrder(
      () => mugs(150),
      () => part++ === 1,
    ),
    clock,
  );
  await screen.waitForText("1 of 100+");
  await screen.type("G");
  await screen.waitForText("Could not refresh: the shop does not answer");
  screen.tick(31_000);
  await screen.waitForText("100 of 150");
});

test.each([":products\r", ":reset view\r"])(
  "after %j, a list that is read in order is read anew",
  async (keys) => {
    let rows = mugs(3);
    const screen = show(
      inOrder(() => rows),
      { now: 0 },
    );
    await screen.waitForText("1 of 3");
    rows = mugs(4);
    await screen.type(...keys);
    await screen.waitForText("1 of 4");
  },
);

test("p pauses and resumes; other lists are not read as often", async () => {
  const clock = { now: 0 };
  let reads = 0;
  const read = async () => {
    reads += 1;
  };
  const screen = show(
    service(() => mugs(3), { read }),
    clock,
    ["products"],
  );
  await screen.waitForText("1 of 3");
  await screen.type("p");
  await screen.waitForText("paused  1 of 3");
  screen.tick(5000);
  await screen.type("j");
  await screen.waitForText("paused  2 of 3");
  expect(reads).toBe(1);
  await screen.type("p");
  await waitFor(() => expect(reads).toBe(2));
  expect(screen.lines().join()).not.toContain("paused");
  screen.close();

  const other = show(
    service(() => mugs(3), { read }),
    clock,
    ["orders"],
  );
  await other.waitForText("1 of 3");
  expect(reads).toBe(3);
  other.tick(60_000);
  await other.type("j");
  await other.waitForText("2 of 3");
  expect(reads).toBe(3);
});
