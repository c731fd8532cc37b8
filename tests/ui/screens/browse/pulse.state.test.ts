import { expect, test } from "vitest";
import { beginBrowse, readingOf, withView } from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseResource, BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { pulseLine, pulseOf } from "../../../../src/ui/screens/browse/pulse.state.ts";
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
  expect(line?.text).toMatch(width < 40 ? /USD$/ : /^Last hour {2}.*2 orders, 20\.20 USD$/);
  expect(line?.say).toBe("Last hour: 2 orders, 20.20 USD");
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
