import { expect, test } from "vitest";
import { snapshotDomains } from "../../src/copies/domains.ts";
import { objectKey } from "../../src/copies/format.ts";
import { objectPlural } from "../../src/copies/shop-object.ts";
import { copiedObjects, shopObjects } from "../../src/copies/shop-objects.ts";

test("snapshots have the kinds of the requested domains, in the order of the domains", async () => {
  expect([...(await shopObjects(["tips", "inventory", "tickets"])).keys()]).toEqual([
    "tipSettings",
    "stock",
    "ticketDefinition",
    "ticket",
  ]);
  expect(new Set([...(await shopObjects()).values()].map(({ domain }) => domain))).toEqual(
    new Set(snapshotDomains),
  );
});

test("a copy contains what its domains refer to, before them, as the catalog of the shop has it", async () => {
  const kindsOf = async (domain: "products" | "tickets", catalog: "v1" | "v3") =>
    (await copiedObjects([domain], catalog)).map(({ kind }) => kind);
  expect(await kindsOf("products", "v1")).toEqual(["collection", "product"]);
  expect(await kindsOf("products", "v3")).toEqual([
    "brand",
    "ribbon",
    "infoSection",
    "customization",
    "category",
    "productV3",
  ]);
  expect(await kindsOf("tickets", "v1")).toEqual(["event", "ticketDefinition", "ticketOrder", "ticket"]);
});

test("the key of an object is its first path that is set, its parts, or the word for the main one", async () => {
  const objects = await shopObjects();
  const key = (kind: string, object: Record<string, unknown>) =>
    objectKey(objects.get(kind) ?? { kind }, object);
  expect(key("taxRegion", { country: "US", subdivision: "US-NY" })).toBe("US-NY");
  expect(key("taxRegion", { country: "DE" })).toBe("DE");
  expect(key("ticketDefinition", { event: "summer-fair", name: "Standard" })).toBe("summer-fair / Standard");
  expect(key("coupon", { specification: { code: "TEN" } })).toBe("TEN");
  expect(key("deliveryProfile", { name: "Worldwide", default: true })).toBe("default");
  expect(key("deliveryProfile", { name: "Worldwide", default: false })).toBe("Worldwide");
  expect(key("taxSettings", {})).toBe("taxSettings");
});

test("a kind is named in the plural", () => {
  const plurals = ["coupon", "tax settings", "category"].map((noun) => objectPlural({ noun }));
  expect(plurals).toEqual(["coupons", "tax settings", "categories"]);
});
