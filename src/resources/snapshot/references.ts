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
  /** What it refers to; undefined for objects without a key that another shop knows, such as members. */
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
      const found = await Promise.all(ids.map((one) => (kind ? names.nameOf(kind, one) : undefined)));
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
          throw new MissingReference({ field: pathOf(at, name), value, ...(kind && { to: kind }) });
        }),
      );
      parent[id] = Array.isArray(given) ? [...ids, ...textsOf(parent[id])] : ids[0];
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
