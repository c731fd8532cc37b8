import { isRecord } from "../../kernel/json.ts";

/** A field that one of two answers has and the other does not, or has with another type. */
export interface Difference {
  call: string;
  /** Such as `orders[].priceSummary.tax`. Keys that a shop chose itself are `*`. */
  field: string;
  /** The JSON type, or `missing`. */
  site: string;
  sandbox: string;
}

/**
 * Returns the differences in shape between two answers to a call, each field once. Items of lists are compared by their IDs, or
 * by their positions if they have none; what only one side lists is not compared.
 */
export function differences(call: string, site: unknown, sandbox: unknown): Difference[] {
  const found = new Map<string, Difference>();
  const note = (field: string, one: string, other: string) => {
    const key = `${field} ${one} ${other}`;
    if (!found.has(key)) found.set(key, { call, field, site: one, sandbox: other });
  };
  compare("", site, sandbox, note);
  return [...found.values()];
}

type Note = (field: string, site: string, sandbox: string) => void;

function compare(path: string, site: unknown, sandbox: unknown, note: Note): void {
  if (Array.isArray(site) && Array.isArray(sandbox)) {
    for (const [one, other] of pairs(site, sandbox)) compare(`${path}[]`, one, other, note);
  } else if (isRecord(site) && isRecord(sandbox)) {
    const keys = new Set([...Object.keys(site), ...Object.keys(sandbox)]);
    // Whether there is another page depends on what the sides list.
    keys.delete("cursors");
    for (const key of keys)
      compare(path === "" ? shown(key) : `${path}.${shown(key)}`, site[key], sandbox[key], note);
  } else if (typeName(site) !== typeName(sandbox)) note(path, typeName(site), typeName(sandbox));
}

/** Names of fields start with a small letter; other keys, such as names of options and IDs, are those of the shop. */
const shown = (key: string): string => (/^_?[a-z][A-Za-z0-9]*$/.test(key) ? key : "*");

function pairs(site: readonly unknown[], sandbox: readonly unknown[]): (readonly [unknown, unknown])[] {
  const byId = new Map(sandbox.map((item) => [idOf(item), item] as const));
  if (site.some((item) => idOf(item) !== undefined))
    return site.flatMap((item) => {
      const id = idOf(item);
      return id !== undefined && byId.has(id) ? [[item, byId.get(id)] as const] : [];
    });
  return site.slice(0, sandbox.length).map((item, index) => [item, sandbox[index]] as const);
}

const idOf = (item: unknown): string | undefined =>
  isRecord(item) && typeof item.id === "string" ? item.id : undefined;

function typeName(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
