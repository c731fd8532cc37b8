import type { Schema } from "../../api/schema.ts";
import {
  checkRevision,
  type Entity,
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  removeEntity,
  replaceEntity,
} from "./entities.ts";
import { type ListFields, type ListRequest, listPage, listsOf } from "./lists.ts";
import type { Tx } from "./tx.ts";

/** A kind of document with the five regular calls (`regular` in src/api/services/generic.ts). */
export interface RegularResource<T extends Entity, One extends string, Many extends string> {
  kind: Kind<T>;
  /** The keys of a single document and of a page, as in the endpoints. */
  entityKey: One;
  listKey: Many;
  /** The API model. Read-only fields in requests are ignored. */
  model: Schema;
  fields: ListFields;
  /** Updates need no revision. */
  withoutRevision?: true;
  /**
   * Returns the complete document for a request (merged with `before` on update): validates it and adds defaults.
   * Throws PlatformError or InvalidInput for invalid documents.
   */
  complete(tx: Tx, given: Sent<T>, before: T | undefined): Sent<T>;
  /** Runs before a deletion. Can throw to reject it. */
  beforeRemove?(tx: Tx, doc: T): void;
}

/** A document without the fields that the platform sets. */
export type Sent<T> = {
  [K in keyof T as string extends K ? never : K extends keyof Entity ? never : K]: T[K];
};

type By<Key extends string, Value> = { readonly [K in Key]?: Value | null | undefined };
type Written<T> = { id?: string | null; revision?: string | null } & object & { [K in keyof T]?: unknown };

/** The actions of a regular resource. Documents are returned in API form. */
export interface RegularActions<T extends Entity> {
  create(tx: Tx, given: Written<T> | null | undefined, id?: string): T;
  /** Throws PlatformError 404 if it does not exist. */
  get(tx: Tx, id: string | null | undefined): T;
  change(tx: Tx, given: Written<T> | null | undefined): T;
  remove(tx: Tx, id: string | null | undefined): T;
  page(tx: Tx, request: ListRequest | null | undefined): ReturnType<typeof listPage<T>>;
}

/** Returns the actions of a regular resource. */
export function regularActions<T extends Entity>(
  resource: Omit<RegularResource<T, string, string>, "entityKey" | "listKey">,
): RegularActions<T> {
  const { kind, model, fields, complete } = resource;
  const shown = (tx: Tx, doc: T) => withoutLists(kind.show(doc, tx.now)) as T;
  const listed = (doc: object) => ({ ...doc, ...(fields.lists && { lists: listsOf(doc, fields.lists) }) });
  return {
    create(tx, given, id) {
      const doc = complete(tx, writable(model, given) as Sent<T>, undefined);
      return shown(
        tx,
        insertEntity(tx, withoutListsInEvents(kind), listed({ ...doc, ...newEntity(tx, id) }) as T),
      );
    },
    get: (tx, id) => shown(tx, entityOf(tx, kind, id ?? "")),
    change(tx, given) {
      const before = entityOf(tx, kind, given?.id ?? "");
      if (!resource.withoutRevision) checkRevision(before, given?.revision, kind.name);
      const merged = Object.entries({ ...before, ...writable(model, given) }).filter(
        ([, value]) => value !== null,
      );
      const doc = complete(tx, Object.fromEntries(merged) as Sent<T>, before);
      const { id, revision, createdDate, updatedDate } = before;
      const changed = listed({ ...doc, id, revision, createdDate, updatedDate });
      return shown(tx, replaceEntity(tx, withoutListsInEvents(kind), changed as T));
    },
    remove(tx, id) {
      const doc = entityOf(tx, kind, id ?? "");
      resource.beforeRemove?.(tx, doc);
      removeEntity(tx, withoutListsInEvents(kind), doc);
      return doc;
    },
    page(tx, request) {
      const { items, pagingMetadata } = listPage(tx, kind.table, request, fields);
      return { items: items.map((doc) => shown(tx, doc)), pagingMetadata };
    },
  };
}

/** Returns the handlers of the five regular calls. */
export function regularHandlers<T extends Entity, const One extends string, const Many extends string>(
  resource: RegularResource<T, One, Many>,
) {
  const { entityKey, listKey } = resource;
  const actions = regularActions(resource);
  type Holding = { [K in One]: T };
  type Named = By<`${One}Id`, string>;
  const holding = (doc: T) => ({ [entityKey]: doc }) as Holding;
  const named = (input: Named) => (input as By<string, string>)[`${entityKey}Id`];
  return {
    create: (tx: Tx, input: By<One, Written<T>>) => holding(actions.create(tx, input[entityKey])),
    get: (tx: Tx, input: Named) => holding(actions.get(tx, named(input))),
    update: (tx: Tx, input: By<One, Written<T>>) => holding(actions.change(tx, input[entityKey])),
    remove(tx: Tx, input: Named) {
      actions.remove(tx, named(input));
      return {};
    },
    query(tx: Tx, { query }: { query?: ListRequest | null | undefined }) {
      const { items, pagingMetadata } = actions.page(tx, query);
      return { [listKey]: items, pagingMetadata } as { [K in Many]: T[] } & {
        pagingMetadata: typeof pagingMetadata;
      };
    },
  };
}

/** Returns a document without the read-only fields of its model. */
export function writable<T extends object>(model: Schema, given: T | null | undefined): T {
  const fields = model.properties ?? {};
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([key, value]) => value !== undefined && !fields[key]?.readOnly),
  ) as T;
}

/** Returns a kind whose events omit `lists`. */
export function withoutListsInEvents<T extends Entity>(kind: Kind<T>): Kind<T> {
  return { ...kind, show: (doc, now) => withoutLists(kind.show(doc, now)) };
}

/** Returns a document without its internal `lists`. */
export function withoutLists(doc: object): object {
  const { lists, ...rest } = doc as { lists?: unknown };
  return rest;
}
