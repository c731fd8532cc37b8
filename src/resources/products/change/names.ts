import { type Change, type Entry, withList } from "../../../bulk/language/change.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { syntaxError } from "../../../kernel/lexer.ts";
import { allProductsId, type CollectionNames, type NamedCollection } from "../collection-names.ts";
import { unknownName } from "../filter/unknown-name.ts";

/** Fields that cannot be set together: each sets the same. */
const alternatives = [
  ["stock", "inStock"],
  ["salePrice", "discountType"],
  ["salePrice", "discountValue"],
] as const;

/**
 * Returns changes with the collections of the site by name. Throws UsageError with a caret for a collection that does not
 * exist, and for changes that exclude each other or that the catalog version does not have.
 */
export async function resolveChanges(
  changes: readonly Change[],
  { names, version }: { names: CollectionNames; version: "v1" | "v3" },
): Promise<readonly Change[]> {
  const sets = (name: string) => changes.find(({ field }) => field.name === name);
  for (const [one, other] of alternatives)
    if (sets(one) && sets(other)) throw new UsageError(`Set either ${one} or ${other}.`, { field: "--set" });
  const type = version === "v3" ? sets("productType") : undefined;
  if (type) {
    const at = { position: 0, length: type.text.length };
    throw syntaxError(type.text, at, "This shop runs catalog v3: the type of a product cannot be changed");
  }
  return await withCollections(changes, names);
}

async function withCollections(
  changes: readonly Change[],
  names: CollectionNames,
): Promise<readonly Change[]> {
  if (!changes.some(({ field, list }) => field.name === "collections" && list?.entries.length))
    return changes;
  const known = (await names.all()).filter(({ id }) => id !== allProductsId);
  return changes.map((change) => {
    const { field, list, text } = change;
    if (field.name !== "collections" || list === undefined) return change;
    const entries = list.entries.map((entry) => ({ ...entry, text: nameOf(entry, known, text) }));
    return withList(change, { ...list, entries });
  });
}

/** Returns the name of a collection, or its id if others have the same name. */
function nameOf(entry: Entry, known: readonly NamedCollection[], source: string): string {
  const named = known.filter(({ name }) => name === entry.text);
  if (named.length === 1) return entry.text;
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ");
    throw syntaxError(
      source,
      entry,
      `${named.length} collections are named ${entry.text}`,
      `Use an id: ${ids}`,
    );
  }
  const byId = known.find(({ id }) => id === entry.text);
  if (byId === undefined) {
    const all = known.map(({ name }) => name);
    throw unknownName(source, entry, { singular: "collection", name: entry.text, known: all });
  }
  return known.filter(({ name }) => name === byId.name).length === 1 ? byId.name : byId.id;
}
