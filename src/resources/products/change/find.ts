import type { Product } from "../../../api/services/products/models/product.ts";
import { isGuid } from "../../../kernel/guid.ts";
import { productsById, productsBySlug, withCosts } from "../catalog.ts";
import { type Catalog, findProduct } from "../read.ts";
import { managedVariants } from "../snapshot.ts";
import type { Target } from "./plan.ts";

/** References that are looked up together. */
const most = 100;

/**
 * Yields what references (ids, slugs or SKUs) name: a product, or its variants with that SKU; each product once. Ids and
 * slugs are read 100 per request. Throws TillError as findProduct does.
 */
export async function* findTargets(
  catalog: Catalog,
  references: readonly string[],
  { costs }: { costs: boolean },
): AsyncGenerator<Target> {
  const unique = [...new Set(references)];
  const whole = new Set<string>();
  for (let start = 0; start < unique.length; start += most) {
    const targets = new Map<string, Target>();
    const chunk = unique.slice(start, start + most);
    for (const [reference, product] of await findAll(catalog, chunk)) {
      const id = product.id ?? "";
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
    const complete = costs && catalog.admin ? await withCosts(catalog.client, products) : products;
    yield* found.map((target, index) => ({ ...target, product: complete[index] ?? target.product }));
  }
}

async function findAll(catalog: Catalog, references: readonly string[]): Promise<[string, Product][]> {
  const ids = references.filter((one) => isGuid(one));
  const byId = await productsById(catalog.client, ids);
  const bySlug = await productsBySlug(
    catalog.client,
    references.filter((one) => !isGuid(one)),
  );
  const found: [string, Product][] = [];
  for (const one of references)
    found.push([one, byId.get(one) ?? bySlug.get(one) ?? (await findProduct(catalog, one))]);
  return found;
}

/** Returns the keys of the variants that have an SKU; undefined if the reference names the product itself. */
export function variantsNamed(product: Product, reference: string): ReadonlySet<string> | undefined {
  if ([product.id, product.slug, product.sku].includes(reference)) return undefined;
  const keys = [...managedVariants(product)].flatMap(([key, { variant }]) =>
    variant?.sku === reference ? [key] : [],
  );
  return keys.length > 0 ? new Set(keys) : undefined;
}
