import { beforeEach, describe, expect, it } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { createWireClient } from "../../../src/api/client.ts";
import { collections } from "../../../src/api/services/collections/collections.ts";
import { inventory } from "../../../src/api/services/inventory/inventory.ts";
import type { Product } from "../../../src/api/services/products/models/product.ts";
import { products } from "../../../src/api/services/products/products.ts";
import { productsV3 } from "../../../src/api/services/products/products-v3.ts";
import { withRetry } from "../../../src/api/transport/retry.ts";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { exitCodes, TransportError } from "../../../src/kernel/errors.ts";
import { decimal } from "../../../src/kernel/money.ts";
import { listCollections } from "../../../src/resources/collections/collections.ts";
import { type Catalog, listProducts } from "../../../src/resources/products/read.ts";
import { catalogV3Call, categoryList, listV3 } from "../../../src/resources/products/v3/call.ts";
import { discountOf, priceInfo } from "../../../src/resources/products/v3/prices.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let sandbox: TestShop;
let direct: Call;
beforeEach(() => {
  sandbox = openTestShop({ catalog: "v3" });
  direct = createCaller({
    send: sandbox.send,
    baseUrl: "https://shop.example",
    headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
  });
});

const v1 = (call: Call = direct) => createWireClient({ products, inventory }, catalogV3Call(call, true));
async function bySlug(slug: string): Promise<Product> {
  const found = await v1().products.query({ query: { filter: { slug }, paging: { limit: 1 } } });
  return found.products?.[0] as Product;
}
const pricesOf = ({ variants }: Product) => variants?.map(({ variant }) => variant?.priceData?.price);

describe("an update", () => {
  it("changes the variants with the product's price only", async () => {
    const { id } = await bySlug("stoneware-mug");
    await v1().products.update({ product: { id, priceData: { price: 30 } } });
    expect(pricesOf(await bySlug("stoneware-mug"))).toEqual([30, 30, 26.5]);
  });

  it("of the price keeps discount, options, SKUs and stock", async () => {
    const before = await bySlug("dinner-plate-watt");
    expect(before.discount).toEqual({ type: "PERCENT", value: 15 });
    await v1().products.update({ product: { id: before.id, priceData: { price: 40 } } });
    const after = await bySlug("dinner-plate-watt");
    expect(after.priceData).toMatchObject({ price: 40, discountedPrice: 34 });
    expect(after.productOptions).toEqual(before.productOptions);
    const summary = ({ variants }: Product) =>
      variants?.map(({ id, stock, variant }) => [id, stock, variant?.sku, variant?.weight]);
    expect(summary(after)).toEqual(summary(before));
  });

  it("of a product that someone else changed is a conflict and changes nothing", async () => {
    const { id } = await bySlug("stoneware-mug");
    const meddled: Call = async (name, endpoint, input, options) => {
      const answer = await direct(name, endpoint, input, options);
      if (name !== "productsV3.get") return answer;
      const { revision } = (answer.body as { product: { revision: string } }).product;
      await direct("productsV3.update", productsV3.update, { product: { id, revision, name: "Theirs" } });
      return answer;
    };
    const mine = v1(meddled).products.update({ product: { id, name: "Mine" } });
    await expect(mine).rejects.toMatchObject({ status: 409, exitCode: exitCodes.conflict });
    expect((await bySlug("stoneware-mug")).name).toBe("Theirs");
  });

  it("with a lost response is recognised as done when it is repeated", async () => {
    const { id } = await bySlug("stoneware-mug");
    let lost = 0;
    const lossy: Transport = async (request) => {
      const answer = await sandbox.send(request);
      if (request.effect !== "set" || lost++ % 2 === 1) return answer;
      throw new TransportError("The connection broke.", "maybe");
    };
    const send = withRetry(lossy, { sleep: async () => {} });
    const headersFor = async () => ({ authorization: defaults.apiKey });
    const twice = createCaller({ send, baseUrl: "https://shop.example", headersFor });
    const { product } = await v1(twice).products.update({ product: { id, priceData: { price: 31 } } });
    expect(product).toMatchObject({ priceData: { price: 31 } });
    const moss = { choices: { Colour: "Moss" }, price: 28, sku: "M-1", weight: 0.5 };
    await v1(twice).products.updateVariants({ id: id ?? "", variants: [moss] });
    await v1(twice).products.removeBrand({ id: id ?? "" });
    expect(pricesOf(await bySlug("stoneware-mug"))).toEqual([31, 31, 28]);
    const set = { ids: [id ?? ""], set: { ribbon: "Twice" } };
    expect((await v1(twice).products.bulkUpdate(set)).bulkActionMetadata).toMatchObject({ totalFailures: 0 });
  });

  it("sets and removes brand, ribbon and info sections", async () => {
    const { id } = await bySlug("stoneware-mug");
    const sections = [{ title: "Care", description: "<p>By hand.</p>" }];
    const given = { brand: "New & Co", ribbon: "Hot", additionalInfoSections: sections };
    await v1().products.update({ product: { id, ...given } });
    expect(await bySlug("stoneware-mug")).toMatchObject(given);
    await v1().products.update({ product: { id, brand: null, ribbon: "", additionalInfoSections: [] } });
    const bare = { brand: null, ribbon: "", additionalInfoSections: [] };
    expect(await bySlug("stoneware-mug")).toMatchObject(bare);
  });

  it("that adds and removes options keeps the id, SKU and stock of the first variant", async () => {
    const before = await bySlug("hand-grinder");
    const { id } = before;
    const choices = ["S", "L"].map((value) => ({ value, description: value }));
    const productOptions = [{ name: "Size", optionType: "drop_down", choices }];
    await v1().products.update({ product: { id, manageVariants: true, productOptions } });
    expect((await bySlug("hand-grinder")).variants?.map((one) => one.choices)).toEqual([
      { Size: "S" },
      { Size: "L" },
    ]);
    await v1().products.removeOptions({ id: id ?? "" });
    const after = await bySlug("hand-grinder");
    expect(after.variants).toEqual(before.variants);
    expect(after).toMatchObject({ sku: before.sku, stock: before.stock });
  });
});

describe("data that v3 stores elsewhere", () => {
  it("is written and read: units, text fields, files", async () => {
    const { id } = await bySlug("hand-grinder");
    const given: Product = {
      pricePerUnitData: {
        totalQuantity: 500,
        totalMeasurementUnit: "G",
        baseQuantity: 1,
        baseMeasurementUnit: "KG",
      },
      customTextFields: [{ title: "Engraving", maxLength: 20, mandatory: true }],
    };
    await v1().products.update({ product: { id, ...given } });
    expect(await bySlug("hand-grinder")).toMatchObject(given);
    await v1().products.update({ product: { id, priceData: { price: 80 } } });
    expect(await bySlug("hand-grinder")).toMatchObject(given);
    await v1().products.update({ product: { id, pricePerUnitData: null, customTextFields: [] } });
    const after = await bySlug("hand-grinder");
    expect(after.customTextFields).toEqual([]);
    expect(after).not.toHaveProperty("pricePerUnitData");
    const { id: book } = await bySlug("brewing-at-home");
    await v1().products.update({ product: { id: book, digitalFile: { id: "till_second-edition.pdf" } } });
    expect((await bySlug("brewing-at-home")).digitalFile?.id).toBe("till_second-edition.pdf");
  });

  it("of choices: media are attached, returned and detached", async () => {
    const { id = "", media } = await bySlug("stoneware-mug");
    const [first = "", second = ""] = (media?.items ?? []).map((item) => item.id ?? "");
    const ofChoices = async () =>
      (await bySlug("stoneware-mug")).productOptions?.[0]?.choices?.map((choice) =>
        choice.media?.items?.map((item) => item.id),
      );
    const mediaIds = [second, first];
    const ink = { option: "Colour", choice: "Ink" };
    await v1().products.addChoicesMedia({ id: id ?? "", media: [{ ...ink, mediaIds }] });
    expect(await ofChoices()).toEqual([undefined, [first, second], undefined]);
    const { media: chosen } = await v1().products.optionsAvailability({
      id: id ?? "",
      options: { Colour: "Ink" },
    });
    expect(chosen?.items).toHaveLength(2);
    await v1().products.removeChoicesMedia({ id: id ?? "", media: [{ ...ink, mediaIds: [first] }] });
    expect(await ofChoices()).toEqual([undefined, [second], undefined]);
    await v1().products.removeChoicesMedia({ id: id ?? "" });
    expect(await ofChoices()).toEqual([undefined, undefined, undefined]);
  });

  it("of variants: availability for a selection, and reset", async () => {
    const { id = "" } = await bySlug("stoneware-mug");
    const availability = (options: Record<string, string>) =>
      v1().products.optionsAvailability({ id: id ?? "", options });
    expect(await availability({ Colour: "Moss" })).toMatchObject({
      availableForPurchase: false,
      selectedVariant: { sku: "MUG-MOSS", inStock: false },
    });
    const open = await availability({});
    expect(open).not.toHaveProperty("selectedVariant");
    expect(open.productOptions?.[0]?.choices?.map(({ inStock }) => inStock)).toEqual([true, true, false]);
    expect((await availability({ Colour: "Oat" })).availableForPurchase).toBe(true);
    await v1().products.resetVariants({ id: id ?? "" });
    const { variants } = await bySlug("stoneware-mug");
    expect(variants?.map(({ variant }) => [variant?.priceData?.price, variant?.sku])).toEqual([
      [24, ""],
      [24, ""],
      [24, ""],
    ]);
    expect(variants?.map(({ stock }) => stock?.quantity)).toEqual([42, 17, 0]);
  });

  it("of variants: a shared SKU is the product's", async () => {
    const { id = "", sku } = await bySlug("yirgacheffe-washed");
    expect(sku).toBe("COF-YIR");
    await v1().products.update({ product: { id, sku: "YIR" } });
    const { variants, sku: after } = await bySlug("yirgacheffe-washed");
    expect([after, ...(variants ?? []).map(({ variant }) => variant?.sku)]).toEqual(Array(4).fill("YIR"));
  });
});

describe("collections", () => {
  const calls = (admin = true) => createWireClient({ products, collections }, catalogV3Call(direct, admin));

  it("are categories: created, found, changed, hidden and deleted", async () => {
    const { collections: all } = calls();
    const { collection } = await all.create({ collection: { name: "Sale", description: "Cold days" } });
    expect(collection).toMatchObject({ name: "Sale", slug: "sale", visible: true, numberOfProducts: 0 });
    const id = collection?.id ?? "";
    await all.update({ collection: { id, name: "Winter sale", description: "", visible: false } });
    expect((await all.getBySlug({ slug: "sale" })).collection).toMatchObject({
      name: "Winter sale",
      description: "",
      visible: false,
    });
    const found = async (admin: boolean) =>
      (await calls(admin).collections.query({ query: { filter: { name: "Winter sale" } } })).collections;
    expect(await found(true)).toHaveLength(1);
    expect(await found(false)).toEqual([]);
    await all.remove({ id });
    await expect(all.get({ id })).rejects.toMatchObject({ status: 404 });
  });

  it("are listed by offset and by cursor, each once", async () => {
    for (let n = 1; n <= 7; n++) await calls().collections.create({ collection: { name: `C${n}` } });
    const catalog = { call: catalogV3Call(direct, true), collections: categoryList };
    const names: (string | null | undefined)[] = [];
    for await (const { name } of listCollections(catalog, { all: true }).rows) names.push(name);
    expect(names).toHaveLength(13);
    const page = async (offset: number) =>
      (
        await calls().collections.query({
          query: { paging: { limit: 5, offset }, sort: [{ fieldName: "name", order: "ASC" }] },
        })
      ).collections?.map(({ name }) => name);
    expect([...((await page(0)) ?? []), ...((await page(5)) ?? []), ...((await page(10)) ?? [])]).toEqual(
      names,
    );
  });

  it("add and remove products, which can be filtered by collection", async () => {
    const { id } = await bySlug("hand-grinder");
    const { collection } = await calls().collections.create({ collection: { name: "Sale" } });
    const into = { id: collection?.id ?? "", productIds: [id ?? ""] };
    await calls().collections.addProducts(into);
    expect((await bySlug("hand-grinder")).collectionIds).toContain(into.id);
    const catalog = { call: catalogV3Call(direct, true), list: listV3, admin: true } as Catalog;
    const slugs: (string | null | undefined)[] = [];
    const filter = `collectionIds hasSome (${into.id})`;
    for await (const { slug } of listProducts(catalog, { filter }).rows) slugs.push(slug);
    expect(slugs).toEqual(["hand-grinder"]);
    await calls().collections.removeProducts(into);
    expect((await bySlug("hand-grinder")).collectionIds).not.toContain(into.id);
    const unknown = calls().collections.addProducts({ ...into, productIds: ["none", id ?? ""] });
    await expect(unknown).rejects.toMatchObject({ exitCode: exitCodes.partial, code: "ITEM_NOT_FOUND" });
  });
});

describe("operations that v3 does not support", () => {
  it.each<[string, Product]>([
    ["an SKU on a product with options", { sku: "MUG" }],
    ["another type", { productType: "digital" }],
    ["options without variants", { manageVariants: false }],
    ["dimensions", { productDimensions: { length: "1", width: "1", height: "1", unit: "CM" } }],
  ])("%s is rejected without a change", async (_, change) => {
    const before = await bySlug("stoneware-mug");
    const availability = v1().products.update({ product: { id: before.id, name: "Other", ...change } });
    await expect(availability).rejects.toMatchObject({ code: "CATALOG_V3", exitCode: exitCodes.usage });
    expect(await bySlug("stoneware-mug")).toEqual(before);
  });
});

describe("stock", () => {
  it("is set, increased and decreased by variant, and never falls below zero", async () => {
    const { id: productId, variants } = await bySlug("stoneware-mug");
    const [oat, ink] = (variants ?? []).map(({ id }) => id ?? "");
    const quantities = async () =>
      (await bySlug("stoneware-mug")).variants?.map((one) => one.stock?.quantity);
    const stock = { trackQuantity: true, variants: [{ variantId: ink, quantity: 3 }] };
    await v1().inventory.updateVariants({ inventoryItem: { productId, ...stock } });
    await v1().inventory.increment({ incrementData: [{ productId, variantId: oat, incrementBy: 8 }] });
    expect(await quantities()).toEqual([50, 3, 0]);
    const taken = v1().inventory.decrement({
      decrementData: [{ productId, variantId: ink, decrementBy: 4 }],
    });
    await expect(taken).rejects.toMatchObject({ exitCode: exitCodes.conflict });
    expect(await quantities()).toEqual([50, 3, 0]);
  });
});

describe("a bulk update", () => {
  it("reports the ids of rejected products", async () => {
    const [grinder, mug] = [await bySlug("hand-grinder"), await bySlug("stoneware-mug")];
    const stale: Call = async (name, endpoint, input, options) => {
      if (name === "productsV3.bulkUpdate")
        (input as { products: { product: { revision: string } }[] }).products[0]!.product.revision = "99";
      return await direct(name, endpoint, input, options);
    };
    const ids = [grinder.id ?? "", mug.id ?? ""];
    const { results } = await v1(stale).products.bulkUpdate({ ids, set: { ribbon: "Last ones" } });
    expect(results?.map(({ itemMetadata }) => [itemMetadata?.id, itemMetadata?.success])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ]);
    expect((await bySlug("stoneware-mug")).ribbon).toBe("Last ones");
    expect((await bySlug("hand-grinder")).ribbon).toBe(grinder.ribbon);
  });
});

describe("a discount", () => {
  const price = (actual: string, compare?: string) => ({
    actualPrice: { amount: actual },
    ...(compare && { compareAtPrice: { amount: compare } }),
  });
  it.each([
    [[price("10")], { type: "NONE" }],
    [[price("8.5", "10"), price("17", "20")], { type: "PERCENT", value: decimal("15") }],
    [[price("7", "10"), price("17", "20")], { type: "AMOUNT", value: decimal("3") }],
    [[price("7", "10"), price("20")], { type: "mixed" }],
  ])("is the one that all prices share: %#", (prices, expected) => {
    expect(discountOf(prices, "USD")).toEqual(expected);
  });

  it("is rounded to the digits of the currency", () => {
    const off = { type: "PERCENT", value: decimal("15") } as const;
    expect(priceInfo(decimal("9.99"), off, "USD")).toEqual(price("8.49", "9.99"));
    expect(priceInfo(decimal("999"), off, "JPY")).toEqual(price("849", "999"));
  });
});
