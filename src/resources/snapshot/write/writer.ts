import type { Endpoint } from "../../../api/endpoint.ts";
import type { SnapshotObject } from "../../../files/snapshot/format.ts";
import type { Body, Reference } from "../references.ts";
import { type FlatFields, flatFields } from "./flat-fields.ts";

/** A request that writes. `created`: returns the id of what it created from the result; default: `id` of the only object in it. */
export interface Sending {
  name: string;
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

/** What is written as one: an object of a snapshot, or a part of one. */
export interface Item {
  key: string;
  id: string;
  revision: string | undefined;
  /** Its fields by path; lists are values. */
  fields: FlatFields;
}

/** How a kind of object is created, changed and deleted. Step kinds are `<kind>.create`, `.update` and `.delete`. */
export interface Writer {
  kind: string;
  /** In messages, before the key: `coupon`. */
  noun: string;
  /** The kind of object in snapshots whose part it is. Default: `kind`. */
  of?: string;
  /** Objects of lower phases are written first, and deleted last. From 0 to 9. */
  phase(fields: FlatFields): number;
  /** Returns the object of a snapshot without the parts that are written by themselves. Default: as it is. */
  content?(object: SnapshotObject): SnapshotObject;
  /** Returns the parts of an object of a snapshot. Default: the object itself. */
  parts?(object: SnapshotObject, ids: Body): { id: string; body: Body }[];
  /** The paths of the key of a part. Default: that of the object of the snapshot. */
  key?: readonly string[];
  /** Where a part refers to other objects. Default: as in the snapshot. */
  references?: readonly Reference[];
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
  /** Returns the state of an object before it takes what another one has; undefined: it takes nothing. */
  between?(before: FlatFields, after: FlatFields): FlatFields | undefined;
  /** What each field of `readOnly` is called, in the plural: `tax exemptions`. */
  losses?: Readonly<Record<string, string>>;
}

/** The calls of a generic service: the object is sent as `one`, and its id as `<one>Id`. */
export function genericWriter(
  service: string,
  calls: Readonly<Record<"create" | "update" | "remove", Endpoint>>,
  one: string,
): Required<Pick<Writer, "create" | "update" | "remove">> {
  return {
    create: (body) => ({
      name: `${service}.create`,
      endpoint: calls.create,
      input: { [one]: body },
    }),
    update: ({ id, revision, touched }) => ({
      name: `${service}.update`,
      endpoint: calls.update,
      input: { [one]: { ...touched, id, revision } },
    }),
    remove: ({ id }) => ({
      name: `${service}.remove`,
      endpoint: calls.remove,
      input: { [`${one}Id`]: id },
    }),
  };
}

/** Returns the fields of an object of a snapshot that can be written. */
export function writableFields({ _kind: _, readOnly: __, ...content }: SnapshotObject): FlatFields {
  return flatFields(content);
}
