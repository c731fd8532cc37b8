import { readAll } from "../../api/query/pages.ts";
import type { Collection } from "../../api/services/collections.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Collections } from "../collections/collections.ts";

/** The id of the platform's built-in collection of all products, which cannot be changed. */
export const allProductsId = "00000000-000000-000000-000000000001";

/** A collection. Several can have the same name. */
export interface NamedCollection {
  id: string;
  name: string;
}

/** Collections by name: read once, then updated with the collections that this process creates. */
export interface CollectionNames {
  /** Returns all collections, in the order of their ids. */
  all(): Promise<readonly NamedCollection[]>;
  /** Returns the id of a collection by its name or id, or undefined if there is none. */
  find(name: string): Promise<string | undefined>;
  /** Does the same, but asks the platform. */
  lookUp(name: string): Promise<string | undefined>;
  /** Returns the id of a collection. Throws TillError 5 if there is none. */
  idOf(name: string): Promise<string>;
  /** Returns the names of collections by id, sorted, without the built-in collection of all products. */
  namesOf(ids: readonly string[]): Promise<string[]>;
  /** Creates a collection and resolves with its id. */
  create(collection: Partial<Collection> & { name: string }): Promise<string>;
  /** Notes that a collection has another name now. */
  rename(id: string, name: string): Promise<void>;
}

/** Returns the collection names of a site. The first call reads them all, 100 per request. */
export function collectionNames(collections: Collections): CollectionNames {
  let loading: Promise<Known> | undefined;
  const known = () => (loading ??= loadCollections(collections));
  const find = async (name: string) => {
    const { idByName, nameById } = await known();
    return idByName.get(name) ?? (nameById.has(name) ? name : undefined);
  };
  const remember = async (id: string, name: string) => add(await known(), id, name);
  return {
    all: async () => [...(await known()).nameById].map(([id, name]) => ({ id, name })),
    find,
    async lookUp(name) {
      const found = await collections.find("name", [name]);
      const id = found.find((collection) => collection.name === name)?.id ?? undefined;
      if (id !== undefined) await remember(id, name);
      return id;
    },
    async idOf(name) {
      const id = await find(name);
      if (id === undefined) throw new TillError(exitCodes.notFound, `No collection is named "${name}".`);
      return id;
    },
    async namesOf(ids) {
      if (ids.every((id) => id === allProductsId)) return [];
      const { nameById } = await known();
      return ids.flatMap((id) => (id === allProductsId ? [] : [nameById.get(id) ?? id])).sort();
    },
    async create(fields) {
      const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      const id = (await collections.create(set)).id;
      await remember(id, fields.name);
      return id;
    },
    async rename(id, name) {
      const { idByName } = await known();
      for (const [before, other] of idByName) if (other === id) idByName.delete(before);
      await remember(id, name);
    },
  };
}

/** A collection of a product. `key` finds it: its name, or its id if the name finds another collection. */
export interface Membership extends NamedCollection {
  key: string;
}

/** Returns the collections with these ids, sorted by name, without the built-in collection of all products. */
export async function membershipsOf(names: CollectionNames, ids: readonly string[]): Promise<Membership[]> {
  const found: Membership[] = [];
  for (const id of ids) {
    const [name] = await names.namesOf([id]);
    if (name !== undefined) found.push({ id, name, key: (await names.find(name)) === id ? name : id });
  }
  return found.sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
}

/** Returns the names that collections will have once some are renamed. `renamed`: their future names by id. */
export function futureNames(names: CollectionNames, renamed: ReadonlyMap<string, string>): CollectionNames {
  if (renamed.size === 0) return names;
  const ids = new Map([...renamed].map(([id, name]) => [name, id]));
  return {
    ...names,
    async find(name) {
      const id = ids.get(name) ?? (await names.find(name));
      return id !== undefined && !ids.has(name) && renamed.has(id) && id !== name ? undefined : id;
    },
    async namesOf(all) {
      const others = await names.namesOf(all.filter((id) => !renamed.has(id)));
      return [...others, ...all.flatMap((id) => renamed.get(id) ?? [])].sort();
    },
  };
}

/** The id of each name is that of the first collection with it. */
interface Known {
  idByName: Map<string, string>;
  nameById: Map<string, string>;
}

function add({ idByName, nameById }: Known, id: string, name: string): void {
  nameById.set(id, name);
  if (!idByName.has(name)) idByName.set(name, id);
}

async function loadCollections({ list }: Collections): Promise<Known> {
  const known: Known = { idByName: new Map(), nameById: new Map() };
  for (const { id, name } of await readAll<Collection>(list.call, list.endpoint, {}, { key: "id" }))
    if (id && name) add(known, id, name);
  return known;
}
