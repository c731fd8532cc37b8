import type { Product } from "../../api/services/products.ts";
import { afterOtherRequests } from "../../bulk/engine/failure.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { discountParts } from "../../files/discount.ts";
import type { Discount, SubscriptionDraft } from "../../files/draft.ts";
import { ApiError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { type Catalog, type NewMedia, productBySlug, productsById, type StockChange } from "./catalog.ts";
import { type CollectionNames, membershipsOf } from "./collection-names.ts";
import { seoBody } from "./seo.ts";
import {
  type AnyProduct,
  amountNumber,
  choicesFromKey,
  comparedFields,
  defaultVariantId,
  defaultVariantKey,
  inventoryOf,
  managedVariants,
  mediaUrls,
  type StockLevels,
  variantFields,
} from "./snapshot.ts";

type Fields = Readonly<Record<string, Json | undefined>>;

/** Writes the flat fields of fieldsOf() to the body of a create or update call. */
const writers: Record<string, (value: Json) => AnyProduct> = {
  name: (value) => ({ name: value as string }),
  handle: (value) => ({ slug: value as string }),
  type: (value) => ({ productType: value as string }),
  description: (value) => ({ description: (value as string | null) ?? "" }),
  sku: (value) => ({ sku: (value as string | null) ?? "" }),
  barcode: (value) => ({ catalogV3: { barcode: value as string | null } }),
  price: (value) => ({ priceData: { price: amountNumber(value) } }),
  cost: (value) => ({ costAndProfitData: { itemCost: amountNumber(value) } }),
  weight: (value) => ({ weight: amountNumber(value) ?? 0 }),
  visible: (value) => ({ visible: value as boolean }),
  ribbon: (value) => ({ ribbon: (value as string | null) ?? "" }),
  brand: (value) => ({ brand: value as string | null }),
  discount: (value) => ({ discount: discountBody(value as Discount) }),
  infoSections: (value) => ({ additionalInfoSections: value as Product["additionalInfoSections"] }),
  seo: (value) => ({ seoData: seoBody(value) }),
  manageVariants: (value) => ({ manageVariants: value as boolean }),
  options: (value) => ({ productOptions: (value as unknown as OptionValue[]).map(optionBody) }),
  pricePerUnit: (value) => ({ pricePerUnitData: value as Product["pricePerUnitData"] }),
  digitalFile: (value) => ({ digitalFile: { id: value as string } }),
  textFields: (value) => ({ customTextFields: value as Product["customTextFields"] }),
  taxGroup: (value) => ({ taxGroupId: value as string | null }),
  tags: (value) => ({ catalogV3: { tags: value as string[] } }),
  privateTags: (value) => ({ catalogV3: { privateTags: value as string[] } }),
  subscriptions: (value) => ({ catalogV3: { subscriptions: value as SubscriptionDraft[] } }),
  oneTimePurchase: (value) => ({ catalogV3: { oneTimePurchase: value as boolean } }),
};

interface OptionValue {
  name: string;
  type: string;
  choices: { value: string; description: string }[];
}

function optionBody({ name, type, choices }: OptionValue) {
  return { name, optionType: type, choices };
}

function discountBody(discount: Discount): NonNullable<Product["discount"]> {
  const { type = "NONE", value = "0" } = discountParts(discount) ?? {};
  return { type, value: amountNumber(value) ?? 0 };
}

/** Returns the body of a create or update call for flat fields. A create call omits null and empty fields. */
export function productBody(fields: Fields, mode: "create" | "update"): AnyProduct {
  const body: AnyProduct = {};
  for (const [name, value] of Object.entries(fields)) {
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    if (value === undefined || (mode === "create" && empty)) continue;
    const { catalogV3, ...part } = writers[name]?.(value) ?? {};
    Object.assign(body, part, catalogV3 && { catalogV3: { ...body.catalogV3, ...catalogV3 } });
  }
  return body;
}

/** Returns an entry of the variants call from a variant's choices and flat fields. */
export function variantBody(choices: Record<string, string>, fields: Fields) {
  return {
    choices,
    ...("price" in fields && { price: amountNumber(fields.price) }),
    ...("cost" in fields && { cost: amountNumber(fields.cost) }),
    ...("weight" in fields && { weight: amountNumber(fields.weight) ?? 0 }),
    ...("sku" in fields && { sku: (fields.sku as string | null) ?? "" }),
    ...("barcode" in fields && { barcode: fields.barcode as string | null }),
    ...("visible" in fields && { visible: fields.visible as boolean }),
  };
}

/** Returns the change that gives a product this stock. */
export function stockChange(product: Product, stock: StockLevels): StockChange {
  const ids = new Map([...managedVariants(product)].map(([key, { id }]) => [key, id]));
  return stockChangeOf(stock, (key) => (key === defaultVariantKey ? defaultVariantId : ids.get(key)));
}

/** Returns the change that gives variants this stock, by their ids. Preorders alone change no stock. */
export function stockChangeOf(
  { tracked, variants, preorders = {} }: StockLevels,
  idOf: (key: string) => string | null | undefined,
): StockChange {
  const isStocked = Object.keys(variants).length > 0;
  return {
    trackQuantity: isStocked ? tracked : undefined,
    variants: Object.keys({ ...variants, ...preorders }).map((key) => {
      const value = variants[key];
      return {
        variantId: idOf(key) ?? "",
        ...(value !== undefined &&
          (typeof value === "number" ? { quantity: value } : { inStock: value === true })),
        ...(key in preorders && { preorder: preorders[key] }),
      };
    }),
  };
}

/**
 * Creates a deleted product again, with variants, media, stock and collections, in several requests. Returns its new id.
 * With `again`, an earlier attempt may have sent some of the requests: this one continues with the product that it finds.
 */
export async function restoreProduct(
  catalog: Catalog,
  deleted: Product,
  again: boolean,
): Promise<string | undefined> {
  const findEarlier = () => (again ? productBySlug(catalog, deleted.slug ?? "") : undefined);
  // Only catalog v3 can write them.
  const { textFields, digitalFile, ...fields } = comparedFields(deleted);
  const product =
    (await findEarlier()) ??
    (await catalog.create(productBody(fields, "create")).catch(async (error) => {
      // The request of the earlier attempt may have arrived in the meantime.
      const late = error instanceof ApiError && error.status < 500 ? await findEarlier() : undefined;
      if (late === undefined) throw error;
      return late;
    }));
  await completeProduct(catalog, deleted, product).catch((error: unknown) => {
    throw afterOtherRequests(error);
  });
  return product.id;
}

/** Gives a product that was created again what a create does not take. */
async function completeProduct(catalog: Catalog, deleted: Product, product: Product): Promise<void> {
  const { collections, media, names } = catalog;
  const { id } = product;
  const variants = [...managedVariants(deleted)].map(([key, variant]) =>
    variantBody(choicesFromKey(key), variantFields(variant)),
  );
  if (variants.length > 0) await catalog.changeVariants(id, variants);
  const missing = missingMedia(deleted, product);
  if (missing.length > 0) await media.add(id, missing.map(mediaSource));
  const now = (await productsById(catalog, [id])).get(id) ?? { id };
  await catalog.stock.set(now, stockChange(now, inventoryOf(deleted)));
  for (const { key } of await membershipsOf(names, deleted.collectionIds ?? [])) {
    await collections.addProducts(await names.idOf(key), [id]);
  }
}

/** Whether a product has everything that `restoreProduct` sets. */
export async function isRestored(names: CollectionNames, deleted: Product, now: Product): Promise<boolean> {
  const present = managedVariants(now);
  for (const [key, variant] of managedVariants(deleted)) {
    const same = present.get(key);
    if (!same || !sameJson(variantFields(same), variantFields(variant))) return false;
  }
  if (missingMedia(deleted, now).length > 0 || !sameJson(inventoryOf(now), inventoryOf(deleted)))
    return false;
  const [before, after] = await Promise.all(
    [deleted, now].map((one) => membershipsOf(names, one.collectionIds ?? [])),
  );
  return before?.every(({ key }) => after?.some((one) => one.key === key)) ?? true;
}

/** Returns the media that are missing; none if the number is right, because the platform may rename media. */
function missingMedia(deleted: Product, now: Product): string[] {
  const [before, present] = [mediaUrls(deleted), mediaUrls(now)];
  return present.length >= before.length ? [] : before.filter((one) => !present.includes(one));
}

/** Returns a media id or URL as input of the media call. */
export function mediaSource(source: string): NewMedia {
  return /^https?:\/\//.test(source) ? { url: source } : { mediaId: source };
}
