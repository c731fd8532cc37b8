import { rejectHostedPayment } from "../../cli/pay.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode } from "../../kernel/errors.ts";
import type { CheckoutPort, PlacedOrder } from "../../resources/cart/cart.ts";
import { sendOnce } from "../../resources/send-once.ts";
import { openCheckout } from "./run.ts";

interface CompleteOptions {
  pay?: string;
  delayCapture?: boolean;
}

/** Places the order of a checkout and prints its id. */
export async function run(
  context: Context,
  [reference]: string[],
  { pay, delayCapture = false }: CompleteOptions,
): Promise<ExitCode | undefined> {
  const hint = "Pay on the checkout page (till cart checkout --open), or omit --pay to pay the order later.";
  await rejectHostedPayment(context, pay, hint);
  const { checkouts, id } = await openCheckout(context, reference);
  const payment = { pay, delayCapture };
  const placed = await placeOnce(checkouts, id, payment, { reference, context });
  await context.printRecord(
    { ...placed, checkoutId: id },
    {
      kind: "placedOrder",
      fields: {
        orderId: { label: "Order" },
        ...(placed.subscriptionId !== undefined && {
          subscriptionId: { label: "Subscription" },
        }),
      },
    },
  );
  return undefined;
}

/** HTTP status for a declined payment. */
const paymentRequired = 402;

const address = "--ship-to 'US-NY, 10001, New York, 5 Main St'";

/** Hints for checkouts that cannot become orders yet, by v1 and v2 error codes. */
const remedies: readonly (readonly [codes: readonly string[], hint: (checkout: string) => string])[] = [
  [
    ["NO_SELECTED_CARRIER_SERVICE_OPTION", "MISSING_DELIVERY_METHOD", "MISSING_DELIVERY_ADDRESS"],
    (checkout) => `Add an address: till checkout update${checkout} ${address}`,
  ],
  [
    ["SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE", "DELIVERY_METHOD_NO_LONGER_AVAILABLE"],
    (checkout) => `Select another option: till checkout update${checkout} --shipping-option Standard`,
  ],
  [
    ["FULL_OUT_OF_STOCK", "PARTIAL_OUT_OF_STOCK", "LINE_ITEMS_OUT_OF_STOCK"],
    () => "Reduce the quantity (till cart set, till cart remove), then run till cart checkout again",
  ],
  [
    ["CALCULATION_ERROR", "INVALID_COUPON_CODE", "INVALID_COUPON_STATUS"],
    (checkout) => `Remove the coupon: till checkout coupon --remove${checkout && ` --checkout${checkout}`}`,
  ],
  [
    [
      "REDEEM_GIFT_CARD_ERROR",
      "GIFT_CARD_REDEEM_ERROR",
      "INVALID_GIFT_CARD_CODE",
      "INVALID_GIFT_CARD_STATUS",
    ],
    (checkout) => `Pay without the gift card: till checkout update${checkout} --no-gift-card`,
  ],
];

/** Places the order. If the response is lost, the checkout shows whether it was placed; the call is never repeated. */
async function placeOnce(
  checkouts: CheckoutPort,
  id: string,
  payment: { pay?: string; delayCapture: boolean },
  { reference, context }: { reference: string | undefined; context: Context },
): Promise<PlacedOrder> {
  try {
    return await sendOnce<PlacedOrder>({
      send: () => checkouts.complete(id, payment),
      async look() {
        const orderId = await checkouts.orderOf(id);
        return orderId === undefined ? "absent" : { done: { orderId }, id: orderId };
      },
      onFound: () => context.notice("No response; checked the checkout: one order was placed."),
      check: `till checkout get ${id}`,
      sleep: context.sleep,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === paymentRequired) throw stillOpen(error);
    throw error instanceof ApiError ? withRemedy(error, reference) : error;
  }
}

const stillOpen = (error: ApiError) =>
  error.withHint("No order was placed. The checkout is still open; pay another way.");

function withRemedy(error: ApiError, reference: string | undefined): ApiError {
  const hint = remedies.find(([codes]) => codes.includes(error.code))?.[1];
  return hint ? error.withHint(hint(reference === undefined ? "" : ` ${reference}`)) : error;
}
