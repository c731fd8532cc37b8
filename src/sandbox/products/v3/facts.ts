import {
  bulkLimits,
  PhysicalProduct,
  type ProductMediaV3,
  type ProductV3,
  type ProductWithInventory,
} from "../../../api/services/products.ts";
import { type Violation, violation } from "../../../api/violations.ts";
import { repeated } from "../../../kernel/text.ts";
import { forEachItem, type ItemResult } from "../../kernel/bulk.ts";
import { freeSlug, newEntity, requiredName, ruleViolation } from "../../kernel/entities.ts";
import { takeSent, writable } from "../../kernel/regular.ts";
import { InvalidInput, PlatformError, type Tx } from "../../kernel/tx.ts";
import { uploadedSize } from "../../media/index.ts";
import { platformMedia, storedMedia, type Uploaded } from "../v1/media.ts";
import { connectModifiers, connectOptions } from "./customizations.ts";
import { priceUnits, readSubscriptions } from "./prices.ts";
import {
  infoSectionFor,
  productBrand,
  productRibbon,
  readDescription,
  rejectDuplicateRibbons,
} from "./references.ts";
import { products, type StoredOptionV3, type StoredProductChoice, type StoredProductV3 } from "./tables.ts";
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
    searchText: "",
    searchedCategories: { direct: [], all: [] },
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
  takeSent(next, given, plain);
  if (given.physicalProperties) next.physicalProperties = writable(PhysicalProduct, given.physicalProperties);
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
  return priceUnits(next, tx.setting("currency"));
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
    // Until September 2026 the platform took it, and the product could not be read again (wix/skills 1120).
    const description = "must be set if options are set";
    throw ruleViolation("product.variantsInfo", "MISSING_VARIANTS_ON_UPDATE_OPTIONS", description);
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

/** Returns a product's media for ids and addresses. The first is the main item. */
function readMedia(
  given: readonly ProductMediaV3[],
  find: (id: string) => Uploaded,
): {
  main?: ProductMediaV3;
  itemsInfo: { items: ProductMediaV3[] };
} {
  const items = given.map((one) => readMediaItem(one, find));
  const ids = items.map(({ id }) => id);
  const twice = repeated(ids);
  if (twice !== undefined)
    throw ruleViolation("product.media.itemsInfo.items", "DUPLICATE_MEDIA_ERROR", `contains ${twice} twice`);
  const [main] = items;
  return { main, itemsInfo: { items } };
}

/** Returns the picture or video with an ID or address. */
export function readMediaItem(given: ProductMediaV3, find: (id: string) => Uploaded): ProductMediaV3 {
  const { id, url, altText, displayName } = given;
  const source = { mediaId: id ?? null, url: id ? null : (url ?? given.image?.url ?? null) };
  const item = storedMedia(source, find);
  const media = platformMedia(item);
  const thumbnail = item.thumbnail;
  return {
    id: item.id ?? "",
    ...media,
    mediaType: media?.video ? "VIDEO" : "IMAGE",
    altText: altText || undefined,
    ...((displayName || item.title) && { displayName: displayName || item.title }),
    thumbnail: thumbnail?.url ? { url: thumbnail.url, width: 50, height: 50 } : undefined,
  };
}

/** Resolves the media of choices from the product's media. Throws PlatformError 404 for other media. */
function linkMedia(options: readonly StoredOptionV3[], items: readonly ProductMediaV3[]): StoredOptionV3[] {
  const find = (id: string | null | undefined) => {
    const item = items.find((one) => one.id === id);
    if (item !== undefined) return item;
    throw new PlatformError(404, "PRODUCT_MEDIA_NOT_EXIST", `The product has no media ${id}`, {
      mediaId: id,
    });
  };
  const link = ({ media, linkedMedia, ...choice }: StoredProductChoice): StoredProductChoice => {
    const requested = (media?.items ?? linkedMedia ?? []).map((one) =>
      "mediaId" in one && one.mediaId ? String(one.mediaId) : idOf(one),
    );
    return { ...choice, linkedMedia: requested.length > 0 ? requested.map(find) : undefined };
  };
  return options.map((option) => ({
    ...option,
    choicesSettings: { choices: option.choicesSettings.choices.map(link) },
  }));
}

function idOf({ id, url }: ProductMediaV3): string | null | undefined {
  return id || storedMedia({ url: url ?? null }).id;
}

const tooMany = {
  options: "TOO_MANY_OPTIONS_IN_REQUEST",
  modifiers: "TOO_MANY_MODIFIERS_IN_REQUEST",
  infoSections: "TOO_MANY_INFO_SECTIONS_IN_REQUEST",
  variants: "TOO_MANY_VARIANTS",
};

/** Throws InvalidInput for a new product that breaks a rule of the request schema. */
export function checkNewProduct(given: Given): void {
  rejectViolations(violationsOf(given, "product", true));
}

/** Throws InvalidInput for a change of a product that breaks a rule of the request schema. */
export function checkChangedProduct(given: Given): void {
  rejectViolations(violationsOf(given, "product", false));
}

/**
 * Throws for a bulk creation that breaks a rule of the request schema. The platform checks the whole request before it
 * creates the first product, and counts options, modifiers, info sections and variants over all products.
 */
export function checkNewProducts(given: readonly Given[]): void {
  const withId = given.findIndex(({ id }) => id);
  if (withId >= 0)
    throw ruleViolation(`products[${withId}].id`, "ID_NOT_ALLOWED_IN_REQUEST", "must not be set");
  rejectViolations(given.flatMap((product, index) => violationsOf(product, `products[${index}]`, true)));
  rejectTooMany(given);
}

/**
 * Throws for a bulk change that breaks a rule of the request schema, or with a field mask: the platform checks whole
 * products before it applies masks, and counts options and variants over all products.
 */
export function checkChangedProducts(given: readonly { product?: Given | null | undefined }[]): void {
  const products = given.map(({ product }) => product ?? {});
  rejectRepeatedIds(
    "products",
    products.map(({ id }) => id),
  );
  rejectViolations(
    products.flatMap((product, index) => violationsOf(product, `products[${index}].product`, false)),
  );
  rejectTooMany(products);
  if (!given.some((entry) => "mask" in entry || "fieldMask" in entry)) return;
  const message = "Bulk changes of products support no field masks; send the fields to change only";
  throw new PlatformError(428, "FIELD_MASK_VALUE_NOT_SUPPORTED", message, {});
}

/** Throws InvalidInput for a bulk call with a product twice. */
export function rejectRepeatedIds(field: string, ids: readonly (string | null | undefined)[]): void {
  const twice = repeated(ids);
  if (twice)
    throw ruleViolation(field, "DUPLICATE_PRODUCT_IDS_REQUEST", `contains the product ${twice} twice`);
}

/** Creates each product of a bulk creation. The platform fails those with a choice that has another color before. */
export function createEach<G extends Given, T extends { id: string }>(
  tx: Tx,
  given: readonly G[],
  create: (product: G) => T,
): ItemResult<T>[] {
  const clashes = clashingChoices(given);
  return forEachItem(tx, given, (product, index) => {
    const name = clashes[index];
    if (name === undefined) return create(product);
    const message = `Another product of the request has the choice "${name}" with a different color`;
    throw new PlatformError(400, "ADD_CUSTOMIZATION_CHOICES_FAILED", message, { name });
  });
}

/** Returns for each product the name of a choice that an earlier product has with another color, or undefined. */
function clashingChoices(given: readonly Given[]): (string | undefined)[] {
  const colors = new Map<string, string>();
  return given.map((product) => {
    const choices = (product.options ?? []).flatMap(({ id, name, choicesSettings }) =>
      (choicesSettings?.choices ?? []).map((choice) => ({ ...choice, key: `${id ?? name}/${choice.name}` })),
    );
    const clash = choices.find(
      ({ choiceId, colorCode, key }) =>
        !choiceId && colorCode && (colors.get(key) ?? colorCode).toLowerCase() !== colorCode.toLowerCase(),
    );
    if (clash) return clash.name ?? "";
    for (const { choiceId, colorCode, key } of choices)
      if (!choiceId && colorCode) colors.set(key, colorCode);
    return undefined;
  });
}

function violationsOf(given: Given, path: string, isNew: boolean): Violation[] {
  const { productType, physicalProperties, variantsInfo, visibleInPos } = given;
  const missing = [
    ...(isNew ? (["name", "productType"] as const).filter((key) => !given[key]) : []),
    ...(variantsInfo === null || (isNew && !variantsInfo) ? ["variantsInfo"] : []),
    ...(variantsInfo && !variantsInfo.variants ? ["variantsInfo.variants"] : []),
  ];
  const found = missing.map((key) => violation(`${path}.${key}`, "REQUIRED_FIELD", "must not be empty"));
  if (isNew && productType === "PHYSICAL" && !physicalProperties) {
    const description = "must be set for a PHYSICAL product; an empty object is enough";
    found.push(violation(`${path}.physicalProperties`, "ONE_OF_ALIGNMENT", description));
  }
  found.push(...missingInSubscriptions(given, `${path}.subscriptionDetails`));
  for (const [index, option] of (given.options ?? []).entries())
    if (!option.choicesSettings)
      found.push(
        violation(`${path}.options[${index}].choicesSettings`, "REQUIRED_FIELD", "must not be empty"),
      );
  if (productType === "DIGITAL" && visibleInPos)
    found.push({
      ...violation(`${path}.visibleInPos`, "OTHER", "must not be true for a DIGITAL product"),
      ruleName: "DIGITAL_PRODUCT_CANNOT_BE_VISIBLE_IN_POS",
    });
  return found;
}

/** The platform requires more fields of subscriptions than its reference says. */
function missingInSubscriptions({ subscriptionDetails: details }: Given, path: string): Violation[] {
  if (!details) return [];
  const missing = (details.subscriptions ?? []).flatMap((subscription, index) => {
    const renewal = subscription.autoRenewal ?? subscription.billingCycles;
    const { description, interval } = subscription;
    return Object.entries({ description, interval, autoRenewal: renewal })
      .filter(([, value]) => value === undefined || value === null || value === "")
      .map(([key]) => `${path}.subscriptions[${index}].${key}`);
  });
  if (typeof details.allowOneTimePurchases !== "boolean") missing.push(`${path}.allowOneTimePurchases`);
  return missing.map((field) => violation(field, "REQUIRED_FIELD", "must not be empty"));
}

function rejectViolations(found: readonly Violation[]): void {
  if (found.length > 0) throw new InvalidInput(found);
}

function rejectTooMany(given: readonly Given[]): void {
  const counts: Record<keyof typeof tooMany, (product: Given) => number> = {
    options: ({ options }) => options?.length ?? 0,
    modifiers: ({ modifiers }) => modifiers?.length ?? 0,
    infoSections: ({ infoSections }) => infoSections?.length ?? 0,
    variants: ({ variantsInfo }) => variantsInfo?.variants?.length ?? 0,
  };
  for (const [list, countOf] of Object.entries(counts) as [
    keyof typeof counts,
    (product: Given) => number,
  ][]) {
    const total = given.reduce((sum, product) => sum + countOf(product), 0);
    const most = bulkLimits[list];
    if (total <= most) continue;
    const code = tooMany[list];
    const message = `The request has ${total} ${list}; the maximum is ${most} over all products`;
    throw new PlatformError(400, code, message, { total, maximum: most });
  }
}
