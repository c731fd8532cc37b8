import type { Call } from "../../api/caller.ts";
import { type Endpoint, valueAt } from "../../api/endpoint.ts";
import { type PageRequest, wholePages } from "../../api/query/pages.ts";
import type { SnapshotDomain, SnapshotObject } from "../../files/snapshot/format.ts";
import type { StagedObject } from "../../files/snapshot/store.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { ReadOptions, SnapshotReader } from "./reader.ts";
import { type Names, type Reference, withNames } from "./references.ts";

/** A platform object, as it is returned. */
export type Entity = Readonly<Record<string, unknown>>;

/** A kind of object that a snapshot holds as the platform returns it, without ids. */
export interface EntityKind {
  kind: string;
  domain: SnapshotDomain;
  /** Its name in messages, in the plural: `coupons`. */
  name: string;
  /** The name of the list call, such as `coupons.query`, and the call. */
  call: string;
  endpoint: Endpoint;
  input?: object;
  /** The path of the object or list in the result. Default: the call's `items`. */
  at?: string;
  /** The path of the id. Default: `id`. A kind of which each site has one needs none. */
  id?: string;
  /** The list can be sorted and filtered by id, so that reading it can continue after a break. */
  keyed?: true;
  /** Fields that identify or date the object in its shop, besides `instanceFields`. They are stored apart. */
  apart?: readonly string[];
  /** Fields that follow from others and change by themselves; they are left out. */
  derived?: readonly string[];
  /** Returns whether an object is left out. */
  omit?(entity: Entity): boolean;
  /** Returns the content; default: all other fields. */
  content?(entity: Entity): object;
  /** Fields of the content with ids of other objects. */
  references?: readonly Reference[];
  /** Returns ids that are stored apart besides the fields in `apart`, such as those of its parts. */
  ids?(entity: Entity): object;
}

/** The fields of most objects that belong to one shop and not to their content. */
const instanceFields = [
  "id",
  "revision",
  "createdDate",
  "updatedDate",
  "dateCreated",
  "dateUpdated",
  "lastUpdated",
  "instanceId",
] as const;

/** Some objects of a list as the platform returns them, and where it continues. */
export interface EntityPage {
  items: Entity[];
  total?: number | undefined;
  next?: PageRequest | undefined;
}

/** Reads the objects of a kind page by page, from the start or from the `next` of a page. */
export async function* entityPages(
  call: Call,
  kind: EntityKind,
  { signal, from }: { signal: AbortSignal; from?: PageRequest | undefined },
): AsyncGenerator<EntityPage, void, undefined> {
  const { endpoint } = kind;
  if (endpoint.paging === undefined) {
    const items = await unpaged(call, kind);
    return yield { items, total: items.length };
  }
  const options = { signal, from, ...(kind.keyed && { key: "id" }) };
  try {
    yield* wholePages<Entity>(call, kind.call, endpoint, kind.input ?? {}, options);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    yield { items: [], total: 0 };
  }
}

/** Returns the reader of a kind of object. */
export function entityReader(
  call: Call,
  kind: EntityKind,
  { signal }: Pick<ReadOptions, "signal">,
  names: Names,
): SnapshotReader {
  const { name, domain } = kind;
  return {
    name,
    domains: [domain],
    async *pages(from) {
      const options = { signal, from: from as PageRequest | undefined };
      for await (const page of entityPages(call, kind, options)) {
        const kept = page.items.filter((one) => !kind.omit?.(one));
        const objects = await Promise.all(kept.map((one) => staged(kind, one, names)));
        yield { objects, rows: page.items.length, total: page.total, next: page.next };
      }
    },
  };
}

/** Returns the objects of a call without pages. Settings that a site does not have are none. */
async function unpaged(
  call: Call,
  { call: name, endpoint, input = {}, at = "" }: EntityKind,
): Promise<Entity[]> {
  try {
    const found = valueAt((await call(name, endpoint, input)).body, at);
    if (Array.isArray(found)) return found as Entity[];
    return found === undefined || found === null ? [] : [found as Entity];
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Returns whether a site does not have the app or the settings of a call. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 428);

async function staged(kind: EntityKind, entity: Entity, names: Names): Promise<StagedObject> {
  const apart = new Set<string>([...instanceFields, ...(kind.apart ?? [])]);
  const own = kind.content ? kind.content(entity) : fieldsExcept(entity, [...apart, ...(kind.derived ?? [])]);
  const content = await withNames(own as Record<string, unknown>, kind.references ?? [], names);
  const isStable = ([name]: [string, unknown]) => apart.has(name) && !kind.derived?.includes(name);
  const ids = { ...Object.fromEntries(Object.entries(entity).filter(isStable)), ...kind.ids?.(entity) };
  const object: SnapshotObject = { ...content, _kind: kind.kind };
  // Of settings without an id there is one object.
  const unnamed = kind.endpoint.paging === undefined ? kind.kind : JSON.stringify(content);
  return { object, id: String(valueAt(entity, kind.id ?? "id") ?? unnamed), ids };
}

/** Returns the fields of an object besides those that belong to one shop, and `names`. */
export function fieldsExcept(entity: Entity, names: readonly string[]): Record<string, unknown> {
  const left = new Set<string>([...instanceFields, ...names]);
  return Object.fromEntries(Object.entries(entity).filter(([name]) => !left.has(name)));
}
