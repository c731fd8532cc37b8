import { itemModel, type ObjectCalls, objectKind } from "../../api/contract/object-kind.ts";
import type { EndpointDeclaration, Handlers } from "../../api/endpoint.ts";
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
import { fieldsOfList, type ListFields, type ListRequest, listPage } from "./lists.ts";
import type { Tx } from "./tx.ts";

/** A kind of document with regular calls: create, get, update, remove, query. */
export interface RegularResource<T extends Entity, C extends ObjectCalls = ObjectCalls> {
  kind: Kind<T>;
  /** Their model and the keys of a single document and of a page follow from them. Read-only fields in requests are ignored. */
  calls: C;
  /** The fields to list by, if they are not those of the query. */
  fields?: ListFields;
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
export function regularActions<T extends Entity>(resource: RegularResource<T>): RegularActions<T> {
  const { kind, calls, complete, fields = fieldsOfList(() => calls.query) } = resource;
  const written = (given: object | null | undefined) => writable(itemModel(calls.query), given);
  const shown = (tx: Tx, doc: T) => kind.show(doc, tx.now) as T;
  return {
    create(tx, given, id) {
      const doc = complete(tx, written(given) as Sent<T>, undefined);
      return shown(tx, insertEntity(tx, kind, { ...doc, ...newEntity(tx, id) } as T));
    },
    get: (tx, id) => shown(tx, entityOf(tx, kind, id ?? "")),
    change(tx, given) {
      const before = entityOf(tx, kind, given?.id ?? "");
      if (!resource.withoutRevision) checkRevision(before, given?.revision, kind.name);
      const merged = Object.entries({ ...before, ...written(given) }).filter(([, value]) => value !== null);
      const doc = complete(tx, Object.fromEntries(merged) as Sent<T>, before);
      const { id, revision, createdDate, updatedDate } = before;
      const changed = { ...doc, id, revision, createdDate, updatedDate };
      return shown(tx, replaceEntity(tx, kind, changed as unknown as T));
    },
    remove(tx, id) {
      const doc = entityOf(tx, kind, id ?? "");
      resource.beforeRemove?.(tx, doc);
      removeEntity(tx, kind, doc);
      return doc;
    },
    page(tx, request) {
      const { items, pagingMetadata } = listPage(tx, kind.table, request, fields);
      return { items: items.map((doc) => shown(tx, doc)), pagingMetadata };
    },
  };
}

type RegularCall = "create" | "get" | "update" | "remove" | "query";
type Calls = Readonly<Record<string, EndpointDeclaration>>;
type Input = Readonly<Record<string, unknown>>;

/** Returns the handlers of the regular calls that a service has. */
export function regularHandlers<T extends Entity, C extends ObjectCalls & Calls>(
  resource: RegularResource<T, C>,
): Pick<Handlers<C, Tx>, RegularCall & keyof C> {
  const actions = regularActions(resource);
  const kind = () => objectKind(resource.calls);
  const holding = (doc: T) => ({ [kind().key]: doc });
  const objectIn = (input: Input) => input[kind().key] as Written<T> | undefined;
  const idIn = (input: Input) => input[`${kind().key}Id`] as string | undefined;
  const handlers = {
    create: (tx: Tx, input: Input) => holding(actions.create(tx, objectIn(input))),
    get: (tx: Tx, input: Input) => holding(actions.get(tx, idIn(input))),
    update: (tx: Tx, input: Input) => holding(actions.change(tx, objectIn(input))),
    remove(tx: Tx, input: Input) {
      actions.remove(tx, idIn(input));
      return {};
    },
    query(tx: Tx, { query }: { query?: ListRequest | null | undefined }) {
      const { items, pagingMetadata } = actions.page(tx, query);
      return { [kind().listKey]: items, pagingMetadata };
    },
  };
  return handlers as unknown as Pick<Handlers<C, Tx>, RegularCall & keyof C>;
}

/** Returns a document without the read-only fields of its model. */
export function writable<T extends object>(model: Schema, given: T | null | undefined): T {
  const fields = model.properties ?? {};
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([key, value]) => value !== undefined && !fields[key]?.readOnly),
  ) as T;
}
