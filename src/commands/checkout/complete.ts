import type { Context } from "../../context.ts";
import { ApiError, type ExitCode, UnknownOutcomeError, UsageError } from "../../errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import type { CheckoutPort, Placed } from "../../resources/cart/cart.ts";
import { announceWriting } from "../writing.ts";
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
  const placed = await placedOnce(checkouts, id, { ...(pay !== undefined && { pay }), delayCapture });
  const { streams, format, globals } = context;
  await renderRecord({
    ...{ streams, format, kind: "placedOrder", fields: globals.fields },
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

/** Making an order is never sent twice: a checkout that is complete by now shows that it was made. */
async function placedOnce(
  checkouts: CheckoutPort,
  id: string,
  how: { pay?: string; delayCapture: boolean },
): Promise<Placed> {
  try {
    return await checkouts.complete(id, how);
  } catch (error) {
    if (error instanceof ApiError && error.status === paymentRequired) throw stillOpen(error);
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const orderId = await checkouts.orderOf(id);
    if (orderId !== undefined) return { orderId };
    const hint = `Look before you run it again: till checkout get ${id}`;
    throw new UnknownOutcomeError(error.message, { hint, cause: error });
  }
}

function stillOpen({ message, status, code, requestId, details }: ApiError): ApiError {
  const hint = "Nothing was ordered. The checkout is still open: pay it in another way.";
  return new ApiError(message, { status, code, requestId, details, hint });
}
