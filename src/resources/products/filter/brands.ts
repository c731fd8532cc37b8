import type { FilterExpression } from "../../../api/query/filter.ts";
import type { Catalog } from "../catalog.ts";
import { conditionsOn, positionOf, textsOf } from "./collections.ts";
import { unknownName } from "./unknown-name.ts";

/**
 * Checks the brands that a filter names, once it has selected nothing. Throws UsageError with a caret and suggestions for a
 * brand that no product has.
 */
export async function checkBrands(
  catalog: Pick<Catalog, "brands">,
  filter: FilterExpression,
  source: string,
): Promise<void> {
  const texts = conditionsOn(filter, "brand")
    .filter((one) => one.kind === "list" || (one.kind === "compare" && one.operator === "="))
    .flatMap(textsOf);
  if (texts.length === 0) return;
  const brands = new Set<string>();
  for await (const brand of catalog.brands()) brands.add(brand);
  const unknown = texts.find((text) => !brands.has(text));
  if (unknown === undefined) return;
  const known = [...brands].sort();
  throw unknownName(source, positionOf(source, unknown), { singular: "brand", name: unknown, known });
}
