import { expect, test } from "vitest";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { codeOwners, productsBySlug } from "../../../src/resources/products/catalog.ts";
import { knownLabels } from "../../../src/resources/products/labels.ts";
import { listProducts } from "../../../src/resources/products/read.ts";
import { collect } from "../../bulk/shop.ts";
import { planUpdate, Site } from "./bulk-jobs.ts";

const versions = ["v1", "v3"] as const;

test.each(versions)("%s: a job sets one field of many products in one request", async (version) => {
  const site = new Site(version);
  await site.seed(30);
  const { journal, work } = await planUpdate(await site.open(), "brand=Pell & Co");
  site.calls = [];
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 30, failed: 0 });
  expect(site.calls).toEqual(
    version === "v1"
      ? ["products.query", "products.bulkUpdate"]
      : // The products are as planning has read them.
        ["brandsV3.getOrCreate", "productsV3.bulkUpdate"],
  );
  expect(new Set((await site.products()).map(({ brand }) => brand))).toEqual(new Set(["Pell & Co"]));
});

test.each(["brand", "ribbon"])("v3: an answer without the id of a %s clears none", async (label) => {
  const site = new Site("v3");
  await site.seed(0);
  const before = await site.products();
  expect(new Set(before.map((product) => product[label as "brand"])).size).toBeGreaterThan(1);
  const withoutId =
    (send: Transport): Transport =>
    async (request) => {
      if (!request.name.endsWith("sV3.getOrCreate")) return await send(request);
      return { status: 200, headers: {}, body: JSON.stringify({ [label]: { name: "Pell" } }) };
    };
  const { journal, work } = await planUpdate(await site.open(withoutId), `${label}=Pell`);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 0, failed: before.length });
  expect(await site.products()).toEqual(before);
});

test.each(versions)("%s: an SKU names products and variants", async (version) => {
  const site = new Site(version);
  await site.seed(0);
  const catalog = await site.open();
  const found = await productsBySlug(catalog, ["stoneware-mug", "yirgacheffe-washed"]);
  const [mug, coffee] = ["stoneware-mug", "yirgacheffe-washed"].map((slug) => found.get(slug));
  expect((await catalog.find("sku", ["COF-YIR"])).map(({ id }) => id)).toEqual([coffee?.id]);
  // The SKU of a variant is not that of its product.
  expect(await catalog.find("sku", ["MUG-MOSS"])).toEqual([]);
  const moss = mug?.variants?.find(({ variant }) => variant?.sku === "MUG-MOSS");
  const owners = await codeOwners(catalog, ["MUG-MOSS", "MUG-MOSS", "", "NO-SUCH"]);
  expect([...owners]).toMatchObject([
    ["MUG-MOSS", [{ productId: mug?.id, product: mug?.name, variantId: moss?.id }]],
  ]);
});

test.each(versions)("%s: the currency takes one request", async (version) => {
  const site = new Site(version);
  await site.seed(5);
  const catalog = await site.open();
  site.calls = [];
  expect(await catalog.currency()).toBe("USD");
  expect(site.calls).toHaveLength(1);
});

test.each(versions)(
  "%s: brands and ribbons are each read once, by the same requests if possible",
  async (version) => {
    const site = new Site(version);
    await site.seed(0);
    const catalog = await site.open();
    site.calls = [];
    const labels = knownLabels(catalog);
    for (const _ of [1, 2]) {
      expect(await labels("brand")).toContain("Studio Müller");
      expect(await labels("ribbon")).toContain("Sale");
    }
    expect(site.calls).toEqual(version === "v1" ? ["products.query"] : ["brandsV3.query", "ribbonsV3.query"]);
  },
);

test("the lists of catalog v3, which have no total, are counted with their hidden products", async () => {
  const site = new Site("v3");
  await site.seed(3);
  const catalog = await site.open();
  const [product] = await Array.fromAsync(listProducts(catalog, { limit: 1 }).rows);
  await catalog.change(product?.id ?? "", { visible: false });
  expect(await catalog.list.count?.(undefined)).toBe(3);
  expect(await catalog.list.count?.({ visible: false })).toBe(1);
});

test("catalog v3 rejects a new product without a price, with the field, and sends nothing", async () => {
  const site = new Site("v3");
  const catalog = await site.open();
  await expect(catalog.create({ name: "Mug", brand: "Pell" })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    field: "product.priceData",
  });
  expect(site.calls).toEqual([]);
});
