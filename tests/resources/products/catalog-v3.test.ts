import { beforeEach, describe, expect, it } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { valueAt } from "../../../src/api/endpoint.ts";
import { type Product, type ProductV3, productsV3 } from "../../../src/api/services/products.ts";
import { withRetry } from "../../../src/api/transport/retry.ts";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { exitCodes, TransportError } from "../../../src/kernel/errors.ts";
import { decimal } from "../../../src/kernel/money.ts";
import { listCollections } from "../../../src/resources/collections/collections.ts";
import { catalogV3 } from "../../../src/resources/products/catalog-v3.ts";
import { discountFromPrices, productFromV3 } from "../../../src/resources/products/product-v3.ts";
import { listProducts } from "../../../src/resources/products/read.ts";
import { filterInV3 } from "../../../src/resources/products/read-v3.ts";
import { altsOf } from "../../../src/resources/products/snapshot.ts";
import { priceInfo, sentMedia } from "../../../src/resources/products/write-v3.ts";
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

const catalog = (call: Call = direct, admin = true) => catalogV3(call, admin, async () => "");
/** Returns a product with its id. */
async function bySlug(slug: string): Promise<Product & { id: string }> {
  const [product] = await catalog().find("slug", [slug]);
  return { ...product, id: product?.id ?? "" };
}
const pricesOf = ({ variants }: Product) => variants?.map(({ variant }) => variant?.priceData?.price);

describe("an update", () => {
  it("of the price applies only to the variants that have the product's price", async () => {
    const { id } = await bySlug("stoneware-mug");
    await catalog().change(id, { priceData: { price: 30 } });
    expect(pricesOf(await bySlug("stoneware-mug"))).toEqual([30, 30, 26.5]);
  });

  it("keeps discount, options, SKUs and stock when the price changes", async () => {
    const before = await bySlug("dinner-plate-watt");
    expect(before.discount).toEqual({ type: "PERCENT", value: 15 });
    await catalog().change(before.id, { priceData: { price: 40 } });
    const after = await bySlug("dinner-plate-watt");
    expect(after.priceData).toMatchObject({ price: 40, discountedPrice: 34 });
    expect(after.productOptions).toEqual(before.productOptions);
    const summary = ({ variants }: Product) =>
      variants?.map(({ id, stock, variant }) => [id, stock, variant?.sku, variant?.weight]);
    expect(summary(after)).toEqual(summary(before));
  });

  it("is rejected as a conflict if someone else changed the product", async () => {
    const { id } = await bySlug("stoneware-mug");
    const meddled: Call = async (endpoint, input, options) => {
      const answer = await direct(endpoint, input, options);
      if (endpoint.name !== "productsV3.get") return answer;
      const { revision } = (answer as { product: { revision: string } }).product;
      await direct(productsV3.update, { product: { id, revision, name: "Theirs" } });
      return answer;
    };
    const mine = catalog(meddled).change(id, { name: "Mine" });
    await expect(mine).rejects.toMatchObject({ status: 409, exitCode: exitCodes.conflict });
    expect((await bySlug("stoneware-mug")).name).toBe("Theirs");
  });

  it("is not sent if the variants that were read are incomplete", async () => {
    const { id } = await bySlug("stoneware-mug");
    const sent: string[] = [];
    const incomplete: Call = async (endpoint, ...rest) => {
      sent.push(endpoint.name);
      const result = await direct(endpoint, ...rest);
      if (endpoint.name !== "productsV3.get") return result;
      const product = structuredClone(valueAt(result, "product")) as { variantsInfo: { variants: object[] } };
      product.variantsInfo.variants.pop();
      return { product } as never;
    };
    await expect(catalog(incomplete).change(id, { priceData: { price: 30 } })).rejects.toThrow(
      'The platform returned 2 of 3 variants of "Stoneware Mug".',
    );
    expect(sent).toEqual(["productsV3.get"]);
  });

  it("is recognized as done when it is repeated after a lost response", async () => {
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
    await catalog(twice).change(id, { priceData: { price: 31 } });
    const moss = { choices: { Colour: "Moss" }, price: 28, sku: "M-1", weight: 0.5 };
    await catalog(twice).changeVariants(id, [moss]);
    await catalog(twice).removeLabel(id, "brand");
    const after = await bySlug("stoneware-mug");
    expect(pricesOf(after)).toEqual([31, 31, 28]);
    expect(after.brand).toBeNull();
    const variants = (after.variants ?? []).map(({ id }) => ({ variantId: id ?? "", quantity: 5 }));
    await catalog(twice).stock.set(after, { trackQuantity: true, variants });
    const quantities = (await bySlug("stoneware-mug")).variants?.map(({ stock }) => stock?.quantity);
    expect(quantities).toEqual([5, 5, 5]);
  });

  it("sets and removes brand, ribbon and info sections", async () => {
    const { id } = await bySlug("stoneware-mug");
    const sections = [{ title: "Care", description: "<p>By hand.</p>" }];
    const given = { brand: "New & Co", ribbon: "Hot", additionalInfoSections: sections };
    await catalog().change(id, { ...given });
    expect(await bySlug("stoneware-mug")).toMatchObject(given);
    await catalog().change(id, { brand: null, ribbon: "", additionalInfoSections: [] });
    const bare = { brand: null, ribbon: "", additionalInfoSections: [] };
    expect(await bySlug("stoneware-mug")).toMatchObject(bare);
  });

  it("keeps the id, SKU and stock of the first variant when options are added and removed", async () => {
    const before = await bySlug("hand-grinder");
    const { id } = before;
    const choices = ["S", "L"].map((value) => ({ value, description: value }));
    const productOptions = [{ name: "Size", optionType: "drop_down", choices }];
    await catalog().change(id, { manageVariants: true, productOptions });
    expect((await bySlug("hand-grinder")).variants?.map((one) => one.choices)).toEqual([
      { Size: "S" },
      { Size: "L" },
    ]);
    await catalog().removeOptions(id);
    const after = await bySlug("hand-grinder");
    expect(after.variants).toEqual(before.variants);
    expect(after).toMatchObject({ sku: before.sku, stock: before.stock });
  });
});

describe("data that v3 stores elsewhere", () => {
  it("is written and read: units, text fields, files", async () => {
    const { id } = await bySlug("hand-grinder");
    const given: Partial<Product> = {
      pricePerUnitData: {
        totalQuantity: 500,
        totalMeasurementUnit: "G",
        baseQuantity: 1,
        baseMeasurementUnit: "KG",
      },
      customTextFields: [{ title: "Engraving", maxLength: 20, mandatory: true }],
    };
    await catalog().change(id, { ...given });
    expect(await bySlug("hand-grinder")).toMatchObject(given);
    await catalog().change(id, { priceData: { price: 80 } });
    expect(await bySlug("hand-grinder")).toMatchObject(given);
    await catalog().change(id, { pricePerUnitData: null, customTextFields: [] });
    const after = await bySlug("hand-grinder");
    expect(after.customTextFields).toEqual([]);
    expect(after).not.toHaveProperty("pricePerUnitData");
    const { id: book } = await bySlug("brewing-at-home");
    await catalog().change(book, { digitalFile: { id: "till_second-edition.pdf" } });
    expect((await bySlug("brewing-at-home")).digitalFile?.id).toBe("till_second-edition.pdf");
  });

  it("of media: names and alternative texts are sent back, and videos have an address", () => {
    const of = (kind: string) => ({ displayName: `Name of ${kind}`, altText: `Text of ${kind}` });
    const [picture, video] = ["https://media.example/a.jpg", "https://media.example/b.mp4"];
    const items = [
      { id: "a.jpg", mediaType: "IMAGE", image: { url: picture }, ...of("a") },
      { id: "b.mp4", mediaType: "VIDEO", video: { resolutions: [{ url: video }] }, ...of("b") },
    ];
    const product = { id: "p", media: { itemsInfo: { items } } } as ProductV3;
    expect(sentMedia(product)).toEqual([
      { id: "a.jpg", ...of("a") },
      { id: "b.mp4", ...of("b") },
    ]);
    const read = productFromV3({ product, variants: [], items: [] });
    expect(read.media?.items).toMatchObject([
      { title: "Name of a", mediaType: "image", image: { url: picture } },
      { title: "Name of b", mediaType: "video", video: { files: [{ url: video }] } },
    ]);
    expect(altsOf(read)).toEqual(["Text of a", "Text of b"]);
  });

  it("of choices: media are attached, returned and detached", async () => {
    const { id, media } = await bySlug("stoneware-mug");
    const [first = "", second = ""] = (media?.items ?? []).map((item) => item.id ?? "");
    const ofChoices = async () =>
      (await bySlug("stoneware-mug")).productOptions?.[0]?.choices?.map((choice) =>
        choice.media?.items?.map((item) => item.id),
      );
    const ink = { option: "Colour", choice: "Ink" };
    await catalog().media.attach(id, [{ ...ink, mediaIds: [second] }]);
    await catalog().media.attach(id, [{ ...ink, mediaIds: [first] }]);
    expect(await ofChoices()).toEqual([undefined, [first, second], undefined]);
    const { media: chosen } = await catalog().availability(id, { Colour: "Ink" });
    expect(chosen?.items).toHaveLength(2);
    const moss = { option: "Colour", choice: "Moss" };
    await catalog().media.attach(id, [{ ...moss, mediaIds: [second] }]);
    await catalog().media.detach(id, ink);
    expect(await ofChoices()).toEqual([undefined, undefined, [second]]);
    await catalog().media.detach(id);
    expect(await ofChoices()).toEqual([undefined, undefined, undefined]);
  });

  it("of variants: availability for a selection, and reset", async () => {
    const { id } = await bySlug("stoneware-mug");
    const availability = (options: Record<string, string>) => catalog().availability(id, options);
    expect(await availability({ Colour: "Moss" })).toMatchObject({
      availableForPurchase: false,
      selectedVariant: { sku: "MUG-MOSS", inStock: false },
    });
    const open = await availability({});
    expect(open.selectedVariant).toBeUndefined();
    expect(open.productOptions?.[0]?.choices?.map(({ inStock }) => inStock)).toEqual([true, true, false]);
    expect((await availability({ Colour: "Oat" })).availableForPurchase).toBe(true);
    await catalog().resetVariants(id);
    const { variants } = await bySlug("stoneware-mug");
    expect(variants?.map(({ variant }) => [variant?.priceData?.price, variant?.sku])).toEqual([
      [24, ""],
      [24, ""],
      [24, ""],
    ]);
    expect(variants?.map(({ stock }) => stock?.quantity)).toEqual([42, 17, 0]);
  });

  it("of variants: a shared SKU is the product's", async () => {
    const { id, sku } = await bySlug("yirgacheffe-washed");
    expect(sku).toBe("COF-YIR");
    await catalog().change(id, { sku: "YIR" });
    const { variants, sku: after } = await bySlug("yirgacheffe-washed");
    expect([after, ...(variants ?? []).map(({ variant }) => variant?.sku)]).toEqual(Array(4).fill("YIR"));
  });
});

describe("collections", () => {
  it("are categories: created, found, changed, hidden and deleted", async () => {
    const { collections } = catalog();
    const collection = await collections.create({ name: "Sale", description: "Cold days" });
    expect(collection).toMatchObject({ name: "Sale", slug: "sale", visible: true, numberOfProducts: 0 });
    const id = collection.id;
    await collections.change(id, { name: "Winter sale", description: "", visible: false });
    expect(await collections.bySlug("sale")).toMatchObject({
      name: "Winter sale",
      description: "",
      visible: false,
    });
    const found = async (admin: boolean) =>
      await catalog(direct, admin).collections.find("name", ["Winter sale"]);
    expect(await found(true)).toHaveLength(1);
    expect(await found(false)).toEqual([]);
    await collections.remove(id);
    expect(await collections.bySlug("sale")).toBeUndefined();
  });

  it("are listed by cursor, each once, and found by name", async () => {
    const { collections, names } = catalog();
    for (let n = 1; n <= 120; n++) await collections.create({ name: `C${n}` });
    const listed = await Array.fromAsync(listCollections(collections, { all: true }).rows);
    expect(listed).toHaveLength(126);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(126);
    expect(await names.all()).toHaveLength(126);
    expect(await names.find("C120")).toBe(listed.find(({ name }) => name === "C120")?.id);
  });

  it("add and remove products, which can be filtered by collection", async () => {
    const { id } = await bySlug("hand-grinder");
    const { collections } = catalog();
    const into = (await collections.create({ name: "Sale" })).id;
    await collections.addProducts(into, [id]);
    expect((await bySlug("hand-grinder")).collectionIds).toContain(into);
    const slugs: (string | null | undefined)[] = [];
    const filter = `collectionIds hasSome (${into})`;
    for await (const { slug } of listProducts(catalog(), { filter }).rows) slugs.push(slug);
    expect(slugs).toEqual(["hand-grinder"]);
    await collections.removeProducts(into, [id]);
    expect((await bySlug("hand-grinder")).collectionIds).not.toContain(into);
    const unknown = collections.addProducts(into, ["none", id]);
    await expect(unknown).rejects.toMatchObject({ exitCode: exitCodes.partial, code: "ITEM_NOT_FOUND" });
  });
});

describe("operations that v3 does not support", () => {
  it.each<[string, Partial<Product>]>([
    ["an SKU on a product with options", { sku: "MUG" }],
    ["another type", { productType: "digital" }],
    ["options without variants", { manageVariants: false }],
    ["dimensions", { productDimensions: { length: "1", width: "1", height: "1", unit: "CM" } }],
  ])("%s is rejected without a change", async (_, change) => {
    const before = await bySlug("stoneware-mug");
    const availability = catalog().change(before.id, { name: "Other", ...change });
    await expect(availability).rejects.toMatchObject({ code: "CATALOG_V3", exitCode: exitCodes.usage });
    expect(await bySlug("stoneware-mug")).toEqual(before);
  });
});

describe("stock", () => {
  it("is set, increased and decreased by variant, and never falls below zero", async () => {
    const mug = await bySlug("stoneware-mug");
    const [oat = "", ink = ""] = (mug.variants ?? []).map(({ id }) => id ?? "");
    const quantities = async () =>
      (await bySlug("stoneware-mug")).variants?.map((one) => one.stock?.quantity);
    const stock = { trackQuantity: true, variants: [{ variantId: ink, quantity: 3 }] };
    await catalog().stock.set(mug, stock);
    const names: string[] = [];
    const counted: Call = async (endpoint, ...rest) => {
      names.push(endpoint.name);
      return await direct(endpoint, ...rest);
    };
    await catalog(counted).stock.adjust(mug.id, [oat, ink], 8);
    expect(await quantities()).toEqual([50, 11, 0]);
    expect(names).toEqual([
      "productsV3.get",
      "inventoryItemsV3.query",
      "inventoryItemsV3.bulkIncrementByVariant",
    ]);
    const taken = catalog().stock.adjust(mug.id, [ink], -12);
    await expect(taken).rejects.toMatchObject({ exitCode: exitCodes.conflict });
    expect(await quantities()).toEqual([50, 11, 0]);
    await catalog().stock.adjust(mug.id, [ink], -4);
    expect(await quantities()).toEqual([50, 7, 0]);
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
    const variants = prices.map((price) => ({ price }));
    expect(discountFromPrices({ product: { currency: "USD" }, variants })).toEqual(expected);
  });

  it("is rounded to the digits of the currency", () => {
    const off = { type: "PERCENT", value: decimal("15") } as const;
    expect(priceInfo(decimal("9.99"), off, "USD")).toEqual(price("8.49", "9.99"));
    expect(priceInfo(decimal("999"), off, "JPY")).toEqual(price("849", "999"));
  });
});

it.each([
  [
    { collectionIds: { $hasSome: ["a", "b"] }, $and: [{ productType: "physical" }, { name: "Mug" }] },
    {
      $and: [
        { $and: [{ productType: "PHYSICAL" }, { name: "Mug" }] },
        { "directCategoriesInfo.categories": { $matchItems: [{ id: { $in: ["a", "b"] } }] } },
      ],
    },
  ],
  [
    { collectionIds: { $hasAll: ["a"] } },
    { $and: [{ "directCategoriesInfo.categories": { $matchItems: [{ id: { $in: ["a"] } }] } }] },
  ],
])("no condition of the filter %j is lost", (filter, converted) => {
  expect(filterInV3(filter)).toEqual(converted);
});
