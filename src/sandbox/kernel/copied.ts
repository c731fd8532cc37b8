import type { StoreTx, Table } from "./tx.ts";

/** How the objects of one kind of another shop are stored: with their ids, dates and numbers, and without events. */
export interface CopiedKind<Given extends object, Doc extends object> {
  table: Table<Doc>;
  /** Returns the id of a document. Default: its `id`. */
  id?(doc: Doc): string;
  /** Fields that the sandbox computes itself. */
  without?: readonly (keyof Given)[];
  /** Fields that an object may lack. */
  defaults?: Partial<Doc>;
  /** Returns the document of an object; undefined if the sandbox does not emulate it. Default: the object. */
  document?(tx: StoreTx, given: Given): Doc | undefined;
  /** Stores what else follows from an object. */
  stored?(tx: StoreTx, doc: Doc, given: Given): void;
}

/** Stores an object of another shop. Returns false for one that the sandbox does not emulate. */
export type StoreCopied = (tx: StoreTx, given: never) => boolean;

/** Returns the function that stores the objects of a kind. */
export function copied<Given extends object, Doc extends object>(
  kind: CopiedKind<Given, Doc>,
): (tx: StoreTx, given: Given) => boolean {
  const { table, without = [], defaults = {}, document, stored } = kind;
  const idOf = kind.id ?? ((doc: Doc) => String((doc as { id?: unknown }).id));
  const computed = new Set<PropertyKey>(without);
  const plain = (given: Given) => {
    const fields = Object.entries(given).filter(([name]) => !computed.has(name));
    const absent = Object.entries(defaults).filter(([name]) => (given as Fields)[name] == null);
    return Object.fromEntries([...fields, ...absent]) as Doc;
  };
  return (tx, given) => {
    const doc = document ? document(tx, given) : plain(given);
    if (doc === undefined) return false;
    tx.put(table, idOf(doc), doc);
    stored?.(tx, doc, given);
    return true;
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Keeps the unit of weights of another shop, which only its objects have. */
export function keepWeightUnit(tx: StoreTx, unit: string | null | undefined): void {
  if (unit === "KG" || unit === "LB") tx.setSetting("weightUnit", unit);
}
