import { type FilterField, operatorSets } from "../api/query/filter.ts";
import type { FieldSpec } from "../bulk/language/values.ts";
import { columnsOf, detailColumns, type Field } from "../output/field.ts";
import type { Column } from "../output/table.ts";
import type { Resource } from "./resource.ts";

/** A field of a resource, described once: how it is shown, filtered by, sorted by and set. */
export interface ResourceField<Row> extends Field<Row> {
  /** How `--filter` takes it. */
  filter?: FieldFilter;
  /** Whether the platform sorts by it. Default: if any field says true, no; else if it filters by it. */
  sort?: boolean;
  /** How `--set` takes it. */
  set?: Omit<FieldSpec, "name">;
}

type FilterType = "boolean" | "date" | "number" | "text";

/**
 * The type of a filter field, or its values. The platform filters by it with the usual operators. With `here`, rows are
 * filtered on this computer. Other operators are listed.
 */
export type FieldFilter =
  | FilterType
  | readonly string[]
  | { here: FilterType | "list" | readonly string[] }
  | Omit<FilterField, "name" | "path">;

/** Where the fields of a resource are shown: their names, separated by spaces. */
interface Views {
  /** The columns of its list. */
  list: string;
  /** The columns of CSV output. Default: those of the list. */
  csv?: string;
  /** The lines of `get`. */
  get: string;
  /** The first lines of its page on the screen. Default: those of `get`. */
  page?: string;
  /** The columns of the list on the screen. Default: those of the list. */
  screen?: string;
  /** More columns of the list on the screen, hidden until they are chosen. */
  extra?: string;
}

type Described<Row extends object> = Pick<
  Resource<Row>,
  | "columns"
  | "csvColumns"
  | "screenColumns"
  | "extraColumns"
  | "details"
  | "pageColumns"
  | "filterFields"
  | "sortPaths"
> & { fields: readonly Column<Row>[]; changeFields: readonly FieldSpec[] };

/** Returns the parts of a resource that its fields describe. */
export function described<Row extends object>(
  fields: Readonly<Record<string, ResourceField<Row>>>,
  { list, csv, get, page, screen, extra }: Views,
): Described<Row> {
  const changeFields = Object.entries(fields).flatMap(([name, { set }]) => (set ? [{ name, ...set }] : []));
  return {
    fields: columnsOf(fields),
    columns: columnsOf(fields, list),
    csvColumns: csv === undefined ? undefined : columnsOf(fields, csv),
    screenColumns: screen === undefined ? undefined : columnsOf(fields, screen),
    extraColumns: extra === undefined ? undefined : columnsOf(fields, extra),
    details: detailColumns(fields, get),
    pageColumns: page === undefined ? undefined : detailColumns(fields, page),
    filterFields: filterFieldsOf(fields),
    sortPaths: sortPathsOf(fields),
    changeFields,
  };
}

/** Returns the paths of the fields that the platform sorts by. */
export function sortPathsOf(
  fields: Readonly<
    Record<string, Pick<ResourceField<never>, "filter" | "label" | "path" | "sort" | "words">>
  >,
): readonly string[] {
  const entries = Object.entries(fields);
  const isListed = entries.some(([, { sort }]) => sort === true);
  const filtered = new Set(
    filterFieldsOf(fields).flatMap(({ name, operators }) => (operators === undefined ? [] : [name])),
  );
  return entries.flatMap(([name, { path = name, sort = !isListed && filtered.has(name) }]) =>
    sort ? [path] : [],
  );
}

/** Returns the fields of `--filter`. */
export function filterFieldsOf(
  fields: Readonly<Record<string, Pick<ResourceField<never>, "filter" | "label" | "path" | "words">>>,
): FilterField[] {
  const names = new Set(Object.keys(fields));
  return Object.entries(fields).flatMap(([name, { path, words, label, filter }]) =>
    filter === undefined
      ? []
      : [
          {
            name,
            path: path !== undefined && path !== name ? path : undefined,
            words: wordsFor(words),
            aliases: label === undefined ? undefined : aliasesOf(label, name, names),
            ...filterRules(filter),
          },
        ],
  );
}

/** Returns the heading of a field as another name of it in filters, unless a field has that name: `payment`. */
function aliasesOf(label: string, name: string, names: ReadonlySet<string>): string[] | undefined {
  const alias = label
    .toLowerCase()
    .replace(/[^a-z0-9]+([a-z0-9])/g, (_, first: string) => first.toUpperCase());
  return alias === name || names.has(alias) ? undefined : [alias];
}

/** Returns the words for the values of a field, as filters accept them; undefined if they depend on more than the value. */
export function wordsFor(words: ResourceField<never>["words"]): FilterField["words"] {
  if (words === undefined || typeof words === "function") return undefined;
  return Object.fromEntries(Object.entries(words).map(([value, [word]]) => [word, value]));
}

const operatorsOf = {
  boolean: operatorSets.choice,
  date: operatorSets.number,
  number: operatorSets.number,
  text: operatorSets.text,
};

function filterRules(filter: FieldFilter): Omit<FilterField, "name" | "path"> {
  if (typeof filter === "string") return { type: filter, operators: operatorsOf[filter] };
  if ("type" in filter) return filter;
  if (!("here" in filter)) return { type: "enum", values: filter, operators: operatorSets.choice };
  const { here } = filter;
  return typeof here === "string" ? { type: here } : { type: "enum", values: here };
}
