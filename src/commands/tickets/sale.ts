import { eventCheckout, ticketDefinitions } from "../../api/services/tickets.ts";
import { answersTo } from "../../cli/answers.ts";
import { payingCall } from "../../cli/pay.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { lowerGuid } from "../../kernel/ids.ts";
import { parseAmount } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { findEvent, findEventId } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";
import { orderFields } from "./order-fields.ts";

interface Definition {
  id?: string;
  name?: string;
}

/** Reserves tickets: `'Two bowls'=2`, or `'Kiln fund'=1@20` for a price that the buyer chooses. */
export async function reserve(
  context: Context,
  [event = "", ...args]: string[],
  { ignoreLimits, allowHidden }: { ignoreLimits?: boolean; allowHidden?: boolean },
): Promise<ExitCode | undefined> {
  const lines = args.map(parseLine);
  const asAdmin = ignoreLimits === true || allowHidden === true;
  const call = await context.call(asAdmin ? "admin" : undefined);
  const eventId = await findEventId(call, event);
  const options = { signal: context.signal };
  // An event has at most 100 ticket types.
  const limit = 100;
  const body = asAdmin
    ? await call(
        ticketDefinitions.query,
        { query: { filter: { eventId }, cursorPaging: { limit } } },
        options,
      )
    : await call(eventCheckout.queryAvailableTickets, { filter: { eventId }, limit }, options);
  const answer = body as { ticketDefinitions?: Definition[]; definitions?: Definition[] };
  const known = answer.ticketDefinitions ?? answer.definitions ?? [];
  const ticketQuantities = lines.map(({ ticket, quantity, price }) => ({
    ticketDefinitionId: idOf(ticket, known, event),
    quantity,
    priceOverride: price,
  }));
  const input = {
    eventId,
    ticketQuantities,
    ignoreLimits: ignoreLimits || undefined,
    allowHiddenTickets: allowHidden || undefined,
  };
  const reserved = await call(eventCheckout.reserve, input, options);
  await printReservation(context, reserved as object);
  return undefined;
}

function parseLine(text: string): { ticket: string; quantity: number; price?: string } {
  const [, ticket = "", count = "1", price] = /^(.+?)(?:=(\d+)(?:@(\d+(?:\.\d+)?))?)?$/.exec(text) ?? [];
  if (ticket === "" || Number(count) < 1 || ticket.includes("=") || (price && !parseAmount(price))) {
    throw new UsageError(`Invalid ticket "${text}": expected name=quantity.`, {
      hint: "Example: 'Two bowls'=2, or 'Kiln fund'=1@20 if the buyer chooses the price",
    });
  }
  return { ticket, quantity: Number(count), price };
}

function idOf(ticket: string, known: readonly Definition[], event: string): string {
  const [wanted, name] = [lowerGuid(ticket), ticket.toLowerCase()];
  const found = known.filter((one) => one.id === wanted || one.name?.toLowerCase() === name);
  if (found.length === 1) return found[0]?.id ?? "";
  const names = known.flatMap(({ name }) => name ?? []);
  const closest = nearest(ticket, names);
  const guess = closest === undefined ? "" : ` Did you mean "${closest}"?`;
  if (found.length > 1)
    throw new TillError(
      exitCodes.conflict,
      `${found.length} ticket types are named "${ticket}". Use an id instead.`,
    );
  throw new TillError(exitCodes.notFound, `${event} has no ticket "${ticket}" on sale.${guess}`, {
    hint: names.length === 0 ? "No tickets are on sale." : `Tickets on sale: ${names.join(", ")}`,
  });
}

interface CheckoutOptions {
  firstName?: string;
  lastName?: string;
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
export async function checkout(
  context: Context,
  [event = "", reservationId = ""]: string[],
  options: CheckoutOptions,
): Promise<ExitCode | undefined> {
  const { firstName, lastName, email, coupon, giftCard, member, planOrder, benefit } = options;
  const { payInPerson, markAsPaid, marketingConsent } = options;
  const role = markAsPaid ? "admin" : undefined;
  const call = await payingCall(context, await context.call(role), options.pay);
  const found = await findEvent(call, event, ["FORM", "REGISTRATION"]);
  const known = Object.fromEntries(
    Object.entries({ firstName, lastName, email }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const answers = await answersTo(context, found.form, {
    known,
    zone: zoneOf(found),
    given: options.answer,
  });
  const text = (name: string) => answers.find(({ inputName }) => inputName === name)?.value ?? undefined;
  const input = {
    eventId: found.id,
    reservationId,
    buyer: { firstName: text("firstName"), lastName: text("lastName"), email: text("email") },
    guests: [{ form: { inputValues: answers } }],
    options: { ...(payInPerson && { payInPerson }), ...(markAsPaid && { markAsPaid }) },
    discount: coupon === undefined ? undefined : { couponCode: coupon },
    giftCardCode: giftCard,
    memberId: member,
    paidPlanBenefit: planOrder === undefined ? undefined : { planOrderId: planOrder, benefitId: benefit },
    marketingConsent: marketingConsent || undefined,
  };
  const body = await call(eventCheckout.checkout, input, {
    signal: context.signal,
  });
  await printOrder(context, body.order ?? {});
  const { orderPageUrl } = body;
  if (orderPageUrl) await context.notice(`Order page: ${orderPageUrl}`);
  return undefined;
}

/** Prints a reservation and its cost. */
async function printReservation(context: Context, record: object): Promise<void> {
  await context.printRecord(record, {
    kind: "reservation",
    fields: {
      id: { label: "Reservation" },
      expires: { label: "Reserved until", as: "time" },
      reservationStatus: { label: "Status" },
      tickets: { path: "reservations.ticket.name" },
      quantities: { path: "reservations.quantity" },
      total: { path: "invoice.grandTotal.value" },
      currency: { path: "invoice.grandTotal.currency" },
    },
  });
}

/** Prints a ticket order. */
async function printOrder(context: Context, record: object): Promise<void> {
  await context.printRecord(record, {
    kind: "order",
    fields: orderFields,
    list: "orderNumber status fullName ticketsQuantity numbers total currency",
  });
}
