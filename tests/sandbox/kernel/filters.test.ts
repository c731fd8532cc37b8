import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "../../../src/sandbox/kernel/store.ts";
import { InvalidInput, type StoreQuery, type Table } from "../../../src/sandbox/kernel/tx.ts";
import { runs } from "../../support/runs.ts";

type Scalar = string | number | boolean | null;
interface Doc {
  id: string;
  name: string;
  price: number;
  mixed?: Scalar | undefined;
  tags?: Scalar[] | undefined;
  inner?: { value?: Scalar | undefined };
}

const table: Table<Doc> = {
  name: "things",
  columns: {
    name: { type: "text", value: (doc) => doc.name },
    price: { type: "number", value: (doc) => doc.price },
  },
};
const visit = { caller: { role: "admin" } } as const;

/** A second implementation of filters, in memory. Booleans count as 1 and 0. */
function matches(doc: Doc, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([key, operand]) => {
    if (key === "$and") return (operand as []).every((part) => matches(doc, part));
    if (key === "$or") return (operand as []).some((part) => matches(doc, part));
    if (key === "$not") return !matches(doc, operand as Record<string, unknown>);
    const value = key.split(".").reduce((at: unknown, part) => (at as Record<string, unknown>)?.[part], doc);
    if (typeof operand !== "object" || operand === null) return holds(value, "$eq", operand);
    return Object.entries(operand).every(([operator, expected]) => holds(value, operator, expected));
  });
}

const plain = (value: unknown): unknown => {
  if (value === undefined || Array.isArray(value) || (typeof value === "object" && value !== null))
    return null;
  return typeof value === "boolean" ? Number(value) : value;
};

function holds(value: unknown, operator: string, expected: unknown): boolean {
  const is = plain(value);
  const list = Array.isArray(value) ? value.map(plain) : undefined;
  const want = Array.isArray(expected) ? expected.map(plain) : plain(expected);
  const missing = value === undefined || value === null;
  const equal = want === null ? missing : is === want;
  const text = typeof is === "string" ? is : undefined;
  const comparable = is !== null && typeof is === typeof want;
  const among = (want as unknown[])?.includes?.(is) && (is !== null || missing);
  switch (operator) {
    case "$eq":
      return equal;
    case "$ne":
      return !equal;
    case "$gt":
      return comparable && (is as number) > (want as number);
    case "$gte":
      return comparable && (is as number) >= (want as number);
    case "$lt":
      return comparable && (is as number) < (want as number);
    case "$lte":
      return comparable && (is as number) <= (want as number);
    case "$in":
      return among;
    case "$nin":
      return !among;
    case "$startsWith":
      return text?.toLowerCase().startsWith(String(want).toLowerCase()) ?? false;
    case "$endsWith":
      return text?.toLowerCase().endsWith(String(want).toLowerCase()) ?? false;
    case "$contains":
      return text?.toLowerCase().includes(String(want).toLowerCase()) ?? false;
    case "$hasSome":
      return list?.some((item) => item !== null && (want as unknown[]).includes(item)) ?? false;
    case "$hasAll":
      return list !== undefined && (want as unknown[]).every((item) => list.includes(item));
    case "$exists":
      return missing !== expected;
    case "$isEmpty":
      return (missing || value === "" || list?.length === 0) === Boolean(expected);
    default:
      throw new Error(operator);
  }
}

const word = fc.constantFrom(
  "",
  "a",
  "ab",
  "abc",
  "b",
  "é",
  "Ab",
  "5",
  "_%",
  "'; DROP TABLE x; --",
  "日本",
  "a.b",
  "[]",
);
const number = fc.constantFrom(-1, 0, 1, 2.5, 5, 100);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(word, number, fc.boolean(), fc.constant(null));
const docs = fc.array(
  fc.record(
    {
      id: fc.uuid(),
      name: word,
      price: number,
      mixed: scalar,
      tags: fc.array(scalar, { maxLength: 3 }),
      inner: fc.record({ value: scalar }),
    },
    { requiredKeys: ["id", "name", "price"] },
  ),
  { maxLength: 25 },
);
const path = fc.constantFrom("name", "price", "mixed", "tags", "inner.value", "inner", "nowhere", "id");
const nonNull = fc.oneof(word, number, fc.boolean());
const condition = fc.oneof(
  fc.tuple(fc.constantFrom("$eq", "$ne"), scalar),
  fc.tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), fc.oneof(word, number)),
  fc.tuple(fc.constantFrom("$in", "$nin"), fc.array(scalar, { maxLength: 3 })),
  fc.tuple(fc.constantFrom("$startsWith", "$endsWith", "$contains"), word),
  fc.tuple(fc.constantFrom("$hasSome", "$hasAll"), fc.array(nonNull, { maxLength: 3 })),
  fc.tuple(fc.constantFrom("$exists", "$isEmpty"), fc.boolean()),
);
const { filter } = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.dictionary(
      path,
      fc.oneof(scalar, fc.array(condition, { minLength: 1, maxLength: 2 }).map(Object.fromEntries)),
      { maxKeys: 2 },
    ),
    fc.record({ $and: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ $or: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ $not: tie("filter") }),
  ),
}));

let store: Store;
beforeAll(() => {
  store = openStore(":memory:");
});
afterAll(() => store.close());

function fill(documents: readonly Doc[]): void {
  store.reset();
  store.write(visit, (tx) => {
    for (const doc of documents) tx.put(table, doc.id, doc);
  });
}
const query = (request: StoreQuery) => store.read(visit, (tx) => tx.query(table, request));
const ids = (documents: readonly Doc[]) => documents.map(({ id }) => id);

test("a filter matches the same documents in SQL and in memory", () => {
  fc.assert(
    fc.property(docs, fc.array(filter, { minLength: 1, maxLength: 8 }), (documents, filters) => {
      fill(documents);
      for (const one of filters) {
        const expected = documents.filter((doc) => matches(doc, one)).sort((a, b) => (a.id < b.id ? -1 : 1));
        const { items, total } = query({ filter: one, sort: [{ fieldName: "id" }], limit: 100 });
        expect({ filter: one, ids: ids(items), total }).toEqual({
          filter: one,
          ids: ids(expected),
          total: expected.length,
        });
        expect(ids(store.read(visit, (tx) => [...tx.each(table, one)]))).toEqual(ids(expected));
      }
    }),
    { numRuns: runs(150) },
  );
});

test("pages contain each document once, in any order", () => {
  const sorts = fc.array(
    fc.record({
      fieldName: fc.constantFrom("name", "price", "mixed", "id"),
      order: fc.constantFrom("ASC", "DESC"),
    }),
    { maxLength: 2 },
  );
  fc.assert(
    fc.property(docs, sorts, fc.integer({ min: 1, max: 7 }), (documents, sort, limit) => {
      fill(documents);
      const whole = query({ sort, limit: 1000 });
      expect(whole.total).toBe(documents.length);
      const paged: string[] = [];
      for (let offset = 0; offset < documents.length; offset += limit) {
        const page = query({ sort, limit, offset });
        expect(page.total).toBe(documents.length);
        paged.push(...ids(page.items));
      }
      expect(paged).toEqual(ids(whole.items));
      expect(new Set(paged).size).toBe(documents.length);
    }),
    { numRuns: runs(60) },
  );
});

describe("order", () => {
  const created = (id: string, price: number, name = "x"): Doc => ({ id, price, name });

  test("sorts by field and direction, then by id in the same direction", () => {
    fill([created("b", 1), created("a", 1), created("c", 0), created("d", 2)]);
    expect(ids(query({ sort: [{ fieldName: "price" }] }).items)).toEqual(["c", "a", "b", "d"]);
    expect(ids(query({ sort: [{ fieldName: "price", order: "DESC" }] }).items)).toEqual(["d", "b", "a", "c"]);
  });

  test("an offset beyond the end gives no items and the same total", () => {
    fill([created("a", 1), created("b", 2)]);
    expect(query({ offset: 10 })).toEqual({ items: [], total: 2 });
    expect(query({ limit: 0 })).toEqual({ items: [], total: 2 });
  });

  test("totals are recounted after a change by any handle", () => {
    fill([created("a", 1), created("b", 2), created("c", 3)]);
    expect(query({ limit: 1 }).total).toBe(3);
    store.write(visit, (tx) => tx.remove(table, "a"));
    expect(query({ limit: 1 }).total).toBe(2);
    const undone = () =>
      store.write(visit, (tx) => {
        tx.remove(table, "b");
        expect(tx.query(table, { limit: 0 }).total).toBe(1);
        throw new Error("no");
      });
    expect(undone).toThrow("no");
    expect(query({ limit: 1 }).total).toBe(2);
  });
});

test("finds the same instant in another notation", () => {
  fill([{ id: "a", name: "2030-01-01T12:00:00.000Z", price: 1 }]);
  for (const written of ["2030-01-01T12:00:00Z", "2030-01-01T13:00:00+01:00", "2030-01-01T12:00Z"]) {
    expect(query({ filter: { name: written } }).total).toBe(1);
    expect(query({ filter: { name: { $gte: written, $lte: written } } }).total).toBe(1);
    expect(query({ filter: { name: { $gt: written } } }).total).toBe(0);
  }
});

test.each<[string, unknown]>([
  ["an unknown operator", { name: { $like: "a" } }],
  ["an inherited name as operator", { name: { constructor: "a" } }],
  ["an unknown logical operator", { $nor: [] }],
  ["a list as value", { name: ["a"] }],
  ["no list where one is needed", { name: { $in: "a" } }],
  ["$and without a list", { $and: {} }],
  ["a number to begin with", { name: { $startsWith: 5 } }],
  ["a comparison with true", { price: { $gt: true } }],
  ["a field name with quotes", { 'na"me': 1 }],
  ["a field name that is SQL", { "name) OR (1=1": 1 }],
  ["an empty field name", { "": 1 }],
  ["a text as filter", "name = 'a'"],
  ["too many conditions", { $or: Array.from({ length: 600 }, () => ({ name: "a" })) }],
  ["too deep a nest", Array.from({ length: 60 }).reduce((inner) => ({ $not: inner }), { name: "a" })],
])("rejects %s with a field violation", (_, bad) => {
  fill([]);
  const error = (() => {
    try {
      query({ filter: bad });
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(InvalidInput);
  expect((error as InvalidInput).violations[0]).toMatchObject({
    field: "query.filter",
    violatedRule: "FORMAT",
  });
});

test("rejects an invalid sort", () => {
  expect(() => query({ sort: [{ fieldName: "price", order: "UP" }] })).toThrow(/query.sort\[0\].order/);
  expect(() => query({ sort: [{ order: "ASC" }] })).toThrow(/query.sort\[0\].fieldName/);
});

test("id and column filters use an index", () => {
  fill([{ id: "a", name: "a", price: 1 }]);
  const plans: string[] = [];
  const { db } = store;
  const prepare = db.prepare;
  db.prepare = (sql) => {
    if (sql.includes("ORDER BY") && sql.includes("doc_things")) plans.push(sql);
    return prepare(sql);
  };
  query({ filter: { id: { $gt: "5" } }, sort: [{ fieldName: "id" }] });
  query({ filter: { price: { $gte: 1, $lt: 5 } }, sort: [{ fieldName: "price", order: "DESC" }] });
  query({ filter: { name: { $gte: "a" } }, sort: [{ fieldName: "name" }] });
  db.prepare = prepare;
  expect(plans).toHaveLength(3);
  for (const sql of plans) {
    const values = Array.from(sql.matchAll(/\?/g), () => 1);
    const details = db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all<{ detail: string }>(...values)
      .map(({ detail }) => detail)
      .join("; ");
    expect(details).toMatch(/SEARCH doc_things USING COVERING INDEX/);
    expect(details).not.toMatch(/TEMP B-TREE/);
  }
});
