import { eventCheckout } from "../../api/services/tickets/event-checkout.ts";
import { answersTo } from "../../cli/form-answers.ts";
import { payingCall } from "../../cli/sandbox/payment.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";
import { printOrder } from "./print.ts";

interface CheckoutOptions {
  first?: string;
  last?: string;
  email?: string;
  answer?: string[];
  coupon?: string;
  giftCard?: string;
  member?: string;
  planOrder?: string;
  benefit?: string;
  payInPerson?: boolean;
  markAsPaid?: boolean;
  marketingConsent?: boolean;
  pay?: string;
}

/** Orders reserved tickets. Answers to the event's form come from flags, or from prompts on a terminal. */
export async function run(
  context: Context,
  [event = "", reservationId = ""]: string[],
  options: CheckoutOptions,
): Promise<ExitCode | undefined> {
  const { first, last, email, coupon, giftCard, member, planOrder, benefit } = options;
  const { payInPerson, markAsPaid, marketingConsent } = options;
  const role = markAsPaid ? "admin" : undefined;
  const call = await payingCall(context, await context.call(role), options.pay);
  const found = await findEvent(call, event, ["FORM", "REGISTRATION"]);
  const known = Object.fromEntries(
    Object.entries({ firstName: first, lastName: last, email }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const answers = await answersTo(context, found.form, {
    known,
    zone: zoneOf(found),
    ...(options.answer && { given: options.answer }),
  });
  const text = (name: string) => answers.find(({ inputName }) => inputName === name)?.value ?? undefined;
  await announceWriting(context);
  const input = {
    eventId: found.id,
    reservationId,
    buyer: { firstName: text("firstName"), lastName: text("lastName"), email: text("email") },
    guests: [{ form: { inputValues: answers } }],
    options: { ...(payInPerson && { payInPerson }), ...(markAsPaid && { markAsPaid }) },
    ...(coupon !== undefined && { discount: { couponCode: coupon } }),
    ...(giftCard !== undefined && { giftCardCode: giftCard }),
    ...(member !== undefined && { memberId: member }),
    ...(planOrder !== undefined && { paidPlanBenefit: { planOrderId: planOrder, benefitId: benefit } }),
    ...(marketingConsent && { marketingConsent }),
  };
  const body = await call(eventCheckout.checkout, input, {
    signal: context.signal,
  });
  await printOrder(context, body.order ?? {});
  const { orderPageUrl } = body;
  if (orderPageUrl) await context.notice(`Order page: ${orderPageUrl}`);
  return undefined;
}
