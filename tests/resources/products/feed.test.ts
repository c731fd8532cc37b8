import { expect, test } from "vitest";
import type { Product } from "../../../src/api/services/products.ts";
import { FeedState, feedHeader, feedRows, leftOutNotices } from "../../../src/resources/products/feed.ts";

const picture = (name: string) => ({ image: { url: `https://pictures.example/${name}.jpg` } });

const mug = {
  ...{ id: "p1", name: "Mug", visible: true, sku: "MUG", brand: "Nord", description: "<p>Tom &amp; Ida</p>" },
  priceData: { currency: "EUR", price: 24.5, discountedPrice: 20 },
  productPageUrl: { base: "https://shop.example/", path: "/product-page/mug" },
  media: { items: [picture("one"), picture("two")] },
  stock: { inStock: true },
} as unknown as Product;

const variant = (id: string, choices: Record<string, string>, own: object = {}, inStock = true) => ({
  ...{ id, choices, variant: { visible: true, ...own }, stock: { inStock } },
});

const tee = {
  ...mug,
  ...{ id: "p2", name: "Tee", sku: "", manageVariants: true },
  variants: [
    variant("v1", { Colour: "Red", Size: "S" }, { sku: "TEE", priceData: { price: 9, discountedPrice: 9 } }),
    variant(
      "v2",
      { Colour: "Red", Size: "M" },
      { sku: "TEE", priceData: { price: 9, discountedPrice: 8 } },
      false,
    ),
    variant("v3", { Colour: "Red", Size: "L" }, { sku: "TEE-L", visible: false }),
  ],
} as unknown as Product;

test("a product is one row with the words and prices of Google", () => {
  expect(feedRows(mug, "google", new FeedState())).toEqual([
    {
      ...{ id: "MUG", item_group_id: "", title: "Mug", description: "Tom & Ida" },
      link: "https://shop.example/product-page/mug",
      image_link: "https://pictures.example/one.jpg",
      additional_image_link: "https://pictures.example/two.jpg",
      ...{ availability: "in_stock", price: "24.50 EUR", sale_price: "20.00 EUR", condition: "new" },
      ...{ brand: "Nord", gtin: "", color: "", size: "", mpn: "MUG", identifier_exists: "yes" },
    },
  ]);
});

test("each visible variant is a row of one group, and an SKU is the id of one of them", () => {
  const rows = feedRows(tee, "meta", new FeedState());
  expect(rows.map((row) => Object.keys(row))).toEqual([feedHeader("meta"), feedHeader("meta")]);
  expect(rows).toMatchObject([
    { id: "TEE", item_group_id: "p2", title: "Tee – Red / S", color: "Red", size: "S", price: "9.00 EUR" },
    { id: "v2", size: "M", sale_price: "8.00 EUR", availability: "out of stock" },
  ]);
});

test("products without a picture, page or price and hidden ones are left out and counted", () => {
  const state = new FeedState();
  const others = [
    { visible: false },
    { media: {} },
    { media: {} },
    { productPageUrl: {} },
    { priceData: { price: 0 } },
  ];
  for (const other of others) expect(feedRows({ ...mug, ...other } as Product, "google", state)).toEqual([]);
  expect(leftOutNotices("google", state)).toEqual([
    "Not in the feed for Google: 1 product because it is hidden, 2 products because they have no picture, 1 product because it has no page, 1 product because it has no price.",
  ]);
  expect(leftOutNotices("google", new FeedState())).toEqual([]);
});

test("descriptions are text: entities by name and by number are characters", () => {
  const description = "<p>Tom &amp; Ida&#39;s</p><p>caf&#xe9;&nbsp;<b>mug</b>.</p>";
  const [row] = feedRows({ ...mug, description } as Product, "google", new FeedState());
  expect(row?.description).toBe("Tom & Ida's café mug.");
});

test("a price without a currency is none", () => {
  const state = new FeedState();
  const { currency, ...priceData } = mug.priceData ?? {};
  expect(feedRows({ ...mug, priceData } as Product, "google", state)).toEqual([]);
  expect(leftOutNotices("google", state)).toEqual([expect.stringContaining("no price")]);
});

test("long texts end at a word within the bounds of the service", () => {
  const [row] = feedRows({ ...mug, description: "word ".repeat(2000) }, "google", new FeedState());
  expect(row?.description).toMatch(/word…$/);
  expect(row?.description?.length).toBeLessThanOrEqual(5000);
});

test("barcodes are the trade item numbers of products and variants, and those that are none are named", () => {
  const state = new FeedState();
  const barcodes = ["4006381333931", "4006381333930"];
  const variants = tee.variants?.map((one, index) => ({
    ...one,
    variant: { ...one.variant, barcode: barcodes[index] },
  }));
  const noBrand = { ...mug, brand: null, sku: "", catalogV3: { barcode: "0 12345-678905" } };
  expect(feedRows({ ...tee, variants } as Product, "meta", state).map(({ gtin }) => gtin)).toEqual([
    "4006381333931",
    "",
  ]);
  expect(feedRows(noBrand as unknown as Product, "google", state)).toMatchObject([
    { gtin: "012345678905", identifier_exists: "yes" },
  ]);
  expect(leftOutNotices("meta", state)).toEqual([
    "Not in the feed for Meta: 1 barcode that is no GTIN (8, 12, 13 or 14 digits, the last one the check digit): 4006381333930.",
  ]);
});
