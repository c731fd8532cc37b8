import { itemModel, type ObjectCalls, objectKind } from "../../api/contract/object-kind.ts";
import type { Endpoint, EndpointDeclaration, Handlers } from "../../api/endpoint.ts";
import type { Schema } from "../../api/schema.ts";
import { bulkResponse, forEachItem } from "./bulk.ts";
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
import { countMatches, type Listed, type ListRequest, listPage } from "./lists.ts";
import type { Tx } from "./tx.ts";

/** A kind of document with regular calls: create, get, update, remove, query. */
export interface RegularResource<T extends Entity, C extends ObjectCalls = ObjectCalls> {
  kind: Kind<T>;
  /** Their model and the keys of a single document and of a page follow from them. Read-only fields in requests are ignored. */
  calls: C;
  /** The fields to list by, if they are not those of the query. */
  fields?: Listed;
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
  const { kind, calls, complete, fields } = resource;
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
      const { items, pagingMetadata } = listPage(tx, kind.table, request, fields ?? calls.query);
      return { items: items.map((doc) => shown(tx, doc)), pagingMetadata };
    },
  };
}

type RegularCall =
  | "create"
  | "get"
  | "update"
  | "remove"
  | "query"
  | "search"
  | "count"
  | "bulkCreate"
  | "bulkUpdate"
  | "bulkRemove";
type Calls = Readonly<Record<string, EndpointDeclaration>>;
type Input = Readonly<Record<string, unknown>> & Asked;

/** What a request asks for of the objects in its response. */
export interface Asked {
  readonly fields?: readonly (string | null)[] | null | undefined;
  readonly returnEntity?: boolean | null | undefined;
}

/** A kind of object of a service, and what its calls do. */
export interface ObjectService<T extends Entity, C extends ObjectCalls> {
  kind: Kind<T>;
  calls: C;
  actions: Pick<RegularActions<T>, "create" | "get" | "change" | "remove">;
  /** The fields to list by, if they are not those of the query. */
  fields?: Listed | undefined;
  /** The key of an object in the results of bulk calls. Default: `item`. */
  item?: string;
  /** Returns an object in API form with the fields that a request asks for. Default: that of its kind. */
  show?(tx: Tx, doc: T, fields: Asked["fields"]): T;
}

/** Returns what does an action with each value of a bulk call, and answers as such calls do. */
export const bulkAnswer =
  <T extends { id: string }>(item: string, show: (tx: Tx, doc: T, fields: Asked["fields"]) => T) =>
  <V>(tx: Tx, values: readonly V[], action: (value: V) => T, { returnEntity, fields }: Asked) =>
    bulkResponse(
      forEachItem(tx, values, action),
      item,
      returnEntity ? (doc) => show(tx, doc, fields) : undefined,
    );

/** Returns the handlers of the regular calls that a service has. */
export function objectHandlers<T extends Entity, C extends ObjectCalls & Calls>({
  kind,
  calls,
  actions,
  fields: listFields,
  item = "item",
  show = (tx, doc) => kind.show(doc, tx.now) as T,
}: ObjectService<T, C>): Pick<Handlers<C, Tx>, RegularCall & keyof C> {
  const names = () => objectKind(calls);
  const objectIn = (input: Input) => input[names().key] as Written<T> | undefined;
  const listIn = <V>(input: Input) => (input[names().listKey] ?? []) as readonly V[];
  const idIn = (input: Input) => input[`${names().key}Id`] as string | undefined;
  const holding = (tx: Tx, doc: T, { fields }: Asked) => ({ [names().key]: show(tx, doc, fields) });
  const page = (tx: Tx, request: ListRequest | null | undefined, by: Listed, { fields }: Asked) => {
    const { items, ...found } = listPage(tx, kind.table, request, by);
    return { [names().listKey]: items.map((doc) => show(tx, doc, fields)), ...found };
  };
  const bulk = bulkAnswer(item, show);
  const handlers = {
    create: (tx: Tx, input: Input) => holding(tx, actions.create(tx, objectIn(input)), input),
    get: (tx: Tx, input: Input) => holding(tx, actions.get(tx, idIn(input)), input),
    update: (tx: Tx, input: Input) => holding(tx, actions.change(tx, objectIn(input)), input),
    remove(tx: Tx, input: Input) {
      actions.remove(tx, idIn(input));
      return {};
    },
    query: (tx: Tx, { query, ...asked }: Asked & { query?: ListRequest | null }) =>
      page(tx, query, listFields ?? calls.query, asked),
    search: (tx: Tx, { search, ...asked }: Asked & { search?: ListRequest | null }) =>
      page(tx, search, calls.search as Endpoint, asked),
    count: (tx: Tx, { filter }: { filter?: unknown }) => ({
      count: countMatches(tx, kind.table, { filter }, listFields ?? calls.query),
    }),
    bulkCreate: (tx: Tx, input: Input) =>
      bulk(tx, listIn<Written<T>>(input), (given) => actions.create(tx, given), input),
    bulkUpdate: (tx: Tx, input: Input) =>
      bulk(tx, listIn<Input>(input), (given) => actions.change(tx, objectIn(given)), input),
    bulkRemove: (tx: Tx, input: Input) =>
      bulk(tx, input[`${names().key}Ids`] as readonly string[], (id) => actions.remove(tx, id), {}),
  };
  const offered = Object.entries(handlers).filter(([call]) => call in calls);
  return Object.fromEntries(offered) as unknown as Pick<Handlers<C, Tx>, RegularCall & keyof C>;
}

/** Returns the handlers of the regular calls that the service of a regular resource has. */
export const regularHandlers = <T extends Entity, C extends ObjectCalls & Calls>(
  resource: RegularResource<T, C>,
): Pick<Handlers<C, Tx>, RegularCall & keyof C> =>
  objectHandlers({ ...resource, actions: regularActions(resource) });

/** Returns a document without the read-only fields of its model. */
export function writable<T extends object>(model: Schema, given: T | null | undefined): T {
  const fields = model.properties ?? {};
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([key, value]) => value !== undefined && !fields[key]?.readOnly),
  ) as T;
}

/** Gives an object the fields that are sent. Null clears them. */
export function takeSent<K extends PropertyKey>(
  next: Partial<Record<K, unknown>>,
  given: Partial<Record<K, unknown>>,
  keys: readonly K[],
): void {
  for (const key of keys) {
    if (given[key] === null) delete next[key];
    else if (given[key] !== undefined) next[key] = given[key];
  }
}

/** Returns the document that a change is for. Throws PlatformError 404 or 409 if it does not exist in this revision. */
export function beforeOf<T extends Entity>(
  tx: Tx,
  kind: Kind<T>,
  given: Partial<Readonly<Record<"id" | "revision", string | null>>> | null | undefined,
): T {
  const before = entityOf(tx, kind, given?.id ?? "");
  checkRevision(before, given?.revision, kind.name);
  return before;
}
