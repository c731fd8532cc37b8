import type * as z from "zod/mini";
import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { ItemMetadata } from "../../../api/models/errors.ts";
import type { products as endpoints, Product } from "../../../api/services/products/products.ts";
import { amountFromJson, amountToJson, type Decimal, decimal, roundMoney } from "../../../kernel/money.ts";
import { InvalidInput, invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { changeFacts } from "../../services/products/v1/facts.ts";
import { shopCurrency } from "../../services/products/v1/prices.ts";
import { productOf, saveProduct } from "../../services/products/v1/save.ts";
import type { StoredProduct } from "../../services/products/v1/tables.ts";

type Bulk = Pick<typeof endpoints, "bulkUpdate" | "bulkAdjust">;
type SetValue = NonNullable<WireInput<Bulk["bulkUpdate"]>["set"]>;
type AdjustValue = NonNullable<WireInput<Bulk["bulkAdjust"]>["adjust"]>;
type Adjustment = NonNullable<AdjustValue["price"]>;

/** Bulk changes of products. A failed product does not affect the others. */
export const productBulk: Handlers<Bulk, Tx> = {
  bulkUpdate(tx, { ids, set }) {
    const change = settingOf(set ?? {});
    return changeEach(tx, ids ?? [], () => change);
  },
  bulkAdjust(tx, { ids, adjust }) {
    const currency = shopCurrency(tx).code;
    return changeEach(tx, ids ?? [], (product) => adjustmentOf(product, adjust ?? {}, currency));
  },
};

function settingOf({ price, cost, weight, ribbon, brand }: SetValue): Partial<Product> {
  const changes = [
    ...(price === undefined ? [] : [{ priceData: { price } }]),
    ...(cost === undefined ? [] : [{ costAndProfitData: { itemCost: cost } }]),
    ...(weight === undefined ? [] : [{ weight }]),
    ...(ribbon === undefined ? [] : [{ ribbon }]),
    ...(brand === undefined ? [] : [{ brand }]),
  ];
  return onlyOne(changes, "set");
}

function adjustmentOf(
  product: StoredProduct,
  { price, cost, weight }: AdjustValue,
  currency: string,
): Partial<Product> {
  const money = (value: Decimal) => roundMoney(value, currency);
  const changes = [
    ...(price ? [{ priceData: { price: adjusted(product.priceData.price, price, money) } }] : []),
    ...(cost ? [{ costAndProfitData: { itemCost: adjusted(costOf(product), cost, money) } }] : []),
    ...(weight ? [{ weight: adjusted(product.weight ?? 0, weight, (value) => value.round(2, 1)) }] : []),
  ];
  return onlyOne(changes, "adjust");
}

function costOf(product: StoredProduct): number {
  const cost = product.costAndProfitData?.itemCost;
  if (typeof cost === "number") return cost;
  throw new PlatformError(400, "NOTHING_TO_ADJUST", `"${product.name}" has no cost to adjust`, {
    productId: product.id,
  });
}

/** Returns the adjusted value. Negative results are rejected when they are stored. */
function adjusted(
  value: number,
  { percentage, amount }: Adjustment,
  round: (value: Decimal) => Decimal,
): number {
  const before = amountFromJson(value);
  if (!percentage) return amountToJson(round(before.plus(amountFromJson(amount ?? 0))));
  const factor = amountFromJson(percentage.rate ?? 0).plus(decimal("100"));
  const exact = before.times(factor).div(decimal("100"));
  return amountToJson(percentage.roundToInt ? exact.round(0, 1) : round(exact));
}

function onlyOne(changes: readonly Partial<Product>[], field: string): Partial<Product> {
  const [change] = changes;
  if (change !== undefined && changes.length === 1) return change;
  throw invalid(field, "ONE_OF_ALIGNMENT", `must contain exactly one field, not ${changes.length}`);
}

type Item = z.input<typeof ItemMetadata>;

function changeEach(tx: Tx, ids: readonly string[], changeOf: (product: StoredProduct) => Partial<Product>) {
  const items = ids.map((id, originalIndex): Item => {
    const error = errorOf(() => {
      const product = productOf(tx, id);
      saveProduct(tx, product, changeFacts(product, changeOf(product)));
    });
    return { id, originalIndex, success: error === undefined, ...(error && { error }) };
  });
  const totalFailures = items.filter((item) => !item.success).length;
  return {
    results: items.map((itemMetadata) => ({ itemMetadata })),
    bulkActionMetadata: {
      totalSuccesses: items.length - totalFailures,
      totalFailures,
      undetailedFailures: 0,
    },
  };
}

/** Runs an action and returns its error in the platform's format. Products are validated before they are stored. */
function errorOf(act: () => void): NonNullable<Item["error"]> | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return { code: "INVALID_ARGUMENT", description: error.message };
    if (!(error instanceof PlatformError)) throw error;
    return { code: error.code, description: error.message, data: error.data };
  }
}
