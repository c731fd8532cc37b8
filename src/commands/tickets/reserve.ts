import { eventCheckout } from "../../api/services/tickets/event-checkout.ts";
import { ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { announceWriting } from "../../cli/writing.ts";
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

/** Holds tickets for a buyer: `'Two bowls'=2`, `'Kiln fund'=1@20` where buyers choose the price. */
export async function run(
  context: Context,
  [event = "", ...wanted]: string[],
  { ignoreLimits, allowHidden }: { ignoreLimits?: boolean; allowHidden?: boolean },
): Promise<ExitCode | undefined> {
  const lines = wanted.map(readLine);
  const asAdmin = ignoreLimits === true || allowHidden === true;
  const call = await context.call(asAdmin ? "admin" : undefined);
  const eventId = await findEventId(call, event);
  const options = { signal: context.signal };
  const { body } = asAdmin
    ? await call(
        "ticketDefinitions.query",
        ticketDefinitions.query,
        { query: { filter: { eventId } } },
        options,
      )
    : await call(
        "eventCheckout.queryAvailableTickets",
        eventCheckout.queryAvailableTickets,
        { filter: { eventId }, limit: 100 },
        options,
      );
  const found = body as { ticketDefinitions?: Definition[]; definitions?: Definition[] };
  const known = found.ticketDefinitions ?? found.definitions ?? [];
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
  const { body: held } = await call("eventCheckout.reserve", eventCheckout.reserve, input, options);
  await printReservation(context, held as object);
  return undefined;
}

function readLine(text: string): { ticket: string; quantity: number; price?: string } {
  const [, ticket = "", count = "1", price] = /^(.+?)(?:=(\d+)(?:@(\d+(?:\.\d+)?))?)?$/.exec(text) ?? [];
  if (ticket === "" || Number(count) < 1 || ticket.includes("=") || (price && !parseAmount(price))) {
    throw new UsageError(`"${text}" is no ticket and number.`, {
      hint: "For example: 'Two bowls'=2, or 'Kiln fund'=1@20 where buyers choose the price",
    });
  }
  return { ticket, quantity: Number(count), ...(price !== undefined && { price }) };
}

function idOf(ticket: string, known: readonly Definition[], event: string): string {
  const found = known.filter(({ id, name }) => id === ticket || name?.toLowerCase() === ticket.toLowerCase());
  if (found.length === 1) return found[0]?.id ?? "";
  const names = known.flatMap(({ name }) => name ?? []);
  const meant = nearest(ticket, names);
  const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  if (found.length > 1)
    throw new TillError(
      exitCodes.conflict,
      `${found.length} kinds of tickets are called "${ticket}": name one by its id.`,
    );
  throw new TillError(exitCodes.notFound, `${event} has no ticket "${ticket}" on sale.${guess}`, {
    hint: names.length === 0 ? "There is none on sale now." : `On sale are: ${names.join(", ")}`,
  });
}
