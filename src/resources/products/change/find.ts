import type { Product } from "../../../api/services/products/products.ts";
import { batchesOf } from "../../../kernel/batches.ts";
import { isGuid } from "../../../kernel/guid.ts";
import {
  type Catalog,
  productsById,
  productsBySlug,
  type SkuOwner,
  skuOwners,
  withCosts,
} from "../catalog.ts";
import { findProduct } from "../read.ts";
import { managedVariants } from "../snapshot.ts";
import type { Target } from "./plan.ts";

/** References that are looked up together. */
const most = 100;

/**
 * Yields what references (ids, slugs or SKUs) name: a product, or its variants with that SKU; each product once. They are
 * looked up 100 per request. Throws TillError as findProduct does.
 */
export async function* findTargets(
  catalog: Catalog,
  references: readonly string[],
  { costs }: { costs: boolean },
): AsyncGenerator<Target> {
  const unique = [...new Set(references)];
  const whole = new Set<string>();
  for (const chunk of batchesOf(unique, most)) {
    const targets = new Map<string, Target>();
    for (const [reference, product] of await findAll(catalog, chunk)) {
      const id = product.id;
      const variants = variantsNamed(product, reference);
      const known = targets.get(id);
      if (whole.has(id)) continue;
      if (known && (known.variants === undefined || variants === undefined)) targets.set(id, { product });
      else
        targets.set(id, {
          product,
          ...(variants && { sku: reference, variants: new Set([...(known?.variants ?? []), ...variants]) }),
        });
    }
    for (const [id, { variants }] of targets) if (variants === undefined) whole.add(id);
    const found = [...targets.values()];
    const products = found.map(({ product }) => product);
    const complete = costs && catalog.admin ? await withCosts(catalog, products) : products;
    yield* found.map((target, index) => ({ ...target, product: complete[index] ?? target.product }));
  }
}

async function findAll(catalog: Catalog, references: readonly string[]): Promise<[string, Product][]> {
  const byId = await productsById(catalog, references.filter(isGuid));
  const others = references.filter((one) => !isGuid(one));
  const bySlug = await productsBySlug(catalog, others);
  const skus = others.filter((one) => !bySlug.has(one));
  const owners = await skuOwners(catalog, skus);
  const ownerIds = new Map(skus.flatMap((sku) => ownerOf(owners.get(sku) ?? []).map((id) => [sku, id])));
  const owned = await productsById(catalog, [...new Set(ownerIds.values())]);
  const found: [string, Product][] = [];
  for (const one of references) {
    const product = byId.get(one) ?? bySlug.get(one) ?? owned.get(ownerIds.get(one) ?? "");
    found.push([one, product ?? (await findProduct(catalog, one))]);
  }
  return found;
}

/** Returns the id of the only product with an SKU; the SKUs of products come before those of variants. */
function ownerOf(owners: readonly SkuOwner[]): string[] {
  const products = owners.filter(({ variantId }) => variantId === undefined);
  const ids = new Set((products.length > 0 ? products : owners).map(({ productId }) => productId));
  return ids.size === 1 ? [...ids] : [];
}

/** Returns the keys of the variants that have an SKU; undefined if the reference names the product itself. */
export function variantsNamed(product: Product, reference: string): ReadonlySet<string> | undefined {
  if ([product.id, product.slug, product.sku].includes(reference)) return undefined;
  const keys = [...managedVariants(product)].flatMap(([key, { variant }]) =>
    variant?.sku === reference ? [key] : [],
  );
  return keys.length > 0 ? new Set(keys) : undefined;
}
