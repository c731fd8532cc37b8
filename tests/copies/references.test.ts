import { expect, test } from "vitest";
import {
  MissingReference,
  type Names,
  type Reference,
  referencesIn,
  withIds,
  withNames,
} from "../../src/copies/references.ts";

const known = new Map([
  ["id-mug", "mug"],
  ["id-cup", "cup"],
]);
const names: Names = {
  nameOf: async (_, id) => known.get(id),
  idOf: async (_, name) => [...known].find(([, one]) => one === name)?.[0],
  forget: () => {},
};
const references: Reference[] = [
  { id: "eventId", name: "event", to: () => "event" },
  {
    at: "values[].filter",
    id: "itemIds",
    name: "products",
    to: ({ app }) => (app === "stores" ? "product" : undefined),
  },
];
const object = {
  eventId: "id-cup",
  values: [
    { filter: { app: "stores", itemIds: ["id-mug", "id-cup"] } },
    { filter: { app: "stores", itemIds: ["id-mug", "gone"] } },
    { filter: { app: "bookings", itemIds: ["x"] } },
    { filter: { app: "stores", itemIds: [] } },
  ],
};

test("ids become sorted keys, and those of objects that do not exist stay", async () => {
  const named = await withNames(object, references, names);
  expect(named).toEqual({
    event: "cup",
    values: [
      { filter: { app: "stores", products: ["cup", "mug"] } },
      { filter: { app: "stores", products: ["mug"], itemIds: ["gone"] } },
      { filter: { app: "bookings", itemIds: ["x"] } },
      { filter: { app: "stores" } },
    ],
  });
  expect(referencesIn(named, references)).toEqual([
    { field: "event", to: "event", value: "cup" },
    { field: "values.filter.products", to: "product", value: "cup" },
    { field: "values.filter.products", to: "product", value: "mug" },
    { field: "values.filter.products", to: "product", value: "mug" },
    { field: "values.filter.itemIds", to: undefined, value: "gone" },
    { field: "values.filter.itemIds", to: undefined, value: "x" },
  ]);
});

test("keys become ids again, and null stays null", async () => {
  const named = { event: null, values: [{ filter: { app: "stores", products: ["cup", "mug"] } }] };
  expect(await withIds(named, references, names)).toEqual({
    eventId: null,
    values: [{ filter: { app: "stores", itemIds: ["id-cup", "id-mug"] } }],
  });
});

test("a key without an object is an error with its field", async () => {
  const lost = withIds({ event: "no-such" }, references, names);
  await expect(lost).rejects.toThrow(MissingReference);
  await expect(lost).rejects.toMatchObject({ field: "event", message: 'there is no event "no-such"' });
});
