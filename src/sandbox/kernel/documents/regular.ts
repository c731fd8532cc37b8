import type * as z from "zod/mini";
import { bounds } from "../../../api/models/fields.ts";
import type { Tx } from "../tx.ts";
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
import { type Asked, type ListFields, listPage, listsOf } from "./lists.ts";

/** A family of documents whose five calls (`regular` in src/api/services/generic.ts) go by the same rules. */
export interface RegularFamily<T extends Entity, One extends string, Many extends string> {
  kind: Kind<T>;
  /** The keys of one and of a page of them, as in the endpoints. */
  one: One;
  many: Many;
  /** Its read-only fields are ignored when they are sent. */
  model: z.core.$ZodType;
  fields: ListFields;
  /** Changes are made without a revision. */
  unrevised?: true;
  /**
   * The whole document out of what was sent (laid over `before` where it is a change): checks it and fills in what
   * is not given. Throws what the platform would refuse.
   */
  settle(tx: Tx, given: Sent<T>, before: T | undefined): Sent<T>;
  /** Refuses, or does what goes along with it. */
  beforeRemove?(tx: Tx, doc: T): void;
}

/** A document without what the platform writes. */
export type Sent<T> = {
  [K in keyof T as string extends K ? never : K extends keyof Entity ? never : K]: T[K];
};

type By<Key extends string, Value> = { readonly [K in Key]?: Value | null | undefined };
type Written<T> = { id?: string | null; revision?: string | null } & object & { [K in keyof T]?: unknown };

/** What a family does, for its calls and for what builds on them. */
export interface Regular<T extends Entity> {
  create(tx: Tx, given: Written<T> | null | undefined, id?: string): T;
  /** The document as it travels; PlatformError 404. */
  get(tx: Tx, id: string | null | undefined): T;
  change(tx: Tx, given: Written<T> | null | undefined): T;
  remove(tx: Tx, id: string | null | undefined): T;
  page(tx: Tx, asked: Asked | null | undefined): ReturnType<typeof listPage<T>>;
}

/** The deeds of a regular family; every document comes back as it travels. */
export function regularDeeds<T extends Entity>(
  family: Omit<RegularFamily<T, string, string>, "one" | "many">,
): Regular<T> {
  const { kind, model, fields, settle } = family;
  const shown = (tx: Tx, doc: T) => withoutLists(kind.show(doc, tx.now)) as T;
  const listed = (doc: object) => ({ ...doc, ...(fields.lists && { lists: listsOf(doc, fields.lists) }) });
  return {
    create(tx, given, id) {
      const doc = settle(tx, writable(model, given) as Sent<T>, undefined);
      return shown(tx, insertEntity(tx, telling(kind), listed({ ...doc, ...newEntity(tx, id) }) as T));
    },
    get: (tx, id) => shown(tx, entityOf(tx, kind, id ?? "")),
    change(tx, given) {
      const before = entityOf(tx, kind, given?.id ?? "");
      if (!family.unrevised) checkRevision(before, given?.revision, kind.noun);
      const merged = Object.entries({ ...before, ...writable(model, given) }).filter(
        ([, value]) => value !== null,
      );
      const doc = settle(tx, Object.fromEntries(merged) as Sent<T>, before);
      return shown(tx, replaceEntity(tx, telling(kind), listed({ ...before, ...doc }) as T));
    },
    remove(tx, id) {
      const doc = entityOf(tx, kind, id ?? "");
      family.beforeRemove?.(tx, doc);
      removeEntity(tx, telling(kind), doc);
      return doc;
    },
    page(tx, asked) {
      const { items, pagingMetadata } = listPage(tx, kind.table, asked, fields);
      return { items: items.map((doc) => shown(tx, doc)), pagingMetadata };
    },
  };
}

/** The five calls of a regular family. */
export function regularCalls<T extends Entity, const One extends string, const Many extends string>(
  family: RegularFamily<T, One, Many>,
) {
  const { one, many } = family;
  const deeds = regularDeeds(family);
  type Holding = { [K in One]: T };
  type Named = By<`${One}Id`, string>;
  const holding = (doc: T) => ({ [one]: doc }) as Holding;
  const named = (input: Named) => (input as By<string, string>)[`${one}Id`];
  return {
    create: (tx: Tx, input: By<One, Written<T>>) => holding(deeds.create(tx, input[one])),
    get: (tx: Tx, input: Named) => holding(deeds.get(tx, named(input))),
    update: (tx: Tx, input: By<One, Written<T>>) => holding(deeds.change(tx, input[one])),
    remove(tx: Tx, input: Named) {
      deeds.remove(tx, named(input));
      return {};
    },
    query(tx: Tx, { query }: { query?: Asked | null | undefined }) {
      const { items, pagingMetadata } = deeds.page(tx, query);
      return { [many]: items, pagingMetadata } as { [K in Many]: T[] } & {
        pagingMetadata: typeof pagingMetadata;
      };
    },
  };
}

/** What of a document may be sent: without the read-only fields of its model. */
export function writable<T extends object>(model: z.core.$ZodType, given: T | null | undefined): T {
  const { shape } = (model as z.core.$ZodObject)._zod.def;
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([key, value]) => value !== undefined && !isReadonly(shape[key])),
  ) as T;
}

function isReadonly(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (bounds.get(schema)?.readonly) return true;
  return (def.type === "optional" || def.type === "nullable") && isReadonly(def.innerType);
}

/** The kind as it tells of its documents: without what lists are found by. */
export function telling<T extends Entity>(kind: Kind<T>): Kind<T> {
  return { ...kind, show: (doc, now) => withoutLists(kind.show(doc, now)) };
}

/** A document without what lists are found by. */
export function withoutLists(doc: object): object {
  const { lists: _, ...rest } = doc as { lists?: unknown };
  return rest;
}
