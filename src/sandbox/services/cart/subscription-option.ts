import type { LineItem } from "../../../api/services/cart/models.ts";
import { type Decimal, decimal } from "../../../kernel/money.ts";
import type { StoredProductV3, StoredVariantV3 } from "../products/index.ts";
import { type ChosenOptions, invalidOptions } from "./choices.ts";

/** Returns the chosen subscription and its unit price; undefined for a one-time purchase. */
export function subscriptionOf(
  product: StoredProductV3,
  variant: StoredVariantV3,
  { subscriptionOptionId: id }: ChosenOptions,
): { info: LineItem["subscriptionOptionInfo"]; price: Decimal } | undefined {
  const { subscriptions = [], allowOneTimePurchases } = product.subscriptionDetails ?? {};
  const data = { productId: product.id, productName: product.name };
  const offered = (subscriptions ?? []).filter(({ visible }) => visible !== false);
  if (!id) {
    if (offered.length === 0 || allowOneTimePurchases !== false) return undefined;
    const titles = offered.map(({ title }) => title);
    throw invalidOptions(`"${product.name}" is sold by subscription only: choose ${titles.join(" or ")}`, {
      ...data,
      subscriptions: offered.map((one) => ({ id: one.id, title: one.title })),
    });
  }
  const chosen = offered.find((one) => one.id === id);
  if (!chosen)
    throw invalidOptions(`"${product.name}" has no subscription ${id}`, {
      ...data,
      subscriptionOptionId: id,
    });
  const priced = variant.subscriptionPricesInfo?.subscriptionPrices?.find((one) => one.subscriptionId === id);
  const { amount } = priced?.priceAfterDiscount ?? priced?.price ?? variant.price.actualPrice;
  const [title, description] = [chosen.title ?? "", chosen.description ?? ""];
  return {
    price: decimal(amount ?? "0"),
    info: {
      title: { original: title, translated: title },
      ...(description && { description: { original: description, translated: description } }),
      subscriptionSettings: {
        frequency: chosen.frequency ?? "MONTH",
        interval: chosen.interval ?? 1,
        autoRenewal: chosen.autoRenewal ?? !chosen.billingCycles,
        ...(chosen.billingCycles && { billingCycles: chosen.billingCycles }),
        enableCustomerCancellation: true,
      },
    },
  };
}
