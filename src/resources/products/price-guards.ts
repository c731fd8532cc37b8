import type { Product, Variant } from "../../api/services/products.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import { EvaluationError, isNumber, type Values } from "../../bulk/language/values.ts";
import { checkGuards, type Guards, raised } from "../../bulk/plan/guards.ts";
import { exactSalePrice, parseDiscount } from "../../files/discount.ts";
import { amountText, type Decimal, roundMoney } from "../../kernel/money.ts";
import type { StepProblem } from "./bounds.ts";
import { jsonOf, productValues, valuesOf, variantValues } from "./change-values.ts";
import { choicesFromKey, managedVariants } from "./snapshot.ts";

type Fields = Readonly<Record<string, Json>>;
type VariantFields = Readonly<Record<string, Fields>>;

/** A price that is not allowed: of the product, or of the variant with a key. */
interface PriceProblem {
  variant?: string | undefined;
  field: "price" | "salePrice";
  value: string;
  message: string;
}

/**
 * Returns the steps of a product of a file with the prices that the guards allow: those below the floor are raised to it if they may
 * be. What buyers would pay and the guards do not allow are problems. `product` is absent if the file creates it.
 */
export function guardPrices(
  steps: readonly StepDraft[],
  product: Product | undefined,
  guards: Guards,
  currency: string,
): { steps: StepDraft[]; problems: PriceProblem[] } {
  const raisedSteps = guards.raises
    ? steps.map((step) => withRaised(step, steps, product, guards, currency))
    : [...steps];
  return { steps: raisedSteps, problems: paidProblems(raisedSteps, product, guards, currency) };
}

/**
 * Returns the prices to pay, of a product and its variants, that planned steps change and the guards do not allow: the price after the
 * discount, which is `salePrice`, or `price` without one.
 */
export function paidProblems(
  steps: readonly StepDraft[],
  product: Product | undefined,
  guards: Guards,
  currency: string,
): PriceProblem[] {
  if (guards.floor === undefined && guards.cap === undefined) return [];
  // What does not exist yet has no price to change from.
  const limits = product ? guards : { ...guards, cap: undefined };
  return pricedRows(steps, product).flatMap(({ variant, before, after }): PriceProblem[] => {
    const [from, to] = [paid(before, currency), paid(after, currency)];
    if (to === undefined || (from !== undefined && to.eq(from))) return [];
    const field = to.eq(after.price as Decimal) ? "price" : "salePrice";
    const old = { ...before, [field]: from ?? null };
    const message = checkGuards(old, { ...after, [field]: to }, { ...limits, field }, currency);
    return message === undefined
      ? []
      : [{ variant, field, value: amountText(to), message: `${named(variant)}${message}` }];
  });
}

/** Returns the prices of an existing product and its variants that planned steps change and that are below its discount. */
export function belowDiscount(steps: readonly StepDraft[], product: Product | undefined): StepProblem[] {
  const seen = new Set<string>();
  return (product ? pricedRows(steps, product) : []).flatMap(({ variant, before, after }) => {
    const { price, discount } = after;
    const off = typeof discount === "string" ? parseDiscount(discount) : null;
    if (!off || !isNumber(price) || !price.gt("0") || !exactSalePrice(price, off).lt("0")) return [];
    const value = amountText(price);
    // Variants that follow the price of the product are no problems of their own.
    const isSame = jsonOf(before.price ?? null) === value && before.discount === discount;
    if (isSame || seen.has(value)) return [];
    seen.add(value);
    const problem =
      before.discount === discount
        ? { field: "price", value, message: `is below the discount of ${off}` }
        : { field: "discount", value: off, message: `is an amount larger than the price of ${value}` };
    return { ...problem, ...(variant !== undefined && { variant }) };
  });
}

/** Adds the prices to pay that planned steps change to those of the job, if their sum is guarded. */
export function countPaid(
  steps: readonly StepDraft[],
  product: Product | undefined,
  { total }: Guards,
  currency: string,
): void {
  const [own, ...variants] = total ? pricedRows(steps, product) : [];
  // Buyers pay the prices of the variants, if there are any.
  for (const { before, after } of variants.length > 0 ? variants : own ? [own] : []) {
    const [from, to] = [paid(before, currency), paid(after, currency)];
    if (total === undefined || from === undefined || to === undefined || from.eq(to)) continue;
    total.before = total.before.plus(from);
    total.after = total.after.plus(to);
  }
}

/** Returns what buyers pay for a product or variant with these values; undefined without a price. */
function paid({ price, discount }: Values, currency: string): Decimal | undefined {
  if (!isNumber(price)) return undefined;
  const off = typeof discount === "string" ? parseDiscount(discount) : null;
  const after = exactSalePrice(price, off);
  return off ? roundMoney(after, currency) : price;
}

/** A price of a product, or of the variant with a key, before and after planned steps. */
export interface PricedRow {
  variant?: string | undefined;
  before: Values;
  after: Values;
}

/** Returns the values of a product and of each of its variants, before and after planned steps. */
export function pricedRows(steps: readonly StepDraft[], product: Product | undefined): PricedRow[] {
  const base = steps.find(({ kind }) => kind === "product.update" || kind === "product.create");
  const { variants: nested = {}, ...changed } = (base?.after ?? {}) as Fields & { variants?: VariantFields };
  const own = steps.find(({ kind }) => kind === "variants.update")?.after as VariantFields | undefined;
  const changes = { ...nested, ...own };
  const before = product ? productValues(product, []) : valuesOf({});
  const after = { ...before, ...valuesIn(changed) };
  const present = product ? managedVariants(product) : new Map<string, Variant>();
  const keys = new Set([...present.keys(), ...Object.keys(changes)]);
  const variants = [...keys].map((key): PricedRow => {
    const known = present.get(key);
    const now = known ? { ...before, ...variantValues(known) } : before;
    // A price that is that of the product follows it.
    const follows = isNumber(now.price) && isNumber(before.price) && now.price.eq(before.price);
    const { price, ...others } = now;
    const then = { ...after, ...others, ...valuesIn(changed), price: follows ? after.price : price };
    return { variant: key, before: now, after: { ...then, ...valuesIn(changes[key] ?? {}) } };
  });
  return [{ before, after }, ...variants];
}

/** Returns a step with the prices below the floor raised to it. */
function withRaised(
  step: StepDraft,
  steps: readonly StepDraft[],
  product: Product | undefined,
  guards: Guards,
  currency: string,
): StepDraft {
  const rows = pricedRows(steps, product);
  const raise = (fields: Fields, variant?: string): Fields => {
    const row = rows.find((row) => row.variant === variant);
    if (typeof fields.price !== "string" || row === undefined) return fields;
    try {
      const { price } = raised(row.before, row.after, guards, currency);
      return { ...fields, price: jsonOf(price ?? null) };
    } catch (error) {
      // Why there is no floor is a problem of the row.
      if (error instanceof EvaluationError) return fields;
      throw error;
    }
  };
  const raiseAll = (fields: VariantFields) =>
    Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, raise(one, key)]));
  if (step.kind === "variants.update") {
    const after = raiseAll(step.after as VariantFields);
    const before = step.before as VariantFields | null;
    const pairs = Object.entries(after).map(
      ([key, fields]) => [key, without(before?.[key] ?? null, fields, ["price"])] as const,
    );
    const kept = pairs.filter(([, pair]) => before === null || Object.keys(pair.after as Fields).length > 0);
    return {
      ...step,
      before: before === null ? null : Object.fromEntries(kept.map(([key, pair]) => [key, pair.before])),
      after: Object.fromEntries(kept.map(([key, pair]) => [key, pair.after])),
    };
  }
  if (step.kind !== "product.update" && step.kind !== "product.create") return step;
  const { variants, ...fields } = step.after as Fields & { variants?: VariantFields };
  const after = { ...raise(fields), ...(variants && { variants: raiseAll(variants) }) } as Fields;
  return { ...step, ...without(step.before as Fields | null, after, ["price"]) };
}

/** Returns both sides without the fields that became what they were. */
function without(
  before: Fields | null,
  after: Fields,
  names: readonly string[],
): Pick<StepDraft, "before" | "after"> {
  if (before === null) return { before, after };
  const same = names.filter((name) => name in after && before[name] === after[name]);
  const kept = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !same.includes(name)));
  return { before: kept(before), after: kept(after) };
}

/** Returns the choices of a variant as the start of a message: `Moss / L: `; an empty text for a product. */
export const named = (key: string | undefined): string =>
  key === undefined ? "" : `${Object.values(choicesFromKey(key)).join(" / ")}: `;

/** Returns the values of the fields that are set. */
const valuesIn = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(valuesOf(fields)).filter(([name]) => name in fields));

/** Returns how many prices guards have raised, as a notice; undefined if none. */
export function raisedNotice({ raises }: Guards): string | undefined {
  if (raises === undefined || raises.count === 0) return undefined;
  return raises.count === 1
    ? "1 price is raised to the floor."
    : `${raises.count} prices are raised to the floor.`;
}
