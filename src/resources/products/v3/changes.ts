import type * as z from "zod/mini";
import type { UnitSettings } from "../../../api/services/products/models/price-v3.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { amountFromJson, amountText, type Decimal, decimal } from "../../../kernel/money.ts";
import { combinations, keyOf, namedChoices, optionsFromV1, sentChoices, sentOptions } from "./options.ts";
import { type Discount, discountOf, fullPrice, priceInfo } from "./prices.ts";
import { sharedSku } from "./sku.ts";
import type { WholeProduct } from "./whole.ts";

type Amount = number | null | undefined;

/** What can be set on a variant, as catalog v1 has it; a key that is absent leaves its value alone. */
export interface VariantChange {
  price?: Amount;
  cost?: Amount;
  weight?: Amount;
  sku?: string | null | undefined;
  visible?: boolean | null | undefined;
  /** How much it holds, for the price of a measure. */
  holds?: z.input<typeof UnitSettings> | null | undefined;
  /** The id of the file that is bought. */
  file?: string | null | undefined;
}

/** A refusal of what v3 catalogs have and v1 calls cannot say, or the other way round. Nothing was sent. */
export function notInV3(what: string, hint?: string): UsageError {
  return new UsageError(`This shop runs catalog v3: ${what}`, {
    code: "CATALOG_V3",
    hint: hint ?? "The calls of catalog v3 can be made directly: till api --service productsV3",
  });
}

/**
 * Options and variants after a v1 change of product fields: price, cost and weight go to the variants that have the
 * product's own (that of the first), and a discount to all of them. Undefined where nothing of that kind changes.
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
    throw notInV3("the variants of this product have SKUs of their own, and the product has none.");
  const currency = whole.product.currency ?? "USD";
  const before = sharedDiscount(whole);
  const after = discount ? givenDiscount(discount) : before;
  const [first] = whole.variants;
  // Where options come or go, the first variant stays what it is, with its id and its stock.
  const stays = (present.length === 0) === managed ? first : undefined;
  const kept = new Map(
    whole.variants.map((variant) => [keyOf(namedChoices(present, variant)), variant] as const),
  );
  const variants = combinations(options).map((choices, index) => {
    const known = kept.get(keyOf(choices)) ?? (index === 0 ? stays : undefined);
    const variant = known ?? anotherLike(first ?? {});
    const followed = Object.fromEntries(
      Object.entries(change).filter(([field]) => !inherited.has(field) || follows(variant, first, field)),
    );
    return {
      ...writtenVariant(variant, followed, { before, after, currency }),
      choices: sentChoices(choices),
    };
  });
  return { options, variantsInfo: { variants } };
}

/** Options and variants after changes to some variants; `changeOf` says what of one, if anything. */
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
      ...writtenVariant(variant, change, { before: discount, after: discount, currency }),
      choices: sentChoices(choices),
    };
  });
  return { options: sentOptions(options), variantsInfo: { variants } };
}

/** A price in v3 is kept before and after a discount; a new one needs to know which discount applies. */
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

/** What a variant may have of its own instead of the product's. */
const inherited: ReadonlySet<string> = new Set(["price", "cost", "weight"]);

/** Whether a variant has the product's own value, which is that of the first variant. */
function follows(variant: VariantV3, first: VariantV3 | undefined, field: string): boolean {
  if (first === undefined) return true;
  if (field === "price") return fullPrice(variant.price).eq(fullPrice(first.price));
  if (field === "cost") return costOf(variant) === costOf(first);
  return weightOf(variant) === weightOf(first);
}

const costOf = ({ revenueDetails }: VariantV3) => revenueDetails?.cost?.amount ?? undefined;
const weightOf = ({ physicalProperties }: VariantV3) => physicalProperties?.weight ?? 0;

/** A variant as it is sent, with a change: all of it, because what is left out would be lost. */
function writtenVariant(
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
      "the variants of this product have discounts that differ, and one price cannot say them.",
      hint,
    );
  }
  const wanted: Decimal = typeof full === "number" ? amountFromJson(full) : fullPrice(price);
  if (wanted.lt(decimal("0")))
    throw new UsageError(`The price ${amountText(wanted)} must not be negative.`, { field: "price" });
  const sent = priceInfo(wanted, after, currency);
  if (decimal(sent.actualPrice?.amount ?? "0").lt(decimal("0")))
    throw new UsageError(`The discount is larger than the price ${amountText(wanted)}.`, { field: "price" });
  return sent;
}

function amountOrNone(amount: Amount): string | undefined {
  return typeof amount === "number" ? amountText(amountFromJson(amount)) : undefined;
}

/** A variant for other choices, with what need not be its own. */
function anotherLike({ id: _, barcode: __, sku: ___, ...variant }: VariantV3): VariantV3 {
  return variant;
}
