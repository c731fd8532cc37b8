import type { ProductDraft, TextField, VariantDraft } from "../../../files/draft.ts";
import { type ProductObject, productLosses, type StockObject } from "../../../files/snapshot/schema.ts";
import { sameJson } from "../../../kernel/json.ts";
import type { CatalogVersion } from "../catalog.ts";
import { variantKey } from "../snapshot.ts";
import { mediaIdOf } from "./product.ts";

/** The product and the stock of one slug in a snapshot; what is absent stays as it is. */
export interface PortableParts {
  product?: ProductObject | undefined;
  stock?: StockObject | undefined;
}

/** The catalog versions of the shop that a product is from, and of the one that gets it. */
export interface Catalogs {
  from: CatalogVersion;
  to: CatalogVersion;
  /** Both are one shop, in which the digital files of deleted products still exist. */
  sameShop: boolean;
}

/** Returns the draft that gives a shop a product of a snapshot. `line` identifies it within the job. */
export function portableDraft(
  slug: string,
  line: number,
  { product, stock }: PortableParts,
  catalogs: Catalogs,
): ProductDraft {
  const base = { handle: slug, line, slug };
  const { _kind, readOnly: _, customTextFields, discount, variants = [], seo, ...fields } = product ?? {};
  const textFields = customTextFields && writableTextFields(customTextFields, catalogs);
  const own = variants.map((variant): VariantDraft => ({ ...variant, line }) as VariantDraft);
  const draft = {
    ...base,
    ...fields,
    ...(product && discount !== undefined && { discount: discount ?? { type: "NONE", value: "0" } }),
    ...(product && seo !== undefined && { seo }),
    ...(textFields && { textFields }),
    variants: own,
  } as ProductDraft;
  return stock ? withStock(draft, stock) : draft;
}

/** Only catalog v3 can write text fields. That a product of catalog v1 has none therefore says nothing. */
function writableTextFields(
  fields: readonly TextField[],
  { from, to }: Pick<Catalogs, "from" | "to">,
): TextField[] | undefined {
  return to === "v1" || (from === "v1" && fields.length === 0) ? undefined : [...fields];
}

function withStock(draft: ProductDraft, { quantity, inStock, variants = [] }: StockObject): ProductDraft {
  const levelOf = (one: { quantity?: number | undefined; inStock?: boolean | undefined }) =>
    one.quantity === undefined ? { inStock: one.inStock ?? true } : { quantity: one.quantity };
  if (variants.length === 0) return { ...draft, inventory: levelOf({ quantity, inStock }) };
  const known = new Map(draft.variants.map((variant) => [variantKey(variant.choices), variant]));
  return {
    ...draft,
    variants: variants.map((one) => ({
      ...(known.get(variantKey(one.choices)) ?? { line: draft.line, choices: one.choices }),
      inventory: levelOf(one),
    })),
  };
}

/**
 * Returns a draft for catalog v3. There only variants have stock: untracked stock of a product is that of each of them,
 * a quantity belongs to none and is left out.
 */
export function withoutSharedQuantity(draft: ProductDraft): ProductDraft {
  const { inventory, ...rest } = draft;
  return hasSharedQuantity(draft) ? rest : { ...rest, ...(inventory && { inventory }) };
}

/** Returns whether a draft has a quantity for a product whose variants share it. */
export const hasSharedQuantity = ({ options = [], variants, inventory }: ProductDraft): boolean =>
  options.length > 0 && variants.length === 0 && inventory !== undefined && "quantity" in inventory;

/**
 * Returns a draft whose media are the ids that its product has, and addresses of the others: only those are copied into the
 * shop. Pictures of the platform keep their id where the target can reach them.
 */
export function withPresentMedia(draft: ProductDraft, present: readonly string[]): ProductDraft {
  if (draft.media === undefined) return draft;
  const ids = new Set(present);
  const media = draft.media.map((address) => (ids.has(mediaIdOf(address)) ? mediaIdOf(address) : address));
  return { ...draft, media };
}

/** Returns a draft for the shop that its media are from: they still exist there, even if the product does not. */
export function withOwnMedia(draft: ProductDraft): ProductDraft {
  return draft.media === undefined ? draft : { ...draft, media: draft.media.map(mediaIdOf) };
}

/** Returns what of a product cannot be written to a shop, as a plural: `digital files`. `present`: what is there. */
export function lossesOf(
  { readOnly, customTextFields = [], choiceMedia = [], options = [] }: ProductObject,
  present: ProductObject | undefined,
  { to, sameShop }: Pick<Catalogs, "to" | "sameShop">,
): string[] {
  const keepsFile = sameShop && to === "v3" && options.length === 0;
  const lost: readonly (readonly [what: string, isLost: boolean])[] = [
    ...Object.entries(readOnly ?? {}).map(([name, value]): [string, boolean] => [
      productLosses[name] ?? name,
      !(name === "digitalFile" && keepsFile) && !sameJson(value, present?.readOnly?.[name]),
    ]),
    [
      "custom text fields",
      to === "v1" && customTextFields.length > 0 && !sameJson(customTextFields, present?.customTextFields),
    ],
    // Those of a new product are written.
    [
      "changed pictures of choices",
      present !== undefined && choiceMedia.length > 0 && !sameJson(choiceMedia, present.choiceMedia),
    ],
  ];
  return lost.flatMap(([what, isLost]) => (isLost ? [what] : []));
}
