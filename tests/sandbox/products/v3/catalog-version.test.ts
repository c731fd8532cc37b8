import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenSandbox, openSandbox } from "../../../../src/sandbox/server/router.ts";
import { createRequester } from "../../../support/test-shop.ts";

let sandbox: OpenSandbox;
let ask: ReturnType<typeof createRequester>;
beforeEach(() => {
  sandbox = openSandbox({ file: ":memory:" });
  ask = createRequester(sandbox.send);
});
afterEach(() => sandbox.close());

const r = (query: object) => `.r=${Buffer.from(JSON.stringify(query)).toString("base64url")}`;
const seed = (body: object) => ask("POST", "/__till/seed", body);
const version = async () => (await ask("GET", "/stores/v3/provision/version")).body.catalogVersion;

describe("catalog versions", () => {
  it("a new sandbox runs v1 and rejects v3 calls", async () => {
    expect(await version()).toBe("V1_CATALOG");
    expect(await ask("GET", `/stores/v3/products/query?${r({ query: {} })}`)).toMatchObject({
      status: 428,
      body: { details: { applicationError: { code: "CATALOG_V1_SITE_CALLING_CATALOG_V3_API" } } },
    });
  });

  it("rejects them before it checks their input, and names the missing app for categories", async () => {
    expect(await ask("POST", "/stores/v3/products", { product: {} })).toMatchObject({
      status: 428,
      body: { details: { applicationError: { code: "CATALOG_V1_SITE_CALLING_CATALOG_V3_API" } } },
    });
    const { status, body } = await ask("POST", "/categories/v1/categories/query", { query: {} });
    expect([status, body.details.applicationError.code]).toEqual([428, "APP_NOT_INSTALLED"]);
    expect(body.message).toContain("215238eb-22a5-4c36-9e7b-e7c08025e04e");
  });

  it("a sandbox seeded with v3 rejects v1 calls until it is reset", async () => {
    await seed({ shop: "demo", catalog: "v3" });
    expect(await version()).toBe("V3_CATALOG");
    for (const path of ["/stores-reader/v1/products/query-platformized", "/v2/collections/query"])
      expect(await ask("POST", path, { query: {} })).toMatchObject({
        status: 428,
        body: { details: { applicationError: { code: "CATALOG_V3_CALLING_CATALOG_V1_API" } } },
      });
    await ask("POST", "/__till/reset", {});
    expect(await version()).toBe("V1_CATALOG");
  });
});

describe("the demo shop", () => {
  it("has the same products, prices and stock as in v1, without events, and is seeded once", async () => {
    await seed({ shop: "demo" });
    const v1 = (
      await ask("POST", "/stores-reader/v1/products/query-platformized", {
        query: { paging: { limit: 100 } },
      })
    ).body.products;
    await ask("POST", "/__till/reset", {});
    expect((await seed({ shop: "demo", catalog: "v3" })).status).toBe(200);
    const v3 = (await ask("POST", "/stores/v3/products/query", { query: { cursorPaging: { limit: 100 } } }))
      .body.products;
    const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1);
    expect(v3).toHaveLength(v1.length);
    expect(v3.map(({ slug, name }: never) => [slug, name]).sort()).toEqual(
      v1.map(({ slug, name }: never) => [slug, name]).sort(),
    );
    for (const [index, product] of v3.sort(bySlug).entries()) {
      const old = v1.sort(bySlug)[index];
      const { variantsInfo, inventory } = (await ask("GET", `/stores/v3/products/${product.id}`)).body
        .product;
      expect(variantsInfo.variants.map((one: never) => (one as { sku?: string }).sku ?? "")).toEqual(
        old.variants.map((one: never) => (one as { variant: { sku: string } }).variant.sku),
      );
      expect(
        variantsInfo.variants.map(({ price }: never) =>
          Number((price as never as { actualPrice: { amount: string } }).actualPrice.amount),
        ),
      ).toEqual(
        old.variants.map(
          ({ variant }: never) =>
            (variant as never as { priceData: { discountedPrice: number } }).priceData.discountedPrice,
        ),
      );
      expect(inventory.availabilityStatus).toBe(old.stock.inventoryStatus);
    }
    expect((await ask("GET", "/__till/events?after=0&limit=10")).body.events).toEqual([]);
    expect((await seed({ shop: "demo" })).body.details.applicationError.code).toBe("ALREADY_SEEDED");
  });

  it("is refused beside the demo shop of catalog v1, before anything is written", async () => {
    await seed({ shop: "demo" });
    const { counts } = (await ask("GET", "/__till/status")).body;
    const { status, body } = await seed({ shop: "demo", catalog: "v3" });
    expect([status, body.details.applicationError.code, body.message]).toEqual([
      409,
      "ALREADY_SEEDED",
      "This sandbox already contains the demo shop, on catalog v1",
    ]);
    expect((await ask("GET", "/__till/status")).body).toMatchObject({ catalog: "v1", counts });
  });

  it("has the same ids every time", async () => {
    const ids = async () => {
      await ask("POST", "/__till/reset", {});
      await ask("POST", "/__till/clock", { set: "2026-01-01T00:00:00Z" });
      await seed({ shop: "demo", catalog: "v3" });
      return JSON.stringify((await ask("POST", "/stores/v3/products/query", { query: {} })).body);
    };
    expect(await ids()).toBe(await ids());
  });

  it("supports any number of generated products", async () => {
    await seed({ count: 30, catalog: "v3" });
    expect((await ask("POST", "/stores/v3/products/count", {})).body).toEqual({ count: 30 });
    const search = { filter: { "brand.name": { $exists: true } } };
    expect((await ask("POST", "/stores/v3/products/search", { search })).body.products).toHaveLength(30);
  });
});

describe("HTTP calls", () => {
  beforeEach(() => seed({ shop: "demo", catalog: "v3" }));

  it("create, read by slug, update, and emit an event", async () => {
    const product = {
      name: "Jug",
      productType: "PHYSICAL",
      physicalProperties: {},
      variantsInfo: { variants: [{ price: { actualPrice: { amount: "24.00" } }, physicalProperties: {} }] },
    };
    const created = await ask("POST", "/stores/v3/products", { product });
    expect(created).toMatchObject({ status: 200, body: { product: { slug: "jug", revision: "1" } } });
    const { id } = created.body.product;
    const read = await ask("GET", "/stores/v3/products/slug/jug?slug=jug&fields=URL&fields=CURRENCY");
    expect(read.body.product).toMatchObject({
      id,
      currency: "USD",
      actualPriceRange: { minValue: { amount: "24", formattedAmount: "$24.00" } },
    });
    const patch = (revision: string) =>
      ask("PATCH", `/stores/v3/products/${id}`, { product: { id, revision, name: "Pitcher" } });
    expect((await patch("1")).body.product).toMatchObject({ name: "Pitcher", revision: "2" });
    expect(await patch("1")).toMatchObject({
      status: 409,
      body: { details: { applicationError: { code: "REVISION_MISMATCH", data: { currentRevision: "2" } } } },
    });
    expect((await ask("DELETE", `/stores/v3/products/${id}?productId=${id}`)).body).toEqual({});
    const { events } = (await ask("GET", "/__till/events?after=0&limit=10")).body;
    expect(events.map(({ type }: never) => type)).toEqual([
      "wix.stores.catalog.v3.product_created",
      "wix.stores.catalog.v3.product_updated",
      "wix.stores.catalog.v3.product_deleted",
    ]);
  });

  it("route queries of variants and products separately", async () => {
    const variants = await ask("POST", "/stores/v3/products/query-variants", {
      query: { cursorPaging: { limit: 2 } },
    });
    expect(variants.body).toMatchObject({ pagingMetadata: { count: 2, hasNext: true } });
    expect(variants.body.variants[0].productData.productId).toBeTypeOf("string");
    const products = await ask(
      "GET",
      `/stores/v3/products/query?${r({ query: { cursorPaging: { limit: 2 } } })}`,
    );
    expect(products.body.products).toHaveLength(2);
  });

  it("filter products by category in searches, with $matchItems only", async () => {
    const treeReference = { appNamespace: "@wix/stores", treeKey: null };
    const { categories } = (
      await ask("POST", "/categories/v1/categories/query", { query: {}, treeReference })
    ).body;
    const { id } = categories.find(({ slug }: never) => slug === "coffee");
    const path = "directCategoriesInfo.categories";
    const search = async (filter: object) =>
      (await ask("POST", "/stores/v3/products/search", { search: { filter } })).body.products.length;
    expect(await search({ [path]: { $matchItems: [{ id }] } })).toBe(6);
    expect(await search({ [path]: { $hasSome: [id] } })).toBe(0);
    const filter = { [path]: { $matchItems: [{ id }] } };
    const { status, body } = await ask("POST", "/stores/v3/products/query", { query: { filter } });
    expect([status, body.message]).toEqual([
      400,
      `INVALID_ARGUMENT: "query.filter" Field '${path}' is not declared as filterable`,
    ]);
  });

  it("list at most 100 categories per page, whatever the limit", async () => {
    const treeReference = { appNamespace: "@wix/stores", treeKey: null };
    for (let index = 0; index < 101; index++)
      await ask("POST", "/categories/v1/categories", { category: { name: `C${index}` }, treeReference });
    const query = { cursorPaging: { limit: 1000 } };
    const { body } = await ask("POST", "/categories/v1/categories/query", { query, treeReference });
    expect(body.categories).toHaveLength(100);
    expect(body.pagingMetadata.cursors.next).toBeTypeOf("string");
  });

  it("reject writes by visitors and values out of bounds", async () => {
    const brand = { name: "x".repeat(51) };
    expect(
      (await ask("POST", "/stores/v3/brands", { brand })).body.details.validationError.fieldViolations,
    ).toMatchObject([{ field: "brand.name", violatedRule: "MAX_LENGTH" }]);
    const spaces = await ask("POST", "/stores/v3/brands", { brand: { name: "  " } });
    expect(spaces.body.details.validationError.fieldViolations).toMatchObject([
      { field: "brand.name", ruleName: "ONLY_SPACES_STRING_ERROR" },
    ]);
    const clientId = "c11e9700-5a9d-4b0c-8a0d-000000000001";
    const token = await ask(
      "POST",
      "/oauth2/token",
      { clientId, grantType: "anonymous" },
      { authorization: "" },
    );
    const visitor = { authorization: token.body.access_token };
    const as = await ask("POST", "/stores/v3/brands", { brand: { name: "y" } }, visitor);
    expect(as).toMatchObject({
      status: 403,
      body: { details: { applicationError: { code: "PERMISSION_DENIED", description: "" } } },
    });
    expect((await ask("POST", "/stores/v3/brands/query", { query: {} }, visitor)).status).toBe(200);
  });
});
