import { beforeEach, expect, it } from "vitest";
import { codeOf, type JsonResponse, openTestShop, type TestShop } from "../../../support/test-shop.ts";

type Json = JsonResponse["body"];
const treeReference = { appNamespace: "@wix/stores", treeKey: null };

let shop: TestShop;
let visitor: { authorization: string };
beforeEach(async () => {
  shop = openTestShop({ catalog: "v3" });
  visitor = await shop.newVisitor();
  return shop.close;
});

const api = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object, headers?: object) =>
  shop.ok(method, `/stores/v3/${path}`, body, headers as Record<string, string>);

async function createPromotion(more: object = {}): Promise<Json> {
  const promotion = { name: "Winter sale", media: { id: "a_b.jpg" }, ...more };
  return (await api("POST", "promotions", { promotion })).promotion;
}

async function category(slug: string): Promise<string> {
  const query = `treeReference.appNamespace=@wix/stores`;
  return (await shop.ok("GET", `/categories/v1/categories/slug/${slug}?${query}`)).category.id;
}

it("a promotion is disabled until it is enabled, and keeps its media", async () => {
  const created = await createPromotion();
  expect(created).toMatchObject({
    revision: "1",
    enabled: false,
    media: { id: "a_b.jpg", mediaType: "IMAGE" },
  });
  const promotion = { id: created.id, revision: "1", enabled: true };
  const updated = (await api("PATCH", `promotions/${created.id}`, { promotion })).promotion;
  expect(updated).toMatchObject({ name: "Winter sale", enabled: true, revision: "2" });
  expect(updated).not.toHaveProperty("enabledDate");
  const change = (more: object) =>
    shop.ask("PATCH", `/stores/v3/promotions/${created.id}`, { promotion: { id: created.id, ...more } });
  expect(codeOf(await change({ revision: "1", name: "Old" }))).toBe("REVISION_MISMATCH");
  expect(codeOf(await change({ revision: "2", media: null }))).toBe("MEDIA_REMOVAL_NOT_ALLOWED");
  const ceramics = await category("tableware");
  const twice = [ceramics, ceramics].map((id, index) => ({ id, position: index + 1 }));
  expect(codeOf(await change({ revision: "2", categories: twice }))).toBe("DUPLICATE_CATEGORY_ASSIGNMENT");
  const { body } = await shop.ask("POST", "/stores/v3/promotions", { promotion: { name: "No media" } });
  expect(body.message).toContain("promotion.media");
  expect(shop.newEventTypes()).toEqual(["promotion_created", "promotion_updated"]);
});

it("a category resolves its promotions and those of its ancestors, one per position, the last enabled", async () => {
  const parent = await category("tableware");
  const child = (
    await shop.ok("POST", "/categories/v1/categories", {
      category: { name: "Bowls", parentCategory: { id: parent } },
      treeReference,
    })
  ).category.id;
  const at = (id: string, position: number, appliedToSubcategories = false) => ({
    enabled: true,
    categories: [{ id, position, appliedToSubcategories }],
  });
  await createPromotion({ name: "Everywhere", ...at(parent, 4, true) });
  await createPromotion({ name: "Parent only", ...at(parent, 2) });
  await createPromotion({ name: "Disabled", ...at(child, 3), enabled: false });
  await createPromotion({ name: "Older", ...at(child, 1) });
  await shop.advance("1m");
  await createPromotion({ name: "Newer", ...at(child, 1) });
  const resolve = async (id: string) =>
    (await api("GET", `promotions/resolve?categoryId=${id}`, undefined, visitor)).promotions.map(
      ({ position, promotion }: Json) => [position, promotion.name],
    );
  expect(await resolve(child)).toEqual([
    [1, "Newer"],
    [4, "Everywhere"],
  ]);
  expect(await resolve(parent)).toEqual([
    [2, "Parent only"],
    [4, "Everywhere"],
  ]);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  const unknown = await shop.ask("GET", `/stores/v3/promotions/resolve?categoryId=${nowhere}`);
  expect(codeOf(unknown)).toBe("CATEGORY_NOT_FOUND");
});

it("promotions are queried, searched, tagged and written in bulk", async () => {
  const promotions = ["Spring", "Summer"].map((name) => ({ name, media: { id: `${name}.jpg` } }));
  const created = await api("POST", "bulk/promotions/create", { promotions, returnEntity: true });
  expect(created.bulkActionMetadata).toMatchObject({ totalSuccesses: 2, totalFailures: 0 });
  const [spring, summer] = created.results.map(({ item }: Json) => item);
  await api("POST", "bulk/promotions/update-tags", {
    promotionIds: [spring.id],
    assignTags: { privateTags: { tagIds: ["early"] } },
  });
  const filter = { "tags.privateTags.tagIds": { $hasSome: ["early"] } };
  const names = ({ promotions: found }: Json) => found.map(({ name }: Json) => name);
  expect(names(await api("POST", "promotions/query", { query: { filter } }))).toEqual(["Spring"]);
  expect(
    names(await api("POST", "promotions/search", { search: { search: { expression: "summ" } } })),
  ).toEqual(["Summer"]);
  expect(
    codeOf(await shop.ask("POST", "/stores/v3/bulk/promotions/update-tags", { promotionIds: [summer.id] })),
  ).toBe("EMPTY_ASSIGN_AND_UNASSIGN_LISTS");
  const outdated = { promotions: [{ promotion: { id: spring.id, revision: "1", name: "Late" } }] };
  const updated = await api("POST", "bulk/promotions/update", outdated);
  expect(updated.results[0].itemMetadata.error.code).toBe("REVISION_MISMATCH");
  await api("POST", "bulk/promotions/delete", { promotionIds: [spring.id, summer.id] });
  expect(names(await api("POST", "promotions/query", { query: {} }))).toEqual([]);
  expect(shop.newEventTypes().filter((type) => type.endsWith("tags_modified"))).toHaveLength(1);
});

/** Adds two products that come in one glaze each, and an empty group by glaze. */
async function glazes(): Promise<{ products: Json[]; group: Json }> {
  const customization = {
    name: "Glaze",
    customizationType: "PRODUCT_OPTION",
    customizationRenderType: "TEXT_CHOICES",
    choicesSettings: {
      choices: ["Celadon", "Shino"].map((name) => ({ name, choiceType: "CHOICE_TEXT" })),
    },
  };
  const glaze = (await api("POST", "customizations", { customization })).customization;
  const add = async (choice: Json) => {
    const of = { optionId: glaze.id, choiceId: choice.id };
    const product = {
      name: `Bowl, ${choice.name}`,
      productType: "PHYSICAL",
      physicalProperties: {},
      options: [
        {
          id: glaze.id,
          name: glaze.name,
          optionRenderType: "TEXT_CHOICES",
          choicesSettings: {
            choices: [{ choiceId: choice.id, name: choice.name, choiceType: "CHOICE_TEXT" }],
          },
        },
      ],
      variantsInfo: {
        variants: [{ price: { actualPrice: { amount: "20" } }, choices: [{ optionChoiceIds: of }] }],
      },
    };
    return (await api("POST", "products", { product })).product;
  };
  const products: Json[] = [];
  for (const choice of glaze.choicesSettings.choices) products.push(await add(choice));
  const [, last] = glaze.choicesSettings.choices;
  const productGroup = { name: "Bowls", groupingCustomizationId: glaze.id, choiceOrder: [last.id] };
  return { products, group: (await api("POST", "product-groups", { productGroup })).productGroup };
}

it("a product group has its products as choices, in their order, and the products name their group", async () => {
  const { products, group } = await glazes();
  const productIds = [...products.map(({ id }) => id), "none"];
  const assigned = await api("POST", "product-groups/assign-products", {
    productGroupId: group.id,
    productIds,
  });
  expect(assigned.results.map(({ success, error }: Json) => [success, error?.code])).toEqual([
    [true, undefined],
    [true, undefined],
    [false, "PRODUCTS_NOT_FOUND"],
  ]);
  const { product } = await api("GET", `products/${products[0].id}`, undefined, visitor);
  expect(product.extendedFields.namespaces["@stores/product-groups"]).toEqual({ productGroupId: group.id });
  const read = async (headers?: object) =>
    (await api("GET", `product-groups/${group.id}?fields=GROUPING_CUSTOMIZATION`, undefined, headers))
      .productGroup;
  expect(await read(visitor)).toMatchObject({
    groupingCustomization: { name: "Glaze", customizationRenderType: "TEXT_CHOICES" },
    members: [
      { slug: products[1].slug, choice: { name: "Shino" }, status: "ACTIVE" },
      { slug: products[0].slug, choice: { name: "Celadon" }, status: "ACTIVE" },
    ],
  });
  const hidden = { product: { id: products[1].id, revision: products[1].revision, visible: false } };
  await api("PATCH", `products/${products[1].id}`, hidden);
  expect((await read(visitor)).members).toHaveLength(1);
  expect((await read()).members.map(({ status }: Json) => status)).toEqual(["HIDDEN", "ACTIVE"]);
  const search = { filter: { "members.productId": { $hasSome: [products[0].id] } } };
  expect((await api("POST", "product-groups/search", { search }, visitor)).productGroups).toHaveLength(1);
});

it("a product is in one group, needs one choice for it, and leaves it", async () => {
  const { products, group } = await glazes();
  const [first] = products;
  const assign = (productGroupId: string, id: string) =>
    api("POST", "product-groups/assign-products", { productGroupId, productIds: [id] });
  await assign(group.id, first.id);
  // A change of the extended fields of the product leaves it in its group.
  const { revision } = (await api("GET", `products/${first.id}`)).product;
  const extendedFields = { namespaces: { "@acme/kiln": { cone: 10 } } };
  await api("PATCH", `products/${first.id}`, { product: { id: first.id, revision, extendedFields } });
  const productGroup = { name: "Others", groupingCustomizationId: group.groupingCustomizationId };
  const { productGroup: other } = await api("POST", "product-groups", { productGroup });
  await assign(other.id, first.id);
  const membersOf = async (id: string) =>
    (await api("GET", `product-groups/${id}`)).productGroup.members.length;
  expect([await membersOf(group.id), await membersOf(other.id)]).toEqual([0, 1]);
  const { products: mugs } = await api("POST", "products/query", {
    query: { filter: { slug: "stoneware-mug" } },
  });
  const [rejected] = (await assign(other.id, mugs[0].id)).results;
  expect(rejected.error.code).toBe("PRODUCTS_MISSING_CUSTOMIZATION");
  const unassign = { productGroupId: group.id, productIds: [first.id] };
  const [absent] = (await api("POST", "product-groups/unassign-products", unassign)).results;
  expect(absent.error.code).toBe("PRODUCTS_NOT_IN_GROUP");
  const [nobody] = (await api("POST", "product-groups/unassign-products", { ...unassign, productIds: ["x"] }))
    .results;
  expect(nobody.error.code).toBe("PRODUCTS_NOT_FOUND");
  await api("DELETE", `product-groups/${other.id}`);
  const { product } = await api("GET", `products/${first.id}`);
  expect(product.extendedFields).toEqual(extendedFields);
  const unknown = { productGroup: { name: "X", groupingCustomizationId: "none" } };
  expect(codeOf(await shop.ask("POST", "/stores/v3/product-groups", unknown))).toBe(
    "CUSTOMIZATION_NOT_FOUND",
  );
});
