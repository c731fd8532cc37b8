import { type SnapshotDomain, snapshotDomains } from "./domains.ts";
import type { ObjectCopy, ShopObject, ShopObjects } from "./shop-object.ts";

/** The kinds of objects, in files that are loaded when one of their domains is wanted. */
const objectFiles = {
  catalog: async () => (await import("./catalog-objects.ts")).catalogObjects,
  catalogV3: async () => (await import("./catalog-v3-objects.ts")).catalogV3Objects,
  orders: async () => (await import("./order-objects.ts")).orderObjects,
  events: async () => (await import("./event-objects.ts")).eventObjects,
  discounts: async () => (await import("./discount-objects.ts")).discountObjects,
  shipping: async () => (await import("./shipping-objects.ts")).shippingObjects,
  settings: async () => (await import("./settings-objects.ts")).settingsObjects,
} satisfies Record<string, () => Promise<readonly ShopObject[]>>;

/** The file with the kinds of each domain. */
const fileOf: Readonly<Record<SnapshotDomain, keyof typeof objectFiles>> = {
  products: "catalog",
  collections: "catalog",
  inventory: "catalog",
  orders: "orders",
  events: "events",
  tickets: "events",
  discounts: "discounts",
  shipping: "shipping",
  tax: "settings",
  tips: "settings",
  settings: "settings",
};

/** Loads the kinds of objects in snapshots, in the order in which they are read. Default: of all domains. */
export async function shopObjects(
  domains: readonly SnapshotDomain[] = snapshotDomains,
): Promise<ShopObjects> {
  const files = await Promise.all(domains.map((domain) => objectFiles[fileOf[domain]]()));
  const objects = domains.flatMap((domain, index) =>
    (files[index] ?? []).filter((one) => one.domain === domain && one.key !== undefined),
  );
  return new Map(objects.map((object) => [object.kind, object]));
}

/** What objects of a domain refer to. Products and their stock are one list. */
const needs: Readonly<Partial<Record<SnapshotDomain, readonly SnapshotDomain[]>>> = {
  products: ["collections"],
  inventory: ["collections", "products"],
  tickets: ["events"],
};

/** Returns domains with those that they refer to. */
function withNeeds(domains: readonly SnapshotDomain[]): SnapshotDomain[] {
  const all = new Set(domains.flatMap((domain) => [domain, ...(needs[domain] ?? [])]));
  return snapshotDomains.filter((domain) => all.has(domain));
}

/** The files with kinds of objects, in the order in which they are copied: those first that others refer to. */
const order: readonly (keyof typeof objectFiles)[] = [
  ...(["catalog", "discounts", "shipping", "settings", "orders", "events"] as const),
];

/** Loads the kinds of objects that are copied into a sandbox from shops with a catalog, and those that they refer to. */
export async function copiedObjects(
  domains: readonly SnapshotDomain[],
  catalog: "v1" | "v3",
): Promise<(ShopObject & { copy: ObjectCopy })[]> {
  const wanted = withNeeds(domains);
  const needed = order.filter((file) => wanted.some((domain) => fileOf[domain] === file));
  const files = await Promise.all(
    needed.map((file) => objectFiles[file === "catalog" && catalog === "v3" ? "catalogV3" : file]()),
  );
  return files.flat().flatMap((object) => {
    const { domain, copy } = object;
    return copy && wanted.includes(domain) && (copy.catalog ?? catalog) === catalog
      ? [{ ...object, copy }]
      : [];
  });
}
