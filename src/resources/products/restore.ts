import type { Product } from "../../api/services/products/models/product.ts";
import { sameJson } from "../../bulk/plan/same-json.ts";
import { ApiError } from "../../kernel/errors.ts";
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

/** Sets the stock of a product to what inventoryOf() describes. */
export async function setInventory(
  client: CatalogClient,
  productId: string,
  stock: ReturnType<typeof inventoryOf>,
): Promise<void> {
  const product = (await productsById(client, [productId])).get(productId) ?? {};
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
 * Creates a deleted product again, with variants, media, stock and collections; resolves with its new id. These are
 * several calls: where an earlier try may have made some of them (`again`), this goes on with what it finds.
 */
export async function restoreProduct(
  client: CatalogClient,
  names: CollectionNames,
  lost: Product,
  again: boolean,
): Promise<string | undefined> {
  const begun = () => (again ? productBySlug(client, lost.slug ?? "") : undefined);
  const product =
    (await begun()) ??
    (await client.products
      .create({ product: productBody(fieldsOf(lost), "create") })
      .then(({ product }) => product as Product)
      .catch(async (error) => {
        // The call of the earlier try may arrive as late as this.
        const late = error instanceof ApiError && error.status < 500 ? await begun() : undefined;
        if (late === undefined) throw error;
        return late;
      }));
  const id = product.id ?? "";
  const variants = [...managedVariants(lost)].map(([key, variant]) =>
    variantBody(choicesOf(key), variantFields(variant)),
  );
  if (variants.length > 0) await client.products.updateVariants({ id, variants });
  const media = missingMedia(lost, product);
  if (media.length > 0) await client.products.addMedia({ id, media: media.map(mediaSource) });
  await setInventory(client, id, inventoryOf(lost));
  for (const collection of await names.namesOf(lost.collectionIds ?? [])) {
    await client.collections.addProducts({ id: await names.idOf(collection), productIds: [id] });
  }
  return id;
}

/** Whether a product has all that `restoreProduct` gives it. */
export async function isRestored(names: CollectionNames, lost: Product, now: Product): Promise<boolean> {
  const present = managedVariants(now);
  for (const [key, variant] of managedVariants(lost)) {
    const same = present.get(key);
    if (!same || !sameJson(variantFields(same), variantFields(variant))) return false;
  }
  if (missingMedia(lost, now).length > 0 || !sameJson(inventoryOf(now), inventoryOf(lost))) return false;
  const [wanted, found] = await Promise.all([lost, now].map((one) => names.namesOf(one.collectionIds ?? [])));
  return wanted?.every((name) => found?.includes(name)) ?? true;
}

/** The platform may keep media under names of its own: as many as there were are enough. */
function missingMedia(lost: Product, now: Product): string[] {
  const [wanted, present] = [mediaOf(lost), mediaOf(now)];
  return present.length >= wanted.length ? [] : wanted.filter((one) => !present.includes(one));
}

/** A media id of the platform, or a web address, as the media call takes it. */
export function mediaSource(source: string) {
  return /^https?:\/\//.test(source) ? { url: source } : { mediaId: source };
}
