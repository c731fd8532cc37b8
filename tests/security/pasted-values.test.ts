import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BrowseState, beginBrowse, readingOf } from "../../src/ui/screens/browse/browse.state.ts";
import { pasteText } from "../../src/ui/screens/browse/edit.state.ts";
import { reduceBrowse } from "../../src/ui/screens/browse/events.state.ts";
import { pressKey } from "../../src/ui/screens/browse/press.state.ts";
import { editsOf } from "../../src/ui/screens/browse/staged.state.ts";
import { createWorld, type World } from "../support/world.ts";
import { mugs, service } from "../ui/screens/browse/sample-resource.ts";

/** Returns the state with a list of mugs, whose prices in USD are their numbers. */
function begin(): BrowseState {
  const state = beginBrowse([service(() => mugs(0))], { resource: "products", now: 0 });
  return reduceBrowse(reduceBrowse(state, { type: "size", height: 10 }), {
    ...{ type: "read", reading: readingOf(state), part: 0, rows: mugs(5), total: 5, now: 0 },
  });
}
const press = (state: BrowseState, ...keys: string[]) =>
  keys.reduce((before, key) => pressKey(before, key).state, state);
const problemIn = ({ mode }: BrowseState) => (mode.kind === "cell" ? mode.problem : undefined);
const sets = (state: BrowseState) => editsOf(state.staged).flatMap((edit) => edit.sets);

const openPrice = () => press(begin(), "down", "right", "e");
const openMarked = () => press(begin(), "down", " ", "down", " ", "right", "e");

describe.each([
  ["-1", '"-1" is not an amount for price.'],
  ["+10%", '"+10%" is not an amount for price.'],
  ["price*2", '"price*2" is not an amount for price.'],
  ["€47.10", '"€47.10" has the currency €, and price is in USD.'],
  ["47.10 EUR", '"47.10 EUR" has the currency EUR, and price is in USD.'],
  ["1.290", '"1.290" could be 1.29 or 1290.'],
])("a pasted %s is refused and nothing is staged", (text, problem) => {
  test.each([
    ["in the open cell", () => press(pasteText(openPrice(), text), "enter")],
    ["in an emptied cell", () => press(pasteText(press(openPrice(), "ctrl+u"), text), "enter")],
    ["for marked rows", () => pasteText(openMarked(), text)],
    ["among several lines", () => pasteText(openPrice(), `5\n${text}`)],
  ])("%s", (_, pasted) => {
    const state = pasted();
    expect(problemIn(state)).toContain(problem);
    expect(sets(state)).toEqual([]);
  });
});

test("the currency of the shop is accepted, as sign and as code", () => {
  for (const text of ["$47.10", "47.10 USD", "US$47.10", "$ 47.10"])
    expect(sets(press(pasteText(openPrice(), text), "enter"))).toEqual(["price=47.10"]);
});

test("a pasted text stays a text, even if it is the only value", () => {
  const state = press(pasteText(press(begin(), "e"), "upper(name)"), "enter");
  expect(sets(state)).toEqual(['name="upper(name)"']);
  expect(sets(press(pasteText(press(begin(), "e"), "+10%"), "enter"))).toEqual(["name=+10%"]);
});

test("typed values can be expressions, and so can pasted values that were edited", () => {
  expect(sets(press(openPrice(), ..."+10%", "enter"))).toEqual(["price=+10%"]);
  expect(sets(press(pasteText(openPrice(), "price"), ..."*2", "enter"))).toEqual(["price=price*2"]);
});

describe("values of files", () => {
  let world: World;
  beforeAll(async () => {
    world = createWorld();
    await world.till("sandbox seed demo");
  });
  afterAll(() => world.close());

  test.each(["cost*2", "+10%", "-1", "€5", "5 EUR", "$5"])(
    "a price %s in a file is refused",
    async (cell) => {
      writeFileSync(world.path("list.csv"), `sku;price\nWRAP;${cell}\n`);
      const { code, stderr } = await world.till("products import list.csv --key sku --yes");
      expect(stderr).toContain("list.csv:2, price");
      expect(code).toBe(2);
    },
  );
});
