import type { Product } from "../../api/services/products/models/product.ts";
import { ApiError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { productBody, variantBody } from "./body.ts";
import { type CatalogClient, productBySlug, productsById } from "./catalog.ts";
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

/** Sets the stock of a product to what inventoryOf() describes. `read`: the product, if it was just read. */
export async function setInventory(
  client: CatalogClient,
  productId: string,
  stock: ReturnType<typeof inventoryOf>,
  read?: Product,
): Promise<void> {
  const product = read ?? (await productsById(client, [productId])).get(productId) ?? {};
  const ids = new Map([...managedVariants(product)].map(([key, { id }]) => [key, id]));
  const variants = Object.entries(stock.variants).map(([key, value]) => ({
    variantId: key === defaultVariantKey ? defaultVariantId : (ids.get(key) ?? ""),
    ...(typeof value === "number" ? { quantity: value } : { inStock: value === true }),
  }));
  await client.inventory.updateVariants({
    inventoryItem: { id: product.inventoryItemId, productId, trackQuantity: stock.tracked, variants },
  });
}

/**
 * Creates a deleted product again, with variants, media, stock and collections, in several requests. Returns its new id.
 * With `again`, an earlier attempt may have sent some of the requests: this one continues with the product that it finds.
 */
export async function restoreProduct(
  client: CatalogClient,
  names: CollectionNames,
  deleted: Product,
  again: boolean,
): Promise<string | undefined> {
  const findEarlier = () => (again ? productBySlug(client, deleted.slug ?? "") : undefined);
  // Only catalog v3 can write them.
  const { textFields: _, digitalFile: __, ...fields } = fieldsOf(deleted);
  const product =
    (await findEarlier()) ??
    (await client.products
      .create({ product: productBody(fields, "create") })
      .then(({ product }) => product as Product)
      .catch(async (error) => {
        // The request of the earlier attempt may have arrived in the meantime.
        const late = error instanceof ApiError && error.status < 500 ? await findEarlier() : undefined;
        if (late === undefined) throw error;
        return late;
      }));
  const id = product.id ?? "";
  const variants = [...managedVariants(deleted)].map(([key, variant]) =>
    variantBody(choicesOf(key), variantFields(variant)),
  );
  if (variants.length > 0) await client.products.updateVariants({ id, variants });
  const media = missingMedia(deleted, product);
  if (media.length > 0) await client.products.addMedia({ id, media: media.map(mediaSource) });
  await setInventory(client, id, inventoryOf(deleted));
  for (const collection of await names.namesOf(deleted.collectionIds ?? [])) {
    await client.collections.addProducts({ id: await names.idOf(collection), productIds: [id] });
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
export function mediaSource(source: string) {
  return /^https?:\/\//.test(source) ? { url: source } : { mediaId: source };
}
