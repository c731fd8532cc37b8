import type { Product } from "../../api/services/products.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { LostResponse } from "../read-until.ts";
import { sendOnce } from "../send-once.ts";
import { type Catalog, productBySlug, productSlug } from "./catalog.ts";

/**
 * Creates a product with a unique slug, so that it can be found if the response is lost; it is never sent twice. A given
 * slug that exists is a conflict (TillError 6); a generated slug gets a number.
 */
export async function createProduct(
  catalog: Catalog,
  product: Partial<Product>,
  { notice, sleep }: LostResponse,
): Promise<Product> {
  const isTaken = async (slug: string) => (await catalog.find("slug", [slug])).length > 0;
  let slug = product.slug || productSlug(product.name ?? "product");
  if (product.slug && (await isTaken(slug))) {
    throw new TillError(exitCodes.conflict, `A product with the handle "${slug}" already exists.`, {
      field: "handle",
      hint: "Choose another handle, or omit it.",
    });
  }
  for (let number = 2; await isTaken(slug); number += 1)
    slug = `${productSlug(product.name ?? "product")}-${number}`;
  return await sendOnce({
    send: () => catalog.create({ ...product, slug }),
    async look() {
      const found = await productBySlug(catalog, slug);
      return found ? { done: found, id: found.id } : "absent";
    },
    onFound: () => notice("No response; checked the shop: the product was created once."),
    unknown: `It is not known whether "${product.name}" was created`,
    check: `till products get ${slug}`,
    sleep,
  });
}
