import type { Call } from "../../../api/caller.ts";
import type { FilterExpression } from "../../../api/query/filter.ts";
import { pages } from "../../../api/query/pages.ts";
import { brandsV3 } from "../../../api/services/products/brands-v3.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import { type ListSource, listRows } from "../../listing.ts";
import { conditionsOn, positionOf, textsOf } from "./collections.ts";
import { unknownName } from "./unknown-name.ts";

/** What the brands of a shop are read with. */
interface Shop {
  call: Call;
  version: "v1" | "v3";
  /** The list call for products. */
  list: Pick<ListSource, "endpoint" | "fields" | "sortPaths">;
}

/**
 * Checks the brands that a filter names, once it has selected nothing. Throws UsageError with a caret and suggestions for a
 * brand that no product has. Catalog v1 has no list of brands: all products are read.
 */
export async function checkBrands(shop: Shop, filter: FilterExpression, source: string): Promise<void> {
  const texts = conditionsOn(filter, "brand")
    .filter((one) => one.kind === "list" || (one.kind === "compare" && one.operator === "="))
    .flatMap(textsOf);
  if (texts.length === 0) return;
  const brands = new Set<string>();
  for await (const brand of brandsOf(shop)) brands.add(brand);
  const unknown = texts.find((text) => !brands.has(text));
  if (unknown === undefined) return;
  const known = [...brands].sort();
  throw unknownName(source, positionOf(source, unknown), { singular: "brand", name: unknown, known });
}

async function* brandsOf({ call, list, version }: Shop): AsyncGenerator<string> {
  if (version === "v3") {
    const brands = pages<{ name?: string }>(call, "brandsV3.query", brandsV3.query, {});
    for await (const { name } of brands) if (name) yield name;
    return;
  }
  const { rows } = listRows<Product>({ call, name: "products.query", ...list }, { all: true });
  for await (const { brand } of rows) if (brand) yield brand;
}
