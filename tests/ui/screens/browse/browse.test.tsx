import { afterEach, describe, expect, test } from "vitest";
import { displayWidth } from "../../../../src/kernel/text.ts";
import { beginBrowse } from "../../../../src/ui/screens/browse/browse.state.ts";
import { Browse, type BrowseOptions, type Left } from "../../../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource, Query } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { waitFor } from "../../../support/runs.ts";
import { open, withoutFrame } from "../../frame.tsx";
import { mugs, service } from "./sample-resource.ts";

const shown: ReturnType<typeof open>[] = [];
afterEach(() => {
  for (const one of shown.splice(0)) one.close();
});

/** The screen with one resource, in a window. The clock only moves when the test moves it. */
function show(
  resource: BrowseResource,
  {
    columns = 80,
    rows = 14,
    query = {},
    clock = { now: 0 },
    freshMs = 1e9,
    ...more
  }: {
    columns?: number;
    rows?: number;
    query?: Query;
    clock?: { now: number };
  } & Partial<BrowseOptions> = {},
) {
  const left: Left[] = [];
  const options = {
    initial: beginBrowse([resource], { resource: resource.name, query, now: clock.now }),
    target: { profile: "sandbox", live: false },
    freshMs,
    now: () => clock.now,
    openWeb: async () => {},
    ...more,
  };
  const app = open(<Browse options={options} onLeave={(one) => left.push(one)} />, columns, rows);
  shown.push(app);
  const waitForText = (text: string | RegExp) =>
    waitFor(() => expect(withoutFrame(app.lines()).join("\n")).toMatch(text));
  return { ...app, left, waitForText };
}

describe("the states of a list", () => {
  test("a loading message appears only after a while", async () => {
    const gate = Promise.withResolvers<void>();
    const screen = show(service(() => mugs(3), { read: () => gate.promise }));
    expect(screen.lines().join("\n")).not.toContain("Reading");
    await screen.waitForText("Reading products…");
    gate.resolve();
    await screen.waitForText(/❯ +Mug 0/);
  });

  test("a list that is sorted or filtered keeps its rows until the next ones are there, with how many were read", async () => {
    const gates: PromiseWithResolvers<void>[] = [];
    const usual = service(() => mugs(300));
    const screen = show({
      ...usual,
      open(query) {
        const parts = usual.open(query);
        if (query.sort === undefined && query.filter === undefined) return parts;
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        return {
          ...parts,
          async read(from, count, onRows) {
            onRows?.([], 120);
            await gate.promise;
            return await parts.read(from, count);
          },
        };
      },
    });
    await screen.waitForText(/❯ +Mug 0/);
    await screen.type("s");
    await screen.waitForText(/› +Mug 0[\s\S]*Mug 1[\s\S]*Reading 120 of 300… .* █{6}░/);
    await screen.type("f", "Mug 2", "\r");
    // Of a filter, nobody knows how many rows it finds.
    await screen.waitForText(/› +Mug 0[\s\S]*Mug 1[\s\S]*Reading 120… /);
    expect(screen.lines().join("\n")).not.toContain("1 of 300");
    gates.at(-1)?.resolve();
    await screen.waitForText(/❯ +Mug 2 /);
  });

  test("a jump keeps the rows from before until those at the new place are read", async () => {
    const gate = Promise.withResolvers<void>();
    const usual = service(() => mugs(300));
    const screen = show({
      ...usual,
      open: (query) => ({
        ...usual.open(query),
        async read(from, count) {
          if (from > 0) await gate.promise;
          return await usual.open(query).read(from, count);
        },
      }),
    });
    await screen.waitForText(/❯ +Mug 0/);
    await screen.type("G");
    await screen.waitForText(/ {3}Mug 0 [\s\S]*❯ +…/);
    gate.resolve();
    await screen.waitForText(/❯ +Mug 299/);
    expect(screen.lines().join("\n")).not.toMatch(/Mug 0 /);
  });

  test("empty because of a filter, and really empty", async () => {
    await show(
      service(() => mugs(3)),
      { query: { filter: "tea" } },
    ).waitForText("No product matches. Press Esc to clear the filter.");
    await show(service(() => [])).waitForText("No products yet.");
  });

  test("an error is shown with its reason, and r retries", async () => {
    let broken = true;
    const read = async () => {
      if (broken) throw Object.assign(new Error("the shop does not answer"), { hint: "Check the network." });
    };
    const screen = show(service(() => mugs(3), { read }));
    await screen.waitForText(
      /✖ Could not read products: the shop does not answer\nCheck the network\.\nPress r to retry\./,
    );
    expect(screen.lines().filter((line) => line.includes("does not answer"))).toHaveLength(1);
    broken = false;
    await screen.type("r");
    await screen.waitForText(/❯ +Mug 0/);
  });

  test("stale rows are read again automatically; if that fails, their age is shown", async () => {
    const clock = { now: 0 };
    let name = "Mug";
    const screen = show(
      service(() => mugs(1).map((row) => ({ ...row, cells: [name, "", ""] }))),
      { clock, freshMs: 1000 },
    );
    await screen.waitForText(/❯ +Mug/);
    name = "Cup";
    clock.now = 2000;
    await screen.waitForText(/❯ ~ Cup/);

    let broken = true;
    const failing = { now: 0 };
    const read = async () => {
      if (broken && failing.now > 0) throw new Error("the shop does not answer");
    };
    const stale = show(
      service(() => mugs(1), { read }),
      { clock: failing, freshMs: 1000 },
    );
    await stale.waitForText(/❯ +Mug 0/);
    failing.now = 2000;
    await stale.waitForText(
      /read 2 s ago +1 of 1 ╮\n.*\n❯ +Mug 0[\s\S]*╰ ✖ Could not refresh \(r retries\): the shop does not answer ─+╯/,
    );
    broken = false;
    failing.now = 33_000;
    await waitFor(() => expect(stale.lines().join("\n")).not.toContain("Could not refresh"));
    expect(stale.lines().join("\n")).toMatch(/❯ +Mug 0/);

    const old = { now: 0 };
    const inOrder = show(
      service(() => mugs(1), { random: false }),
      { clock: old, freshMs: 1000 },
    );
    await inOrder.waitForText(/❯ +Mug 0/);
    old.now = 6 * 60_000;
    await inOrder.waitForText("read 6 min ago");
  });
});

test.each([40, 80, 120])("a frame of %d columns fits, with any text", async (columns) => {
  const hostile = mugs(30).map((row, index) => ({
    ...row,
    cells: [
      ["\x1b[2J\x1b]0;owned\x07", "抹茶碗 とても長い名前のお茶碗", "👩‍👩‍👧‍👦 cup", "a\r\nb\u202egnp.exe"][
        index % 4
      ] ?? "",
      "1.00 USD",
      "yes",
    ],
  }));
  const screen = show(
    service(() => hostile),
    { columns },
  );
  await screen.waitForText("❯");
  const lines = screen.lines();
  expect(lines.length).toBeLessThanOrEqual(13);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  const text = lines.join("\n");
  expect(text).toContain("␛[2J");
  expect(text).not.toMatch(/[\x07\u202e\r]/);
});

test("a wide window shows the detail page beside the list, a narrow one instead of it", async () => {
  const wide = show(
    service(() => mugs(30)),
    { columns: 120 },
  );
  await wide.waitForText(/❯ +Mug 0/);
  await wide.type("\r");
  await wide.waitForText(/Mug 1 .*\n?.*Id +id-0|Id +id-0/);
  expect(wide.lines().join("\n")).toContain("Mug 3");
  const narrow = show(service(() => mugs(30)));
  await narrow.waitForText(/❯ +Mug 0/);
  await narrow.type("\r");
  await narrow.waitForText(/Id +id-0/);
  expect(narrow.lines().join("\n")).not.toContain("Mug 3");
});

test("closing returns the staged edits and the state", async () => {
  const screen = show(service(() => mugs(30)));
  await screen.waitForText(/❯ +Mug 0/);
  await screen.type("j");
  await screen.waitForText(/❯ +Mug 1/);
  await screen.type("le5\r");
  await screen.waitForText(/❯ \* +Mug 1 +› *1\.00 → 5\.00 USD /);
  await screen.type("A");
  await waitFor(() => expect(screen.left).toHaveLength(1));
  expect(screen.left[0]).toMatchObject({
    effect: { type: "apply", edits: [{ rows: [{ id: "id-1" }], sets: ["price=5"] }] },
  });
});

test("leaving for another screen ends the opening of a related list", async () => {
  const detail = () => Promise.withResolvers<never>().promise;
  const screen = show(
    service(() => mugs(3), { detail, relations: [{ resource: "products", title: "its twins" }] }),
  );
  await screen.waitForText(/❯ +Mug 0/);
  await screen.type("1");
  await screen.waitForText("Opening its twins of Mug 0");
  await screen.type("z");
  await waitFor(() => expect(screen.left).toHaveLength(1));
  expect(screen.left[0]).toMatchObject({ effect: { type: "timeline" }, state: { opening: undefined } });
});

test("every key is on the help page, and hints are not truncated", async () => {
  const screen = show(
    service(() => mugs(3)),
    { rows: 40 },
  );
  await screen.waitForText(/❯ +Mug 0/);
  expect(screen.lines().at(-1)).toMatch(/\? keys {2}q quit$/);
  await screen.type("?");
  await screen.waitForText("what jobs changed, as a timeline");
});

test("in 80 columns the hint bar shows how to edit, and then how to apply or discard", async () => {
  const screen = show(service(() => mugs(3)));
  await screen.waitForText(/❯ +Mug 0/);
  expect(screen.lines().at(-1)).toContain("e edit  Space mark  / search  f filter  ? keys");
  await screen.type("e");
  await screen.type("Cup");
  await screen.type("\r");
  await screen.waitForText("1 staged edit");
  expect(screen.lines().at(-1)).toContain("e edit  d changes  A apply");
  const still = show(service(() => mugs(3), { changes: undefined }));
  await still.waitForText(/❯ +Mug 0/);
  expect(still.lines().at(-1)).not.toContain("e edit");
});

test("in 40 columns the staged value is shown, and so are the keys that run and leave", async () => {
  const rows = mugs(3).map((row) => ({ ...row, label: `${row.label} with a long name` }));
  const screen = show(
    service(() => rows),
    { columns: 40, rows: 12 },
  );
  await screen.waitForText(/❯ +Mug 0/);
  await screen.type("\x1b[C", "e");
  await screen.type("7.50");
  await screen.type("\r");
  await screen.waitForText("1 staged edit");
  await screen.type("d");
  await screen.waitForText(/Mug 0.*→ 7\.50 USD/);
  await screen.type("\x1b");
  await screen.waitForText("Enter details");
  await screen.type(":");
  await screen.waitForText("↑↓ select  Enter run  Esc back");
  await screen.type("\x1b");
  await screen.waitForText("Enter details");
  await screen.type("F");
  await screen.waitForText("Enter filter  Esc back  q quit");
});

test("an empty list offers the demo shop only if the whole shop of a sandbox is empty", async () => {
  const begin = (demo: "not empty" | undefined) =>
    beginBrowse([service(() => [])], { resource: "products", now: 0, demo });
  const empty = show(
    service(() => []),
    { initial: begin("not empty"), isShopEmpty: async () => true },
  );
  await empty.waitForText("No products yet.\nPress S to fill the sandbox with the demo shop.");
  expect(empty.lines().at(-1)).toMatch(/^S demo shop/);
  const filled = show(
    service(() => []),
    { initial: begin("not empty"), isShopEmpty: async () => false },
  );
  await filled.waitForText("No products yet.");
  await filled.type("S");
  await filled.waitForText("The shop is not empty.");
  expect(filled.lines().join("\n")).not.toContain("Press S");
  const hosted = show(
    service(() => []),
    { initial: begin(undefined) },
  );
  await hosted.waitForText("No products yet.");
  expect(hosted.lines().join("\n")).not.toContain("S demo shop");
});

test("opening the page of a row in a browser shows that it is loading, and Esc cancels it", async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opened: string[] = [];
  const sample = service(() => mugs(3));
  const detail: BrowseResource["detail"] = async (id) => {
    await gates.shift()?.promise;
    return { ...(await sample.detail(id)), address: `https://shop.example/${id}` };
  };
  const [first, second] = [...gates];
  const screen = show(
    service(() => mugs(3), { detail }),
    { openWeb: async (address) => void opened.push(address) },
  );
  await screen.waitForText(/❯ +Mug 0/);
  await screen.type("w");
  await screen.waitForText(/Opening the page of Mug 0… \d/);
  await screen.type("\x1b");
  await waitFor(() => expect(screen.lines().join("\n")).not.toContain("Opening"));
  first?.resolve();
  await screen.type("jw");
  second?.resolve();
  await screen.waitForText("Opened https://shop.example/id-1");
  expect(opened).toEqual(["https://shop.example/id-1"]);
});

test("staged edits are listed cell by cell with their values, discarded one by one, and restored", async () => {
  const screen = show(service(() => mugs(5)));
  await screen.waitForText(/❯ +Mug 0/);
  for (const key of ["l", " ", "j", " ", "e", "+50%", "\r"]) await screen.type(key);
  await screen.waitForText("1 staged edit");
  for (const key of ["\x1b", "j", "e", "7", "\t", "Cup", "\r", "d"]) {
    await screen.type(key);
    if (key === "\x1b") await waitFor(() => expect(screen.lines()[1]).not.toContain("marked"));
  }
  const edits = () =>
    withoutFrame(screen.lines()).filter((line) => line.includes(" → ") && !line.startsWith("Prices"));
  await waitFor(() =>
    expect(edits()).toEqual([
      "❯ Mug 2  PRICE   2.00    → 7.00 USD   +250.0% ██████████",
      "  Mug 1  PRICE   1.00    → 1.50 USD    +50.0% ██",
      "  Mug 3  NAME    Mug 3   → Cup",
    ]),
  );
  await screen.type("j");
  await screen.type("x");
  await waitFor(() => expect(edits()).toHaveLength(2));
  await screen.type("u");
  await screen.waitForText("Undone: discard price of Mug 1");
  expect(edits()).toHaveLength(3);
});

test("the commands of the palette are loaded even if the further resources cannot be", async () => {
  const screen = show(
    service(() => mugs(3)),
    {
      isShopEmpty: async () => false,
      more: () => Promise.reject(new Error("the shop does not answer")),
      commands: async () => [{ path: "jobs list", usage: "", summary: "list jobs" }],
    },
  );
  await screen.waitForText("the shop does not answer");
  await screen.type(":jobs");
  await screen.waitForText("jobs list");
});

test("further resources are loaded once, even if lists are read again", async () => {
  let requestCount = 0;
  const resource = service(() => mugs(3));
  const options = {
    initial: beginBrowse([resource], { resource: resource.name, now: 0 }),
    more: async () => {
      requestCount++;
      return [service(() => mugs(2), { name: "tips", title: "Tips" })];
    },
    target: { profile: "sandbox", live: false },
    freshMs: 1e9,
    now: () => 0,
    openWeb: async () => {},
  };
  const app = open(<Browse options={options} onLeave={() => {}} />, 80, 14);
  shown.push(app);
  const waitForText = (text: RegExp) => waitFor(() => expect(app.lines().join("\n")).toMatch(text));
  await waitForText(/▐Products▌ Tips/);
  await app.type("\t");
  await waitForText(/▐Tips▌[\s\S]*1 of 2/);
  await app.type("\t");
  await waitForText(/▐Products▌ Tips +sandbox[\s\S]*1 of 3/);
  expect(requestCount).toBe(1);
});
