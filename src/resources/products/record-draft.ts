import type { Product } from "../../api/services/products/models/product.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { draftOf } from "./draft.ts";

/** A record of NDJSON: a product as the platform has it, as a whole or in part, and the names of its collections. */
type ProductRecord = Product & { collections?: string[] };

/** Which members of a record decide whether a field of the draft is set. */
const sources: Record<string, readonly (keyof ProductRecord)[]> = {
  id: ["id"],
  name: ["name"],
  slug: ["slug"],
  productType: ["productType"],
  description: ["description"],
  sku: ["sku"],
  price: ["priceData", "price"],
  cost: ["costAndProfitData"],
  weight: ["weight"],
  visible: ["visible"],
  ribbon: ["ribbon"],
  brand: ["brand"],
  discount: ["discount"],
  options: ["productOptions"],
  infoSections: ["additionalInfoSections"],
  collections: ["collections"],
  media: ["media"],
  inventory: ["stock"],
  variants: ["variants"],
};

/** The draft of one NDJSON record: what the record lacks is left alone. Several records of one product are a problem. */
export function recordDraft(
  rows: readonly { line: number; record: ProductRecord }[],
  handle: string,
): { draft?: ProductDraft; problems: RowProblem[] } {
  const [first, second] = rows;
  if (first === undefined) return { problems: [] };
  if (second !== undefined) {
    const message = `the same product is already on line ${first.line}`;
    return { problems: [{ line: second.line, column: "id", value: handle, rule: "duplicate", message }] };
  }
  const { record, line } = first;
  const whole = draftOf(record, record.collections ?? [], "till") as unknown as Record<string, unknown>;
  const kept = Object.entries(sources).filter(([, members]) =>
    members.some((member) => record[member] !== undefined),
  );
  const draft = {
    ...Object.fromEntries(kept.map(([name]) => [name, whole[name]])),
    handle,
    line,
  } as unknown as ProductDraft;
  if (whole.price === null) delete (draft as { price?: string }).price;
  return { draft: { ...draft, variants: draft.variants ?? [] }, problems: [] };
}
