import type { FileLocation } from "../location.ts";
import { fileError } from "../location.ts";

/** The domains of a snapshot, in the order in which they are read and written. */
export const snapshotDomains = [
  "products",
  "collections",
  "inventory",
  "orders",
  "events",
  "tickets",
  "discounts",
  "shipping",
  "tax",
  "tips",
  "settings",
] as const;
export type SnapshotDomain = (typeof snapshotDomains)[number];

/** One object of a snapshot: its kind and its content, without ids of its shop. */
export interface SnapshotObject {
  _kind: string;
  [field: string]: unknown;
}

/** A kind of object in a snapshot. */
interface SnapshotKind {
  domain: SnapshotDomain;
  /** The paths of the natural key; `a|b` is the first that is set. Without any, there is one object of the kind. */
  key: readonly string[];
  /** No two objects have the same key. */
  unique?: true;
  /** The field that marks the object of the kind that each site has, whatever it is named. Its key is this word. */
  main?: string;
}

/** Every kind of object by its `_kind`. */
export const snapshotKinds: Readonly<Record<string, SnapshotKind>> = {
  product: { domain: "products", key: ["slug"], unique: true },
  collection: { domain: "collections", key: ["name"] },
  stock: { domain: "inventory", key: ["slug"], unique: true },
  order: { domain: "orders", key: ["number"] },
  event: { domain: "events", key: ["slug"], unique: true },
  ticketDefinition: { domain: "tickets", key: ["event", "name"] },
  ticket: { domain: "tickets", key: ["ticketNumber"], unique: true },
  coupon: { domain: "discounts", key: ["specification.code"], unique: true },
  discountRule: { domain: "discounts", key: ["name"] },
  deliveryProfile: { domain: "shipping", key: ["name"], main: "default" },
  localDeliveryOption: { domain: "shipping", key: ["areaName", "deliveryRegions"] },
  pickupLocation: { domain: "shipping", key: ["name"] },
  shippingOption: { domain: "shipping", key: ["title", "deliveryRegions"] },
  taxGroup: { domain: "tax", key: ["name"] },
  taxRate: { domain: "tax", key: ["taxRegion", "taxGroup", "jurisdictionType", "jurisdiction"] },
  taxRegion: { domain: "tax", key: ["subdivision|country"] },
  taxSettings: { domain: "tax", key: [] },
  tipSettings: { domain: "tips", key: ["scope"] },
  checkoutSettings: { domain: "settings", key: [] },
  eventsSettings: { domain: "settings", key: [] },
  ordersSettings: { domain: "settings", key: [] },
};

/** Returns the natural key of an object: `stoneware-mug`, `summer-fair / Standard`. */
export function keyOf(object: SnapshotObject): string {
  const { key: paths = [], main } = snapshotKinds[object._kind] ?? {};
  if (main !== undefined && object[main] === true) return main;
  const parts = paths.map((path) => textAt(object, path)).filter((part) => part !== "");
  return parts.length === 0 ? object._kind : parts.join(" / ");
}

function textAt(object: SnapshotObject, paths: string): string {
  for (const path of paths.split("|")) {
    const text = textAtPath(object, path);
    if (text !== "") return text;
  }
  return "";
}

function textAtPath(object: SnapshotObject, path: string): string {
  let value: unknown = object;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the object of a line. Throws UsageError with file and line for one that cannot be part of a snapshot. */
export function checkObject(value: Readonly<Record<string, unknown>>, at: FileLocation): SnapshotObject {
  const { _kind: kind } = value;
  if (typeof kind !== "string") throw fileError({ ...at, field: "_kind" }, "the object has no _kind.", hint);
  const known = Object.hasOwn(snapshotKinds, kind) ? snapshotKinds[kind] : undefined;
  if (known === undefined)
    throw fileError({ ...at, field: "_kind" }, `unknown kind of object "${kind}".`, hint);
  const object = value as SnapshotObject;
  const [first] = known.key;
  if (first !== undefined && known.key.every((path) => textAt(object, path) === ""))
    throw fileError({ ...at, field: first }, `the ${kind} has no ${first}, by which it is found.`, hint);
  return object;
}

const hint = "The fields of each kind: till help guide copies";
