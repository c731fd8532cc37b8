import { expect, test } from "vitest";
import { inferFields } from "../../../src/sandbox/site-data/collections.ts";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

const path = "/wix-data/v2/collections";

test("a missing collection is answered with 404 and WDE0025", async () => {
  const { ask, newVisitor } = openTestShop({ seed: "empty" });
  const body = { dataCollectionId: "Blog", query: {} };
  const answer = await ask("POST", "/wix-data/v2/items/query", body, await newVisitor());
  expect([answer.status, codeOf(answer)]).toEqual([404, "WDE0025"]);
  expect(answer.body.message).toContain("Blog collection does not exist");
});

test("creates, changes and deletes a collection with its items", async () => {
  const { ok, ask } = openTestShop({ seed: "empty" });
  const { collection } = await ok("POST", path, {
    collection: { id: "Books", fields: [{ key: "title", type: "TEXT" }] },
  });
  expect(collection).toMatchObject({
    id: "Books",
    revision: "1",
    permissions: { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" },
  });
  const keys = collection.fields.map(({ key }: { key: string }) => key);
  expect(keys).toEqual(["_id", "_createdDate", "_updatedDate", "_owner", "title"]);
  expect(codeOf(await ask("POST", path, { collection: { id: "Books" } }))).toBe("WDE0104");
  const patch = { dataCollection: { displayName: "Novels", permissions: { insert: "ANYONE" } } };
  expect((await ok("PATCH", `${path}/Books`, patch)).dataCollection).toMatchObject({
    displayName: "Novels",
    revision: "2",
    permissions: { read: "ANYONE", insert: "ANYONE" },
  });
  const stale = { collection: { id: "Books", revision: "1", fields: [] } };
  expect((await ask("PUT", path, stale)).status).toBe(409);
  await ok("POST", "/wix-data/v2/items", { dataCollectionId: "Books", dataItem: { id: "emma", data: {} } });
  await ok("DELETE", `${path}/Books`);
  expect((await ok("GET", path)).collections).toEqual([]);
  await ok("POST", path, { collection: { id: "Books" } });
  const count = await ok("POST", "/wix-data/v2/items/count", { dataCollectionId: "Books" });
  expect(count).toEqual({ totalCount: 0 });
});

test("adds, changes and deletes a field", async () => {
  const { ok, ask } = openTestShop({ seed: "empty" });
  await ok("POST", path, { collection: { id: "Books" } });
  const year = { dataCollectionId: "Books", field: { key: "year", type: "NUMBER" } };
  const own = ({ dataCollection }: { dataCollection: { fields: { key: string }[] } }) =>
    dataCollection.fields.slice(4);
  expect(own(await ok("POST", `${path}/create-field`, year))).toEqual([year.field]);
  expect(codeOf(await ask("POST", `${path}/create-field`, year))).toBe("WDE0108");
  const named = { dataCollectionId: "Books", field: { key: "year", displayName: "Year" } };
  expect(own(await ok("POST", `${path}/update-field`, named))).toEqual([
    { key: "year", type: "NUMBER", displayName: "Year" },
  ]);
  const removal = { dataCollectionId: "Books", fieldKey: "year" };
  expect(own(await ok("POST", `${path}/delete-field`, removal))).toEqual([]);
  expect(codeOf(await ask("POST", `${path}/delete-field`, removal))).toBe("WDE0107");
});

test("keeps the plugins of a collection, and has the bounds of the SDK", async () => {
  const { ok, ask } = openTestShop({ seed: "empty" });
  const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
  const fields = [{ key: "k".repeat(1000), type: "SLUG", displayName: "n".repeat(1000) }];
  await ok("POST", path, { collection: { id: "Books", displayName: "d".repeat(1000), fields, plugins } });
  await ok("PATCH", `${path}/Books`, { dataCollection: { displayName: "Novels" } });
  expect((await ok("GET", `${path}/Books`)).collection).toMatchObject({ plugins });
  const wide = Array.from({ length: 1001 }, (_, index) => ({ key: `f${index}`, type: "TEXT" }));
  for (const collection of [
    { id: "Wide", fields: wide },
    { id: "Long", displayName: "d".repeat(1001) },
  ])
    expect((await ask("POST", path, { collection })).status).toBe(400);
});

test("infers the types of fields from the values of all items", () => {
  const fields = inferFields([
    { _id: "a", publishDate: "2026-01-31", price: null, seen: true, link: "https://example.com/a", note: "" },
    {
      publishDate: "2026-02-01",
      price: 12,
      tags: ["a"],
      body: "<p>Hi</p>",
      at: { $date: "2026-01-31T12:00:00Z" },
    },
    { link: "later", mixed: 1, size: { width: 1 }, photo: "https://example.com/a.png" },
    { mixed: "one" },
    { mixed: "two" },
  ]);
  expect(Object.fromEntries(fields.map(({ key, type }) => [key, type]))).toEqual({
    publishDate: "DATE",
    price: "NUMBER",
    seen: "BOOLEAN",
    link: "TEXT",
    note: "ANY",
    tags: "ARRAY_STRING",
    body: "RICH_TEXT",
    at: "DATETIME",
    mixed: "ANY",
    size: "OBJECT",
    photo: "IMAGE",
  });
  expect(fields[0]?.displayName).toBe("Publish date");
});
