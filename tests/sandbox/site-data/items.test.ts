import { expect, test } from "vitest";
import { dataItems as handlers } from "../../../src/sandbox/site-data/calls.ts";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

const day = (text: string) => ({ $date: `${text}T00:00:00.000Z` });
const books = [
  {
    _id: "emma",
    title: "Emma",
    pages: 474,
    tags: ["wit", "love"],
    author: "jane",
    printed: day("1815-12-23"),
  },
  {
    _id: "dracula",
    title: "Dracula",
    pages: 418,
    tags: ["horror"],
    author: "bram",
    printed: day("1897-05-26"),
  },
  {
    _id: "persuasion",
    title: "Persuasion",
    pages: 249,
    tags: ["love"],
    author: "jane",
    printed: day("1817-12-20"),
  },
];
const reference = (key: string, referencedCollectionId: string) => ({
  key,
  type: "REFERENCE",
  typeMetadata: { reference: { referencedCollectionId } },
});

/** Opens a shop with books, authors and shelves; a shelf refers to books. */
async function library(permissions?: object) {
  const shop = openTestShop({ seed: "empty" });
  const data = (path: string, body: object, headers?: Record<string, string>) =>
    shop.ok("POST", `/wix-data/v2/${path}`, body, headers);
  const inBooks = (path: string, body: object, headers?: Record<string, string>) =>
    data(path, { dataCollectionId: "Books", ...body }, headers);
  const create = (collection: object) => data("collections", { collection });
  await create({ id: "Authors" });
  await create({ id: "Books", fields: [reference("author", "Authors")], permissions });
  const multiReference = { referencedCollectionId: "Books" };
  await create({
    id: "Shelves",
    fields: [{ key: "books", type: "MULTI_REFERENCE", typeMetadata: { multiReference } }],
  });
  const authors = [
    { data: { _id: "jane", name: "Jane Austen" } },
    { data: { _id: "bram", name: "Bram Stoker" } },
  ];
  await data("bulk/items/insert", { dataCollectionId: "Authors", dataItems: authors });
  await inBooks("bulk/items/insert", { dataItems: books.map((one) => ({ data: one })) });
  const shelf = { id: "top", data: { books: ["emma", "dracula"] } };
  await data("items", { dataCollectionId: "Shelves", dataItem: shelf });
  const query = (query: object, more: object = {}) => inBooks("items/query", { query, ...more });
  const idsOf = ({ dataItems }: { dataItems: { id: string }[] }) => dataItems.map(({ id }) => id);
  return {
    ...shop,
    data,
    inBooks,
    query,
    idsOf,
    find: async (filter: object) => idsOf(await query({ filter })),
    refused: (path: string, body: object, headers?: Record<string, string>) =>
      shop.ask("POST", `/wix-data/v2/${path}`, { dataCollectionId: "Books", ...body }, headers),
  };
}

const filters: [object, string[]][] = [
  [{}, ["emma", "dracula", "persuasion"]],
  [{ title: "Emma" }, ["emma"]],
  [{ pages: { $eq: 418 } }, ["dracula"]],
  [{ title: { $ne: "Emma" } }, ["dracula", "persuasion"]],
  [{ _id: { $in: ["emma", "persuasion"] } }, ["emma", "persuasion"]],
  [{ title: { $contains: "MA" } }, ["emma"]],
  [{ title: { $startsWith: "per" } }, ["persuasion"]],
  [{ tags: { $hasSome: ["horror", "wit"] } }, ["emma", "dracula"]],
  [{ tags: { $hasAll: ["love", "wit"] } }, ["emma"]],
  [{ pages: { $gt: 418 } }, ["emma"]],
  [{ printed: { $gt: day("1815-12-23") } }, ["dracula", "persuasion"]],
  [{ printed: { $lte: { $date: "1815-12-23T01:00:00+01:00" } } }, ["emma"]],
  [{ $or: [{ pages: { $lt: 300 } }, { author: "bram" }] }, ["dracula", "persuasion"]],
  [{ $not: [{ author: "jane" }] }, ["dracula"]],
  [{ publisher: "Murray" }, []],
];

test("filters have the operators of the platform, and an unknown field finds nothing", async () => {
  const { find, refused } = await library();
  for (const [filter, ids] of filters) expect(await find(filter), JSON.stringify(filter)).toEqual(ids);
  const answer = await refused("items/query", { query: { filter: { title: { $near: "x" } } } });
  expect(answer.status).toBe(400);
});

test("sorts by several fields, by default in the order of insertion", async () => {
  const { query, idsOf } = await library();
  const sort = [
    { fieldName: "author", order: "ASC" },
    { fieldName: "printed", order: "DESC" },
  ];
  expect(idsOf(await query({ sort }))).toEqual(["dracula", "persuasion", "emma"]);
});

test("pages by offset, with the total", async () => {
  const { query, idsOf } = await library();
  const page = await query({ paging: { limit: 2, offset: 1 } });
  expect(idsOf(page)).toEqual(["dracula", "persuasion"]);
  const known = { total: 3, tooManyToCount: false };
  expect(page.pagingMetadata).toEqual({ count: 2, offset: 1, hasNext: false, ...known });
  // The official SDK reads from hasNext whether there is another page.
  const first = await query({ paging: { limit: 2 } });
  expect(first.pagingMetadata).toEqual({ count: 2, offset: 0, hasNext: true, ...known });
});

test("a cursor contains filter and sort, and the last page has none", async () => {
  const { query, idsOf, refused } = await library();
  const first = await query({
    filter: { author: "jane" },
    sort: [{ fieldName: "pages", order: "ASC" }],
    cursorPaging: { limit: 1 },
  });
  expect(idsOf(first)).toEqual(["persuasion"]);
  const cursor = first.pagingMetadata.cursors.next;
  const last = await query({ cursorPaging: { limit: 1, cursor } });
  expect(idsOf(last)).toEqual(["emma"]);
  expect(last.pagingMetadata.cursors).toEqual({});
  const wrong = await refused("items/query", { query: { cursorPaging: { cursor: "none" } } });
  expect(wrong.status).toBe(400);
});

test("shows only the requested fields, and the ID", async () => {
  const { query } = await library();
  const { dataItems } = await query({ fields: ["title"], filter: { _id: "emma" } });
  expect(dataItems).toEqual([
    { id: "emma", dataCollectionId: "Books", data: { _id: "emma", title: "Emma" } },
  ]);
});

test("includes the items that a field refers to, one or several", async () => {
  const { query, data, refused } = await library();
  const one = await query({ filter: { _id: "emma" } }, { includeReferences: [{ field: "author" }] });
  expect(one.dataItems[0].data.author).toMatchObject({ _id: "jane", name: "Jane Austen" });
  const shelves = { dataCollectionId: "Shelves", query: {} };
  const plain = await data("items/query", shelves);
  expect(plain.dataItems[0].data).not.toHaveProperty("books");
  const several = await data("items/query", {
    ...shelves,
    includeReferences: [{ field: "books", limit: 1 }],
  });
  expect(several.dataItems[0].data.books).toMatchObject([{ title: "Emma" }]);
  const wrong = await refused("items/query", { query: {}, includeReferences: [{ field: "title" }] });
  expect([wrong.status, codeOf(wrong)]).toEqual([400, "WDE0020"]);
});

test("changes the references of a field, and finds items by them", async () => {
  const { data, refused } = await library();
  const shelf = { dataCollectionId: "Shelves", referringItemFieldName: "books", referringItemId: "top" };
  const titles = async () =>
    (await data("items/query-referenced", shelf)).results.map(
      (one: { dataItem: { id: string } }) => one.dataItem.id,
    );
  const has = async (referencedItemId: string) =>
    (await data("items/is-referenced", { ...shelf, referencedItemId })).isReferenced;
  const { dataCollectionId, ...from } = shelf;
  const references = (...ids: string[]) => ({
    dataCollectionId,
    dataItemReferences: ids.map((referencedItemId) => ({ ...from, referencedItemId })),
  });
  expect(await titles()).toEqual(["emma", "dracula"]);
  const { results } = await data("bulk/items/insert-references", references("persuasion", "gone"));
  expect(results.map((one: { referenceMetadata: object }) => one.referenceMetadata)).toMatchObject([
    { success: true },
    { success: false, error: { code: "WDE0073" } },
  ]);
  await data("bulk/items/remove-references", references("emma"));
  expect(await titles()).toEqual(["dracula", "persuasion"]);
  expect([await has("persuasion"), await has("emma")]).toEqual([true, false]);
  const found = await data("items/query", {
    dataCollectionId,
    query: { filter: { books: { $hasSome: ["dracula"] } } },
  });
  expect(found.dataItems).toHaveLength(1);
  await data("items/replace-references", { ...shelf, newReferencedItemIds: ["emma"] });
  expect(await titles()).toEqual(["emma"]);
  const wrong = await refused("items/query-referenced", {
    referringItemFieldName: "title",
    referringItemId: "emma",
  });
  expect(codeOf(wrong)).toBe("WDE0020");
});

test("inserts, saves, replaces, changes and removes an item", async () => {
  const { inBooks, refused, tick } = await library();
  const dataItem = { data: { title: "Sanditon", pages: 100 } };
  const { dataItem: created } = await inBooks("items", { dataItem });
  const { id } = created;
  expect(created.data).toMatchObject({
    _id: id,
    title: "Sanditon",
    _createdDate: { $date: expect.any(String) },
  });
  expect(codeOf(await refused("items", { dataItem: { ...dataItem, id } }))).toBe("WDE0074");
  tick(60_000);
  const saved = await inBooks("items/save", { dataItem: { id, data: { title: "Sanditon II" } } });
  expect(saved).toMatchObject({ action: "UPDATED", dataItem: { data: { title: "Sanditon II" } } });
  expect(saved.dataItem.data).not.toHaveProperty("pages");
  expect(saved.dataItem.data._createdDate).toEqual(created.data._createdDate);
  expect(saved.dataItem.data._updatedDate).not.toEqual(created.data._updatedDate);
  expect((await inBooks("items/save", { dataItem: { data: { title: "New" } } })).action).toBe("INSERTED");
  const updated = await inBooks("items/update", { dataItem: { id, data: { title: "Third", pages: 5 } } });
  expect(updated.dataItem.data).toMatchObject({ title: "Third", pages: 5 });
  const fieldModifications = [
    { fieldPath: "title", action: "SET_FIELD", setFieldOptions: { value: "Fourth" } },
    { fieldPath: "pages", action: "INCREMENT_FIELD", incrementFieldOptions: { value: 2 } },
    { fieldPath: "size.width", action: "SET_FIELD", setFieldOptions: { value: 12 } },
    { fieldPath: "tags", action: "APPEND_TO_ARRAY", appendToArrayOptions: { value: "a" } },
    { fieldPath: "tags", action: "APPEND_TO_ARRAY", appendToArrayOptions: { value: "b" } },
    { fieldPath: "tags", action: "REMOVE_FROM_ARRAY", removeFromArrayOptions: { value: "a" } },
  ];
  const patched = await inBooks("items/patch", { patch: { dataItemId: id, fieldModifications } });
  expect(patched.dataItem.data).toMatchObject({
    title: "Fourth",
    pages: 7,
    size: { width: 12 },
    tags: ["b"],
  });
  const removal = [{ fieldPath: "pages", action: "REMOVE_FIELD" }];
  const without = await inBooks("items/patch", { patch: { dataItemId: id, fieldModifications: removal } });
  expect(without.dataItem.data).not.toHaveProperty("pages");
  expect((await inBooks("items/remove", { dataItemId: id })).dataItem.id).toBe(id);
  const missing = await refused("items/remove", { dataItemId: id });
  expect([missing.status, codeOf(missing)]).toEqual([404, "WDE0073"]);
});

test.each([
  [
    "a number to a text",
    { fieldPath: "title", action: "INCREMENT_FIELD", incrementFieldOptions: { value: 1 } },
  ],
  [
    "an entry to a text",
    { fieldPath: "title", action: "APPEND_TO_ARRAY", appendToArrayOptions: { value: 1 } },
  ],
  [
    "a field to all objects",
    { fieldPath: "__proto__.seen", action: "SET_FIELD", setFieldOptions: { value: 1 } },
  ],
])("rejects a change that adds %s", async (_, modification) => {
  const { refused } = await library();
  const patch = { dataItemId: "emma", fieldModifications: [modification] };
  const answer = await refused("items/patch", { patch });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain("fieldModifications[0].fieldPath");
  expect({}).not.toHaveProperty("seen");
});

test("a failing item of a bulk call does not affect the others", async () => {
  const { inBooks, find } = await library();
  const dataItems = [
    { id: "emma", data: { title: "Twice" } },
    { id: "sanditon", data: { title: "Sanditon" } },
  ];
  const { results, bulkActionMetadata } = await inBooks("bulk/items/insert", {
    dataItems,
    returnEntity: true,
  });
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 });
  expect(results).toMatchObject([
    { itemMetadata: { originalIndex: 0, success: false, error: { code: "WDE0074" } } },
    { action: "INSERT", itemMetadata: { success: true, id: "sanditon" }, dataItem: { id: "sanditon" } },
  ]);
  expect(await find({ title: "Twice" })).toEqual([]);
  const removed = await inBooks("bulk/items/remove", { dataItemIds: ["gone", "emma"] });
  expect(removed.bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
  expect(await find({})).toEqual(["dracula", "persuasion", "sanditon"]);
});

test("counts, lists distinct values, groups and searches", async () => {
  const { inBooks, idsOf } = await library();
  expect(await inBooks("items/count", { filter: { author: "jane" } })).toEqual({ totalCount: 2 });
  const { distinctValues } = await inBooks("items/query-distinct-values", {
    fieldName: "tags",
    order: "DESC",
  });
  expect(distinctValues).toEqual(["wit", "love", "horror"]);
  const of = (itemFieldName: string) => ({ itemFieldName });
  const { results } = await inBooks("items/aggregate", {
    initialFilter: { pages: { $gt: 100 } },
    aggregation: {
      groupingFields: ["author"],
      operations: [
        { resultFieldName: "books", itemCount: {} },
        { resultFieldName: "sum", sum: of("pages") },
        { resultFieldName: "average", average: of("pages") },
        { resultFieldName: "shortest", min: of("pages") },
        { resultFieldName: "longest", max: of("pages") },
      ],
    },
    finalFilter: { books: { $gt: 0 } },
    sort: [{ fieldName: "books", order: "DESC" }],
  });
  expect(results).toEqual([
    { _id: "jane", author: "jane", books: 2, sum: 723, average: 361.5, shortest: 249, longest: 474 },
    { _id: "bram", author: "bram", books: 1, sum: 418, average: 418, shortest: 418, longest: 418 },
  ]);
  const search = (mode: string) => ({ search: { search: { expression: "JANE wit", mode } } });
  expect(idsOf(await inBooks("items/search", search("OR")))).toEqual(["emma", "persuasion"]);
  expect(idsOf(await inBooks("items/search", search("AND")))).toEqual(["emma"]);
  // The words of a search are not those in which times and objects are stored.
  await inBooks("items", { dataItem: { id: "note", data: { about: { subject: 'A "bold" move' } } } });
  for (const [expression, found] of [
    ["date", []],
    ["subject", []],
    ['"bold"', ["note"]],
    ["418", ["dracula"]],
  ] as const)
    expect(idsOf(await inBooks("items/search", { search: { search: { expression } } }))).toEqual(found);
});

test("a visitor reads items and cannot change them", async () => {
  const { inBooks, refused, newVisitor, idsOf } = await library();
  const visitor = await newVisitor();
  expect(idsOf(await inBooks("items/query", { query: {} }, visitor))).toHaveLength(3);
  const emma = { dataItem: { id: "emma", data: {} } };
  for (const [path, body] of [
    ["items", { dataItem: { data: {} } }],
    ["items/update", emma],
    ["items/save", emma],
    ["items/remove", { dataItemId: "emma" }],
    ["items/patch", { patch: { dataItemId: "emma", fieldModifications: [] } }],
  ] as const) {
    const answer = await refused(path, body, visitor);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, "WDE0027"]);
  }
});

test("members read and change only their own items where the author may", async () => {
  const { store, refused, newVisitor } = await library({
    read: "SITE_MEMBER_AUTHOR",
    insert: "SITE_MEMBER",
    update: "SITE_MEMBER_AUTHOR",
  });
  const collection = { dataCollectionId: "Books" };
  const caller = { role: "member", memberId: "ada" } as const;
  const dataItem = { id: "own", data: { title: "Notes" } };
  store.write({ caller }, (tx) => handlers.insert(tx, { ...collection, dataItem }));
  const { dataItems } = store.read({ caller }, (tx) => handlers.query(tx, collection));
  expect(dataItems).toMatchObject([{ id: "own", data: { _owner: "ada" } }]);
  expect(() =>
    store.read({ caller }, (tx) => handlers.get(tx, { ...collection, dataItemId: "emma" })),
  ).toThrow("WDE0027");
  store.write({ caller }, (tx) => handlers.update(tx, { ...collection, dataItem }));
  const other = { role: "member", memberId: "bob" } as const;
  expect(() =>
    store.write({ caller: other }, (tx) => handlers.update(tx, { ...collection, dataItem })),
  ).toThrow("WDE0027");
  expect((await refused("items/query", { query: {} }, await newVisitor())).status).toBe(403);
});

test("deletes all items of one collection", async () => {
  const { inBooks, data, find } = await library();
  await inBooks("items/truncate", {});
  expect(await find({})).toEqual([]);
  expect(await data("items/count", { dataCollectionId: "Authors" })).toEqual({ totalCount: 2 });
});
