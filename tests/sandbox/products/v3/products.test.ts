import { beforeEach, describe, expect, it } from "vitest";
import type { ProductV3, VariantV3 } from "../../../../src/api/services/products.ts";
import { openShopV3Sandbox, price, type ShopV3Sandbox, size, sized } from "../../support/shop-v3-sandbox.ts";

let shop: ShopV3Sandbox;
beforeEach(() => {
  shop = openShopV3Sandbox();
});
const rejection = (status: number, code: string) => expect.objectContaining({ status, code });

/** Expects a call to fail with a message and change nothing. */
function expectRejected(call: () => unknown, error: unknown) {
  shop.events();
  const before = shop.everything();
  expect(call).toThrow(error as never);
  expect(shop.everything()).toBe(before);
  expect(shop.events()).toEqual([]);
}

describe("create", () => {
  it("creates a complete document from name, type and one price", () => {
    const created = shop.create({ plainDescription: "<h2>Hand made</h2><p>Stoneware &amp; glaze</p>" });
    expect(shop.get(created.id)).toEqual(created);
    expect(created).toMatchObject({
      name: "Mug",
      slug: "mug",
      revision: "1",
      visible: true,
      visibleInPos: true,
      productType: "PHYSICAL",
      currency: "USD",
      createdDate: "2026-03-01T08:00:00.000Z",
      url: { relativePath: "/product-page/mug" },
      plainDescription: "<h2>Hand made</h2><p>Stoneware &amp; glaze</p>",
      actualPriceRange: { minValue: { amount: "10", formattedAmount: "$10.00" }, maxValue: { amount: "10" } },
      inventory: {
        availabilityStatus: "OUT_OF_STOCK",
        preorderStatus: "DISABLED",
        preorderAvailability: "NO_VARIANTS",
      },
      variantSummary: { variantCount: 1 },
      options: [],
    });
    expect(created.description?.nodes).toMatchObject([
      { type: "HEADING", headingData: { level: 2 } },
      { type: "PARAGRAPH", nodes: [{ textData: { text: "Stoneware & glaze" } }] },
    ]);
    expect(created).not.toHaveProperty("compareAtPriceRange");
    expect(created).not.toHaveProperty("searchText");
  });

  it("reads character references of HTML, and leaves other words between & and ;", () => {
    const textOf = (html: string) =>
      shop.create({ plainDescription: `<p>${html}</p>` }).description?.nodes?.[0]?.nodes;
    for (const [html, text] of [
      ["It&#39;s &quot;new&quot;", 'It\'s "new"'],
      ["It&#x27;s &#X1F375;", "It's 🍵"],
      ["&amp;#x27; &constructor; &#x110000;", "&#x27; &constructor; &#x110000;"],
    ] as const)
      expect(textOf(html)).toMatchObject([{ textData: { text } }]);
  });

  it("keeps headings when a description is converted, in both directions", () => {
    const html = "<h3>Care</h3><p>Wash &lt;cold&gt;</p>";
    const { description } = shop.create({ plainDescription: html });
    expect(description?.nodes).toMatchObject([{ type: "HEADING", headingData: { level: 3 } }, {}]);
    expect(shop.create({ description } as never).plainDescription).toBe(html);
  });

  it("creates new brands, ribbons, info sections and options by name, and reuses existing ones", () => {
    const given = {
      brand: { name: "Acme" },
      ribbon: { name: "Sale" },
      additionalRibbons: [{ name: "New" }],
      infoSections: [{ uniqueName: "care", title: "Care", plainDescription: "<p>By hand.</p>" }],
    };
    const [one, other] = [shop.create(given), shop.create(given)];
    expect(other.brand).toEqual(one.brand);
    expect(other.additionalRibbons).toEqual(one.additionalRibbons);
    expect(other.infoSections).toEqual([
      { id: one.infoSections?.[0]?.id, uniqueName: "care", title: "Care" },
    ]);
    const counts = ["ASSIGNED_PRODUCTS_COUNT"];
    expect(shop.brands.get({ brandId: one.brand?.id, fields: counts }).brand?.assignedProductsCount).toBe(2);
    expect(shop.brands.count({}).count).toBe(1);
    expect(shop.ribbons.count({}).count).toBe(2);
    expect(shop.sections.count({}).count).toBe(1);
    expect(shop.events().map(([type]) => type)).toEqual([
      "brand_created",
      "ribbon_created",
      "ribbon_created",
      "info_section_created",
      "product_created",
      "product_created",
    ]);
  });

  it("emits an event in the platform's envelope", () => {
    const created = shop.create();
    const [[type, event]] = shop.events() as [ReturnType<ShopV3Sandbox["events"]>[number]];
    expect(type).toBe("product_created");
    expect(event).toMatchObject({
      entityFqdn: "wix.stores.catalog.v3.product",
      slug: "created",
      entityId: created.id,
      eventTime: "2026-03-01T08:00:00.000Z",
      entityEventSequence: "1",
      createdEvent: { entity: { id: created.id, name: "Mug", revision: "1" } },
    });
  });

  it("generates unique slugs and rejects duplicate ones", () => {
    expect([shop.create().slug, shop.create().slug]).toEqual(["mug", "mug-1"]);
    expectRejected(
      () => shop.create({ slug: "mug", brand: { name: "New one" } }),
      rejection(409, "DUPLICATE_SLUG_ERROR"),
    );
    expectRejected(() => shop.create({ slug: "a_b" }), "product.slug must contain only lowercase letters");
  });

  it("rejects invalid products and stores nothing", () => {
    const variants = (...list: VariantV3[]) => ({ variantsInfo: { variants: list } });
    const { choicesSettings } = size("S");
    const bad: [Partial<ProductV3>, string][] = [
      [variants({ price: price("10") }, { price: price("12") }), "INVALID_DEFAULT_VARIANT"],
      [variants({ price: price("10", "9") }), "COMPARE_AT_PRICE_LOWER_THAN_ACTUAL_PRICE"],
      [variants({ price: price("10", "10") }), "COMPARE_AT_PRICE_LOWER_THAN_ACTUAL_PRICE"],
      [{ options: [size("S")] }, "MISSING_VARIANT_OPTION_CHOICE"],
      [
        { options: [size("S")], ...variants({ price: price("1"), choices: sized("XL") }) },
        "MISSING_VARIANT_OPTION_CHOICE",
      ],
      [
        {
          options: [size("S")],
          ...variants({ price: price("1"), choices: sized("S") }, { price: price("2"), choices: sized("S") }),
        },
        "DUPLICATE_VARIANT_OPTION_CHOICE",
      ],
      [variants({ price: price("1"), choices: sized("S") }), "VARIANTS_ARE_NOT_ALIGNED_WITH_PRODUCT"],
      [
        {
          options: [size("S")],
          ...variants({
            price: price("1"),
            choices: [...sized("S"), { optionChoiceNames: { optionName: "Cut", choiceName: "Slim" } }],
          }),
        },
        "VARIANTS_ARE_NOT_ALIGNED_WITH_PRODUCT",
      ],
      [{ options: [{ name: "Size", choicesSettings }] }, "PRODUCT_OPTION_NAME_AND_TYPE_REQUIRED"],
      [{ options: [{ id: "nope", choicesSettings }] }, "CUSTOMIZATION_NOT_EXIST"],
      [
        { ribbon: { name: "A" }, additionalRibbons: [{ name: "A" }] },
        "DUPLICATE_RIBBON_IN_PRIMARY_AND_ADDITIONAL",
      ],
      [{ ribbon: { id: "nope" } }, "RIBBON_NOT_FOUND"],
      [{ brand: { id: "99999999-9999-4999-8999-999999999999" } }, "BRAND_NOT_FOUND"],
      [
        {
          options: [size("S")],
          ...variants({
            price: price("1"),
            choices: [
              {
                optionChoiceIds: { choiceId: "99999999-9999-4999-8999-999999999999" },
                optionChoiceNames: { optionName: "Size" },
              },
            ],
          }),
        },
        "VARIANTS_ARE_NOT_ALIGNED_WITH_PRODUCT",
      ],
    ];
    for (const [product, code] of bad)
      expectRejected(() => shop.create(product), expect.objectContaining({ code }));
    expectRejected(() => shop.create({ options: [{ name: "Size" }] }), "choicesSettings must not be empty");
    const perGram = (measurementUnit: string) => ({
      physicalProperties: { pricePerUnit: { settings: { quantity: 250, measurementUnit } } },
    });
    const perKilo = { physicalProperties: { pricePerUnit: { quantity: 1, measurementUnit: "KG" } } };
    expectRejected(() => shop.create(perKilo, perGram("ML")), "must have the same dimension");
    const bag = { title: "Bag", description: "A bag", frequency: "MONTH", interval: 1, autoRenewal: false };
    expectRejected(
      () => shop.create({ subscriptionDetails: { allowOneTimePurchases: true, subscriptions: [bag] } }),
      "autoRenewal must be true",
    );
    expectRejected(() => shop.create({ name: "  " }), "product.name must not be spaces only");
    expectRejected(() => shop.create({}, { price: {} }), "price.actualPrice.amount must not be empty");
    expectRejected(() => shop.create({}, { price: price("-1") }), "must be 0 or more");
    expectRejected(() => shop.create({}, { price: price("1.2345") }), "has 4 decimal places");
    expectRejected(
      () => shop.create({ productType: "DIGITAL" }, { physicalProperties: {} }),
      "DIGITAL product",
    );
  });
});

describe("update", () => {
  it("changes given fields, clears null fields and increments the revision", () => {
    const created = shop.create({
      brand: { name: "Acme" },
      ribbon: { name: "Sale" },
      taxGroupId: crypto.randomUUID(),
    });
    shop.events();
    shop.tick(60_000);
    const { product } = shop.products.update({
      product: { id: created.id, revision: "1", name: "Cup", ribbon: null, taxGroupId: null, visible: false },
    });
    expect(product).toMatchObject({
      name: "Cup",
      slug: "mug",
      revision: "2",
      visible: false,
      brand: { name: "Acme" },
    });
    expect(product).not.toHaveProperty("ribbon");
    expect(product).not.toHaveProperty("taxGroupId");
    expect(product?.updatedDate).toBe("2026-03-01T08:01:00.000Z");
    expect(product?.variantsInfo?.variants).toMatchObject([{ visible: false, price: price("10") }]);
    expect(shop.events()).toMatchObject([
      [
        "product_updated",
        { updatedEvent: { currentEntity: { id: created.id, name: "Cup", revision: "2" } } },
      ],
    ]);
  });

  it("ignores what is read-only in physical properties", () => {
    const { id, revision } = shop.create();
    const physicalProperties = {
      deliveryProfileId: crypto.randomUUID(),
      weightMeasurementUnitInfo: { weightMeasurementUnit: "LB" as const },
      pricePerUnitRange: { minValue: { value: "1" }, maxValue: { value: "2" } },
    };
    shop.products.update({ product: { id, revision, physicalProperties } });
    const { deliveryProfileId } = physicalProperties;
    expect(shop.get(id).physicalProperties).toEqual({
      deliveryProfileId,
      shippingWeightRange: { minValue: 0, maxValue: 0 },
    });
  });

  it("rejects an old revision and names the current one", () => {
    const { id } = shop.create();
    shop.products.update({ product: { id, revision: "1", name: "Cup" } });
    const data = { id, currentRevision: "2" };
    expectRejected(
      () => shop.products.update({ product: { id, revision: "1", name: "Pot" } }),
      expect.objectContaining({ status: 409, code: "REVISION_MISMATCH", data }),
    );
    expectRejected(
      () => shop.products.update({ product: { id, name: "Pot" } }),
      "product.revision must not be empty",
    );
    expect(shop.get(id).name).toBe("Cup");
  });

  it("keeps variants given by id with their inventory and deletes the others", () => {
    const { id, variantsInfo, options } = shop.createSized([3, 4]);
    const [small] = variantsInfo?.variants ?? [];
    shop.events();
    const product = {
      id,
      revision: "1",
      options: [
        {
          id: options?.[0]?.id,
          choicesSettings: { choices: [{ name: "S" }, { name: "M", choiceType: "CHOICE_TEXT" }] },
        },
      ],
      variantsInfo: {
        variants: [
          { id: small?.id, price: price("11", "15"), choices: sized("S") },
          { price: price("13"), choices: sized("M") },
        ],
      },
    };
    const after = shop.products.update({ product: product as never }).product;
    expect(after?.variantsInfo?.variants).toMatchObject([
      { id: small?.id, inventoryStatus: { inStock: true } },
      { inventoryStatus: { inStock: false } },
    ]);
    expect(after?.inventory?.availabilityStatus).toBe("PARTIALLY_OUT_OF_STOCK");
    expect(after).toMatchObject({
      actualPriceRange: { minValue: { amount: "11" }, maxValue: { amount: "13" } },
      compareAtPriceRange: { minValue: { amount: "15" }, maxValue: { amount: "15" } },
    });
    expect(shop.items.query({}).inventoryItems).toMatchObject([{ variantId: small?.id, quantity: 3 }]);
    expect(shop.events().map(([type]) => type)).toEqual([
      "customization_updated",
      "inventory_item_deleted",
      "product_updated",
    ]);
  });

  it("gives barcodes of the product to its other or new variants", () => {
    const { id, revision } = shop.create({}, { barcode: "123" });
    const again = { variants: [{ price: price("11"), barcode: "123" }] };
    expect(shop.products.update({ product: { id, revision, variantsInfo: again } }).product).toMatchObject({
      variantsInfo: { variants: [{ barcode: "123", price: price("11") }] },
    });
    const tee = shop.createSized();
    const set = (given: string, ...barcodes: string[]) => {
      const variants = (tee.variantsInfo?.variants ?? []).map(({ id, price }, index) => ({
        id,
        price,
        choices: sized("SL"[index] ?? ""),
        barcode: barcodes[index],
      }));
      const product = { id: tee.id, revision: given, options: [size("S", "L")], variantsInfo: { variants } };
      return shop.products.update({ product }).product?.variantsInfo?.variants?.map(({ barcode }) => barcode);
    };
    expect([set("1", "a", "b"), set("2", "b", "a")]).toEqual([
      ["a", "b"],
      ["b", "a"],
    ]);
    expect(() => set("3", "123", "a")).toThrow(rejection(409, "BARCODE_ALREADY_EXIST_ERROR"));
  });

  it("requires options and variants together, and brands by id", () => {
    const { id, variantsInfo } = shop.createSized();
    const update = (given: object) => () =>
      shop.products.update({ product: { id, revision: "1", ...given } });
    expectRejected(update({ variantsInfo }), "product.options must be set if variants are set");
    expectRejected(update({ options: [size("S")] }), "product.variantsInfo must be set if options are set");
    expectRejected(update({ brand: { name: "Acme" } }), "product.brand.id must not be empty");
  });
});

describe("responses", () => {
  it("contain field groups on request, merchant data for admins only", () => {
    const { id } = shop.create(
      { plainDescription: "<p>x</p>" },
      { revenueDetails: { cost: { amount: "4" } } },
    );
    const plain = shop.products.get({ productId: id }, "visitor").product;
    for (const field of ["url", "currency", "description", "plainDescription", "costRange"])
      expect(plain).not.toHaveProperty(field);
    expect(plain?.actualPriceRange?.minValue).toEqual({ amount: "10" });
    expect(plain?.variantsInfo?.variants?.[0]).not.toHaveProperty("revenueDetails");
    const whole = shop.products.get({ productId: id, fields: ["MERCHANT_DATA", "CURRENCY"] }).product;
    expect(whole?.variantsInfo?.variants?.[0]?.revenueDetails).toEqual({
      cost: { amount: "4", formattedAmount: "$4.00" },
      profit: { amount: "6", formattedAmount: "$6.00" },
      profitMargin: 0.6,
    });
    expect(() => shop.products.get({ productId: id, fields: ["MERCHANT_DATA"] }, "visitor")).toThrow(
      rejection(403, "NO_PERMISSION_TO_READ_MERCHANT_DATA"),
    );
  });

  it("contain hidden products for admins only, by id, slug, query and count", () => {
    const { id } = shop.create({ visible: false });
    expect(shop.products.getBySlug({ slug: "mug" }).product?.id).toBe(id);
    expect(() => shop.products.get({ productId: id }, "visitor")).toThrow(
      rejection(404, "PRODUCT_NOT_FOUND"),
    );
    expect(() => shop.products.getBySlug({ slug: "mug" }, "visitor")).toThrow(
      rejection(404, "PRODUCT_NOT_FOUND"),
    );
    expect(shop.products.query({}, "visitor").products).toEqual([]);
    expect(shop.products.count({}).count).toBe(0);
    expect(shop.products.count({ returnNonVisibleProducts: true }).count).toBe(1);
    expect(() => shop.products.count({ returnNonVisibleProducts: true }, "visitor")).toThrow(
      rejection(403, "NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS"),
    );
  });

  it("contain prices per unit, subscription prices and the cheapest variant", () => {
    const { id } = shop.create(
      {
        physicalProperties: { pricePerUnit: { quantity: 1, measurementUnit: "KG" } },
        subscriptionDetails: {
          allowOneTimePurchases: true,
          subscriptions: [
            {
              title: "Monthly",
              description: "A bag a month",
              frequency: "MONTH",
              interval: 1,
              autoRenewal: true,
              discount: { type: "PERCENT", percentOff: 15 },
            },
          ],
        },
      },
      {
        physicalProperties: {
          weight: 0.25,
          pricePerUnit: { settings: { quantity: 250, measurementUnit: "G" } },
        },
      },
    );
    expect(shop.get(id)).toMatchObject({
      physicalProperties: {
        shippingWeightRange: { minValue: 0.25, maxValue: 0.25 },
        pricePerUnitRange: { minValue: { value: "40" } },
      },
      subscriptionDetails: { subscriptions: [{ title: "Monthly", interval: 1, visible: true }] },
      variantSummary: { minPriceVariant: { price: price("10") } },
      variantsInfo: {
        variants: [
          {
            physicalProperties: { pricePerUnit: { value: "40" } },
            subscriptionPricesInfo: { subscriptionPrices: [{ price: { amount: "8.5" } }] },
          },
        ],
      },
    });
  });
});

it("has a range of prices per unit as long as a variant has one", () => {
  const { id, revision, physicalProperties } = shop.create(
    { physicalProperties: { pricePerUnit: { quantity: 1, measurementUnit: "KG" } } },
    { physicalProperties: { pricePerUnit: { settings: { quantity: 250, measurementUnit: "G" } } } },
  );
  expect(physicalProperties).toMatchObject({ pricePerUnitRange: { maxValue: { value: "40" } } });
  shop.products.update({ product: { id, revision, variantsInfo: { variants: [{ price: price("10") }] } } });
  expect(shop.get(id).physicalProperties).toMatchObject({ pricePerUnit: { measurementUnit: "KG" } });
  expect(shop.get(id).physicalProperties).not.toHaveProperty("pricePerUnitRange");
});

describe("media", () => {
  const items = [{ id: "till_a~mv2.jpg" }, { url: "https://pics.example/b.png", altText: "Blue" }];

  it("uses the first item as main media and resolves the media of choices", () => {
    const choice = {
      name: "S",
      choiceType: "CHOICE_TEXT",
      media: { items: [{ mediaId: "till_a~mv2.jpg" }] },
    };
    const created = shop.create({
      media: { itemsInfo: { items } },
      options: [{ ...size(), choicesSettings: { choices: [choice] } }],
      variantsInfo: { variants: [{ price: price("1"), choices: sized("S") }] },
    });
    expect(created.media?.main?.id).toBe("till_a~mv2.jpg");
    expect(created.media?.itemsInfo?.items).toMatchObject([{ mediaType: "IMAGE" }, { altText: "Blue" }]);
    expect(created.variantsInfo?.variants?.[0]?.media?.id).toBe("till_a~mv2.jpg");
    const fields = ["PRODUCT_CHOICES_MEDIA_REFERENCES"];
    const [option] = shop.products.get({ productId: created.id, fields }).product?.options ?? [];
    expect(option?.choicesSettings?.choices?.[0]).toMatchObject({
      linkedMedia: [],
      media: { items: [{ mediaId: "till_a~mv2.jpg" }] },
    });
  });

  it("keeps the media of choices that an update sends as it read them", () => {
    const choice = {
      name: "S",
      choiceType: "CHOICE_TEXT",
      media: { items: [{ mediaId: "till_a~mv2.jpg" }] },
    };
    const { id, revision, options } = shop.create({
      media: { itemsInfo: { items } },
      options: [{ ...size(), choicesSettings: { choices: [choice] } }],
      variantsInfo: { variants: [{ price: price("1"), choices: sized("S") }] },
    });
    const [option] = options ?? [];
    const [read] = option?.choicesSettings?.choices ?? [];
    expect(read?.linkedMedia).toMatchObject([{ id: "till_a~mv2.jpg" }]);
    const variantsInfo = { variants: [{ price: price("1"), choices: sized("S") }] };
    const sent = [{ ...option, choicesSettings: { choices: [{ ...read, linkedMedia: [items[1]!] }] } }];
    shop.products.update({ product: { id, revision, options: sent, variantsInfo } } as never);
    const [linked] = shop.get(id).options?.[0]?.choicesSettings?.choices ?? [];
    expect(linked?.linkedMedia).toMatchObject([{ altText: "Blue" }]);
  });

  it("rejects duplicate media and choices with other media", () => {
    expectRejected(
      () => shop.create({ media: { itemsInfo: { items: [items[0]!, items[0]!] } } }),
      "contains till_a~mv2.jpg twice",
    );
    const choice = { name: "S", choiceType: "CHOICE_TEXT", media: { items: [{ mediaId: "no" }] } };
    const given = {
      options: [{ ...size(), choicesSettings: { choices: [choice] } }],
      variantsInfo: { variants: [{ price: price("1"), choices: sized("S") }] },
    };
    expectRejected(() => shop.create(given), rejection(404, "PRODUCT_MEDIA_NOT_EXIST"));
  });
});

describe("delete", () => {
  it("deletes variants and inventory, with an event each", () => {
    const { id } = shop.createSized([1, 2]);
    shop.events();
    expect(shop.products.remove({ productId: id })).toEqual({});
    expect(shop.items.count({}).count).toBe(0);
    expect(shop.variants.query({}).variants).toEqual([]);
    expect(() => shop.products.get({ productId: id })).toThrow(rejection(404, "PRODUCT_NOT_FOUND"));
    expect(shop.events().map(([type, { deletedEvent }]) => [type, Object.keys(deletedEvent ?? {})])).toEqual([
      ["inventory_item_deleted", ["deletedEntity"]],
      ["inventory_item_deleted", ["deletedEntity"]],
      ["product_deleted", ["deletedEntity"]],
    ]);
    expect(() => shop.products.remove({ productId: id })).toThrow(rejection(404, "PRODUCT_NOT_FOUND"));
  });
});
