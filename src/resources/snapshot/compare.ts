import type { Json } from "../../bulk/journal/step.ts";
import { type SnapshotDomain, type SnapshotObject, snapshotKinds } from "../../files/snapshot/format.ts";
import { objectSchemas, productLosses } from "../../files/snapshot/schema.ts";
import type { SnapshotStore, StoredObject } from "../../files/snapshot/store.ts";
import { type FieldDifference, fieldDifferences } from "./field-differences.ts";

/** An object that is in one of two shops only, or that differs. */
export interface Difference {
  domain: SnapshotDomain;
  kind: string;
  key: string;
  change: "added" | "removed" | "changed";
  /** The fields that differ, if it is in both. */
  fields: readonly FieldDifference[];
  /** The object in each of the two shops. */
  before: StoredObject | undefined;
  after: StoredObject | undefined;
}

/** How two shops are compared. */
export interface CompareOptions {
  domains: readonly SnapshotDomain[];
  /** Returns an object in the form in which both shops can have it. Default: as it is. */
  common?: ((object: SnapshotObject) => SnapshotObject) | undefined;
  /** Whether only a part of the objects of a domain was read, so that objects that are not there say nothing. */
  partial?(side: "one" | "other", domain: SnapshotDomain): boolean;
}

/** Yields the differences from one store to another, by domain and key, in constant memory. */
export function* compareStores(
  one: SnapshotStore,
  other: SnapshotStore,
  { domains, common = (object) => object, partial = () => false }: CompareOptions,
): Generator<Difference> {
  for (const domain of domains) {
    const [left, right] = [one.objects(domain), other.objects(domain)];
    let [a, b] = [left.next(), right.next()];
    while (!a.done || !b.done) {
      const order = a.done ? 1 : b.done ? -1 : byKey(a.value, b.value);
      if (order < 0 && !a.done) {
        if (!partial("other", domain)) yield difference(domain, "removed", a.value, undefined);
        a = left.next();
      } else if (order > 0 && !b.done) {
        if (!partial("one", domain)) yield difference(domain, "added", undefined, b.value);
        b = right.next();
      } else if (!a.done && !b.done) {
        const fields = a.value.line === b.value.line ? [] : fieldsOf(a.value, b.value, common);
        if (fields.length > 0) yield { ...difference(domain, "changed", a.value, b.value), fields };
        [a, b] = [left.next(), right.next()];
      }
    }
  }
}

/** Compares like SQLite: by the bytes of UTF-8, which is not the order of JavaScript's text. */
function byKey(one: StoredObject, other: StoredObject): number {
  const bytes = ({ kind, key, pair }: StoredObject) => Buffer.from(`${kind}\u0000${pair ?? key}`);
  return Buffer.compare(bytes(one), bytes(other)) || (one.pair === null ? one.nth - other.nth : 0);
}

function difference(
  domain: SnapshotDomain,
  change: Difference["change"],
  before: StoredObject | undefined,
  after: StoredObject | undefined,
): Difference {
  const { kind = "", key = "", nth = 1 } = after ?? before ?? {};
  return { domain, kind, key: nth > 1 ? `${key} (${nth})` : key, change, fields: [], before, after };
}

const noLosses = Object.fromEntries(Object.keys(productLosses).map((name) => [name, null]));

/** Returns a product with everything in `readOnly`: what is absent there is empty, while other absent fields are not known. */
function whole(object: SnapshotObject): SnapshotObject {
  if (object._kind !== "product") return object;
  return { ...object, readOnly: { ...noLosses, ...(object.readOnly as object) } };
}

function fieldsOf(
  one: StoredObject,
  other: StoredObject,
  common: NonNullable<CompareOptions["common"]>,
): FieldDifference[] {
  const [before, after] = [one, other].map(({ line }) => whole(common(JSON.parse(line) as SnapshotObject)));
  const known = one.kind in objectSchemas && one.kind !== "stock";
  const found = fieldDifferences(before as Record<string, Json>, after as Record<string, Json>, { known });
  // Objects that are paired by id may have different keys.
  const keys = new Set(one.pair === null ? snapshotKinds[one.kind]?.key : []);
  return found.filter(({ field }) => !keys.has(field));
}
