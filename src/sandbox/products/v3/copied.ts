import type { InventoryItemV3 } from "../../../api/services/inventory.ts";
import type { ProductV3 } from "../../../api/services/products.ts";
import { addItemToCategory, addToAllProducts, categories, productItem } from "../../collections/index.ts";
import { keepWeightUnit } from "../../kernel/copied.ts";
import type { StoreTx, Tx } from "../../kernel/tx.ts";
import { defaultLocation, describeItem, itemSearchText, refreshProduct } from "./products.ts";
import { items, type StoredItem, type StoredProductV3, type StoredVariantChoice } from "./tables.ts";

/** A product with its stock, and the location that its availability depends on. */
interface ProductCopy {
  product: ProductV3;
  items?: readonly InventoryItemV3[] | null;
  defaultLocation?: { locationId?: string | null } | null;
}

/**
 * Stores a product of another shop with its variants, stock and categories. Stock at its default location is at that of the
 * sandbox.
 */
export function copiedProductV3(tx: StoreTx, copy: ProductCopy): boolean {
  const { directCategoriesInfo, allCategoriesInfo, variantSummary, ...given } = copy.product;
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  keepWeightUnit(tx, given.physicalProperties?.weightMeasurementUnitInfo?.weightMeasurementUnit);
  const options = (given.options ?? []) as StoredProductV3["options"];
  const product = {
    handle: `Product_${given.id}`,
    productType: "PHYSICAL",
    visible: true,
    options: [],
    modifiers: [],
    additionalRibbons: [],
    media: { itemsInfo: { items: [] } },
    description: { nodes: [] },
    plainDescription: "",
    ...Object.fromEntries(present),
    infoSections: (given.infoSections ?? []).map(({ id, uniqueName }) => ({ id, uniqueName })),
    variantsInfo: {
      variants: (given.variantsInfo?.variants ?? []).map(({ media, subscriptionPricesInfo, ...variant }) => ({
        ...variant,
        visible: variant.visible ?? true,
        choices: (variant.choices ?? []).map((choice) => named(choice as StoredVariantChoice, options)),
      })),
    },
    searchText: "",
    searchedCategories: { direct: [], all: [] },
  } as unknown as StoredProductV3;
  delete product.physicalProperties?.weightMeasurementUnitInfo;
  product.media = { ...product.media, itemsInfo: { items: product.media.itemsInfo?.items ?? [] } };
  for (const item of copy.items ?? []) putItem(tx, product, item, copy.defaultLocation?.locationId);
  addToAllProducts(tx, product.id);
  for (const { id } of directCategoriesInfo?.categories ?? []) {
    const category = id ? tx.get(categories, id) : undefined;
    if (category) addItemToCategory({ ...tx, emit: () => {} }, category, productItem(product.id));
  }
  refreshProduct(tx, product);
  return true;
}

/** Returns a choice of a variant with its names, which some calls leave out. */
function named(choice: StoredVariantChoice, options: StoredProductV3["options"]): StoredVariantChoice {
  const { optionChoiceIds: ids, optionChoiceNames: known } = choice;
  if (known?.choiceName) return choice;
  const option = options.find(({ id }) => id === ids.optionId);
  const chosen = option?.choicesSettings.choices.find(({ choiceId }) => choiceId === ids.choiceId);
  const renderType = option?.optionRenderType ?? "TEXT_CHOICES";
  const names = { optionName: option?.name ?? "", choiceName: chosen?.name ?? "", renderType };
  return { optionChoiceIds: ids, optionChoiceNames: names };
}

function putItem(
  tx: Tx,
  product: StoredProductV3,
  given: InventoryItemV3,
  ownDefault: string | null | undefined,
): void {
  const variant = product.variantsInfo.variants.find(({ id }) => id === given.variantId);
  if (!given.id || variant === undefined) return;
  const described = describeItem(product, variant);
  const trackQuantity = given.trackQuantity ?? typeof given.quantity === "number";
  const inStock = trackQuantity ? (given.quantity ?? 0) > 0 : (given.inStock ?? false);
  const item = {
    availabilityStatus: inStock ? "IN_STOCK" : "OUT_OF_STOCK",
    preorderInfo: { enabled: false },
    ...given,
    locationId: !given.locationId || given.locationId === ownDefault ? defaultLocation : given.locationId,
    productId: product.id,
    trackQuantity,
    product: described,
    searchText: itemSearchText(described),
  } as StoredItem;
  tx.put(items, item.id, item);
}
