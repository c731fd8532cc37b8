import type { Product } from "../../api/services/products.ts";
import { exitCodes, TillError, UnknownOutcomeError } from "../../kernel/errors.ts";
import { type LostResponse, readUntil } from "../read-until.ts";
import { type Catalog, productBySlug, slugOf } from "./catalog.ts";

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
  let slug = product.slug || slugOf(product.name ?? "product");
  if (product.slug && (await isTaken(slug))) {
    throw new TillError(exitCodes.conflict, `A product with the slug "${slug}" already exists.`, {
      field: "slug",
      hint: "Choose another slug, or omit it.",
    });
  }
  for (let number = 2; await isTaken(slug); number += 1)
    slug = `${slugOf(product.name ?? "product")}-${number}`;
  try {
    return await catalog.create({ ...product, slug });
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const found = await readUntil(() => productBySlug(catalog, slug), Boolean, sleep).catch(() => undefined);
    if (found) {
      await notice("No response; checked the shop: the product was created once.");
      return found;
    }
    const { cause } = error;
    const why = cause instanceof Error ? cause.message : error.message;
    throw new UnknownOutcomeError(`It is not known whether "${product.name}" was created: ${why}`, {
      hint: `Check before you run it again: till products get ${slug}`,
      cause,
    });
  }
}
