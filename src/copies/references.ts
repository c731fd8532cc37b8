import type { Call } from "../api/caller.ts";
import { readAll } from "../api/query/pages.ts";
import { type DeliveryProfile, deliveryProfiles } from "../api/services/shipping.ts";
import { type TaxGroup, type TaxRegion, taxGroups, taxRegions } from "../api/services/tax.ts";
import { eventsById, eventsBySlug } from "../resources/events/read.ts";
import { type Catalog, productsById, productsBySlug } from "../resources/products/catalog.ts";
import { collectionNames } from "../resources/products/collection-names.ts";

/** What an object of a snapshot can refer to. */
export type ReferenceKind =
  | "product"
  | "collection"
  | "event"
  | "deliveryProfile"
  | "deliveryRegion"
  | "taxGroup"
  | "taxRegion";

/** An object of JSON. */
export type Body = Record<string, unknown>;

/** A field of a kind of object that has ids of other objects. Snapshots have their keys in a field of another name. */
export interface Reference {
  /** The path of the object with the field: `specification.scope.group`, `values[].scopes[]`. Default: the whole object. */
  at?: string;
  /** The field with the id or ids on the platform, and the one with the keys in a snapshot. */
  id: string;
  name: string;
  /** Returns the kind that it refers to; undefined for objects without a key in other shops, such as members. */
  to(parent: Body): ReferenceKind | undefined;
}

/** Finds the keys of objects by their ids, and the reverse. */
export interface Names {
  nameOf(to: ReferenceKind, id: string): Promise<string | undefined>;
  idOf(to: ReferenceKind, name: string): Promise<string | undefined>;
  /** Forgets what was read, because the shop has changed. */
  forget(): void;
}

/** A reference in an object of a snapshot. */
export interface FoundReference {
  /** `specification.scope.group.entity` */
  field: string;
  /** undefined if the object has an id that could not be replaced by a key. */
  to: ReferenceKind | undefined;
  value: string;
}

/** Thrown by `withIds` if an object that is referred to does not exist. */
export class MissingReference extends Error {
  readonly field: string;

  constructor({ field, to = "object", value }: Pick<FoundReference, "field" | "value"> & { to?: string }) {
    super(`there is no ${referenceNoun(to)} "${value}"`);
    this.field = field;
  }
}

/** Returns the name of a kind in messages: `delivery region`. */
export const referenceNoun = (to: string): string =>
  to.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns an object with keys instead of ids. Ids of objects that do not exist stay. */
export async function withNames(object: Body, references: readonly Reference[], names: Names): Promise<Body> {
  if (references.length === 0) return object;
  const copy = structuredClone(object);
  for (const { at, id, name, to } of references)
    for (const parent of parentsAt(copy, at)) {
      const isList = Array.isArray(parent[id]);
      const ids = textsOf(parent[id]);
      const kind = to(parent);
      const found = await Promise.all(ids.map((id) => (kind ? names.nameOf(kind, id) : undefined)));
      const unknown = ids.filter((_, index) => found[index] === undefined);
      const keys = found.filter((one) => one !== undefined).sort();
      delete parent[id];
      if (keys.length > 0) parent[name] = isList ? keys : keys[0];
      if (unknown.length > 0) parent[id] = isList ? unknown : unknown[0];
    }
  return copy;
}

/** Returns an object with ids instead of keys. Throws MissingReference for an object that does not exist. */
export async function withIds(
  object: Body,
  references: readonly Reference[],
  names: Pick<Names, "idOf">,
): Promise<Body> {
  const copy = structuredClone(object);
  for (const { at, id, name, to } of references)
    for (const parent of parentsAt(copy, at)) {
      const given = parent[name];
      if (given === undefined) continue;
      delete parent[name];
      // An update clears a field with null.
      if (given === null) {
        parent[id] = null;
        continue;
      }
      const kind = to(parent);
      const ids = await Promise.all(
        textsOf(given).map(async (value) => {
          const found = kind && (await names.idOf(kind, value));
          if (found !== undefined) return found;
          throw new MissingReference({ field: pathOf(at, name), value, to: kind });
        }),
      );
      parent[id] = Array.isArray(given) ? [...ids, ...textsOf(parent[id])] : ids[0];
    }
  return copy;
}

/** Returns an object of a snapshot with other keys of what it refers to. */
export function withReplacedKeys(
  object: Body,
  references: readonly Reference[],
  keyOf: (to: ReferenceKind, key: string) => string,
): Body {
  const copy = structuredClone(object);
  for (const { at, name, to } of references)
    for (const parent of parentsAt(copy, at)) {
      const kind = to(parent);
      const keys = textsOf(parent[name]).map((key) => (kind ? keyOf(kind, key) : key));
      if (keys.length > 0) parent[name] = Array.isArray(parent[name]) ? keys.sort() : keys[0];
    }
  return copy;
}

/** Returns the references of an object of a snapshot. */
export function referencesIn(object: Body, references: readonly Reference[]): FoundReference[] {
  return references.flatMap(({ at, id, name, to }) =>
    parentsAt(object, at).flatMap((parent) => [
      ...textsOf(parent[name]).map((value) => ({ field: pathOf(at, name), to: to(parent), value })),
      ...textsOf(parent[id]).map((value) => ({ field: pathOf(at, id), to: undefined, value })),
    ]),
  );
}

const pathOf = (at: string | undefined, name: string): string =>
  at === undefined ? name : `${at.replaceAll("[]", "")}.${name}`;

const isBody = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === "string" && one !== "",
  );

/** Returns the objects at a path; `a[].b` are the `b` of each item of the list `a`. */
function parentsAt(object: Body, at: string | undefined): Body[] {
  let found: unknown[] = [object];
  for (const part of at?.split(".") ?? []) {
    const name = part.replace("[]", "");
    found = found.flatMap((one) => (isBody(one) ? one[name] : undefined));
  }
  return found.filter(isBody);
}

type Finder = (value: string) => Promise<string | undefined>;

/** How the objects of a kind are found. */
interface Source {
  nameOf: Finder;
  idOf: Finder;
}

/** The key of a delivery profile. Each site has a default one, whatever its name is. */
export const profileKey = ({
  name,
  default: isDefault,
}: Pick<DeliveryProfile, "name" | "default">): string => (isDefault ? "default" : (name ?? ""));

/** The key of a delivery region: regions of two profiles can have the same name. */
export const regionKey = (profile: string, name: string | null | undefined): string =>
  `${profile} / ${name ?? ""}`;

/** The key of a tax region: `US-NY`, or `DE` for a whole country. */
const taxRegionKey = ({ country, subdivision }: Pick<TaxRegion, "country" | "subdivision">): string =>
  subdivision || (country ?? "");

/** Returns the keys and ids of a shop's objects. Products and events are read as they are needed, the others at once. */
export function shopNames(call: Call, catalog: Catalog): Names {
  const loaders: Record<ReferenceKind, () => Source> = {
    product: () => ({
      nameOf: batched(async (ids) => valuesOf(await productsById(catalog, ids), ({ slug }) => slug)),
      idOf: batched(async (slugs) => valuesOf(await productsBySlug(catalog, slugs), ({ id }) => id)),
    }),
    event: () => ({
      nameOf: batched(async (ids) => valuesOf(await eventsById(call, ids), ({ slug }) => slug)),
      idOf: batched(async (slugs) => valuesOf(await eventsBySlug(call, slugs), ({ id }) => id)),
    }),
    collection: () =>
      listed(async () =>
        (await collectionNames(catalog.collections).all()).map(({ id, name }) => [id, name]),
      ),
    deliveryProfile: () =>
      listed(async () => (await profilesOf(call)).map((one) => [one.id ?? "", profileKey(one)])),
    deliveryRegion: () =>
      listed(async () =>
        (await profilesOf(call)).flatMap((one) =>
          (one.deliveryRegions ?? []).map(({ id, name }): [string, string] => [
            id ?? "",
            regionKey(profileKey(one), name),
          ]),
        ),
      ),
    taxGroup: () => listed(() => taxGroupNames(call)),
    taxRegion: () =>
      listed(async () => {
        const regions = await readAll<TaxRegion>(call, taxRegions.query, { query: {} });
        return regions.map((region) => [region.id ?? "", taxRegionKey(region)]);
      }),
  };
  const sources = new Map<ReferenceKind, Source>();
  const source = (to: ReferenceKind) => {
    const known = sources.get(to) ?? loaders[to]();
    sources.set(to, known);
    return known;
  };
  return {
    nameOf: (to, id) => source(to).nameOf(id),
    async idOf(to, name) {
      const found = await source(to).idOf(name);
      if (found !== undefined) return found;
      // It may have been created since.
      sources.delete(to);
      return await source(to).idOf(name);
    },
    forget: () => sources.clear(),
  };
}

const profilesOf = (call: Call) => readAll<DeliveryProfile>(call, deliveryProfiles.query, { query: {} });

async function taxGroupNames(call: Call): Promise<[string, string][]> {
  const own = await readAll<TaxGroup>(call, taxGroups.query, { query: {} });
  // The default groups are not in the list.
  const body = await call(taxGroups.listDefault, {});
  const entry = ({ id, name }: TaxGroup): [string, string] => [id ?? "", name ?? ""];
  return [...((body as { taxGroups?: TaxGroup[] }).taxGroups ?? []).map(entry), ...own.map(entry)];
}

function listed(load: () => Promise<[string, string][]>): Source {
  let loading: Promise<[string, string][]> | undefined;
  const all = () => (loading ??= load());
  return {
    nameOf: async (id) => (await all()).find(([one]) => one === id)?.[1],
    idOf: async (name) => (await all()).find(([, one]) => one === name)?.[0],
  };
}

/** Returns a finder that asks for all values of one turn of the event loop together. */
function batched(load: (values: string[]) => Promise<Map<string, string>>): Finder {
  const known = new Map<string, Promise<string | undefined>>();
  let waiting: string[] = [];
  let loading: Promise<Map<string, string>> | undefined;
  const next = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const values = waiting;
    waiting = [];
    loading = undefined;
    return await load(values);
  };
  return (value) => {
    const before = known.get(value);
    if (before) return before;
    waiting.push(value);
    loading ??= next();
    const found = loading.then((values) => values.get(value));
    known.set(value, found);
    return found;
  };
}

function valuesOf<T>(
  found: ReadonlyMap<string, T>,
  value: (one: T) => string | null | undefined,
): Map<string, string> {
  return new Map([...found].flatMap(([key, one]) => (value(one) ? [[key, value(one) ?? ""]] : [])));
}
