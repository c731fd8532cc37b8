import type { Json } from "../../bulk/journal/step.ts";
import { sameJson } from "../../kernel/json.ts";

/** A field whose value differs, such as `variants[Large / Blue].price`. */
export interface FieldDifference {
  field: string;
  before: Json;
  after: Json;
}

type Fields = Readonly<Record<string, Json | undefined>>;

/** Returns the fields that differ between two objects. With `known`, fields that one of them lacks are not compared. */
export function fieldDifferences(one: Fields, other: Fields, { known = false } = {}): FieldDifference[] {
  const found: FieldDifference[] = [];
  compareFields("", one, other, { known, found });
  return found;
}

interface Comparison {
  known: boolean;
  found: FieldDifference[];
}

function compareFields(prefix: string, one: Fields, other: Fields, comparison: Comparison): void {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  for (const name of names) {
    const [before, after] = [one[name], other[name]];
    if (comparison.known && (before === undefined || after === undefined)) continue;
    compare(prefix === "" ? name : `${prefix}.${name}`, before ?? null, after ?? null, comparison);
  }
}

function compare(field: string, before: Json, after: Json, comparison: Comparison): void {
  if (sameJson(before, after)) return;
  if (isFields(before) && isFields(after)) {
    compareFields(field, before, after, comparison);
    return;
  }
  const [own, others] = [namedItems(before), namedItems(after)];
  if (own === undefined || others === undefined || (own.size === 0 && others.size === 0)) {
    comparison.found.push({ field, before, after });
    return;
  }
  for (const name of new Set([...own.keys(), ...others.keys()])) {
    const at = `${field}[${name}]`;
    const [item, counterpart] = [own.get(name), others.get(name)];
    if (item && counterpart) compareFields(at, item, counterpart, comparison);
    else
      comparison.found.push({
        field: at,
        before: (item ?? null) as Json,
        after: (counterpart ?? null) as Json,
      });
  }
  // The order of variants follows from the options.
  const order = (items: Map<string, Fields>, kept: Map<string, Fields>) =>
    [...items.keys()].filter((name) => kept.has(name));
  const [first, second] = [order(own, others), order(others, own)];
  if (!sameJson(first, second) && !hasChoices(own))
    comparison.found.push({ field: `${field} (order)`, before: first, after: second });
}

const isFields = (value: Json): value is { [name: string]: Json } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const hasChoices = (items: Map<string, Fields>): boolean =>
  [...items.values()].some(({ choices }) => choices !== undefined && !Array.isArray(choices));

/** Returns the items of a list by their name, title, description or choices; undefined if these do not tell them apart. */
function namedItems(list: Json): Map<string, Fields> | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map<string, Fields>();
  for (const item of list) {
    const name = isFields(item) ? nameOf(item) : undefined;
    if (name === undefined || items.has(name)) return undefined;
    items.set(name, item as Fields);
  }
  return items;
}

function nameOf({ choices, name, title, description, value }: Fields): string | undefined {
  if (choices && isFields(choices)) {
    const entries = Object.entries(choices).sort(([one], [other]) => (one < other ? -1 : 1));
    return entries.map(([, choice]) => String(choice)).join(" / ");
  }
  if (typeof name === "string") return name;
  if (typeof title === "string") return title;
  return typeof description === "string" && value !== undefined ? description : undefined;
}
