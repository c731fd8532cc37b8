import type * as z from "zod/mini";
import type { Call } from "../api/caller.ts";
import { itemModel, type ObjectCalls, objectKind } from "../api/contract/object-kind.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { Schema } from "../api/schema.ts";
import { schemaAt } from "../api/schema-fields.ts";
import type { FlatFields } from "../resources/flat-fields.ts";
import type { ObjectList } from "../resources/object-list.ts";
import type { Catalog, CatalogVersion } from "../resources/products/catalog.ts";
import type { SnapshotDomain } from "./domains.ts";
import type { Body, Reference } from "./references.ts";

/**
 * A kind of object that shops have: how it is listed, what of it belongs to its content and what to its shop, how it is
 * written. Pull, diff, promote, backup, restore and sandbox pull know nothing else about
 * it, so that a new kind is one entry in one of the files that shop-objects.ts lists.
 */
export interface ShopObject<T extends object = object> {
  /** The `_kind` of its objects in snapshots, the start of the kinds of its steps, and its name in the sandbox: `coupon`. */
  kind: string;
  domain: SnapshotDomain;
  /** In messages, before the key: `coupon`. */
  noun: string;
  /** Absent: the kind is listed with another one, such as stock with products. */
  list?: ObjectList | ((shop: ListedShop) => ObjectList);
  /** The path of the id. Default: `id`. Not needed for a kind that each site has once. */
  id?: string;
  /**
   * The paths of the natural key in snapshots; `a|b` is the first that is set. Empty: each site has one object. Absent: the
   * kind is not in snapshots.
   */
  key?: readonly string[];
  /** No two objects have the same key. */
  unique?: true;
  /** The field that marks the object of the kind that every site has. Its key is this word, independent of its name. */
  main?: string;
  /** The fields in snapshots, if they are not those of the platform. */
  schema?: z.core.$ZodType;
  /** A field that is absent in a snapshot is not known, and not compared. */
  sparse?: true;
  /** Fields that identify or date the object in its shop, besides `instanceFields`. They are stored apart. */
  apart?: readonly string[];
  /** Fields that follow from others and change by themselves; they are left out. */
  derived?: readonly string[];
  /** Returns whether an object is left out. */
  omit?(object: T, shop: ListedShop): boolean;
  /** Returns the content in snapshots; default: all fields that are neither apart nor derived. */
  content?(object: T): object;
  /** Returns ids that are stored apart besides the fields in `apart`, such as those of its parts. */
  ids?(object: T): object;
  /** Fields of the content with ids of other objects. */
  references?: readonly Reference[];
  /** What each field of `readOnly` in the content is called, in the plural: `tax exemptions`. */
  losses?: Readonly<Record<string, string>>;
  /** Absent: objects are never written, or as drafts of products, collections and events. */
  write?: ObjectWrite;
  /** Parts that are written by themselves, after the object. */
  parts?: readonly ObjectPart[];
  /** Absent: a sandbox cannot store it. */
  copy?: ObjectCopy<T>;
}

/** Kinds of objects by their `_kind`. */
export type ShopObjects = ReadonlyMap<string, ShopObject>;

/** The shop that objects are listed in. */
export interface ListedShop {
  call: Call;
  catalog: Catalog;
  /** Whether to read costs, which takes one request per product on catalog v1. */
  costs: boolean;
  /** Only orders that were created since then. */
  since: Date | undefined;
}

/** A request that writes. `created`: returns the id of what it created from the result; default: `id` of the only object in it. */
export interface Sending {
  endpoint: Endpoint;
  input: object;
  created?(result: Body): string | undefined;
}

/** An object that is changed or deleted, with ids instead of keys. */
export interface Target {
  id: string;
  /** As it was read last; it is sent with the update. */
  revision: string | undefined;
  /** The whole object, as it will be. */
  whole: Body;
  /** Its fields that change, each as a whole. Null: cleared. */
  touched: Body;
  /** Only what changes, at any depth, with keys of other objects. */
  changed: Body;
}

/** How objects are created, changed and deleted. Step kinds are `<kind>.create`, `.update` and `.delete`. */
export interface ObjectWrite {
  /** Objects of lower phases are written first, and deleted last. From 0 to 10. */
  phase: number | ((fields: FlatFields) => number);
  /** Returns what is written of an object of a snapshot; default: all of it. */
  written?(object: Body): Body;
  /** Absent: each site has one. */
  create?(body: Body): Sending;
  update(target: Target): Sending;
  /** Absent: it cannot be deleted, so that it is left alone and creating it is final. */
  remove?(target: Pick<Target, "id" | "whole">): Sending;
  /** Returns whether the object is one that each site has and that cannot be deleted. */
  isMain?(fields: FlatFields): boolean;
  /** Returns what to call objects that make sense in their own shop only, in the plural; undefined: another can have it. */
  bound?(fields: FlatFields): string | undefined;
  /** Returns what an object and another one cannot both have; undefined: they can exist side by side. */
  conflict?(fields: FlatFields, other: FlatFields): string | undefined;
  /**
   * Returns a state that an object needs first, if its change takes something that another object still has; otherwise
   * undefined.
   */
  between?(before: FlatFields, after: FlatFields): FlatFields | undefined;
}

/** A part of an object that is written by itself, such as a region of a delivery profile. */
export interface ObjectPart extends ObjectWrite {
  kind: string;
  noun: string;
  /** The paths of its key. */
  key: readonly string[];
  /** Where it refers to other objects. */
  references: readonly Reference[];
  /** Returns the parts of an object of a snapshot. `ids`: what is stored apart from the object. */
  of(object: Body, ids: Body): { id: string; body: Body }[];
}

/** How the objects of a kind are copied into a sandbox, with their ids. */
export interface ObjectCopy<T extends object = object> {
  /** The shops that have it; the other catalog has another kind for it. Default: all. */
  catalog?: CatalogVersion;
  /** What is copied of an object. Default: what the list has. */
  model?: Schema;
  /** The list, if it is not that of snapshots. */
  list?: ObjectList;
  /** `--limit` applies to it. Lists without it are small, and these refer to them. */
  limited?: true;
  /** Why the sandbox leaves some out: `whose event was not copied`. */
  leftOut?: string;
  /** Returns the function that returns what is copied of the objects of a page. Default: the objects. */
  complete?(shop: ListedShop): (objects: readonly T[]) => Promise<object[]> | object[];
}

/** Describes a kind of object. `T`: what its list returns. */
export const shopObject = <T extends object>(object: ShopObject<T>): ShopObject => object as ShopObject;

/** The calls of a service that lists and writes one kind of object. */
type WrittenCalls = ObjectCalls & Readonly<Record<"create" | "update" | "remove", Endpoint>>;

/** Returns what the calls of a service say of its kind: its name, how it is listed, and how it is written in this phase. */
export function regular(calls: WrittenCalls, phase: number) {
  return { ...listed(calls), write: { phase, ...regularWrites(calls) }, copy: {} };
}

/** Returns the name of a kind and how it is listed, by the calls of its service. */
export function listed(calls: ObjectCalls) {
  const { key, noun } = objectKind(calls);
  return { kind: key, noun, list: { endpoint: calls.query } };
}

/** Returns the model of the objects of a list. */
export const objectModel = ({ endpoint, at }: ObjectList): Schema =>
  at === undefined ? itemModel(endpoint) : schemaAt(endpoint.result, at);

/** Returns how the objects of a service are written: the object is sent by its name, and its id as `<name>Id`. */
export function regularWrites(
  calls: WrittenCalls,
): Required<Pick<ObjectWrite, "create" | "update" | "remove">> {
  const { key } = objectKind(calls);
  return {
    create: (body) => ({ endpoint: calls.create, input: { [key]: body } }),
    update: ({ id, revision, touched }) => ({
      endpoint: calls.update,
      input: { [key]: { ...touched, id, revision } },
    }),
    remove: ({ id }) => ({ endpoint: calls.remove, input: { [`${key}Id`]: id } }),
  };
}

/** Returns what a call says of the settings that it returns. Each site has one of them. */
export function settings(get: Endpoint, input?: object) {
  const { key, noun } = objectKind({ get, query: get });
  return { kind: key, noun, list: { endpoint: get, at: key, input }, key: [], copy: {} };
}

/** The fields of most objects that belong to one shop and not to their content. */
export const instanceFields = [
  ...["id", "revision", "createdDate", "updatedDate", "dateCreated", "dateUpdated", "lastUpdated"],
  "instanceId",
];

/** Returns the fields of an object besides those that belong to one shop, and `names`. */
export function fieldsExcept(object: object, names: readonly string[]): Record<string, unknown> {
  const left = new Set([...instanceFields, ...names]);
  return Object.fromEntries(Object.entries(object).filter(([name]) => !left.has(name)));
}

/** Returns the name of a kind in messages, in the plural: `tax groups`, `tax settings`, `categories`. */
export function objectPlural({ noun }: Pick<ShopObject, "noun">): string {
  return noun.endsWith("s") ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
