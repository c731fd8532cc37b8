import type { CartSummary } from "../../../../api/services/cart/models-v2.ts";
import type { Estimate } from "../../../services/cart/estimate.ts";
import type { StoredCartV2 } from "./tables.ts";

/** What is checked: nothing, the cart, or also what an order needs. */
export type Strictness = "SKIP_VALIDATIONS" | "PRE_CHECKOUT_VALIDATIONS" | "CHECKOUT_VALIDATIONS";

type Violation = NonNullable<CartSummary["violations"]>[number];
const error = { severity: "ERROR" as const };

/** Returns the violations that prevent an order of a cart. */
export function violationsOfCart(
  cart: StoredCartV2,
  estimated: Estimate,
  strictness: Strictness,
): Violation[] {
  if (strictness === "SKIP_VALIDATIONS") return [];
  const found = [...itemViolations(cart, estimated), ...codeViolations(cart, estimated)];
  return strictness === "CHECKOUT_VALIDATIONS" ? [...found, ...deliveryViolations(cart, estimated)] : found;
}

function itemViolations({ memberId }: StoredCartV2, { lines, violations }: Estimate): Violation[] {
  const [first] = violations;
  const closed = memberId ? [] : lines.filter(({ catalogItem }) => catalogItem.membersOnly);
  const gone = violations.filter(({ severity }) => severity === "ERROR");
  return [
    ...(lines.length === 0
      ? [{ scope: "GLOBAL", code: "EMPTY_CART", description: "The cart is empty", ...error } as const]
      : []),
    ...(first
      ? [
          {
            scope: "LINE_ITEM",
            code: "LINE_ITEMS_OUT_OF_STOCK",
            description: violations.map(({ description }) => description).join("; "),
            severity: gone.length > 0 ? "ERROR" : "WARNING",
            lineItemsOutOfStockData: {
              lineItemIds: violations.map(({ lineItemId }) => lineItemId),
              allLineItemsOutOfStock: gone.length === lines.length,
            },
          } as const,
        ]
      : []),
    ...(closed.length > 0
      ? [
          {
            scope: "LINE_ITEM",
            code: "MEMBERS_ONLY_ITEM",
            description: `For members only: ${closed.map(({ catalogItem }) => catalogItem.name).join(", ")}`,
            membersOnlyItemData: { lineItemIds: closed.map(({ line }) => line.id) },
            ...error,
          } as const,
        ]
      : []),
  ];
}

function codeViolations({ couponCode }: StoredCartV2, estimated: Estimate): Violation[] {
  const { couponProblem, giftCardProblem, priced } = estimated;
  const found: Violation[] = [];
  if (couponProblem) {
    const { code, description } = couponProblem;
    const isGone = code === "ERROR_COUPON_DOES_NOT_EXIST";
    const reason = priced.couponProblem ?? "UNKNOWN_INVALID_COUPON_REASON";
    const named = couponCode ? { couponCode } : {};
    found.push(
      isGone
        ? {
            scope: "DISCOUNT",
            code: "INVALID_COUPON_CODE",
            invalidCouponCodeData: named,
            description,
            ...error,
          }
        : {
            scope: "DISCOUNT",
            code: "INVALID_COUPON_STATUS",
            description,
            ...error,
            invalidCouponStatusData: { ...named, reason },
          },
    );
  }
  if (giftCardProblem) {
    const { code, description } = giftCardProblem;
    const isGone = code === "GIFT_CARD_NOT_FOUND";
    const name = isGone ? "INVALID_GIFT_CARD_CODE" : "INVALID_GIFT_CARD_STATUS";
    found.push({ scope: "GIFT_CARD", code: name, description, ...error });
  }
  return found;
}

function deliveryViolations({ shippingAddress }: StoredCartV2, estimated: Estimate): Violation[] {
  const { lines, delivery, deliveryProblem, options } = estimated;
  const scope = "DELIVERY" as const;
  if (deliveryProblem) {
    const { description } = deliveryProblem;
    return [{ scope, code: "DELIVERY_METHOD_NO_LONGER_AVAILABLE", description, ...error }];
  }
  if (!lines.some(({ catalogItem }) => catalogItem.kind === "PHYSICAL") || delivery) return [];
  if (!shippingAddress) {
    const description = "There is no address to deliver to";
    return [{ scope, code: "MISSING_DELIVERY_ADDRESS", description, ...error }];
  }
  if (options.length > 0) return [];
  const description = "No delivery option is offered for this address";
  return [{ scope, code: "MISSING_DELIVERY_METHOD", description, ...error }];
}
