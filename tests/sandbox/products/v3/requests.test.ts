import { beforeEach, describe, expect, it } from "vitest";
import { codeOf, openTestShop, type TestShop } from "../../../support/test-shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = openTestShop({ catalog: "v3" });
});

const price = (amount: string, compareAt?: string) => ({
  actualPrice: { amount },
  ...(compareAt && { compareAtPrice: { amount: compareAt } }),
});
const plain = (more: object = {}) => ({
  name: "Jug",
  productType: "PHYSICAL",
  physicalProperties: {},
  variantsInfo: { variants: [{ price: price("10") }] },
  ...more,
});
/** A product with one option and a variant of its first choice. */
const withChoices = (choices: object[], renderType = "TEXT_CHOICES", more: object = {}) => {
  const [first] = choices as { name: string }[];
  const names = { optionName: "Glaze", choiceName: first?.name, renderType };
  return plain({
    options: [{ name: "Glaze", optionRenderType: renderType, choicesSettings: { choices } }],
    variantsInfo: { variants: [{ price: price("10"), choices: [{ optionChoiceNames: names }] }] },
    ...more,
  });
};
const text = (name: string) => ({ name, choiceType: "CHOICE_TEXT" });
const optionNamed = (name: string) => ({
  name,
  optionRenderType: "TEXT_CHOICES",
  choicesSettings: { choices: [text("Oat")] },
});
const color = (name: string, colorCode: string) => ({ name, choiceType: "ONE_COLOR", colorCode });

const create = (product: object) => shop.ask("POST", "/stores/v3/products", { product });
const createMany = (products: object[]) => shop.ask("POST", "/stores/v3/bulk/products/create", { products });
const search = (search: object) => shop.ask("POST", "/stores/v3/products/search", { search });
const rulesOf = ({ body }: { body: { details?: { validationError?: { fieldViolations: object[] } } } }) =>
  body.details?.validationError?.fieldViolations;

describe("a product", () => {
  it("of type PHYSICAL needs physicalProperties, which may be empty", async () => {
    const { physicalProperties: _, ...without } = plain() as Record<string, unknown>;
    const answer = await create(without);
    expect(answer.status).toBe(400);
    expect(rulesOf(answer)).toMatchObject([{ violatedRule: "ONE_OF_ALIGNMENT" }]);
    expect((await create(plain())).status).toBe(200);
  });

  it("needs a compare-at price above its price", async () => {
    const equal = await create(plain({ variantsInfo: { variants: [{ price: price("10", "10") }] } }));
    expect([equal.status, codeOf(equal)]).toEqual([400, "COMPARE_AT_PRICE_LOWER_THAN_ACTUAL_PRICE"]);
  });

  it("of type DIGITAL is never visible in the point of sale", async () => {
    const digital = { name: "Pattern", productType: "DIGITAL", variantsInfo: plain().variantsInfo };
    const answer = await create({ ...digital, visibleInPos: true });
    expect(rulesOf(answer)).toMatchObject([{ ruleName: "DIGITAL_PRODUCT_CANNOT_BE_VISIBLE_IN_POS" }]);
    const { product } = (await create(digital)).body;
    const { id, revision } = product;
    const path = `/stores/v3/products/${id}`;
    const changed = await shop.ask("PATCH", path, { product: { id, revision, visibleInPos: true } });
    expect(rulesOf(changed)).toMatchObject([{ ruleName: "DIGITAL_PRODUCT_CANNOT_BE_VISIBLE_IN_POS" }]);
  });

  it("names the choices of its variants with their render type", async () => {
    const product = withChoices([text("Oat")]);
    const names = { optionName: "Glaze", choiceName: "Oat" };
    const variants = [{ price: price("10"), choices: [{ optionChoiceNames: names }] }];
    const without = await create({ ...product, variantsInfo: { variants } });
    expect([without.status, codeOf(without)]).toEqual([428, "MISSING_VARIANT_OPTION_CHOICE"]);
    expect((await create(product)).status).toBe(200);
  });

  it("keeps at least one variant", async () => {
    const options = [optionNamed("Glaze")];
    const made = await shop.ask("POST", "/stores/v3/products-with-inventory", {
      product: plain({ options, variantsInfo: {} }),
    });
    expect([made.status, rulesOf(made)]).toMatchObject([400, [{ field: "product.variantsInfo.variants" }]]);
    const { id, revision } = (await create(plain())).body.product;
    for (const variantsInfo of [null, {}, { variants: null }]) {
      const product = { id, revision, options, variantsInfo };
      const changed = await shop.ask("PATCH", `/stores/v3/products/${id}`, { product });
      expect([changed.status, rulesOf(changed)]).toMatchObject([400, [{ violatedRule: "REQUIRED_FIELD" }]]);
    }
  });

  it("keeps its options and variants if an update has options alone", async () => {
    const { id, revision } = (await create(withChoices([text("Oat")]))).body.product;
    const product = { id, revision, options: [] };
    const one = await shop.ask("PATCH", `/stores/v3/products/${id}`, { product });
    expect(rulesOf(one)).toMatchObject([{ ruleName: "MISSING_VARIANTS_ON_UPDATE_OPTIONS" }]);
    const many = await shop.ask("POST", "/stores/v3/bulk/products/update", { products: [{ product }] });
    expect(JSON.stringify(many.body)).toContain("MISSING_VARIANTS_ON_UPDATE_OPTIONS");
    const { body } = await shop.ask("GET", `/stores/v3/products/${id}`);
    expect(body.product).toMatchObject({ revision, options: [{ name: "Glaze" }] });
  });

  it("has no two choices of the same name", async () => {
    await create(withChoices([text("Oat"), text("Ink")]));
    const { body } = await createMany([withChoices([text("Oat"), text("Oat")])]);
    expect(body.results).toMatchObject([{ itemMetadata: { success: false } }]);
  });
});

describe("a bulk creation", () => {
  it("is rejected as a whole for a slug with other characters than a to z, digits and dashes", async () => {
    const answer = await createMany([plain({ name: "First" }), plain({ slug: "ph-5_5" })]);
    expect(answer.status).toBe(400);
    expect(rulesOf(answer)).toMatchObject([{ field: "products[1].slug", violatedRule: "FORMAT" }]);
    expect((await search({ filter: { name: "First" } })).body.products).toEqual([]);
  });

  it.each([
    ["name", { name: undefined }],
    ["productType", { productType: undefined }],
    ["variantsInfo", { variantsInfo: undefined, options: [optionNamed("Glaze")] }],
    ["variantsInfo.variants", { variantsInfo: {}, options: [optionNamed("Glaze")] }],
  ])("is rejected as a whole for a product without %s", async (field, more) => {
    const products = [plain({ name: "First" }), plain(more)];
    for (const path of ["products", "products-with-inventory"]) {
      const answer = await shop.ask("POST", `/stores/v3/bulk/${path}/create`, { products });
      expect(answer.status).toBe(400);
      expect(rulesOf(answer)).toMatchObject([
        { field: `products[1].${field}`, violatedRule: "REQUIRED_FIELD" },
      ]);
    }
    expect((await search({ filter: { name: "First" } })).body.products).toEqual([]);
  });

  it("of products is rejected as a whole for one with an id", async () => {
    const answer = await createMany([plain({ name: "First" }), plain({ id: "mine" })]);
    expect([answer.status, rulesOf(answer)]).toMatchObject([
      400,
      [{ field: "products[1].id", ruleName: "ID_NOT_ALLOWED_IN_REQUEST" }],
    ]);
    expect((await search({ filter: { name: "First" } })).body.products).toEqual([]);
  });

  it("counts options and variants over all its products", async () => {
    const options = [optionNamed("A"), optionNamed("B")];
    const products = Array.from({ length: 51 }, () => plain({ options }));
    const tooMany = await createMany(products);
    expect([tooMany.status, codeOf(tooMany)]).toEqual([400, "TOO_MANY_OPTIONS_IN_REQUEST"]);
    const variants = Array.from({ length: 501 }, () => ({ price: price("10") }));
    const wide = await createMany([
      plain({ variantsInfo: { variants } }),
      plain({ variantsInfo: { variants } }),
    ]);
    expect([wide.status, codeOf(wide)]).toEqual([400, "TOO_MANY_VARIANTS"]);
  });

  it("fails the products with a choice that another one creates in a different color", async () => {
    const red = (code: string, name: string) =>
      withChoices([color("Madder", code)], "SWATCH_CHOICES", { name });
    const { status, body } = await createMany([red("#a00", "A"), red("#b00", "B"), red("#a00", "C")]);
    expect(status).toBe(200);
    expect(
      body.results.map(({ itemMetadata }: never) => (itemMetadata as { success: boolean }).success),
    ).toEqual([true, false, true]);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
  });
});

it("a bulk change or deletion has a product once, and a change as many options as a creation", async () => {
  const { id, revision } = (await create(plain())).body.product;
  const product = { id, revision, name: "Ewer" };
  const products = [{ product }, { product }];
  const bulk = (path: string, body: object) => shop.ask("POST", `/stores/v3/bulk/${path}`, body);
  for (const answer of [
    await bulk("products/update", { products }),
    await bulk("products-with-inventory/update", { products }),
    await bulk("products/delete", { productIds: [id, id] }),
  ])
    expect([answer.status, rulesOf(answer)]).toMatchObject([
      400,
      [{ ruleName: "DUPLICATE_PRODUCT_IDS_REQUEST" }],
    ]);
  const options = Array.from({ length: 6 }, (_, n) => optionNamed(`${n}`));
  const wide = Array.from({ length: 17 }, (_, n) => ({ product: { id: `${n}`, revision: "1", options } }));
  const tooMany = await bulk("products/update", { products: wide });
  expect([tooMany.status, codeOf(tooMany)]).toEqual([400, "TOO_MANY_OPTIONS_IN_REQUEST"]);
});

it("a bulk change takes no field mask", async () => {
  const { product } = (await create(plain())).body;
  const { id, revision } = product;
  const change = (more: object) =>
    shop.ask("POST", "/stores/v3/bulk/products/update", {
      products: [{ product: { id, revision, name: "Ewer" }, ...more }],
    });
  const masked = await change({ mask: { paths: ["name"] } });
  expect([masked.status, codeOf(masked)]).toEqual([428, "FIELD_MASK_VALUE_NOT_SUPPORTED"]);
  expect((await change({})).status).toBe(200);
});

describe("a search", () => {
  const lowest = "actualPriceRange.minValue.amount";

  it("takes one operator per field, and several conditions under $and", async () => {
    expect((await search({ filter: { [lowest]: { $gte: 5, $lte: 20 } } })).status).toBe(400);
    const filter = { $and: [{ [lowest]: { $gte: 5 } }, { [lowest]: { $lte: 20 } }] };
    expect((await search({ filter })).status).toBe(200);
  });

  it("adds amounts up exactly, and takes the kind of an aggregation from its details", async () => {
    shop = openTestShop({ catalog: "v3", seed: "empty", now: "2030-01-02T12:00:00Z" });
    for (const amount of ["0.1", "0.2"])
      await create(plain({ name: amount, variantsInfo: { variants: [{ price: price(amount) }] } }));
    const aggregations = [
      { name: "sum", fieldPath: lowest, scalar: { type: "SUM" } },
      { name: "average", fieldPath: lowest, scalar: { type: "AVG" } },
      { name: "weeks", fieldPath: "createdDate", dateHistogram: { interval: "WEEK" } },
      { name: "ranges", fieldPath: lowest, range: { buckets: [{ from: 0.2 }] } },
      { name: "values", fieldPath: "name" },
    ];
    const { body } = await search({ aggregations });
    expect(body.aggregationData.results).toMatchObject([
      { type: "SCALAR", scalar: { type: "SUM", value: 0.3 } },
      { type: "SCALAR", scalar: { type: "AVG", value: 0.15 } },
      // 2 January 2030 is a Wednesday.
      {
        type: "DATE_HISTOGRAM",
        dateHistogram: { results: [{ value: "2029-12-31T00:00:00.000Z", count: 2 }] },
      },
      { type: "RANGE", ranges: { results: [{ from: 0.2, count: 1 }] } },
      { type: "VALUE", values: { results: [{ value: "0.1" }, { value: "0.2" }] } },
    ]);
    const none = (await search({ filter: { name: "9" }, aggregations: aggregations.slice(0, 2) })).body;
    expect(none.aggregationData.results).toMatchObject([{ scalar: { value: 0 } }, { scalar: { value: 0 } }]);
    const fieldless = await search({ aggregations: [{ name: "x", type: "VALUE" }] });
    expect(rulesOf(fieldless)).toMatchObject([{ field: "search.aggregations[0].fieldPath" }]);
  });

  it("aggregates everything that it matches, as storefronts ask for their filters", async () => {
    const aggregations = [
      { name: "minPrice", fieldPath: lowest, type: "SCALAR", scalar: { type: "MIN" } },
      {
        name: "maxPrice",
        fieldPath: "actualPriceRange.maxValue.amount",
        type: "SCALAR",
        scalar: { type: "MAX" },
      },
      {
        name: "options",
        fieldPath: "options.name",
        type: "VALUE",
        value: { limit: 20, sortType: "VALUE", sortDirection: "ASC" },
      },
      { name: "stock", fieldPath: "inventory.availabilityStatus", type: "VALUE", value: {} },
      {
        name: "prices",
        fieldPath: lowest,
        type: "RANGE",
        range: { buckets: [{ to: 20 }, { from: 20 }] },
      },
      {
        name: "months",
        fieldPath: "createdDate",
        type: "DATE_HISTOGRAM",
        dateHistogram: { interval: "MONTH" },
      },
      {
        name: "both",
        type: "NESTED",
        nested: {
          nestedAggregations: [
            { name: "type", fieldPath: "productType", type: "VALUE", value: {} },
            { name: "lowest", fieldPath: lowest, type: "SCALAR", scalar: { type: "MIN" } },
          ],
        },
      },
    ];
    const { body } = await search({ filter: { visible: true }, cursorPaging: { limit: 1 }, aggregations });
    expect(body.products).toHaveLength(1);
    const [low, high, options, stock, prices, months, both] = body.aggregationData.results;
    expect(low).toEqual({
      name: "minPrice",
      type: "SCALAR",
      fieldPath: lowest,
      scalar: { type: "MIN", value: 4.5 },
    });
    expect(high.scalar.value).toBeGreaterThan(100);
    const names = options.values.results.map(({ value }: { value: string }) => value);
    expect(names).toEqual([...names].sort());
    const total = (results: { count: number }[]) => results.reduce((sum, { count }) => sum + count, 0);
    const { count } = (await shop.ask("POST", "/stores/v3/products/count", { filter: { visible: true } }))
      .body;
    expect(total(stock.values.results)).toBe(count);
    expect(total(prices.ranges.results)).toBe(count);
    expect(total(months.dateHistogram.results)).toBe(count);
    expect(months.dateHistogram.results[0].value).toMatch(/^20\d\d-\d\d-01T00:00:00.000Z$/);
    expect(both.nested.results[0].results).toMatchObject({
      type: { value: { value: "PHYSICAL" } },
      lowest: { scalar: { value: 4.5 } },
    });
    const noDate = [
      { name: "x", fieldPath: "name", type: "DATE_HISTOGRAM", dateHistogram: { interval: "DAY" } },
    ];
    expect(
      (await search({ aggregations: noDate })).body.details.validationError.fieldViolations,
    ).toMatchObject([
      { field: "search.aggregations[0].fieldPath", description: "must be a field with dates" },
    ]);
    const unknown = [{ name: "x", fieldPath: "nonsense", type: "VALUE", value: {} }];
    expect((await search({ aggregations: unknown })).status).toBe(400);
  });

  it("finds every product in the built-in category", async () => {
    const treeReference = { appNamespace: "@wix/stores" };
    const query = { filter: { slug: "all-products" } };
    const { categories } = await shop.ok("POST", "/categories/v1/categories/query", { query, treeReference });
    const [{ id, itemCounter }] = categories;
    const filter = { "allCategoriesInfo.categories": { $matchItems: [{ id }] } };
    const { products } = (await search({ filter, cursorPaging: { limit: 100 } })).body;
    expect(products).toHaveLength(itemCounter);
  });
});

it("a query takes offset paging and returns no total", async () => {
  const page = async (offset: number) =>
    (await shop.ask("POST", "/stores/v3/products/query", { query: { paging: { limit: 3, offset } } })).body;
  const [first, second] = [await page(0), await page(2)];
  expect(first.products).toHaveLength(3);
  expect(second.products[0].id).toBe(first.products[2].id);
  expect(first.pagingMetadata).toMatchObject({ count: 3, cursors: { next: expect.any(String) } });
  expect(first.pagingMetadata).not.toHaveProperty("total");
});
