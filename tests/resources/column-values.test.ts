import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogResources, otherResources } from "../../src/cli/screen/open-resources.ts";
import { groups } from "../../src/commands/index.ts";
import { compareCells, sortedParts } from "../../src/resources/browse.ts";
import type { BrowseResource, ColumnValue } from "../../src/ui/screens/browse/browse-resource.ts";
import { createTally } from "../../src/ui/screens/browse/tally.ts";
import { inContext } from "../support/context.ts";
import { createWorld } from "../support/world.ts";

const world = createWorld();
let resources: readonly BrowseResource[];
let end = () => {};
beforeAll(async () => {
  await world.till("sandbox seed demo");
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  end = ended.resolve;
  inContext(world, async (context) => {
    const opened = [...(await catalogResources(context)), ...(await otherResources(context, groups))];
    resources = opened.map(({ browse }) => browse);
    ready.resolve();
    await ended.promise;
  }).catch(ready.reject);
  await ready.promise;
});
afterAll(() => {
  end();
  world.close();
});

const found = (name: string) => {
  const resource = resources.find((one) => one.name === name);
  if (resource === undefined) throw new RangeError(name);
  return resource;
};

describe("the filter of a bar finds the rows that the bar counts", () => {
  test.each([
    "products",
    "products stock",
    "collections",
    "orders",
    "events",
    "tickets",
    "events guests",
    "discounts",
  ])("%s", async (name) => {
    const resource = found(name);
    const { signal } = new AbortController();
    for (const [index, column] of resource.columns.entries()) {
      const tally = createTally();
      for await (const value of resource.values({}, index, signal)) tally.add(value);
      expect(tally.rows, column.title).toBeGreaterThan(0);
      // The first and last bars of a long histogram stand for all.
      const { bars } = tally.counted();
      for (const { match, count, label } of [...bars.slice(0, 3), ...bars.slice(-2)]) {
        const filter = resource.filterBy(index, match);
        if (filter === undefined) continue;
        const { rows } = await resource.open({ filter }).read(0, 200);
        expect(rows.length, `${column.title} ${label}: ${filter}`).toBe(count);
      }
    }
  });
});

test("a histogram of payments counts the words of the list, authorized ones apart", async () => {
  const resource = found("orders");
  const index = resource.columns.findIndex(({ title }) => title === "PAYMENT");
  const tally = createTally();
  for await (const value of resource.values({}, index, new AbortController().signal)) tally.add(value);
  const counts = tally.counted().bars.map(({ label, count }) => [label, count]);
  expect(Object.fromEntries(counts)).toEqual({
    authorized: 4,
    canceled: 1,
    declined: 1,
    "not paid": 1,
    paid: 3,
    "partly paid": 1,
    "partly refunded": 1,
    pending: 1,
    refunded: 1,
  });
});

test("a list is sorted here by a column that the platform cannot sort by, rows without a value first", async () => {
  const resource = found("products");
  const column = "STOCK";
  const index = resource.columns.findIndex(({ title }) => title === column);
  expect(resource.columns[index]?.sort).toBeUndefined();
  const cells = async (descending: boolean) => {
    const { rows, total } = await resource.open({ sortHere: { column, descending } }).read(0, 100);
    expect(total).toBe(24);
    return rows.map((row) => Number(row.cells[index])).filter((stock) => !Number.isNaN(stock));
  };
  const stock = await cells(false);
  expect(stock).toEqual(stock.toSorted((one, other) => one - other));
  expect(await cells(true)).toEqual(stock.toReversed());
  const { rows } = await resource.open({ sortHere: { column, descending: false } }).read(0, 1);
  expect(rows[0]?.cells[index]).toBe("in stock");
});

test("values of different types have an order", () => {
  const values: ColumnValue[] = [
    { kind: "text", key: "b", label: "b 10" },
    { kind: "text", key: "a", label: "B 9" },
    { kind: "number", amount: 10 },
    { kind: "number", amount: 9 },
    { kind: "none" },
  ];
  expect(values.toSorted(compareCells)).toEqual(values.toReversed());
});

test("refuses to sort more than 20,000 rows here, and stops reading when the list is closed", async () => {
  const row = { id: "1", label: "", cells: [], reference: "" };
  const many = async function* () {
    for (let count = 0; count <= 20_000; count++) yield { row, value: { kind: "none" } as const };
  };
  await expect(sortedParts(many, false, () => new Error("too many")).read(0, 1)).rejects.toThrow("too many");
  let signal: AbortSignal | undefined;
  const parts = sortedParts(
    (given) => {
      signal = given;
      return (async function* (): AsyncGenerator<never> {
        yield* [];
      })();
    },
    false,
    () => new Error("too many"),
  );
  expect(await parts.read(0, 1)).toEqual({ rows: [], total: 0 });
  parts.close();
  expect(signal?.aborted).toBe(true);
});
