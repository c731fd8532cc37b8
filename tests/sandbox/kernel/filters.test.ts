import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { matcher } from "../../../src/api/query/filter-match.ts";
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
  lines?: { sku?: Scalar | undefined; sizes?: { name: Scalar }[] | undefined }[] | undefined;
}

const table: Table<Doc> = {
  name: "things",
  columns: {
    name: { type: "text", value: (doc) => doc.name },
    price: { type: "number", value: (doc) => doc.price },
  },
};
const visit = { caller: { role: "admin" } } as const;

const word = fc.constantFrom(
  "",
  "a",
  "ab",
  "abc",
  "b",
  "é",
  "Ab",
  "5",
  "2.50",
  "2030-01-01T12:00:00Z",
  "2030-01-01T13:00:00.000+01:00",
  "_%",
  "'; DROP TABLE x; --",
  "日本",
  "a.b",
  "[]",
);
const number = fc.constantFrom(-1, 0, 1, 2.5, 5, 100);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(word, number, fc.boolean(), fc.constant(null));
const line = fc.record(
  { sku: scalar, sizes: fc.array(fc.record({ name: scalar }), { maxLength: 2 }) },
  { requiredKeys: [] },
);
const docs = fc.array(
  fc.record(
    {
      id: fc.uuid(),
      name: word,
      price: number,
      mixed: scalar,
      tags: fc.array(scalar, { maxLength: 3 }),
      inner: fc.record({ value: scalar }),
      lines: fc.array(line, { maxLength: 3 }),
    },
    { requiredKeys: ["id", "name", "price"] },
  ),
  { maxLength: 25 },
);
const path = fc.constantFrom(
  ...["name", "price", "mixed", "tags", "inner.value", "inner", "nowhere", "id", "lines"],
  ...["lines[].sku", "lines[].sizes[].name", "lines[].sizes"],
);
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
        const expected = documents
          .filter(matcher(one, (description) => new Error(description)))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
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

test("every document matches a condition or its opposite, and never both", () => {
  const opposites = fc.oneof(
    fc.tuple(fc.constant("$eq"), fc.constant("$ne"), scalar),
    fc.tuple(fc.constant("$in"), fc.constant("$nin"), fc.array(scalar, { maxLength: 3 })),
  );
  fc.assert(
    fc.property(docs, path, opposites, (documents, field, [operator, opposite, value]) => {
      fill(documents);
      const found = (filter: object) => ids(query({ filter, limit: 100 }).items);
      const [met, unmet] = [operator, opposite].map((one) => found({ [field]: { [one]: value } }));
      expect([...(met ?? []), ...(unmet ?? [])].sort()).toEqual(ids(documents).sort());
      expect(found({ $not: { [field]: { [operator]: value } } })).toEqual(unmet);
    }),
    { numRuns: runs(150) },
  );
});

test.each<[string, object, string[]]>([
  ["an element of a list", { tags: "a" }, ["a"]],
  ["no element of a list", { tags: { $ne: "a" } }, ["b", "c"]],
  ["one of several elements", { tags: { $in: ["a", "z"] } }, ["a"]],
  ["none of several elements", { tags: { $nin: ["a", "z"] } }, ["b", "c"]],
  ["some of several elements", { tags: { $hasSome: ["b", "z"] } }, ["a", "b"]],
  ["all of several elements", { tags: { $hasAll: ["a", "b"] } }, ["a"]],
  ["a field of one of the objects in a list", { "lines[].sku": "S1" }, ["a"]],
  ["a field of none of the objects in a list", { "lines[].sku": { $ne: "S1" } }, ["b", "c"]],
  ["a list in the objects of a list", { "lines[].sizes[].name": "L" }, ["b"]],
  ["an empty list", { tags: { $isEmpty: true } }, ["c"]],
  ["a list that is there", { tags: { $exists: true } }, ["a", "b", "c"]],
  ["a number beside decimal text", { mixed: { $gt: 9 } }, ["a"]],
  ["a text beside a number", { price: { $gt: "0" } }, []],
  ["a text that comes later", { mixed: { $gt: "9" } }, ["b"]],
])("matches %s", (_, filter, expected) => {
  const documents: Doc[] = [
    { id: "a", name: "a", price: 1, mixed: "10", tags: ["a", "b"], lines: [{ sku: "S1" }, { sku: "S2" }] },
    { id: "b", name: "b", price: 2, mixed: "9.0", tags: ["b"], lines: [{ sizes: [{ name: "L" }] }] },
    { id: "c", name: "c", price: 3, mixed: 5, tags: [] },
  ];
  fill(documents);
  expect(ids(query({ filter }).items)).toEqual(expected);
  expect(ids(documents.filter(matcher(filter, (description) => new Error(description))))).toEqual(expected);
});

test("text is found in a name that is a time as it is written, not in UTC", () => {
  fill([{ id: "a", name: "2030-01-01T13:00:00.000+01:00", price: 1 }]);
  const found = (filter: object) => ids(query({ filter }).items);
  expect(found({ name: { $startsWith: "2030-01-01T13" } })).toEqual(["a"]);
  expect(found({ name: { $contains: "T12" } })).toEqual([]);
  expect(found({ name: "2030-01-01T12:00:00.000Z" })).toEqual(["a"]);
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
