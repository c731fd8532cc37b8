import type { Product } from "../../api/services/products.ts";
import type { StepDraft } from "../../bulk/journal/step.ts";
import { isNumber, type Value, type Values } from "../../bulk/language/values.ts";
import { type Decimal, decimal, moneyText, sum } from "../../kernel/money.ts";
import { countOf, groupThousands } from "../../kernel/text.ts";
import type { Edit } from "../../ui/screens/browse/browse-resource.ts";
import type { Catalog } from "./catalog.ts";
import { planProductEdits } from "./change.ts";
import { variantPrices } from "./fields.ts";
import { type PricedRow, pricedRows } from "./price-guards.ts";
import { defaultVariantKey } from "./snapshot.ts";

/** A product without variants, or one of its variants: its values before and after. */
type Priced = Pick<PricedRow, "before" | "after">;

/**
 * Plans edits of products, and returns what they do to the sum of the prices that change, to the value of the stock and to the margin,
 * a line each. Products with variants have their prices and stock. Nothing if products of several currencies change.
 */
export async function priceEffects(
  catalog: Catalog,
  edits: readonly Edit[],
  signal: AbortSignal,
): Promise<string[]> {
  const priced: Priced[] = [];
  const stocked: Priced[] = [];
  const currencies = new Set<string>();
  let [products, leveled] = [0, 0];
  const plan = planProductEdits(catalog, edits, signal, (product, steps) => {
    const rows = rowsAfter(steps, product);
    const changed = rows.filter(({ before, after }) => differs(before.price, after.price));
    priced.push(...changed);
    stocked.push(...rows.filter(({ before, after }) => differs(stockValue(before), stockValue(after))));
    currencies.add(product.priceData?.currency ?? "USD");
    if (changed.length > 0) products++;
    if (isLeveled(product, changed)) leveled++;
  });
  for await (const _ of plan) signal.throwIfAborted();
  const [currency, other] = currencies;
  if (currency === undefined || other !== undefined) return [];
  const costly = priced.filter(({ before, after }) => isNumber(before.cost) && isNumber(after.cost));
  const counted = countOf(products, "product");
  const prices = priced.length > products ? `${countOf(priced.length, "variant")} of ${counted}` : counted;
  return [
    priced.length > 0 && `Prices        ${sums(priced, ({ price }) => price, currency)}, ${prices}`,
    stocked.length > 0 && `Stock value   ${sums(stocked, stockValue, currency)}`,
    costly.length > 0 && `Margin        ${margin(costly, "before")} → ${margin(costly, "after")}`,
    leveled > 0 && `Variants      the different prices of ${countOf(leveled, "product")} become the same`,
  ].filter((line) => line !== false);
}

/** Returns the variants of a product, or the product if it has none, with the prices and the stock after planned steps. */
function rowsAfter(steps: readonly StepDraft[], product: Product): Priced[] {
  const [own, ...variants] = pricedRows(steps, product);
  const set = steps.find(({ kind }) => kind === "inventory.set")?.after as SetStock | undefined;
  return (variants.length > 0 ? variants : own ? [own] : []).map(({ variant, before, after }) => {
    const quantity = set?.variants[variant ?? defaultVariantKey];
    const stock = typeof quantity === "number" ? decimal(String(quantity)) : after.stock;
    return { before, after: { ...after, stock: stock ?? null } };
  });
}

interface SetStock {
  readonly variants: Readonly<Record<string, number | boolean>>;
}

const differs = (before: Value | undefined, after: Value | undefined): boolean =>
  isNumber(before) && isNumber(after) && !before.eq(after);

/** Returns what the stock is worth, if it is counted. */
const stockValue = ({ price, stock }: Values): Decimal | undefined =>
  isNumber(price) && isNumber(stock) ? price.times(stock) : undefined;

/** Returns whether variants with different prices get the same one. */
function isLeveled(product: Product, changed: readonly Priced[]): boolean {
  const prices = changed.flatMap(({ after: { price } }) => (isNumber(price) ? [price] : []));
  const [first] = prices;
  if (first === undefined || new Set(variantPrices(product)).size < 2) return false;
  return prices.every((price) => price.eq(first));
}

type Amount = (values: Values) => Value | undefined;

const total = (rows: readonly Values[], amount: Amount): Decimal =>
  sum(rows.map(amount).filter((value) => isNumber(value)));

function sums(rows: readonly Priced[], amount: Amount, currency: string): string {
  const [from, to] = (["before", "after"] as const).map((when) => {
    const values = rows.map((row) => row[when]);
    return groupThousands(moneyText(total(values, amount), currency));
  });
  return `${from} → ${to} ${currency}`;
}

/** Returns the part of the prices that is left after the costs: `54.3%`. */
function margin(rows: readonly Priced[], when: "before" | "after"): string {
  const values = rows.map((row) => row[when]);
  const prices = total(values, ({ price }) => price);
  if (!prices.gt(decimal("0"))) return "–";
  const left = prices.minus(total(values, ({ cost }) => cost));
  return `${left.times(decimal("100")).div(prices).round(1).toString()}%`;
}
