import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, UnknownOutcomeError, UsageError } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import type { CheckoutPort, Placed } from "../../resources/cart/cart.ts";
import { openCheckout } from "./open.ts";

interface CompleteOptions {
  pay?: string;
  delayCapture?: boolean;
}

/** Makes the order of a checkout and prints its id. */
export async function run(
  context: Context,
  [reference]: string[],
  { pay, delayCapture = false }: CompleteOptions,
): Promise<ExitCode | undefined> {
  const { hosted, profile } = await context.site();
  if (hosted && pay !== undefined) {
    throw new UsageError(
      `--pay is for the sandbox: on the site of profile "${profile}" real money would move.`,
      {
        field: "--pay",
        hint: "Pay on the page of the checkout: till cart checkout --open, or leave --pay out for an order that is paid later.",
      },
    );
  }
  const { checkouts, id } = await openCheckout(context, reference);
  await announceWriting(context);
  const how = { ...(pay !== undefined && { pay }), delayCapture };
  const placed = await placedOnce(checkouts, id, how, reference);
  const { streams, format, globals } = context;
  await renderRecord({
    streams,
    format,
    kind: "placedOrder",
    fields: globals.fields,
    columns: [
      column<Placed>("Order", ({ orderId }) => orderId, { path: "orderId" }),
      ...(placed.subscriptionId === undefined
        ? []
        : [column<Placed>("Subscription", (one) => one.subscriptionId ?? "", { path: "subscriptionId" })]),
    ],
    record: { ...placed, checkoutId: id },
  });
  return undefined;
}

/** What the platform answers where a payment is declined. */
const paymentRequired = 402;

const address = "--ship-to 'US-NY, 10001, New York, 5 Main St'";

/** What helps where a checkout cannot become an order yet; the codes are those of both generations of carts. */
const remedies: readonly (readonly [codes: readonly string[], help: (checkout: string) => string])[] = [
  [
    ["NO_SELECTED_CARRIER_SERVICE_OPTION", "MISSING_DELIVERY_METHOD", "MISSING_DELIVERY_ADDRESS"],
    (checkout) => `Say where it goes: till checkout update${checkout} ${address}`,
  ],
  [
    ["SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE", "DELIVERY_METHOD_NO_LONGER_AVAILABLE"],
    (checkout) => `Choose another one: till checkout update${checkout} --shipping-option Standard`,
  ],
  [
    ["FULL_OUT_OF_STOCK", "PARTIAL_OUT_OF_STOCK", "LINE_ITEMS_OUT_OF_STOCK"],
    () => "Take less of it (till cart set, till cart remove), then once more: till cart checkout",
  ],
  [
    ["CALCULATION_ERROR", "INVALID_COUPON_CODE", "INVALID_COUPON_STATUS"],
    (checkout) => `Take the coupon off: till checkout coupon --remove${checkout && ` --checkout${checkout}`}`,
  ],
  [
    [
      "REDEEM_GIFT_CARD_ERROR",
      "GIFT_CARD_REDEEM_ERROR",
      "INVALID_GIFT_CARD_CODE",
      "INVALID_GIFT_CARD_STATUS",
    ],
    (checkout) => `Pay without it: till checkout update${checkout} --no-gift-card`,
  ],
];

/** Making an order is never sent twice: a checkout that is complete by now shows that it was made. */
async function placedOnce(
  checkouts: CheckoutPort,
  id: string,
  how: { pay?: string; delayCapture: boolean },
  named: string | undefined,
): Promise<Placed> {
  try {
    return await checkouts.complete(id, how);
  } catch (error) {
    if (error instanceof ApiError && error.status === paymentRequired) throw stillOpen(error);
    if (error instanceof ApiError) throw withRemedy(error, named);
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const orderId = await checkouts.orderOf(id);
    if (orderId !== undefined) return { orderId };
    const hint = `Look before you run it again: till checkout get ${id}`;
    throw new UnknownOutcomeError(error.message, { hint, cause: error });
  }
}

const stillOpen = (error: ApiError) =>
  error.withHint("Nothing was ordered. The checkout is still open: pay it in another way.");

function withRemedy(error: ApiError, named: string | undefined): ApiError {
  const help = remedies.find(([codes]) => codes.includes(error.code))?.[1];
  return help ? error.withHint(help(named === undefined ? "" : ` ${named}`)) : error;
}
