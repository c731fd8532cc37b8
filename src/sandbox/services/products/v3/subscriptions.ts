import type { ProductV3 } from "../../../../api/services/products/models-v3.ts";
import { decimal } from "../../../../kernel/money.ts";
import { ruleViolation } from "../../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { amountOf, decimalOf, reduced } from "./amounts.ts";
import type { StoredProductV3, StoredVariantV3 } from "./tables.ts";

type Details = NonNullable<ProductV3["subscriptionDetails"]>;

/** Returns a product's subscriptions with their ids. */
export function readSubscriptions(tx: Tx, given: Details, product: StoredProductV3): Details {
  const known = new Set(product.subscriptionDetails?.subscriptions?.map(({ id }) => id));
  const subscriptions = (given.subscriptions ?? []).map((one, index) => {
    const field = `product.subscriptionDetails.subscriptions[${index}]`;
    if (one.autoRenewal === false)
      throw ruleViolation(
        `${field}.autoRenewal`,
        "SUBSCRIPTION_INVALID_AUTO_RENEWAL",
        "must be true if it is set",
      );
    const off = one.discount?.amountOff;
    const dear = product.variantsInfo.variants.find(
      ({ price }) => off && decimal(off).gt(decimalOf(price.actualPrice)),
    );
    if (dear !== undefined) {
      const message = `The discount of "${one.title}" is more than the price of a variant`;
      throw new PlatformError(400, "INVALID_SUBSCRIPTION_DISCOUNT_AMOUNT", message, { variantId: dear.id });
    }
    return {
      ...one,
      id: one.id && known.has(one.id) ? one.id : tx.newId(),
      visible: one.visible ?? true,
      interval: one.interval ?? 1,
    };
  });
  const allowOneTimePurchases = given.allowOneTimePurchases ?? true;
  if (subscriptions.length > 0 && !allowOneTimePurchases && subscriptions.every(({ visible }) => !visible)) {
    const code = "ERROR_ALL_SUBSCRIPTIONS_HIDDEN_FOR_SUBSCRIPTION_ONLY_PRODUCT";
    throw new PlatformError(
      400,
      code,
      "A product sold by subscription only requires a visible subscription",
      {},
    );
  }
  return { subscriptions, allowOneTimePurchases };
}

/** Returns the prices of a variant by subscription. */
export function subscriptionPrices(product: StoredProductV3, variant: StoredVariantV3, currency: string) {
  const price = decimalOf(variant.price.actualPrice);
  return (product.subscriptionDetails?.subscriptions ?? []).map(({ id, discount }) => {
    const { amountOff, percentOff } = discount ?? {};
    const by = amountOff ? { amount: amountOff } : { percent: percentOff ?? 0 };
    return { subscriptionId: id, price: discount ? amountOf(reduced(price, by, currency)) : amountOf(price) };
  });
}
