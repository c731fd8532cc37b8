import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { totals as endpoints } from "../../../api/services/cart/totals.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { checkAddress } from "../../services/cart/contacts.ts";
import { estimate } from "../../services/cart/estimate.ts";
import type { Purchase, StoredLine } from "../../services/cart/tables.ts";
import { showEstimate } from "../../services/cart/view/estimate.ts";
import { priceWriter } from "../../services/cart/view/prices.ts";
import { coupons } from "../../services/discounts/index.ts";

type CalculateInput = WireInput<(typeof endpoints)["calculate"]>;
type RequestedLine = NonNullable<CalculateInput["lineItems"]>[number];

/** Handlers of price calculations for any items, whether the shop sells them or not. */
export const totals: Handlers<typeof endpoints, StoreTx> = {
  calculate(tx, request) {
    checkAddress("shippingAddress", request.shippingAddress);
    checkAddress("billingAddress", request.billingAddress);
    const purchase = purchaseOf(tx, request);
    const estimated = estimate(tx, purchase, {
      tax: request.calculateTax ?? true,
      delivery: request.calculateShipping ?? true,
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

function purchaseOf(tx: StoreTx, request: CalculateInput): Purchase {
  const { code, carrierId } = request.selectedShippingOption ?? {};
  const couponCode = request.couponId ? tx.get(coupons, request.couponId)?.code : request.couponCode;
  const { giftCardCode, giftCardRedeemAmount, shippingAddress, billingAddress, memberId } = request;
  return {
    lines: (request.lineItems ?? []).map(lineOf),
    merchantDiscounts: [],
    memberships: request.selectedMemberships?.memberships ?? [],
    ...(couponCode && { couponCode }),
    ...(giftCardCode && {
      giftCard: { code: giftCardCode, ...(giftCardRedeemAmount && { amount: giftCardRedeemAmount }) },
    }),
    ...(code && { selectedShippingOption: { code, ...(carrierId && { carrierId }) } }),
    ...(shippingAddress && { shippingAddress }),
    ...(billingAddress && { billingAddress }),
    ...(memberId && { memberId }),
    ...(request.purchaseFlowId && { purchaseFlowId: request.purchaseFlowId }),
    ...(request.taxExemptGroupId && { taxExemptGroupId: request.taxExemptGroupId }),
    manualFees: (request.additionalFees ?? []).map((fee) => ({
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
