import { expect, test } from "vitest";
import { beginBrowse, readingOf, withView } from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseResource, BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { isRinging, pulseLine, pulseOf } from "../../../../src/ui/screens/browse/pulse.state.ts";
import { requery } from "../../../../src/ui/screens/browse/view.state.ts";
import { service } from "./sample-resource.ts";

const now = Date.parse("2026-06-15T12:00:00Z");
const resource: BrowseResource = { ...service(() => []), singular: "order", hasPulse: true };

/** Returns an order of some minutes ago. */
const order = (minutes: number, amount = "10.10 USD"): BrowseRow => ({
  ...{ id: `o${minutes}`, label: `order ${minutes}`, reference: `${minutes}`, cells: [`${minutes}`, "", ""] },
  pulse: { at: now - minutes * 60_000, amount },
});

function read(
  rows: readonly BrowseRow[],
  total?: number,
  state = beginBrowse([resource], { resource: resource.name, now }),
) {
  return reduceBrowse(state, { type: "read", reading: readingOf(state), part: 0, rows, total, now });
}

test("counts the rows of the last hour by minute, and adds their amounts by currency", () => {
  const state = read(
    [order(0), order(0.5), order(30, "5 EUR"), order(59.5, "0.20 USD"), order(60), order(90)],
    6,
  );
  const pulse = pulseOf(state);
  expect(pulse).toMatchObject({ count: 4, isAtLeast: false, sums: ["20.40 USD", "5.00 EUR"] });
  expect(pulse?.minutes.flatMap((count, minute) => (count ? [[minute, count]] : []))).toEqual([
    [0, 1],
    [30, 1],
    [59, 2],
  ]);
});

test("says that there may be more only if all loaded rows are of the last hour and others are not loaded", () => {
  expect(pulseLine(read([order(1), order(2)]), 120)?.text).toContain("at least 2 orders");
  expect(pulseLine(read([order(1), order(2)], 2), 120)?.text).not.toContain("at least");
  expect(pulseLine(read([order(1), order(70)]), 120)?.text).not.toContain("at least");
});

test.each([120, 76, 56, 36])("fits %i columns", (width) => {
  const line = pulseLine(read([order(1), order(2), order(61)], 3), width);
  expect(line?.text.length).toBeLessThanOrEqual(width);
  expect(line?.text).toMatch(width < 40 ? /USD$/ : /^Last hour {2}.*2 orders, 20\.20 USD {2}b bell$/);
  expect(line?.say).toBe("Last hour: 2 orders, 20.20 USD. The bell does not ring for new ones");
});

test("lists in another order, and lists that are searched, have none", () => {
  const state = read([order(1)], 1);
  for (const query of [
    { sort: "total" },
    { search: "x" },
    { sortHere: { column: "NAME", descending: false } },
  ])
    expect(
      pulseOf(withView(state, (view) => ({ ...requery(view, query), rows: view.rows }))),
    ).toBeUndefined();
  expect(pulseOf(beginBrowse([resource], { resource: resource.name, now }))).toBeUndefined();
});

test("the bell rings for rows that come in, once, and only if it is on", () => {
  const before = read([order(10), order(61)], 2);
  const after = read([order(1), order(10), order(61)], 3, before);
  expect(isRinging(before, after)).toBe(false);
  const [on, next] = [
    { ...before, bell: true },
    { ...after, bell: true },
  ];
  expect(isRinging(on, next)).toBe(true);
  expect(isRinging(next, read([order(1), order(10), order(61)], 3, next))).toBe(false);
  const changed = { ...order(10), cells: ["paid", "", ""] };
  expect(isRinging(next, read([order(1), changed, order(61)], 3, next))).toBe(false);
});
