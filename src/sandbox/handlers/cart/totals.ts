import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { totals as endpoints } from "../../../api/services/cart/totals.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { checkAddress } from "../../services/cart/contacts.ts";
import { estimate } from "../../services/cart/estimate.ts";
import type { Purchase, StoredLine } from "../../services/cart/tables.ts";
import { showEstimate } from "../../services/cart/view/estimate.ts";
import { priceWriter } from "../../services/cart/view/prices.ts";
import { coupons } from "../../services/discounts/index.ts";

type Asked = WireInput<(typeof endpoints)["calculate"]>;
type RequestedLine = NonNullable<Asked["lineItems"]>[number];

/** What any items would cost here, whether the shop sells them or not. */
export const totals: Handlers<typeof endpoints, StoreTx> = {
  calculate(tx, asked) {
    checkAddress("shippingAddress", asked.shippingAddress);
    checkAddress("billingAddress", asked.billingAddress);
    const purchase = purchaseOf(tx, asked);
    const estimated = estimate(tx, purchase, {
      tax: asked.calculateTax ?? true,
      delivery: asked.calculateShipping ?? true,
    });
    const write = priceWriter(tx);
    const { violations: _, ...shown } = showEstimate(purchase, estimated, write);
    return {
      ...shown,
      conversionCurrency: estimated.currency,
      taxIncludedInPrice: estimated.taxIncluded,
      checkoutConversionRate: "1",
      payNowTotalAfterGiftCard: write(estimated.priced.payNowAfterGiftCard),
      totalAfterGiftCard: write(estimated.priced.totalAfterGiftCard),
    };
  },
};

function purchaseOf(tx: StoreTx, asked: Asked): Purchase {
  const { code, carrierId } = asked.selectedShippingOption ?? {};
  const couponCode = asked.couponId ? tx.get(coupons, asked.couponId)?.code : asked.couponCode;
  const { giftCardCode, giftCardRedeemAmount, shippingAddress, billingAddress, memberId } = asked;
  return {
    lines: (asked.lineItems ?? []).map(lineOf),
    merchantDiscounts: [],
    memberships: asked.selectedMemberships?.memberships ?? [],
    ...(couponCode && { couponCode }),
    ...(giftCardCode && {
      giftCard: { code: giftCardCode, ...(giftCardRedeemAmount && { amount: giftCardRedeemAmount }) },
    }),
    ...(code && { selectedShippingOption: { code, ...(carrierId && { carrierId }) } }),
    ...(shippingAddress && { shippingAddress }),
    ...(billingAddress && { billingAddress }),
    ...(memberId && { memberId }),
    ...(asked.purchaseFlowId && { purchaseFlowId: asked.purchaseFlowId }),
    ...(asked.taxExemptGroupId && { taxExemptGroupId: asked.taxExemptGroupId }),
    manualFees: (asked.additionalFees ?? []).map((fee) => ({
      code: fee.code ?? "fee",
      name: fee.name ?? "Fee",
      price: fee.price ?? "0",
      lineItemIds: fee.lineItemIds ?? [],
    })),
  };
}

function lineOf({ id, quantity, catalogReference, productName, price, ...rest }: RequestedLine): StoredLine {
  const name = productName ?? "";
  const itemType = rest.itemType ?? { preset: "PHYSICAL" };
  return {
    id: id ?? "",
    quantity: quantity ?? 1,
    ...(catalogReference && { catalogReference }),
    ...(rest.taxableAddress && { taxableAddress: rest.taxableAddress }),
    custom: { ...rest, itemType, price: price ?? "0", productName: { original: name } },
    seen: { name, price: price ?? "0" },
  };
}
