import { valueAt } from "../../api/endpoint.ts";
import type { Context } from "../../context/context.ts";
import { dataOf } from "../../output/field.ts";
import { sortFields } from "../../resources/listing.ts";
import { fieldPaths, filterQuoted, type Resource, type ResourceFields } from "../../resources/resource.ts";

/** The values of flags that name fields of a resource. */
const values: Readonly<Record<string, (resource: ResourceFields) => readonly string[]>> = {
  "--fields": fieldPaths,
  "--sort": ({ filterFields: fields, sortPaths }) =>
    sortFields({ fields, sortPaths }).map(({ name }) => name),
  "--set": ({ changeFields = [] }) => changeFields.map(({ name }) => `${name}=`),
  "--filter": ({ filterFields }) => filterFields.map(({ name }) => name),
};

/** Returns the fields that a flag can name, and the part of the word before the last one: `id,` of `id,na`. */
export function completeFields(
  resource: ResourceFields,
  flag: string,
  word: string,
): { prefix: string; names: readonly string[] } {
  const isList = flag === "--fields" || flag === "--sort";
  return {
    prefix: isList ? word.slice(0, word.lastIndexOf(",") + 1) : "",
    names: values[flag]?.(resource) ?? [],
  };
}

/** Returns the match keys of a resource that start with a word; without a typed letter, the first key only. */
export async function completeReferences<Row extends object>(
  { matchKeys = [], columns, fields = columns, label, open }: Resource<Row>,
  context: Context,
  { word, limit }: { word: string; limit: number },
): Promise<Candidate[]> {
  const keys = word === "" ? matchKeys.slice(0, 1) : matchKeys;
  const filter =
    word === "" ? undefined : keys.map((key) => `${key} startsWith ${filterQuoted(word)}`).join(" or ");
  const { list } = await open(context);
  const read = (row: Row) => (key: string) => {
    const field = fields.find(({ name }) => name === key);
    return field ? dataOf(field, row) : valueAt(row, key);
  };
  const found: Candidate[] = [];
  for await (const row of list({ filter, limit }).rows)
    for (const value of keys.map(read(row)))
      if (typeof value === "string" && value.startsWith(word) && !/\s/.test(value))
        found.push({ value, about: label(row) });
  return found;
}

/** A completion and its description. */
export interface Candidate {
  value: string;
  about: string;
}
