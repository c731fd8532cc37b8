import { beforeEach, describe, expect, it } from "vitest";
import {
  colors,
  defaultVariant,
  openShopSandbox,
  type ShopSandbox,
  sizes,
} from "../../support/shop-sandbox.ts";

let shop: ShopSandbox;
beforeEach(() => {
  shop = openShopSandbox();
});

describe("variants", () => {
  let id: string;
  beforeEach(() => {
    id = shop.create({
      manageVariants: true,
      productOptions: [sizes, colors],
      costAndProfitData: { itemCost: 4 },
    }).id;
    shop.events();
  });

  it("are all combinations of choices", () => {
    expect(shop.get(id).variants!.map(({ choices }) => choices)).toEqual([
      { Size: "S", Colour: "Red" },
      { Size: "S", Colour: "Blue" },
      { Size: "Large", Colour: "Red" },
      { Size: "Large", Colour: "Blue" },
    ]);
    expect(new Set(shop.get(id).variants!.map((variant) => variant.id)).size).toBe(4);
  });

  it("are updated by some choices, by all choices, or by id", () => {
    const third = shop.get(id).variants![2]!.id!;
    shop.products.updateVariants({
      id,
      variants: [
        { choices: { Colour: "Red" }, price: 12 },
        { choices: { Size: "S", Colour: "Blue" }, sku: "S-B", weight: 3, cost: 5 },
        { variantIds: [third], visible: false },
      ],
    });
    const after = shop.get(id);
    expect(shop.variantsOf(id).map(([, price]) => price)).toEqual([12, 10, 12, 10]);
    expect(after.variants![1]).toMatchObject({
      variant: { sku: "S-B", weight: 3, costAndProfitData: { profit: 5 } },
    });
    expect(after.variants![2]!.variant?.visible).toBe(false);
    expect(after).toMatchObject({
      priceRange: { minValue: 10, maxValue: 12 },
      weightRange: { minValue: 0, maxValue: 3 },
      costRange: { minValue: 4, maxValue: 5 },
    });
    expect(shop.events()).toMatchObject([
      [
        "VariantsChanged",
        {
          variants: [
            { choices: { Size: "S", Colour: "Red" }, changedFields: ["priceData", "costAndProfitData"] },
            { changedFields: ["costAndProfitData", "weight", "sku"] },
            { variantId: third, changedFields: ["priceData", "costAndProfitData", "visible"] },
          ],
        },
      ],
    ]);
    shop.products.updateVariants({ id, variants: [{ choices: { Colour: "Red" }, price: null }] });
    expect(shop.variantsOf(id).map(([, price]) => price)).toEqual([10, 10, 10, 10]);
    shop.products.resetVariants({ id });
    expect(shop.get(id).variants!.every(({ variant }) => variant?.visible && variant.sku === "")).toBe(true);
  });

  it("reject unknown choices and change nothing", () => {
    const before = shop.get(id);
    const update = (variants: Parameters<typeof shop.products.updateVariants>[0]["variants"]) => () =>
      shop.products.updateVariants({ id, variants });
    const invalid = expect.objectContaining({ status: 400, code: "INVALID_CHOICE" });
    expect(
      update([
        { choices: { Size: "S" }, price: 1 },
        { choices: { Size: "M" }, price: 1 },
      ]),
    ).toThrow(invalid);
    expect(update([{ choices: { Shape: "S" }, price: 1 }])).toThrow(invalid);
    expect(update([{ price: 1 }])).toThrow("choices or variantIds");
    expect(update([{ variantIds: [defaultVariant], price: 1 }])).toThrow(
      expect.objectContaining({ status: 404 }),
    );
    expect(update([{ choices: { Size: "S" }, price: -1 }])).toThrow("0 or more");
    expect(shop.get(id)).toEqual(before);
    const plain = shop.create({ name: "Plain", productOptions: [sizes] }).id;
    expect(() =>
      shop.products.updateVariants({ id: plain, variants: [{ choices: { Size: "S" }, price: 1 }] }),
    ).toThrow(expect.objectContaining({ code: "VARIANTS_NOT_MANAGED" }));
  });

  it("are found by choices and ids, by page", () => {
    const red = shop.products.queryVariants({
      id,
      choices: { Colour: "Red" },
      paging: { limit: 1, offset: 1 },
    });
    expect(red).toMatchObject({
      variants: [{ choices: { Size: "Large" } }],
      totalResults: 2,
      metadata: { offset: 1 },
    });
    expect(JSON.stringify(red)).not.toContain("itemCost");
    const [first] = shop.get(id).variants!;
    const found = shop.products.queryVariants({
      id,
      variantIds: [first!.id!],
      includeMerchantSpecificData: true,
    });
    expect(found.variants).toEqual([first]);
  });

  it("are found in the whole store", () => {
    shop.products.updateVariants({ id, variants: [{ choices: { Size: "S", Colour: "Red" }, sku: "S-R" }] });
    const { variants, metadata } = shop.products.queryStoreVariants({ query: { filter: { sku: "S-R" } } });
    expect(variants).toMatchObject([
      { productId: id, productName: "Mug", variantName: "S | Red", managedVariant: true },
    ]);
    expect(metadata).toMatchObject({ total: 1 });
    const { id: variantId } = variants![0]!;
    expect(variantId).toBe(`${id}-${shop.get(id).variants![0]!.id}`);
    expect(shop.products.getStoreVariant({ id: variantId! }).variant).toEqual(variants![0]);
    expect(() => shop.products.getStoreVariant({ id: `${id}-nobody` })).toThrow(
      expect.objectContaining({ status: 404 }),
    );
    expect(() => shop.products.queryStoreVariants({ query: { filter: { sku: { $like: "x" } } } })).toThrow(
      "$like",
    );
  });

  it("are found in the whole store by many SKUs, after every change", () => {
    const found = (...skus: string[]) =>
      shop.products
        .queryStoreVariants({ query: { filter: { sku: { $in: skus } } } })
        .variants?.map(({ sku }) => sku);
    const choices = { Size: "S", Colour: "Red" };
    shop.products.updateVariants({ id, variants: [{ choices, sku: "S-R" }] });
    expect(found("S-R", "no such")).toEqual(["S-R"]);
    shop.products.updateVariants({ id, variants: [{ choices, sku: "S-2" }] });
    expect(found("S-R")).toEqual([]);
    expect(found("S-R", "S-2")).toEqual(["S-2"]);
  });

  it("are shown to visitors in the whole store unless they are hidden", () => {
    shop.products.updateVariants({ id, variants: [{ choices: { Size: "S" }, sku: "S-1", visible: false }] });
    const total = (filter: object, role: "admin" | "visitor") =>
      shop.products.queryStoreVariants({ query: { filter } }, role).metadata?.total;
    expect([total({}, "admin"), total({}, "visitor")]).toEqual([4, 2]);
    expect([total({ sku: "S-1" }, "admin"), total({ sku: "S-1" }, "visitor")]).toEqual([2, 0]);
  });

  it("are found in the whole store by parts of a text, ignoring case", () => {
    const total = (filter: object) => shop.products.queryStoreVariants({ query: { filter } }).metadata?.total;
    expect(total({ productName: { $startsWith: "mU" } })).toBe(4);
    expect(total({ variantName: { $contains: "| RED" } })).toBe(2);
    expect(total({ variantName: { $endsWith: "blue" } })).toBe(2);
    expect(total({ variantName: "s | red" })).toBe(0);
  });

  it("show their product's main media in the format of newer services", () => {
    const variantId = `${id}-${shop.get(id).variants![0]!.id}`;
    const shown = () => shop.products.getStoreVariant({ id: variantId }).variant?.media;
    expect(shown()).toBeUndefined();
    const address = "https://static.wixstatic.com/media/a~mv2.jpg";
    shop.products.addMedia({
      id,
      media: [{ mediaId: "a~mv2.jpg" }, { mediaId: "film.mp4" }, { mediaId: "s.mp3" }],
    });
    const image = {
      id: "a~mv2.jpg",
      url: address,
      width: 160,
      height: 160,
      altText: "",
      filename: "a~mv2.jpg",
    };
    expect(shown()).toEqual({ image });
    shop.products.removeMedia({ id, mediaIds: ["a~mv2.jpg"] });
    expect(shown()).toMatchObject({ video: { id: "film.mp4", resolutions: [{ format: "mp4" }] } });
    shop.products.removeMedia({ id, mediaIds: ["film.mp4"] });
    expect(shown()).toBeUndefined();
  });

  it("return the available choices", () => {
    const variants = shop.get(id).variants!.map(({ id: variantId, choices }) => ({
      variantId: variantId!,
      inStock: !(choices?.Size === "S" && choices.Colour === "Red"),
    }));
    shop.inventory.updateVariants({ inventoryItem: { productId: id, variants } });
    const some = shop.products.optionsAvailability({ id, options: { Size: "S" } }, "visitor");
    expect(some).toMatchObject({ availableForPurchase: false, managedProduct: true });
    expect(some).not.toHaveProperty("selectedVariant");
    expect(some.productOptions![1]!.choices).toMatchObject([{ inStock: false }, { inStock: true }]);
    const all = shop.products.optionsAvailability({ id, options: { Size: "S", Colour: "Blue" } });
    expect(all).toMatchObject({
      availableForPurchase: true,
      selectedVariant: { inStock: true, price: { price: 10 } },
    });
    const none = shop.products.optionsAvailability({ id, options: { Size: "S", Colour: "Red" } });
    expect(none.availableForPurchase).toBe(false);
    expect(() => shop.products.optionsAvailability({ id, options: { Size: "M" } })).toThrow('no choice "M"');
  });

  it("are not chosen by the name of an option", () => {
    const productOptions = [{ ...sizes, name: "constructor" }];
    const { id: odd } = shop.create({ name: "Odd", manageVariants: true, productOptions });
    const none = shop.products.optionsAvailability({ id: odd, options: {} });
    expect(none.availableForPurchase).toBe(false);
    expect(none).not.toHaveProperty("selectedVariant");
  });
});

describe("media", () => {
  it("is added by id or address without duplicates, the first as main item", () => {
    const { id } = shop.create({ productOptions: [colors] });
    shop.events();
    const media = [
      { mediaId: "abc~mv2.jpg" },
      { url: "https://example.com/pics/mug%20red.png", choice: { option: "Colour", choice: "Red" } },
      { mediaId: "film.mp4" },
      { url: "https://static.wixstatic.com/media/abc~mv2.jpg/v1/fit/w_50,h_50,q_90/file.jpg" },
      { url: "https://static.wixstatic.com/media/abc~mv2.jpg?dn=mug.jpg" },
    ];
    shop.products.addMedia({ id, media });
    const after = shop.get(id);
    expect(after.media?.mainMedia).toMatchObject({
      id: "abc~mv2.jpg",
      mediaType: "image",
      image: { url: "https://static.wixstatic.com/media/abc~mv2.jpg" },
    });
    expect(after.media?.items).toMatchObject([
      { id: "abc~mv2.jpg" },
      { mediaType: "image", title: "mug red.png" },
      { mediaType: "video", video: { files: [{ url: "https://video.wixstatic.com/video/film.mp4/file" }] } },
    ]);
    const linked = after.productOptions![0]!.choices![0]!.media;
    expect(linked?.items).toEqual([after.media!.items![1]]);
    expect(shop.events()).toMatchObject([["ProductChanged", { changedFields: ["productOptions", "media"] }]]);
    shop.products.addMedia({ id, media });
    expect(shop.get(id)).toEqual(after);

    shop.products.removeMedia({ id, mediaIds: ["abc~mv2.jpg", after.media!.items![1]!.id!] });
    expect(shop.get(id).media?.items).toMatchObject([{ id: "film.mp4" }]);
    expect(shop.get(id).productOptions![0]!.choices![0]!.media).toEqual({ items: [] });
    shop.products.removeMedia({ id, mediaIds: [] });
    expect(shop.get(id).media).toEqual({ items: [] });
  });

  it("is attached to the choices of one option and removed again", () => {
    const { id } = shop.create({ productOptions: [sizes, colors] });
    shop.products.addMedia({ id, media: [{ mediaId: "a.jpg" }, { mediaId: "b.jpg" }] });
    const link = (option: string, choice: string, mediaIds: string[]) => () =>
      shop.products.addChoicesMedia({ id, media: [{ option, choice, mediaIds }] });
    link("Colour", "Red", ["a.jpg", "b.jpg"])();
    link("Colour", "Blue", ["b.jpg"])();
    const linked = () =>
      shop.get(id).productOptions![1]!.choices!.map((choice) => choice.media?.items?.map((item) => item.id));
    expect(linked()).toEqual([["a.jpg", "b.jpg"], ["b.jpg"]]);
    expect(shop.products.optionsAvailability({ id, options: { Colour: "Blue" } }).media?.mainMedia?.id).toBe(
      "b.jpg",
    );
    expect(link("Size", "S", ["a.jpg"])).toThrow("Only one option");
    expect(link("Colour", "Red", ["c.jpg"])).toThrow("no media c.jpg");
    expect(link("Colour", "Green", ["a.jpg"])).toThrow('no choice "Green"');
    shop.products.removeChoicesMedia({
      id,
      media: [{ option: "Colour", choice: "Red", mediaIds: ["a.jpg"] }],
    });
    expect(linked()).toEqual([["b.jpg"], ["b.jpg"]]);
    shop.products.removeChoicesMedia({ id });
    expect(linked()).toEqual([[], []]);
  });
});

describe("removals", () => {
  it("removes brand, ribbon and options", () => {
    const { id } = shop.create({ brand: "Acme", ribbon: "New", productOptions: [sizes] });
    shop.events();
    for (const call of ["removeBrand", "removeRibbon", "removeOptions"] as const) {
      expect(shop.products[call]({ id })).toEqual({});
      shop.products[call]({ id });
    }
    const after = shop.get(id);
    expect(after).not.toHaveProperty("brand");
    expect(after).not.toHaveProperty("ribbon");
    expect(after).toMatchObject({ ribbons: [], productOptions: [] });
    expect(shop.events().map(([, { changedFields }]) => changedFields)).toEqual([
      ["brand"],
      ["ribbon"],
      ["productOptions"],
    ]);
    const managed = shop.create({ manageVariants: true, productOptions: [sizes] }).id;
    expect(() => shop.products.removeOptions({ id: managed })).toThrow(
      expect.objectContaining({ code: "VARIANTS_ARE_MANAGED" }),
    );
  });

  it("deletes a product with its inventory and collection membership", () => {
    const { id } = shop.create();
    const { collection } = shop.collections.create({ collection: { name: "All mugs" } });
    shop.collections.addProducts({ id: collection!.id!, productIds: [id] });
    shop.events();
    expect(shop.products.remove({ id })).toEqual({});
    expect(shop.events()).toMatchObject([["ProductDeleted", { productId: id }]]);
    expect(() => shop.products.get({ id })).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => shop.products.remove({ id })).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => shop.inventory.getVariants({ productId: id })).toThrow(
      expect.objectContaining({ status: 404 }),
    );
    expect(shop.collections.query({}).collections?.map((one) => one.numberOfProducts)).toEqual([0, 0]);
  });
});
