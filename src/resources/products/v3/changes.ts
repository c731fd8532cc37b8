import type * as z from "zod/mini";
import type { UnitSettings } from "../../../api/services/products/models/price-v3.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { amountFromJson, amountText, type Decimal, decimal } from "../../../kernel/money.ts";
import { type Discount, discounted } from "../change/discount.ts";
import { combinations, keyOf, namedChoices, optionsFromV1, sentChoices, sentOptions } from "./options.ts";
import { actualPrice, discountOf, fullPrice, priceInfo } from "./prices.ts";
import { sharedSku } from "./sku.ts";
import type { WholeProduct } from "./whole.ts";

type Amount = number | null | undefined;

/** The changes to a variant, as in catalog v1. Absent keys change nothing. */
export interface VariantChange {
  price?: Amount;
  cost?: Amount;
  weight?: Amount;
  sku?: string | null | undefined;
  visible?: boolean | null | undefined;
  /** The quantity for the price per unit. */
  holds?: z.input<typeof UnitSettings> | null | undefined;
  /** The id of the digital file. */
  file?: string | null | undefined;
}

/** Returns the error for a change that catalog v3 does not support, or that v1 calls cannot express. Nothing was sent. */
export function notInV3(what: string, hint?: string): UsageError {
  return new UsageError(`This shop runs catalog v3: ${what}`, {
    code: "CATALOG_V3",
    hint: hint ?? "Call catalog v3 directly: till api --service productsV3",
  });
}

/**
 * Returns options and variants after a v1 change of product fields. Price, cost and weight apply to the variants with the
 * same value as the first variant, a discount applies to all variants. Returns undefined if no variant changes.
 */
export function changedVariants(whole: WholeProduct, body: Product) {
  const { sku, weight, priceData, costAndProfitData, discount, productOptions } = body;
  const { pricePerUnitData: unit, digitalFile } = body;
  const change: VariantChange = {
    ...(typeof priceData?.price === "number" && { price: priceData.price }),
    ...(costAndProfitData?.itemCost !== undefined && { cost: costAndProfitData?.itemCost }),
    ...(weight !== undefined && { weight }),
    ...(sku !== undefined && { sku }),
    ...(unit !== undefined && {
      holds: unit && { quantity: unit.totalQuantity, measurementUnit: unit.totalMeasurementUnit },
    }),
    ...(digitalFile && { file: digitalFile.id }),
  };
  if (Object.keys(change).length === 0 && !discount && !productOptions) return undefined;
  const present = whole.product.options ?? [];
  const options = productOptions ? optionsFromV1(productOptions, present) : sentOptions(present);
  const managed = options.length > 0;
  if (managed && sku && sharedSku(whole.variants) === undefined)
    throw notInV3("the variants of this product have different SKUs, so the product has none.");
  const currency = whole.product.currency ?? "USD";
  const before = sharedDiscount(whole);
  const after = discount ? givenDiscount(discount) : before;
  const [first] = whole.variants;
  // When options are first added or all removed, the first variant keeps its id and its stock.
  const retained = (present.length === 0) === managed ? first : undefined;
  const byChoices = new Map(
    whole.variants.map((variant) => [keyOf(namedChoices(present, variant)), variant] as const),
  );
  const variants = combinations(options).map((choices, index) => {
    const known = byChoices.get(keyOf(choices)) ?? (index === 0 ? retained : undefined);
    const variant = known ?? copyOf(first ?? {});
    const applicable = Object.fromEntries(
      Object.entries(change).filter(([field]) => !inherited.has(field) || follows(variant, first, field)),
    );
    return {
      ...variantBody(variant, applicable, { before, after, currency }),
      choices: sentChoices(options, choices),
    };
  });
  if (before === after) checkDiscount(whole, variants, before);
  return { options, variantsInfo: { variants } };
}

/** Returns options and variants after changes to some variants; `changeOf` returns the change of a variant. */
export function overriddenVariants(
  whole: WholeProduct,
  changeOf: (variant: VariantV3, choices: Record<string, string>) => VariantChange | undefined,
) {
  const options = whole.product.options ?? [];
  const discount = sharedDiscount(whole);
  const currency = whole.product.currency ?? "USD";
  const variants = whole.variants.map((variant) => {
    const choices = namedChoices(options, variant);
    const change = changeOf(variant, choices) ?? {};
    return {
      ...variantBody(variant, change, { before: discount, after: discount, currency }),
      choices: sentChoices(options, choices),
    };
  });
  checkDiscount(whole, variants, discount);
  return { options: sentOptions(options), variantsInfo: { variants } };
}

/**
 * Throws UsageError if new prices lose the discount of a product: v3 keeps only the prices before and after discount, rounded.
 * 10 % off 0.07 is 0.06, which is 14 % off, so that the price of before would not come back with its discount.
 */
function checkDiscount(
  { variants, product }: WholeProduct,
  changed: readonly VariantV3[],
  discount: Discount,
): void {
  if (discount.type !== "PERCENT") return;
  const currency = product.currency ?? "USD";
  const kept = discountOf(
    changed.map(({ price }) => price),
    currency,
  );
  const isKept = ({ price }: VariantV3) =>
    kept.type !== "mixed" && discounted(fullPrice(price), kept, currency).eq(actualPrice(price));
  if (variants.every(isKept)) return;
  const percent = amountText(discount.value);
  throw notInV3(
    `a new price is too small for the discount of ${percent} %, which rounding would change.`,
    "Change the discount together with the price.",
  );
}

/** The variant updates of v1: by ids, or by choices. */
type VariantUpdate = VariantChange & {
  choices?: Record<string, string> | null | undefined;
  variantIds?: readonly string[] | null | undefined;
};

/** Returns a function that yields the change of a variant from the updates of v1. */
export function variantChanges(
  updates: readonly VariantUpdate[],
): (variant: VariantV3, choices: Record<string, string>) => VariantChange {
  return (variant, choices) => {
    const changes = updates.filter((one) =>
      one.variantIds?.length
        ? one.variantIds.includes(variant.id ?? "")
        : Object.entries(one.choices ?? {}).every(([option, choice]) => choices[option] === choice),
    );
    return Object.assign({}, ...changes.map(({ choices: _, variantIds: __, ...fields }) => fields));
  };
}

/** Returns the discount that all variants share. New prices need it because v3 stores prices before and after discount. */
function sharedDiscount({ variants, product }: WholeProduct): Discount {
  return discountOf(
    variants.map(({ price }) => price),
    product.currency ?? "USD",
  );
}

function givenDiscount({ type, value }: NonNullable<Product["discount"]>): Discount {
  const known = (["AMOUNT", "PERCENT"] as const).find((one) => one === type);
  return known && value ? { type: known, value: amountFromJson(value) } : { type: "NONE" };
}

/** The fields that variants inherit from the product in v1. */
const inherited: ReadonlySet<string> = new Set(["price", "cost", "weight"]);

/** Whether a variant has the product's value of a field, which is that of the first variant. */
function follows(variant: VariantV3, first: VariantV3 | undefined, field: string): boolean {
  if (first === undefined) return true;
  if (field === "price") return fullPrice(variant.price).eq(fullPrice(first.price));
  if (field === "cost") return costOf(variant) === costOf(first);
  return weightOf(variant) === weightOf(first);
}

const costOf = ({ revenueDetails }: VariantV3) => revenueDetails?.cost?.amount ?? undefined;
const weightOf = ({ physicalProperties }: VariantV3) => physicalProperties?.weight ?? 0;

/** Returns the whole variant with a change, because an update removes omitted fields. */
function variantBody(
  variant: VariantV3,
  change: VariantChange,
  { before, after, currency }: { before: Discount; after: Discount; currency: string },
): VariantV3 {
  const sku = "sku" in change ? change.sku : variant.sku;
  const cost = "cost" in change ? amountOrNone(change.cost) : costOf(variant);
  const weight = "weight" in change ? (change.weight ?? 0) : variant.physicalProperties?.weight;
  const { id, barcode, physicalProperties: physical, digitalProperties: digital } = variant;
  const file = "file" in change ? change.file : digital?.digitalFile?.id;
  const settings = "holds" in change ? change.holds : physical?.pricePerUnit?.settings;
  return {
    ...(id && { id }),
    visible: change.visible ?? variant.visible ?? true,
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    price: newPrice(variant.price, change.price, { before, after, currency }),
    ...(cost !== undefined && { revenueDetails: { cost: { amount: cost } } }),
    ...(physical && {
      physicalProperties: {
        ...withoutUnits(physical),
        weight,
        ...(settings && { pricePerUnit: { settings } }),
      },
    }),
    ...(file && { digitalProperties: { digitalFile: { id: file } } }),
  };
}

function withoutUnits({ pricePerUnit: _, ...physical }: NonNullable<VariantV3["physicalProperties"]>) {
  return physical;
}

function newPrice(
  price: VariantV3["price"],
  full: Amount,
  { before, after, currency }: { before: Discount; after: Discount; currency: string },
) {
  if (typeof full !== "number" && before === after) {
    const { actualPrice, compareAtPrice } = price ?? {};
    return {
      actualPrice: { amount: actualPrice?.amount },
      ...(compareAtPrice?.amount && { compareAtPrice: { amount: compareAtPrice.amount } }),
    };
  }
  if (after.type === "mixed") {
    const hint = "Set its compare-at prices with: till api productsV3.update";
    throw notInV3(
      "the variants of this product have different discounts, which one price cannot express.",
      hint,
    );
  }
  const target: Decimal = typeof full === "number" ? amountFromJson(full) : fullPrice(price);
  if (target.lt(decimal("0")))
    throw new UsageError(`The price ${amountText(target)} must not be negative.`, { field: "price" });
  const sent = priceInfo(target, after, currency);
  if (decimal(sent.actualPrice?.amount ?? "0").lt(decimal("0")))
    throw new UsageError(`The discount is larger than the price ${amountText(target)}.`, { field: "price" });
  return sent;
}

function amountOrNone(amount: Amount): string | undefined {
  return typeof amount === "number" ? amountText(amountFromJson(amount)) : undefined;
}

/** Returns a copy of a variant without its unique fields. */
function copyOf({ id: _, barcode: __, sku: ___, ...variant }: VariantV3): VariantV3 {
  return variant;
}
