import type { ProductGroup, Promotion } from "../../../src/api/services/products.ts";
import { sampleSet } from "./sample-set.ts";

/** The objects of the samples, in the demo shop of catalog v3. */
interface GroupedShop {
  /** In the category `categoryId`, first. */
  promotion: Promotion;
  categoryId: string;
  /** By weight, with the light card as its only member. */
  group: ProductGroup;
  light: string;
  heavy: string;
}

const current = ({ id, revision }: { id?: string | null; revision?: string | null }) => ({ id, revision });
const media = { id: "banner.jpg" };
const tagged = { assignTags: { privateTags: { tagIds: ["early"] } } };
const weight = {
  name: "Weight",
  customizationType: "PRODUCT_OPTION",
  customizationRenderType: "TEXT_CHOICES",
  choicesSettings: { choices: [{ name: "Light" }, { name: "Heavy" }] },
};

/** Promotions and product groups of catalog v3. */
export const catalogV3Groups = sampleSet<GroupedShop>({
  catalog: "v3",
  async prepare(ask) {
    const treeReference = { appNamespace: "@wix/stores" };
    const { category } = await ask("storeCategories.getBySlug", { slug: "gifts-under-25", treeReference });
    const categories = [{ id: category.id, position: 1, appliedToSubcategories: true }];
    const { promotion } = await ask("promotionsV3.create", {
      promotion: { name: "Spring", media, enabled: true, categories },
    });
    const { customization } = await ask("customizationsV3.create", { customization: weight });
    const cards: string[] = [];
    for (const { id: choiceId, name } of customization.choicesSettings.choices) {
      const choicesSettings = { choices: [{ choiceId, name, choiceType: "CHOICE_TEXT" }] };
      const option = {
        id: customization.id,
        name: "Weight",
        optionRenderType: "TEXT_CHOICES",
        choicesSettings,
      };
      const choices = [{ optionChoiceIds: { optionId: customization.id, choiceId } }];
      const variant = { price: { actualPrice: { amount: "3.00" } }, choices };
      const { product } = await ask("productsV3.create", {
        product: {
          name: `${name} card`,
          productType: "PHYSICAL",
          physicalProperties: {},
          options: [option],
          variantsInfo: { variants: [variant] },
        },
      });
      cards.push(product.id);
    }
    const [light = "", heavy = ""] = cards;
    const { productGroup: group } = await ask("productGroupsV3.create", {
      productGroup: { name: "Cards", groupingCustomizationId: customization.id },
    });
    await ask("productGroupsV3.assign", { productGroupId: group.id, productIds: [light] });
    const { productGroup } = await ask("productGroupsV3.get", { productGroupId: group.id });
    return { promotion, categoryId: category.id, group: productGroup, light, heavy };
  },
  samples: {
    "promotionsV3.create": () => ({ promotion: { name: "Summer", media } }),
    "promotionsV3.get": ({ promotion }) => ({ promotionId: promotion.id }),
    "promotionsV3.update": ({ promotion }) => ({ promotion: { ...current(promotion), enabled: false } }),
    "promotionsV3.remove": ({ promotion }) => ({ promotionId: promotion.id }),
    "promotionsV3.query": () => ({ query: { filter: { enabled: true } } }),
    "promotionsV3.search": () => ({ search: { search: { expression: "spring" } } }),
    "promotionsV3.bulkCreate": () => ({ promotions: [{ name: "Summer", media }], returnEntity: true }),
    "promotionsV3.bulkUpdate": ({ promotion }) => ({
      promotions: [{ promotion: { ...current(promotion), name: "Summer" } }],
      returnEntity: true,
    }),
    "promotionsV3.bulkRemove": ({ promotion }) => ({ promotionIds: [promotion.id] }),
    "promotionsV3.bulkUpdateTags": ({ promotion }) => ({ promotionIds: [promotion.id], ...tagged }),
    "promotionsV3.bulkUpdateTagsByFilter": ({ promotion }) => ({ filter: { id: promotion.id }, ...tagged }),
    "promotionsV3.resolve": ({ categoryId }) => ({ categoryId }),
    "productGroupsV3.create": ({ group }) => ({
      productGroup: { name: "Others", groupingCustomizationId: group.groupingCustomizationId, media },
    }),
    "productGroupsV3.get": ({ group }) => ({ productGroupId: group.id, fields: ["GROUPING_CUSTOMIZATION"] }),
    "productGroupsV3.update": ({ group }) => ({ productGroup: { ...current(group), name: "Others" } }),
    "productGroupsV3.remove": ({ group }) => ({ productGroupId: group.id }),
    "productGroupsV3.query": ({ group }) => ({ query: { filter: { handle: group.handle } } }),
    "productGroupsV3.search": () => ({ search: { search: { expression: "card" } } }),
    "productGroupsV3.bulkCreate": ({ group }) => ({
      productGroups: [{ name: "Others", groupingCustomizationId: group.groupingCustomizationId }],
    }),
    "productGroupsV3.bulkUpdate": ({ group }) => ({
      productGroups: [{ productGroup: { ...current(group), name: "Others" } }],
      returnEntity: true,
    }),
    "productGroupsV3.bulkRemove": ({ group }) => ({ productGroupIds: [group.id] }),
    "productGroupsV3.bulkUpdateTags": ({ group }) => ({ productGroupIds: [group.id], ...tagged }),
    "productGroupsV3.bulkUpdateTagsByFilter": () => ({ filter: { name: "Cards" }, ...tagged }),
    "productGroupsV3.assign": ({ group, heavy }) => ({ productGroupId: group.id, productIds: [heavy] }),
    "productGroupsV3.unassign": ({ group, light }) => ({ productGroupId: group.id, productIds: [light] }),
  },
});
