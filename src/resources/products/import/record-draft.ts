import type { Product } from "../../../api/services/products/products.ts";
import type { RowProblem } from "../../../files/dialect.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { draftOf } from "../draft.ts";

/** An NDJSON record: all or some fields of a product in the platform's format, and the names of its collections. */
type ProductRecord = Product & { collections?: string[] };

/** The members of a record that set each field of the draft. */
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

/** Returns the draft of an NDJSON record, without the fields that the record lacks. Reports duplicates of a product. */
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
  const changed = Object.entries(sources).filter(([, members]) =>
    members.some((member) => record[member] !== undefined),
  );
  const draft = {
    ...Object.fromEntries(changed.map(([name]) => [name, whole[name]])),
    handle,
    line,
  } as unknown as ProductDraft;
  if (whole.price === null) delete (draft as { price?: string }).price;
  return { draft: { ...draft, variants: draft.variants ?? [] }, problems: [] };
}
