import type { ProductV3, ProductWithInventory } from "../../../../api/services/products/models-v3.ts";
import { newEntity, requiredName, ruleViolation } from "../../../kernel/documents/entities.ts";
import { freeSlug } from "../../../kernel/slugs.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { uploadedSize } from "../../media/index.ts";
import { connectModifiers, connectOptions } from "./connect.ts";
import { linkMedia, readMedia } from "./media.ts";
import {
  infoSectionFor,
  productBrand,
  productRibbon,
  readDescription,
  rejectDuplicateRibbons,
} from "./references.ts";
import { readSubscriptions } from "./subscriptions.ts";
import { products, type StoredProductV3 } from "./tables.ts";
import { priceUnits } from "./unit-prices.ts";
import { readVariants } from "./variants.ts";

type Given = ProductV3 | ProductWithInventory;

/** Fields stored as sent. Null clears them. */
const plain = [
  "seoData",
  "taxGroupId",
  "mainCategoryId",
  "purchaseEligibility",
  "extendedFields",
  "tags",
  "visibleInPos",
  "physicalProperties",
  "importId",
  "inventoryAppId",
] as const;

/** Returns a new product. Fields that depend on variants and stock are derived when it is stored. */
export function newProduct(tx: Tx, given: Given): StoredProductV3 {
  const name = requiredName("product.name", given.name);
  const productType = requiredName("product.productType", given.productType);
  const entity = newEntity(tx);
  const blank: StoredProductV3 = {
    ...entity,
    name,
    slug: given.slug ? claimedSlug(tx, given.slug, entity.id) : freeSlug(tx, products, name, "product"),
    handle: given.handle || `Product_${entity.id}`,
    productType,
    visible: true,
    visibleInPos: productType === "PHYSICAL",
    options: [],
    modifiers: [],
    infoSections: [],
    additionalRibbons: [],
    media: { itemsInfo: { items: [] } },
    description: { nodes: [] },
    plainDescription: "",
    variantsInfo: { variants: [] },
    lists: {},
    searchText: "",
  };
  return changed(tx, blank, { ...given, variantsInfo: given.variantsInfo ?? { variants: [] } }, true);
}

/** Applies a PATCH to a product. Null clears a field. */
export function changeProduct(tx: Tx, before: StoredProductV3, given: Given): StoredProductV3 {
  if (before.productType === "DIGITAL" && given.visibleInPos)
    throw ruleViolation(
      "product.visibleInPos",
      "DIGITAL_PRODUCT_CANNOT_BE_VISIBLE_IN_POS",
      "must not be true for a DIGITAL product",
    );
  const next = { ...before };
  if (given.name !== undefined) next.name = requiredName("product.name", given.name);
  if (given.slug) next.slug = claimedSlug(tx, given.slug, before.id);
  return changed(tx, next, given, false);
}

function changed(tx: Tx, before: StoredProductV3, given: Given, isNew: boolean): StoredProductV3 {
  const next: StoredProductV3 = { ...before, ...readDescription(given) };
  for (const key of plain) {
    if (given[key] === null) delete next[key];
    else if (given[key] !== undefined) Object.assign(next, { [key]: given[key] });
  }
  if (next.productType === "DIGITAL") next.visibleInPos = false;
  const media = given.media?.itemsInfo?.items;
  if (media || given.media === null) next.media = readMedia(media ?? [], (id) => uploadedSize(tx, id));
  changeReferences(tx, next, given, isNew);
  if (given.modifiers !== undefined) next.modifiers = connectModifiers(tx, given.modifiers ?? []);
  changeVariants(tx, next, given, isNew);
  if (given.subscriptionDetails !== undefined) {
    if (given.subscriptionDetails === null) delete next.subscriptionDetails;
    else next.subscriptionDetails = readSubscriptions(tx, given.subscriptionDetails, next);
  }
  changeVisibility(next, given);
  next.options = linkMedia(next.options, next.media.itemsInfo.items);
  return priceUnits(next, tx.setting("currency") ?? "USD");
}

function changeReferences(tx: Tx, next: StoredProductV3, given: Given, isNew: boolean): void {
  if (given.brand === null) delete next.brand;
  else if (given.brand) next.brand = productBrand(tx, given.brand, isNew);
  if (given.ribbon === null) delete next.ribbon;
  else if (given.ribbon) next.ribbon = productRibbon(tx, given.ribbon);
  if (given.additionalRibbons !== undefined)
    next.additionalRibbons = (given.additionalRibbons ?? []).map((ribbon) => productRibbon(tx, ribbon));
  const ids = (ribbons: ProductV3["additionalRibbons"]) =>
    (ribbons ?? []).map(({ id }) => ({ id: id ?? "" }));
  rejectDuplicateRibbons(ids(next.ribbon ? [next.ribbon] : [])[0], ids(next.additionalRibbons));
  if (given.infoSections !== undefined) {
    const sections = (given.infoSections ?? []).map((section) => infoSectionFor(tx, section));
    next.infoSections = sections.map(({ id, uniqueName }) => ({ id, uniqueName }));
  }
}

/** Sets options and variants, which depend on each other and must be sent together. */
function changeVariants(tx: Tx, next: StoredProductV3, given: Given, isNew: boolean): void {
  const { options, variantsInfo } = given;
  if (options === undefined && variantsInfo === undefined) return;
  if (!isNew && options === undefined && next.options.length > 0) {
    const description = "must be set if variants are set";
    throw ruleViolation("product.options", "MISSING_OPTIONS_ON_UPDATE_VARIANTS", description);
  }
  if (variantsInfo === undefined) {
    const message = "Options must be changed together with variantsInfo.variants";
    throw new PlatformError(400, "VARIANTS_ARE_NOT_ALIGNED_WITH_PRODUCT", message, {});
  }
  const before = next.variantsInfo.variants;
  next.options = connectOptions(tx, options ?? []);
  const setting = { options: next.options, productType: next.productType, before };
  next.variantsInfo = { variants: readVariants(tx, variantsInfo?.variants ?? [], setting) };
}

/** Sets the visibility. Without options, the only variant has the visibility of the product. */
function changeVisibility(next: StoredProductV3, given: Given): void {
  const [single] = next.variantsInfo.variants;
  if (next.options.length > 0 || single === undefined) {
    next.visible = given.visible ?? next.visible;
    return;
  }
  const requested = given.visible ?? given.variantsInfo?.variants?.[0]?.visible ?? next.visible;
  next.visible = requested;
  next.variantsInfo = { variants: [{ ...single, visible: requested }] };
}

function claimedSlug(tx: Tx, slug: string, id: string): string {
  const owner = tx.findBy(products, "slug", slug);
  if (owner === undefined || owner.id === id) return slug;
  throw new PlatformError(409, "DUPLICATE_SLUG_ERROR", `The slug "${slug}" is taken`, { slug, id: owner.id });
}
