import type {
  ModifierV3,
  OptionV3,
  ProductWithInventory,
  VariantWithInventory,
} from "../../api/services/products.ts";
import { day } from "../../kernel/durations.ts";
import { amountFromJson, amountText } from "../../kernel/money.ts";
import { createCategory } from "../collections/categories.ts";
import { addItemToCategory, productItem, type StoredCategory } from "../collections/placements.ts";
import { newItem } from "../inventory/items-v3.ts";
import { slugOf } from "../kernel/entities.ts";
import type { Tx } from "../kernel/tx.ts";
import { type Shop, shopOf } from "../products/v1/products.ts";
import type { StoredOption, StoredProduct, StoredVariant } from "../products/v1/tables.ts";
import { isManaged } from "../products/v1/variants.ts";
import { newProduct } from "../products/v3/facts.ts";
import { insertProduct } from "../products/v3/products.ts";
import { items, products } from "../products/v3/tables.ts";
import {
  type DemoProduct,
  demoProducts,
  generatedName,
  generateProduct,
  makeProduct,
  rejectSecondDemo,
} from "./catalog-v1.ts";
import demoShop from "./demo-shop.json" with { type: "json" };

/**
 * Fills catalog v3 with the demo shop: categories, products, options, brands, ribbons, info sections and stock. The same
 * seed and clock give the same ids. Emits no events. Throws PlatformError 409 if the demo shop exists.
 */
export function seedDemoV3(tx: Tx): { products: number } {
  rejectSecondDemo(tx);
  const shop = shopOf(tx);
  const now = silentTx(tx, tx.now);
  const categories = new Map(
    demoShop.collections.map((collection) => [collection.slug, createCategory(now, collection)]),
  );
  for (const demo of [...demoProducts].reverse()) addProductV3(tx, shop, demo, categories);
  return { products: demoProducts.length };
}

/** Stores a product of catalog v3 and returns its id. `categories` has the categories by slug. */
export function addProductV3(
  tx: Tx,
  shop: Shop,
  demo: DemoProduct,
  categories: ReadonlyMap<string, StoredCategory>,
): string {
  const past = silentTx(tx, new Date(tx.now.getTime() - demo.age * day));
  const product = toProductV3(makeProduct(past, shop, { ...demo, age: 0 }, []));
  return storeProduct(
    past,
    product,
    demo.collections.flatMap((slug) => categories.get(slug) ?? []),
  );
}

/**
 * Adds the generated products `from` to `to` (1-based, inclusive) to catalog v3, the same as in catalog v1. Existing ones
 * stay as they are. Returns the number of added products.
 */
export function seedProductsV3(tx: Tx, from: number, to: number): number {
  const shop = shopOf(tx);
  const silent = silentTx(tx, tx.now);
  let added = 0;
  for (let serial = from; serial <= to; serial++) {
    if (tx.findBy(products, "slug", slugOf(generatedName(serial))) !== undefined) continue;
    storeProduct(silent, toProductV3(generateProduct(silent, shop, serial)), []);
    added += 1;
  }
  return added;
}

/** Stores a product with its categories and stock. These come first so that the product is derived once. */
function storeProduct(tx: Tx, given: ProductWithInventory, categories: readonly StoredCategory[]): string {
  const facts = newProduct(tx, given);
  for (const [index, { id: variantId }] of facts.variantsInfo.variants.entries()) {
    const { quantity, inStock } = given.variantsInfo?.variants?.[index]?.inventoryItem ?? {};
    const stock = typeof quantity === "number" ? { quantity } : { inStock };
    const item = newItem(tx, facts, { variantId, ...stock });
    tx.put(items, item.id, item);
  }
  for (const category of categories) addItemToCategory(tx, category, productItem(facts.id));
  insertProduct(tx, facts);
  return facts.id;
}

/** Returns the transaction at another time, without events. */
const silentTx = (tx: Tx, now: Date): Tx => ({ ...tx, now, emit: () => {} });

const amount = (value: number | null | undefined) => ({ amount: amountText(amountFromJson(value ?? 0)) });

/** Converts a catalog v1 product to a catalog v3 create request. */
function toProductV3(product: StoredProduct): ProductWithInventory {
  const { name, slug, visible, brand, ribbon, pricePerUnitData: unit } = product;
  const options = isManaged(product) ? product.productOptions : [];
  const productType = product.productType === "digital" ? "DIGITAL" : "PHYSICAL";
  return {
    name,
    slug,
    visible,
    productType,
    plainDescription: product.description ?? "",
    media: { itemsInfo: { items: product.media.items.map(({ id }) => ({ id })) } },
    brand: brand ? { name: brand } : undefined,
    ribbon: ribbon ? { name: ribbon } : undefined,
    infoSections: (product.additionalInfoSections ?? []).map(({ title, description }) => ({
      uniqueName: title,
      title,
      plainDescription: description,
    })),
    options: options.map(toOption),
    modifiers: (product.customTextFields ?? []).map(toModifier),
    physicalProperties: unit
      ? {
          pricePerUnit: { quantity: unit.baseQuantity, measurementUnit: unit.baseMeasurementUnit },
        }
      : undefined,
    variantsInfo: { variants: product.variants.map((variant) => toVariant(product, variant, productType)) },
  };
}

const renderTypeOf = (option: Pick<StoredOption, "optionType"> | undefined) =>
  option?.optionType === "color" ? "SWATCH_CHOICES" : "TEXT_CHOICES";

function toOption({ name, optionType, choices }: StoredOption): OptionV3 {
  const isColor = optionType === "color";
  return {
    name,
    optionRenderType: renderTypeOf({ optionType }),
    choicesSettings: {
      choices: choices.map(({ description, value }) => ({
        name: description,
        choiceType: isColor ? "ONE_COLOR" : "CHOICE_TEXT",
        colorCode: isColor ? value : undefined,
      })),
    },
  };
}

function toModifier(field: NonNullable<StoredProduct["customTextFields"]>[number]): ModifierV3 {
  const title = field.title ?? "";
  return {
    name: title.slice(0, 50),
    modifierRenderType: "FREE_TEXT",
    mandatory: field.mandatory ?? false,
    freeTextSettings: { title, minCharCount: 0, maxCharCount: field.maxLength ?? 500 },
  };
}

function toVariant(
  product: StoredProduct,
  { choices, variant, stock }: StoredVariant,
  type: string,
): VariantWithInventory {
  const { price, discountedPrice } = variant.priceData ?? {};
  const cost = variant.costAndProfitData?.itemCost;
  const unit = product.pricePerUnitData;
  const settings = unit && { quantity: unit.totalQuantity, measurementUnit: unit.totalMeasurementUnit };
  return {
    visible: variant.visible ?? true,
    sku: variant.sku || undefined,
    choices: Object.entries(choices).map(([optionName, choiceName]) => ({
      optionChoiceNames: {
        optionName,
        choiceName,
        renderType: renderTypeOf(product.productOptions.find(({ name }) => name === optionName)),
      },
    })),
    price: {
      actualPrice: amount(discountedPrice),
      compareAtPrice: price !== discountedPrice ? amount(price) : undefined,
    },
    revenueDetails: typeof cost === "number" ? { cost: amount(cost) } : undefined,
    physicalProperties:
      type === "PHYSICAL"
        ? { weight: variant.weight, pricePerUnit: settings ? { settings } : undefined }
        : undefined,
    inventoryItem: stock.trackQuantity ? { quantity: stock.quantity ?? 0 } : { inStock: stock.inStock },
  };
}
