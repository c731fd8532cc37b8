import { expect, test } from "vitest";
import type { Group, Verb } from "../../src/cli/command.ts";
import type { GenericGroup } from "../../src/cli/generic/generic-resource.ts";
import { shownFields } from "../../src/cli/generic/to-resource.ts";
import { groups } from "../../src/commands/index.ts";
import { detailColumns } from "../../src/output/field.ts";
import { described } from "../../src/resources/described.ts";

interface Pot {
  name: string;
  price: { amount: string };
}

const view = described<Pot>(
  {
    name: { filter: "text", sort: true, set: { type: "text", nullable: true } },
    price: {
      path: "price.amount",
      value: ({ price }) => `${price.amount} USD`,
      as: "money",
      filter: { type: "number", operators: ["$gt"], decimalText: true },
      sort: true,
    },
    glazed: { filter: { here: "boolean" } },
    size: { filter: ["S", "L"] },
    kiln: { filter: { here: ["gas", "wood"] } },
  },
  { list: "name price", csv: "name price size", get: "name size", page: "size name" },
);

test("the views of a resource show the fields that they name, in their order", () => {
  const headers = (columns: readonly { header: string }[] = []) => columns.map(({ header }) => header);
  expect(headers(view.columns)).toEqual(["NAME", "PRICE"]);
  expect(headers(view.csvColumns)).toEqual(["NAME", "PRICE", "SIZE"]);
  expect(headers(view.details)).toEqual(["Name", "Size"]);
  expect(headers(view.pageColumns)).toEqual(["Size", "Name"]);
});

test("derives filters, sort paths and changes from the fields", () => {
  const [name, ...others] = view.filterFields;
  expect(name).toMatchObject({ name: "name", type: "text" });
  expect(name?.operators).toContain("$startsWith");
  expect(others).toEqual([
    { name: "price", path: "price.amount", type: "number", operators: ["$gt"], decimalText: true },
    { name: "glazed", type: "boolean" },
    { name: "size", type: "enum", values: ["S", "L"], operators: ["$eq", "$ne", "$exists", "$in", "$nin"] },
    { name: "kiln", type: "enum", values: ["gas", "wood"] },
  ]);
  expect(view.sortPaths).toEqual(["name", "price.amount"]);
  expect(view.changeFields).toEqual([{ name: "name", type: "text", nullable: true }]);
});

/** Yields every generic group with its commands: `settings shipping options`. */
async function* genericGroups(
  item: Group | Verb,
  path: string,
): AsyncGenerator<[path: string, group: GenericGroup]> {
  if (!("verbs" in item)) return;
  if ("resource" in item) yield [path, item as Group & GenericGroup];
  for (const inner of item.verbs) yield* genericGroups(inner, `${path} ${inner.name}`);
}

test("every field of a generic resource is shown or can be filtered by, and every view opens", async () => {
  const unused: string[] = [];
  for (const { name, load } of groups)
    for await (const [path, { resource, verbs }] of genericGroups(await load(), name)) {
      const { fields, list, get = list } = resource;
      detailColumns(shownFields(resource), get);
      for (const verb of verbs) if ("resource" in verb && !("verbs" in verb)) await verb.resource?.();
      const views = new Set([list, get].flatMap((names) => names?.split(" ") ?? Object.keys(fields)));
      for (const [field, { filter }] of Object.entries(fields))
        if (filter === undefined && !views.has(field)) unused.push(`${path}: ${field}`);
    }
  expect(unused).toEqual([]);
});
