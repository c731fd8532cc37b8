import { expect, test } from "vitest";
import { buildRequest } from "../../src/api/request.ts";
import { products } from "../../src/api/services/products.ts";
import { unknownConditions, unknownFields } from "../support/reference.ts";

/**
 * The platform rejects fields that a call does not have. `tests/support/world.ts` checks the requests of commands, and with them
 * all stories.
 */
test("fields that the reference does not have are found at every depth, in the body and in the query", () => {
  const sent = (input: object) => ({
    ...buildRequest("https://shop.example", products.query, input),
    headers: {},
    effect: "read" as const,
    name: "products.query",
  });
  expect(unknownFields(sent({ query: { filter: { anything: 1 }, paging: { limit: 1 } } }))).toEqual([]);
  expect(unknownFields(sent({ includeVariants: true }))).toEqual(["includeVariants"]);
  expect(unknownFields(sent({ query: { paging: { size: 1 } } }))).toEqual(["query.paging.size"]);
  const long = { query: { filter: { name: "x".repeat(5000) }, sort: [{ field: "name" }] } };
  expect(unknownFields(sent(long))).toEqual(["query.sort.field"]);
});

test("conditions and sort keys that a list does not have are found", () => {
  const sent = (query: object) => ({
    ...buildRequest("https://shop.example", products.query, { query }),
    headers: {},
    effect: "read" as const,
    name: "products.query",
  });
  expect(
    unknownConditions(sent({ filter: { name: "Mug", price: { $gt: 1 } }, sort: [{ fieldName: "name" }] })),
  ).toEqual([]);
  const filter = { $and: [{ "ribbon.name": "New" }, { collectionIds: { $startsWith: "a" } }] };
  expect(unknownConditions(sent({ filter, sort: [{ fieldName: "createdDate" }] }))).toEqual([
    "ribbon.name $eq",
    "collectionIds $startsWith",
    "sort by createdDate",
  ]);
});
