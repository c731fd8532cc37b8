import fc from "fast-check";
import { expect, test } from "vitest";
import { countItems, itemOutcomes, requireAllDone } from "../../src/api/bulk-results.ts";

const failed = { code: "REVISION_MISMATCH", description: "its revision is 3" };
const resultsOf = (...items: object[]) => ({ results: items.map((itemMetadata) => ({ itemMetadata })) });

test("outcomes are found by the index of the item, never by position", () => {
  const response = resultsOf(
    { originalIndex: 2, success: false, error: failed },
    { originalIndex: 0, success: true, id: "new" },
  );
  const outcomes = itemOutcomes(response, [undefined, undefined, undefined]);
  expect(outcomes.get(0)).toEqual({ ok: true, id: "new" });
  expect(outcomes.get(1)).toBeUndefined();
  expect(outcomes.get(2)).toMatchObject({ ok: false, stale: true, error: { code: "REVISION_MISMATCH" } });
});

test("results in another order without an index are found by their ids", () => {
  const response = resultsOf({ id: "b", success: false, error: failed }, { id: "a", success: true });
  const outcomes = itemOutcomes(response, ["a", "b"]);
  expect(outcomes.get(0)).toEqual({ ok: true, id: "a" });
  expect(outcomes.get(1)).toMatchObject({ ok: false });
});

test.each([
  ["no results", {}],
  ["empty results", { results: [{}, {}] }],
  ["results that are null", { results: [null, { itemMetadata: null }] }],
  ["only success, without an id or index", resultsOf({ success: true }, { success: true })],
  [
    "an index twice: failed, then success",
    resultsOf(
      { originalIndex: 0, success: false, error: failed },
      { originalIndex: 0, success: true },
      { originalIndex: 1 },
    ),
  ],
  ["success with an error", resultsOf({ originalIndex: 0, success: true, error: {} })],
  ["an id and the index of another item", resultsOf({ id: "b", originalIndex: 0, success: true })],
  ["the id of no item", resultsOf({ id: "c", originalIndex: 0, success: true })],
  [
    "an index outside of the request",
    resultsOf(
      { id: "a", originalIndex: 2, success: true },
      { originalIndex: -1, success: true },
      { originalIndex: 0.5, success: true },
    ),
  ],
])("a response with %s leaves the outcome unknown", (_, response) => {
  expect(itemOutcomes(response, ["a", "b"])).toEqual(new Map());
});

const two = [
  { id: "a", originalIndex: 0, success: true },
  { id: "b", originalIndex: 1, success: true },
];

test.each([
  ["a failure that no result lists", { totalSuccesses: 1, totalFailures: 1 }],
  ["failures without details", { totalSuccesses: 1, totalFailures: 1, undetailedFailures: 1 }],
  ["only failures without details", { undetailedFailures: 1 }],
  ["fewer successes than the results", { totalSuccesses: 1, totalFailures: 0 }],
])("totals with %s leave the outcome of all items unknown", (_, bulkActionMetadata) => {
  const response = { ...resultsOf(...two), bulkActionMetadata };
  expect(itemOutcomes(response, ["a", "b"])).toEqual(new Map());
  expect(countItems(response, ["a", "b"])).toEqual({ unknown: 2, failed: 0, done: 0 });
  expect(() => requireAllDone(response, ["a", "b"], String)).toThrow(/does not say whether 2 of 2/);
});

test.each([
  ["more", { totalSuccesses: 0, totalFailures: 2 }],
  ["fewer", { totalSuccesses: 2, totalFailures: 0 }],
])("a listed failure is read back if the totals count %s failures", (_, bulkActionMetadata) => {
  const results = resultsOf({ ...two[0], success: false, error: { code: "X" } }, two[1] ?? {});
  const response = { ...results, bulkActionMetadata };
  const outcomes = itemOutcomes(response, ["a", "b"]);
  expect([...outcomes.keys()]).toEqual([0]);
  expect(outcomes.get(0)).toMatchObject({ ok: false, unsure: true, error: { code: "X" } });
});

test("totals that agree with the results, or are absent, change nothing", () => {
  const failing = resultsOf(two[0] ?? {}, { ...two[1], success: false, error: failed });
  for (const bulkActionMetadata of [
    undefined,
    null,
    {},
    { totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 },
  ]) {
    const outcomes = itemOutcomes({ ...failing, bulkActionMetadata }, ["a", "b"]);
    expect(outcomes.get(0)).toEqual({ ok: true, id: "a" });
    expect(outcomes.get(1)).toMatchObject({ ok: false, error: { code: failed.code } });
  }
  expect(countItems({ bulkActionMetadata: { totalSuccesses: 4, totalFailures: 1 } }, [])).toEqual({
    unknown: 0,
    failed: 1,
    done: 4,
  });
});

test("an error without success is a failure that is read back", () => {
  const outcomes = itemOutcomes(resultsOf({ id: "a", error: { code: "LIMIT", description: "too many" } }), [
    "a",
  ]);
  expect(outcomes.get(0)).toEqual({
    ok: false,
    unsure: true,
    stale: false,
    error: { code: "LIMIT", message: "too many" },
  });
});

test("two items cannot be created with the same id", () => {
  const response = resultsOf(
    { id: "x", originalIndex: 0, success: true },
    { id: "x", originalIndex: 1, success: true },
  );
  expect(itemOutcomes(response, [undefined, undefined])).toEqual(new Map());
});

test("items that the response does not settle are an unknown outcome", () => {
  const require = (response: object) => requireAllDone(response, ["a", "b"], (count) => `${count} failed`);
  expect(() => require(resultsOf({ id: "a", success: true }))).toThrow(
    expect.objectContaining({ exitCode: 10, message: expect.stringContaining("whether 1 of 2 items") }),
  );
  expect(() => require(resultsOf({ id: "a", success: true }, { id: "b", error: failed }))).toThrow(
    expect.objectContaining({ exitCode: 9, message: "1 of 2 failed: its revision is 3" }),
  );
  expect(require(resultsOf({ id: "b", success: true }, { id: "a", success: true }))).toEqual({});
});

/** An item of a request: what happened to it, and how the platform tells it. */
const told = fc.record({
  done: fc.boolean(),
  named: fc.constantFrom("both", "id", "index", "neither", "wrong id", "wrong index"),
  times: fc.constantFrom(0, 1, 1, 1, 1, 2),
  verdict: fc.constantFrom("clear", "clear", "clear", "silent", "both"),
});

test("for any response, exactly the items that one result reports as done are done", () => {
  const request = fc.record({
    items: fc.array(told, { minLength: 1, maxLength: 8 }),
    extra: fc.array(fc.constantFrom({}, { success: true }, { id: "foreign", success: true }), {
      maxLength: 3,
    }),
    creates: fc.boolean(),
    seed: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
  });
  fc.assert(
    fc.property(request, ({ items, extra, creates, seed }) => {
      const ids = items.map((_, index) => `id-${index}`);
      const results = items.flatMap(({ done, named, times, verdict }, index) => {
        const id = named === "wrong id" ? ids[(index + 1) % ids.length] : ids[index];
        const originalIndex = named === "wrong index" ? (index + 1) % ids.length : index;
        const metadata = {
          ...(named !== "index" && named !== "neither" && { id }),
          ...(named !== "id" && named !== "neither" && { originalIndex }),
          ...(verdict !== "silent" && { success: done || verdict === "both" }),
          ...(verdict !== "silent" && (!done || verdict === "both") && { error: failed }),
        };
        return Array.from({ length: times }, () => ({ itemMetadata: metadata }));
      });
      const all = [...results, ...extra.map((itemMetadata) => ({ itemMetadata }))];
      const shuffled = all
        .map((result, position) => ({ result, at: seed[position % seed.length] ?? 0 }))
        .sort((one, other) => one.at - other.at)
        .map(({ result }) => result);
      const outcomes = itemOutcomes({ results: shuffled }, creates ? ids.map(() => undefined) : ids);
      for (const [index, outcome] of outcomes) {
        // Exactly one result can mean this item, and it says what the outcome says.
        const meant = all.filter(
          ({ itemMetadata: one }: { itemMetadata: { id?: string; originalIndex?: number } }) =>
            one.originalIndex === index || (!creates && one.id === ids[index]),
        );
        expect(meant).toHaveLength(1);
        expect(meant[0]?.itemMetadata).toMatchObject({ success: outcome.ok });
      }
      // A response that says everything once settles everything.
      const isClear = ({ named, times, verdict }: (typeof items)[number]) =>
        times === 1 && verdict === "clear" && ["both", "index", ...(creates ? [] : ["id"])].includes(named);
      if (items.every(isClear))
        expect(items.map((_, index) => outcomes.get(index)?.ok)).toEqual(items.map(({ done }) => done));
    }),
    { numRuns: 1000 },
  );
});
