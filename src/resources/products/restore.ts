import type { Product } from "../../api/services/products/products.ts";
import { ApiError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { productBody, variantBody } from "./body.ts";
import { type Catalog, type NewMedia, productBySlug, productsById, type StockChange } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import {
  choicesOf,
  defaultVariantId,
  defaultVariantKey,
  fieldsOf,
  inventoryOf,
  managedVariants,
  mediaOf,
  variantFields,
} from "./snapshot.ts";

/** Returns the change that gives a product the stock that inventoryOf() describes. */
export function stockChange(product: Product, stock: ReturnType<typeof inventoryOf>): StockChange {
  const ids = new Map([...managedVariants(product)].map(([key, { id }]) => [key, id]));
  const variants = Object.entries(stock.variants).map(([key, value]) => ({
    variantId: key === defaultVariantKey ? defaultVariantId : (ids.get(key) ?? ""),
    ...(typeof value === "number" ? { quantity: value } : { inStock: value === true }),
  }));
  return { trackQuantity: stock.tracked, variants };
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
  const { collections, media, names } = catalog;
  const findEarlier = () => (again ? productBySlug(catalog, deleted.slug ?? "") : undefined);
  // Only catalog v3 can write them.
  const { textFields: _, digitalFile: __, ...fields } = fieldsOf(deleted);
  const product =
    (await findEarlier()) ??
    (await catalog.create(productBody(fields, "create")).catch(async (error) => {
      // The request of the earlier attempt may have arrived in the meantime.
      const late = error instanceof ApiError && error.status < 500 ? await findEarlier() : undefined;
      if (late === undefined) throw error;
      return late;
    }));
  const id = product.id;
  const variants = [...managedVariants(deleted)].map(([key, variant]) =>
    variantBody(choicesOf(key), variantFields(variant)),
  );
  if (variants.length > 0) await catalog.changeVariants(id, variants);
  const missing = missingMedia(deleted, product);
  if (missing.length > 0) await media.add(id, missing.map(mediaSource));
  const now = (await productsById(catalog, [id])).get(id) ?? { id };
  await catalog.stock.set(now, stockChange(now, inventoryOf(deleted)));
  for (const collection of await names.namesOf(deleted.collectionIds ?? [])) {
    await collections.addProducts(await names.idOf(collection), [id]);
  }
  return id;
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
    [deleted, now].map((one) => names.namesOf(one.collectionIds ?? [])),
  );
  return before?.every((name) => after?.includes(name)) ?? true;
}

/** Returns the media that are missing; none if the number is right, because the platform may rename media. */
function missingMedia(deleted: Product, now: Product): string[] {
  const [before, present] = [mediaOf(deleted), mediaOf(now)];
  return present.length >= before.length ? [] : before.filter((one) => !present.includes(one));
}

/** Returns a media id or URL as input of the media call. */
export function mediaSource(source: string): NewMedia {
  return /^https?:\/\//.test(source) ? { url: source } : { mediaId: source };
}
