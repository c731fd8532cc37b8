import { type SnapshotDomain, type SnapshotObject, snapshotKinds } from "../../files/snapshot/format.ts";
import type { Found, SnapshotStore } from "../../files/snapshot/store.ts";

/** Returns the ids that an object may have by now, besides the one that it had: those of the objects restored for it. */
export type LaterIds = (id: string) => readonly string[];

interface PairingOptions {
  domains: readonly SnapshotDomain[];
  laterIds?: LaterIds | undefined;
}

/**
 * Pairs the objects that a shop had with those that it has: by id, then by natural key. Afterwards, both stores are iterated
 * in the same order, and objects without a counterpart have a place of their own.
 */
export function pairStores(
  had: SnapshotStore,
  has: SnapshotStore,
  { domains, laterIds = () => [] }: PairingOptions,
): void {
  const kinds = Object.entries(snapshotKinds).flatMap(([kind, { domain }]) =>
    domains.includes(domain) ? [kind] : [],
  );
  for (const kind of kinds) pairKind(kind);

  function pairKind(kind: string): void {
    let place = 0;
    const next = (key: string) => `${key}\u0001${++place}`;
    const pairWith = (
      find: (
        one: ReturnType<SnapshotStore["unordered"]> extends Iterable<infer One> ? One : never,
      ) => Found | undefined,
    ) => {
      for (const one of had.unordered(kind)) {
        if (one.pair !== null) continue;
        const other = find(one);
        if (other === undefined) continue;
        const pair = next(one.key);
        had.setPairs([{ kind, id: one.id, pair }]);
        has.setPairs([{ kind, id: other.id, pair }]);
      }
    };
    pairWith(({ ids }) => {
      const id = idIn(ids);
      if (id === undefined) return undefined;
      for (const candidate of [id, ...laterIds(id)]) {
        const other = has.unpaired(kind, { id: candidate });
        if (other) return other;
      }
      return undefined;
    });
    pairWith(({ key }) => has.unpaired(kind, { key }));
    for (const store of [had, has])
      for (const { id, key, pair } of store.unordered(kind))
        if (pair === null) store.setPairs([{ kind, id, pair: next(key) }]);
  }
}

/** Returns the id in what a snapshot stores apart from an object. */
export function idIn(ids: string | null): string | undefined {
  const { id } = (ids === null ? {} : JSON.parse(ids)) as { id?: unknown };
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Renames collections in the products of a store. */
function renameCollections(store: SnapshotStore, names: ReadonlyMap<string, string>): void {
  if (names.size === 0) return;
  let changed: { object: SnapshotObject; id: string }[] = [];
  const flush = () => {
    store.replace(changed);
    changed = [];
  };
  for (const { object, id } of store.unordered("product")) {
    const collections = (object.collections ?? []) as string[];
    if (!collections.some((name) => names.has(name))) continue;
    const renamed = collections.map((name) => names.get(name) ?? name).sort();
    changed.push({ object: { ...object, collections: renamed }, id });
    if (changed.length >= 500) flush();
  }
  flush();
}

/**
 * Gives the products of two paired stores the same names for collections that were renamed in between: those from before if
 * the collections are restored as well, else the present ones.
 */
export function sameCollectionNames(
  { from, to }: { from: SnapshotStore; to: SnapshotStore },
  { restored }: { restored: boolean },
): void {
  const names = new Map<string, string>();
  const present = new Map<string, string>();
  for (const { object, pair } of to.unordered("collection")) if (pair) present.set(pair, String(object.name));
  for (const { object, pair } of from.unordered("collection")) {
    const [had, has] = [String(object.name), present.get(pair ?? "")];
    if (has === undefined || has === had) continue;
    if (restored) names.set(has, had);
    else names.set(had, has);
  }
  renameCollections(restored ? to : from, names);
}
