import { eventCheckout } from "../../api/services/tickets/event-checkout.ts";
import { ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { parseAmount } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { findEventId } from "../../resources/events/read.ts";
import { printReservation } from "./print.ts";

interface Definition {
  id?: string;
  name?: string;
}

/** Reserves tickets: `'Two bowls'=2`, or `'Kiln fund'=1@20` for a price that the buyer chooses. */
export async function run(
  context: Context,
  [event = "", ...args]: string[],
  { ignoreLimits, allowHidden }: { ignoreLimits?: boolean; allowHidden?: boolean },
): Promise<ExitCode | undefined> {
  const lines = args.map(parseLine);
  const asAdmin = ignoreLimits === true || allowHidden === true;
  const call = await context.call(asAdmin ? "admin" : undefined);
  const eventId = await findEventId(call, event);
  const options = { signal: context.signal };
  const body = asAdmin
    ? await call(ticketDefinitions.query, { query: { filter: { eventId } } }, options)
    : await call(eventCheckout.queryAvailableTickets, { filter: { eventId }, limit: 100 }, options);
  const answer = body as { ticketDefinitions?: Definition[]; definitions?: Definition[] };
  const known = answer.ticketDefinitions ?? answer.definitions ?? [];
  const ticketQuantities = lines.map(({ ticket, quantity, price }) => ({
    ticketDefinitionId: idOf(ticket, known, event),
    quantity,
    ...(price !== undefined && { priceOverride: price }),
  }));
  await announceWriting(context);
  const input = {
    eventId,
    ticketQuantities,
    ...(ignoreLimits && { ignoreLimits }),
    ...(allowHidden && { allowHiddenTickets: true }),
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
  return { ticket, quantity: Number(count), ...(price !== undefined && { price }) };
}

function idOf(ticket: string, known: readonly Definition[], event: string): string {
  const found = known.filter(({ id, name }) => id === ticket || name?.toLowerCase() === ticket.toLowerCase());
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
