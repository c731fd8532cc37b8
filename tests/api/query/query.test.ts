import { describe, expect, it } from "vitest";
import { parseSort, query } from "../../../src/api/query/query.ts";
import type { QueryBuilder } from "../../../src/api/query/query-builder.ts";

const paging = { offset: 0, limit: 50 };
const filterOf = (built: QueryBuilder) => built.toJSON().filter;

describe("query", () => {
  it("starts without conditions and with the first 50 items", () => {
    expect(query().toJSON()).toEqual({ filter: {}, paging });
    expect(query("cursor").toJSON()).toEqual({ filter: {}, cursorPaging: { limit: 50 } });
    expect(JSON.stringify(query())).toBe('{"filter":{},"paging":{"offset":0,"limit":50}}');
  });

  it.each<[string, QueryBuilder, unknown]>([
    ["eq", query().eq("a", 1), { a: 1 }],
    ["eq undefined", query().eq("a", undefined), { a: null }],
    ["ne", query().ne("a", undefined), { a: { $ne: null } }],
    ["gt", query().gt("a", 1), { a: { $gt: 1 } }],
    ["ge", query().ge("a", 1), { a: { $gte: 1 } }],
    ["lt", query().lt("a", 1), { a: { $lt: 1 } }],
    ["le", query().le("a", new Date(0)), { a: { $lte: "1970-01-01T00:00:00.000Z" } }],
    ["startsWith", query().startsWith("a", "x"), { a: { $startsWith: "x" } }],
    ["endsWith", query().endsWith("a", "x"), { a: { $endsWith: "x" } }],
    ["contains", query().contains("a", "x"), { a: { $contains: "x" } }],
    ["in", query().in("a", [1, "b"]), { a: { $in: [1, "b"] } }],
    ["hasSome", query().hasSome("a", ["x"]), { a: { $hasSome: ["x"] } }],
    ["hasAll", query().hasAll("a", ["x", "y"]), { a: { $hasAll: ["x", "y"] } }],
    ["exists", query().exists("a"), { a: { $exists: true } }],
    ["exists false", query().exists("a", false), { a: { $exists: false } }],
    [
      "renaming",
      query().eq("_id", 1).gt("x._createdDate", 2),
      { $and: [{ id: 1 }, { "x.createdDate": { $gt: 2 } }] },
    ],
    ["chain", query().eq("a", 1).eq("b", 2).eq("c", 3), { $and: [{ a: 1 }, { b: 2 }, { c: 3 }] }],
    ["and", query().eq("a", 1).and(query().eq("b", 2).eq("c", 3)), { $and: [{ a: 1 }, { b: 2 }, { c: 3 }] }],
    ["and empty", query().and(query().eq("a", 1)), { a: 1 }],
    [
      "or",
      query().eq("a", 1).eq("b", 2).or(query().eq("c", 3)),
      { $or: [{ $and: [{ a: 1 }, { b: 2 }] }, { c: 3 }] },
    ],
    [
      "or flat",
      query().eq("a", 1).or(query().eq("b", 2)).or(query().eq("c", 3)),
      { $or: [{ a: 1 }, { b: 2 }, { c: 3 }] },
    ],
    ["or empty", query().eq("a", 1).or(query()), { a: 1 }],
    ["not discards", query().eq("a", 1).not(query().eq("b", 2)), { $not: { b: 2 } }],
    ["not then more", query().not(query().eq("b", 2)).eq("c", 3), { $and: [{ $not: { b: 2 } }, { c: 3 }] }],
    ["not not", query().not(query().not(query().eq("b", 2))), { b: 2 }],
  ])("%s", (_, built, filter) => expect(filterOf(built)).toEqual(filter));

  it("not of nothing removes the filter", () => {
    expect(query().eq("a", 1).not(query()).toJSON()).toEqual({ paging });
    expect(filterOf(query().not(query()).eq("a", 1))).toEqual({ a: 1 });
  });

  it("sorts in the order of the calls", () => {
    expect(query().descending("price", "_id").ascending("name").toJSON().sort).toEqual([
      { fieldName: "price", order: "DESC" },
      { fieldName: "id", order: "DESC" },
      { fieldName: "name", order: "ASC" },
    ]);
  });

  it("pages by offset, keeping the other settings", () => {
    expect(query().skip(30).limit(10).toJSON().paging).toEqual({ offset: 30, limit: 10 });
    expect(query().limit(10).skip(30).toJSON().paging).toEqual({ offset: 30, limit: 10 });
  });

  it("a cursor is sent with the limit only", () => {
    expect(query("cursor").eq("a", 1).ascending("a").limit(10).skipTo("abc").toJSON()).toEqual({
      cursorPaging: { cursor: "abc", limit: 10 },
    });
    expect(query().skipTo("abc").toJSON()).toEqual({ cursorPaging: { cursor: "abc", limit: 50 } });
  });

  it("never changes an existing builder", () => {
    const base = query().eq("a", 1);
    base.eq("b", 2).limit(5).ascending("x").skip(3);
    expect(base.toJSON()).toEqual({ filter: { a: 1 }, paging });
    base.toJSON().sort?.push({ fieldName: "y", order: "ASC" });
    expect(base.ascending("x").toJSON().sort).toHaveLength(1);
  });
});

describe("parseSort", () => {
  const fields = [{ name: "price", path: "priceData.price" }, { name: "name" }];
  it("reads keys in order", () => {
    expect(parseSort("price:desc, name", fields)).toEqual([
      { fieldName: "priceData.price", order: "DESC" },
      { fieldName: "name", order: "ASC" },
    ]);
    expect(parseSort("name:ASC", fields)).toEqual([{ fieldName: "name", order: "ASC" }]);
  });

  it.each([
    ["name,prise", "Cannot sort by prise. Did you mean price?\n  name,prise\n       ^^^^^"],
    ["-price", "Cannot sort by -price. Did you mean price:desc?"],
    ["name:down", "The order of name is asc or desc\n  name:down\n  ^^^^^^^^^"],
    ["name:asc:x", "The order of name is asc or desc"],
    ["name,", "Expected the name of a field\n  name,\n       ^"],
  ])("refuses %s", (text, message) => expect(() => parseSort(text, fields)).toThrow(message));
});
