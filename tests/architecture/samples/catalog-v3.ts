import { storesAppId } from "../../../src/api/models/app-ids.ts";
import { storesTree as treeReference } from "../../../src/api/services/collections.ts";
import type { InventoryItemV3 } from "../../../src/api/services/inventory.ts";
import type {
  Brand,
  Customization,
  InfoSection,
  ProductV3,
  Ribbon,
} from "../../../src/api/services/products.ts";
import { sampleSet } from "./sample-set.ts";

/** The objects of the catalog v3 samples, in the demo shop. */
interface ShopV3 {
  /** Stoneware Mug: three colors, tracked stock. */
  mug: ProductV3;
  /** The stock of its first color. */
  item: InventoryItemV3;
  brand: Brand;
  ribbon: Ribbon;
  section: InfoSection;
  /** The mug's color option. */
  color: Customization;
  /** An option that no product uses. */
  spare: Customization;
  /** A category that the mug is not in. */
  categoryId: string;
  /** The recommendation algorithms of the site. */
  algorithms: { id: string; appId: string }[];
}

const price = { price: { actualPrice: { amount: "8.50" } } };
const eggCup = {
  name: "Egg cup",
  productType: "PHYSICAL",
  physicalProperties: {},
  variantsInfo: { variants: [price] },
};
const stockedCup = {
  ...eggCup,
  variantsInfo: { variants: [{ ...price, inventoryItem: { quantity: 4 } }] },
};
const green = { name: "Green", choiceType: "ONE_COLOR", colorCode: "#00ff00" };
const everything = ["CURRENCY", "MERCHANT_DATA", "DESCRIPTION", "INFO_SECTION", "MEDIA_ITEMS_INFO"];
const current = ({ id, revision }: { id?: string | null; revision?: string | null }) => ({ id, revision });
const elsewhere = "11111111-2222-4333-8444-555555555555";
const letter = {
  name: "Card",
  customizationType: "MODIFIER",
  customizationRenderType: "FREE_TEXT",
  freeTextInput: { title: "Your words", maxCharCount: 200 },
};
/** The name of `spare`. */
const spareOption = {
  name: "Weight",
  customizationType: "PRODUCT_OPTION",
  customizationRenderType: "TEXT_CHOICES",
  choicesSettings: { choices: [{ name: "Light" }, { name: "Heavy" }] },
};
const choiceIds = ({ choicesSettings }: Customization) => choicesSettings?.choices?.map(({ id }) => id) ?? [];

/** Catalog v3. */
export const catalogV3 = sampleSet<ShopV3>({
  catalog: "v3",
  async prepare(ask) {
    const [mug] = (await ask("productsV3.query", { query: { filter: { slug: "stoneware-mug" } } })).products;
    const filter = { productId: mug.id, "product.variantName": "Oat" };
    const [item] = (await ask("inventoryItemsV3.query", { query: { filter } })).inventoryItems;
    const [section] = (await ask("infoSectionsV3.query", {})).infoSections;
    const [ribbon] = (await ask("ribbonsV3.query", {})).ribbons;
    const [brand] = (await ask("brandsV3.query", {})).brands;
    const { customization: color } = await ask("customizationsV3.get", {
      customizationId: mug.options[0].id,
    });
    const { customization: spare } = await ask("customizationsV3.create", { customization: spareOption });
    const { category } = await ask("storeCategories.getBySlug", { slug: "gifts-under-25", treeReference });
    const { availableAlgorithms } = await ask("recommendations.listAlgorithms", {});
    const algorithms = availableAlgorithms.map(
      ({ config, appId }: { config: { algorithmId: string }; appId: string }) => ({
        id: config.algorithmId,
        appId,
      }),
    );
    return { mug, item, brand, ribbon, section, color, spare, categoryId: category.id, algorithms };
  },
  samples: {
    "productsV3.create": () => ({ product: { ...eggCup, brand: { name: "Eierlei" } }, fields: ["URL"] }),
    "productsV3.createWithInventory": () => ({ product: stockedCup, returnEntity: true }),
    "productsV3.update": ({ mug }) => ({ product: { ...current(mug), name: "Mug" } }),
    "productsV3.updateWithInventory": ({ mug }) => ({
      product: { ...current(mug), ribbon: { name: "New" } },
    }),
    "productsV3.remove": ({ mug }) => ({ productId: mug.id }),
    "productsV3.get": ({ mug }) => ({ productId: mug.id, fields: ["URL", "VARIANT_OPTION_CHOICE_NAMES"] }),
    "productsV3.getBySlug": ({ mug }) => ({ slug: mug.slug }),
    "productsV3.query": ({ mug }) => ({ query: { filter: { id: { $in: [mug.id] } } }, fields: ["CURRENCY"] }),
    "productsV3.search": () => ({
      search: {
        filter: { "actualPriceRange.minValue.amount": { $lt: "20" } },
        search: { expression: "mug" },
      },
    }),
    "productsV3.count": () => ({ filter: { visible: true } }),
    "productsV3.bulkCreate": () => ({ products: [eggCup, eggCup], returnEntity: true, fields: everything }),
    "productsV3.bulkCreateWithInventory": () => ({ products: [stockedCup], returnEntity: true }),
    "productsV3.bulkUpdate": ({ mug }) => ({
      products: [{ product: { ...current(mug), visible: false } }],
      returnEntity: true,
    }),
    "productsV3.bulkUpdateWithInventory": ({ mug }) => ({
      products: [{ product: { ...current(mug), visible: false } }],
    }),
    "productsV3.bulkUpdateByFilter": ({ mug }) => ({ filter: { id: mug.id }, product: { visible: false } }),
    "productsV3.bulkRemove": ({ mug }) => ({ productIds: [mug.id] }),
    "productsV3.bulkRemoveByFilter": ({ mug }) => ({ filter: { id: mug.id } }),
    "productsV3.bulkUpdateVariantsByFilter": ({ mug }) => ({ filter: { id: mug.id }, variant: price }),
    "productsV3.bulkAdjustVariantsByFilter": ({ mug }) => ({
      filter: { id: mug.id },
      actualPrice: { percentage: 10 },
      rounding: "CURRENCY_PRECISION",
    }),
    "productsV3.bulkAddInfoSections": ({ mug, section }) => ({
      products: [{ productId: mug.id, revision: mug.revision }],
      infoSectionIds: [section.id],
      returnEntity: true,
    }),
    "productsV3.bulkAddToCategoriesByFilter": ({ mug, categoryId }) => ({
      filter: { id: mug.id },
      categoryIds: [categoryId],
    }),
    "productsV3.bulkRemoveFromCategoriesByFilter": ({ mug, categoryId }) => ({
      filter: { id: mug.id },
      categoryIds: [categoryId],
    }),
    "productsV3.getAllProductsCategory": () => ({}),
    "recommendations.listAlgorithms": () => ({}),
    "recommendations.get": ({ mug, algorithms }) => ({
      items: [{ catalogItemId: mug.id, appId: storesAppId }],
      algorithms,
    }),
    "storesLocations.get": ({ item }) => ({ storesLocationId: item.locationId }),
    "storesLocations.query": () => ({ query: {} }),
    "storesLocations.getDefault": () => ({}),
    "productsV3.bulkAddInfoSectionsByFilter": ({ mug, section }) => ({
      filter: { id: mug.id },
      infoSectionIds: [section.id],
    }),
    "productsV3.bulkRemoveInfoSections": ({ mug, section }) => ({
      products: [{ productId: mug.id, revision: mug.revision }],
      infoSectionIds: [section.id],
    }),
    "productsV3.bulkRemoveInfoSectionsByFilter": ({ section }) => ({
      filter: { "infoSections.id": section.id },
      infoSectionIds: [section.id],
    }),
    "productsV3.bulkUpdateTags": ({ mug }) => ({
      productIds: [mug.id],
      assignTags: { publicTags: { tagIds: ["a1"] } },
    }),
    "productsV3.bulkUpdateTagsByFilter": ({ mug }) => ({
      filter: { id: mug.id },
      assignTags: { privateTags: { tagIds: ["a1"] } },
    }),
    "variantsV3.query": ({ mug }) => ({
      query: { filter: { "productData.productId": mug.id } },
      fields: ["CURRENCY"],
    }),
    "variantsV3.search": () => ({ search: { filter: { "price.actualPrice.amount": { $gt: "20" } } } }),
    "inventoryItemsV3.create": ({ item: { productId, variantId } }) => ({
      inventoryItem: { productId, variantId, locationId: elsewhere, quantity: 3 },
    }),
    "inventoryItemsV3.get": ({ item }) => ({ inventoryItemId: item.id }),
    "inventoryItemsV3.update": ({ item }) => ({
      inventoryItem: { ...current(item), quantity: 0 },
      reason: "MANUAL",
    }),
    "inventoryItemsV3.remove": ({ item }) => ({ inventoryItemId: item.id }),
    "inventoryItemsV3.query": ({ mug }) => ({ query: { filter: { productId: mug.id } } }),
    "inventoryItemsV3.search": () => ({ search: { search: { expression: "mug" } } }),
    "inventoryItemsV3.count": () => ({ filter: { inStock: true } }),
    "inventoryItemsV3.bulkCreate": ({ item: { productId, variantId } }) => ({
      inventoryItems: [{ productId, variantId, locationId: elsewhere, inStock: true }],
      returnEntity: true,
    }),
    "inventoryItemsV3.bulkUpdate": ({ item }) => ({
      inventoryItems: [{ inventoryItem: { ...current(item), preorderInfo: { enabled: true } } }],
      returnEntity: true,
    }),
    "inventoryItemsV3.bulkUpsert": ({ item: { productId, variantId } }) => ({
      inventoryItems: [{ inventoryItem: { productId, variantId, quantity: 2 } }],
    }),
    "inventoryItemsV3.bulkUpdateByFilter": ({ item }) => ({
      filter: { id: item.id },
      inventoryItem: { quantity: 2 },
    }),
    "inventoryItemsV3.bulkRemove": ({ item }) => ({ inventoryItemIds: [item.id] }),
    "inventoryItemsV3.bulkRemoveByFilter": ({ item }) => ({ filter: { id: item.id } }),
    "inventoryItemsV3.bulkDecrement": ({ item }) => ({
      decrementData: [{ inventoryItemId: item.id, decrementBy: 1 }],
      returnEntity: true,
    }),
    "inventoryItemsV3.bulkIncrement": ({ item }) => ({
      incrementData: [{ inventoryItemId: item.id, incrementBy: 1 }],
    }),
    "inventoryItemsV3.bulkDecrementByVariant": ({ item }) => ({
      decrementData: [{ variantId: item.variantId, decrementBy: 1 }],
    }),
    "inventoryItemsV3.bulkIncrementByVariant": ({ item }) => ({
      incrementData: [{ variantId: item.variantId, incrementBy: 1 }],
    }),
    "inventoryItemsV3.bulkAdjustByFilter": ({ item }) => ({
      filter: { id: item.id },
      adjustment: { incrementBy: 1 },
    }),
    "inventoryItemsV3.bulkCreateByVariantFilter": ({ item }) => ({
      filter: { variantId: item.variantId },
      locationId: elsewhere,
      inventoryCreationData: { quantity: 1 },
    }),
    "brandsV3.create": () => ({ brand: { name: "Eierlei" } }),
    "brandsV3.get": ({ brand }) => ({ brandId: brand.id, fields: ["ASSIGNED_PRODUCTS_COUNT"] }),
    "brandsV3.update": ({ brand }) => ({ brand: { ...current(brand), name: "Eierlei" } }),
    "brandsV3.remove": ({ brand }) => ({ brandId: brand.id }),
    "brandsV3.query": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "brandsV3.count": () => ({}),
    "brandsV3.bulkCreate": () => ({ brands: [{ name: "A" }], returnEntity: true }),
    "brandsV3.bulkUpdate": ({ brand }) => ({ brands: [{ brand: { ...current(brand), name: "A" } }] }),
    "brandsV3.getOrCreate": ({ brand }) => ({ brandName: brand.name }),
    "brandsV3.bulkGetOrCreate": ({ brand }) => ({ brandNames: [brand.name, "B"] }),
    "brandsV3.bulkRemove": ({ brand }) => ({ brandIds: [brand.id] }),
    "ribbonsV3.create": () => ({ ribbon: { name: "Last ones" } }),
    "ribbonsV3.get": ({ ribbon }) => ({ ribbonId: ribbon.id, fields: ["ASSIGNED_PRODUCT_COUNT"] }),
    "ribbonsV3.update": ({ ribbon }) => ({ ribbon: { ...current(ribbon), name: "Last ones" } }),
    "ribbonsV3.remove": ({ ribbon }) => ({ ribbonId: ribbon.id }),
    "ribbonsV3.query": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "ribbonsV3.count": () => ({}),
    "ribbonsV3.bulkCreate": () => ({ ribbons: [{ name: "A" }], returnEntity: true }),
    "ribbonsV3.bulkUpdate": ({ ribbon }) => ({ ribbons: [{ ribbon: { ...current(ribbon), name: "A" } }] }),
    "ribbonsV3.getOrCreate": ({ ribbon }) => ({ ribbonName: ribbon.name }),
    "ribbonsV3.bulkGetOrCreate": ({ ribbon }) => ({ ribbonNames: [ribbon.name, "B"] }),
    "ribbonsV3.bulkRemove": ({ ribbon }) => ({ ribbonIds: [ribbon.id] }),
    "infoSectionsV3.create": () => ({
      infoSection: { uniqueName: "origin", title: "Origin", plainDescription: "<p>Made here.</p>" },
    }),
    "infoSectionsV3.get": ({ section }) => ({
      infoSectionId: section.id,
      fields: ["ASSIGNED_PRODUCTS_COUNT"],
    }),
    "infoSectionsV3.update": ({ section }) => ({ infoSection: { ...current(section), title: "By hand" } }),
    "infoSectionsV3.remove": ({ section }) => ({ infoSectionId: section.id }),
    "infoSectionsV3.query": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "infoSectionsV3.count": () => ({}),
    "infoSectionsV3.bulkCreate": () => ({ infoSections: [{ uniqueName: "a", title: "A" }] }),
    "infoSectionsV3.bulkUpdate": ({ section }) => ({
      infoSections: [{ infoSection: { ...current(section), title: "A" } }],
      returnEntity: true,
    }),
    "infoSectionsV3.getOrCreate": ({ section }) => ({ infoSection: { uniqueName: section.uniqueName } }),
    "infoSectionsV3.bulkGetOrCreate": () => ({ infoSections: [{ uniqueName: "a", title: "A" }] }),
    "infoSectionsV3.bulkRemove": ({ section }) => ({ infoSectionIds: [section.id] }),
    "customizationsV3.create": () => ({ customization: letter }),
    "customizationsV3.get": ({ color }) => ({
      customizationId: color.id,
      fields: ["ASSIGNED_PRODUCTS_COUNT"],
    }),
    "customizationsV3.update": ({ color }) => ({ customization: { ...current(color), name: "Glaze" } }),
    "customizationsV3.remove": ({ spare }) => ({ customizationId: spare.id }),
    "customizationsV3.query": () => ({ query: { filter: { customizationType: "PRODUCT_OPTION" } } }),
    "customizationsV3.count": () => ({}),
    "customizationsV3.bulkCreate": () => ({ customizations: [letter], returnEntity: true }),
    "customizationsV3.bulkUpdate": ({ color }) => ({
      customizations: [{ customization: { ...current(color), name: "Glaze" } }],
    }),
    "customizationsV3.addChoices": ({ color }) => ({ customizationId: color.id, choices: [green] }),
    "customizationsV3.setChoices": ({ color }) => ({
      customizationId: color.id,
      choices: [...(color.choicesSettings?.choices ?? []), green],
    }),
    "customizationsV3.removeChoices": ({ spare }) => ({
      customizationId: spare.id,
      choiceIds: choiceIds(spare).slice(1),
    }),
    "customizationsV3.updateChoices": ({ color }) => ({
      customizationId: color.id,
      revision: color.revision,
      choices: [{ choice: { id: choiceIds(color)[0], primaryChoiceIds: [choiceIds(color)[1]] } }],
    }),
    "customizationsV3.reorderChoices": ({ color }) => ({
      customizationId: color.id,
      revision: color.revision,
      choiceIds: choiceIds(color).reverse(),
    }),
    "customizationsV3.bulkAddChoices": ({ color }) => ({
      customizationsChoices: [{ customizationId: color.id, choices: [green] }],
      returnEntity: true,
    }),
  },
});
