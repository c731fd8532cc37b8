import { expect, test } from "vitest";
import { parseShopData } from "../../../src/sandbox/seed/shop-data.ts";
import { openTestShop } from "../../support/test-shop.ts";

const siteData = [
  {
    id: "Books",
    name: "Our books",
    permissions: { insert: "ANYONE" },
    fields: { author: { references: "Authors" }, tags: { references: "Tags" }, year: "TEXT" },
    items: [
      { _id: "emma", title: "Emma", year: 1815, author: "jane", tags: ["wit"] },
      { title: "Persuasion", author: "jane" },
    ],
  },
  { id: "Authors", items: [{ _id: "jane", name: "Jane Austen" }] },
  { id: "Tags", items: [{ _id: "wit", name: "Wit" }] },
];

async function seeded() {
  const shop = openTestShop({ seed: "empty" });
  await shop.control("POST", "seed", { data: { siteData } });
  return shop;
}

test("a seed has collections with fields, permissions, items and references", async () => {
  const { ok, newVisitor } = await seeded();
  const { collection } = await ok("GET", "/wix-data/v2/collections/Books");
  expect(collection).toMatchObject({
    displayName: "Our books",
    permissions: { read: "ANYONE", insert: "ANYONE", update: "ADMIN" },
  });
  const types = collection.fields.slice(4).map(({ key, type }: Record<string, string>) => `${key} ${type}`);
  expect(types).toEqual(["author REFERENCE", "tags MULTI_REFERENCE", "year TEXT", "title TEXT"]);
  const request = {
    dataCollectionId: "Books",
    query: { sort: [{ fieldName: "title", order: "ASC" }] },
    includeReferences: [{ field: "author" }, { field: "tags" }],
  };
  const { dataItems } = await ok("POST", "/wix-data/v2/items/query", request, await newVisitor());
  expect(dataItems).toMatchObject([
    { id: "emma", data: { author: { name: "Jane Austen" }, tags: [{ name: "Wit" }] } },
    { data: { title: "Persuasion" } },
  ]);
});

test("items without an ID get the same one in every sandbox", async () => {
  const request = { dataCollectionId: "Books", query: { filter: { title: "Persuasion" } } };
  const ids = await Promise.all(
    [seeded(), seeded()].map(async (shop) => {
      const { dataItems } = await (await shop).ok("POST", "/wix-data/v2/items/query", request);
      return dataItems[0].id;
    }),
  );
  expect(ids[0]).toBe(ids[1]);
});

test("a collection that the sandbox already contains is rejected", async () => {
  const { ask } = await seeded();
  const answer = await ask("POST", "/__till/seed", { data: { siteData: [{ id: "Books" }] } });
  expect(answer.status).toBe(409);
  expect(JSON.stringify(answer.body)).toContain('data collection \\"Books\\"');
});

test.each<[string, object, string]>([
  ["a collection without an ID", { items: [] }, "siteData[0].id: required"],
  ["an unknown permission", { id: "A", permissions: { read: "ALL" } }, "siteData[0].permissions.read"],
  ["an unknown field", { id: "A", rows: [] }, "siteData[0].rows: unknown field"],
  ["an unknown type", { id: "A", fields: { a: "WORD" } }, "siteData[0].fields.a"],
  ["an item that is no object", { id: "A", items: ["x"] }, "siteData[0].items[0]"],
  ["an ID that is no text", { id: "A", items: [{ _id: 1 }] }, "siteData[0].items[0]._id: expected a text"],
  ["an ID that appears twice", { id: "A", items: [{ _id: "x" }, { _id: "x" }] }, 'siteData[0].items[1]: "x"'],
  [
    "a reference to a missing collection",
    { id: "A", fields: { a: { references: "B" } } },
    'siteData[0].fields.a.references: there is no collection "B"',
  ],
])("a seed with %s is rejected, and the error names it", (_, collection, message) => {
  expect(() => parseShopData({ siteData: [collection] })).toThrow(message);
});
