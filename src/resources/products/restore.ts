import type { Product } from "../../api/models/product.ts";
import { productBody, variantBody } from "./body.ts";
import { type CatalogClient, productsById } from "./catalog.ts";
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

/** Creates a deleted product again, with variants, media, stock and collections; resolves with its new id. */
export async function restoreProduct(
  client: CatalogClient,
  names: CollectionNames,
  lost: Product,
): Promise<string | undefined> {
  const { product } = await client.products.create({ product: productBody(fieldsOf(lost), "create") });
  const id = product?.id ?? "";
  const variants = [...managedVariants(lost)].map(([key, variant]) =>
    variantBody(choicesOf(key), variantFields(variant)),
  );
  if (variants.length > 0) await client.products.updateVariants({ id, variants });
  const media = mediaOf(lost);
  if (media.length > 0) await client.products.addMedia({ id, media: media.map(mediaSource) });
  await setInventory(client, id, inventoryOf(lost));
  for (const collection of await names.namesOf(lost.collectionIds ?? [])) {
    await client.collections.addProducts({ id: await names.idOf(collection), productIds: [id] });
  }
  return id;
}

/** A media id of the platform, or a web address, as the media call takes it. */
export function mediaSource(source: string) {
  return /^https?:\/\//.test(source) ? { url: source } : { mediaId: source };
}
