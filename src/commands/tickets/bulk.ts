import { itemOutcomes } from "../../api/bulk-results.ts";
import { eventOrders, type TicketOrder } from "../../api/services/tickets.ts";
import type { Context } from "../../context/context.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { type ExitCode, UnknownOutcomeError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { findTicketOrder } from "../../resources/tickets/gateway.ts";
import { ticketOrderWord } from "../../resources/tickets/words.ts";

const batchSize = 100;
const doneLabels = { confirm: "Confirmed", archive: "Archived", unarchive: "Unarchived" };

/** Confirms, archives or unarchives ticket orders in batches per event. All orders are looked up first. */
export function bulkOrders(action: keyof typeof doneLabels) {
  return async (context: Context, numbers: string[]): Promise<ExitCode | undefined> => {
    const call = await context.call("admin");
    const byEvent = new Map<string, string[]>();
    for (const number of new Set(numbers)) {
      const { eventId } = await findTicketOrder(call, number);
      byEvent.set(eventId ?? "", [...(byEvent.get(eventId ?? "") ?? []), number]);
    }
    const changed: TicketOrder[] = [];
    const unknown: string[] = [];
    const options = { signal: context.signal };
    for (const [eventId, orderNumbers] of byEvent) {
      for (const orderNumber of batchesOf(orderNumbers, batchSize)) {
        const body =
          action === "confirm"
            ? await call(eventOrders.confirm, { eventId, orderNumber }, options)
            : await call(
                eventOrders.bulkUpdate,
                { eventId, orderNumber, fields: "archived", archived: action === "archive" },
                options,
              );
        const orders = body.orders ?? [];
        const results = orders.map(({ orderNumber: id }) => ({ itemMetadata: { id, success: true } }));
        const outcomes = itemOutcomes({ results }, orderNumber);
        changed.push(...orders);
        unknown.push(...orderNumber.filter((_, index) => !outcomes.has(index)));
      }
    }
    await context.print(changed, {
      kind: "order",
      fields: {
        orderNumber: { label: "Order" },
        fullName: { label: "Buyer", grow: true },
        status: { words: ticketOrderWord },
        archived: { absent: false },
      },
      total: changed.length,
    });
    await context.notice(`${doneLabels[action]} ${countOf(changed.length, "order")}.`);
    if (unknown.length === 0) return undefined;
    throw new UnknownOutcomeError(
      `The response of the platform does not say whether ${countOf(unknown.length, "order")} changed: ${unknown.join(", ")}.`,
      { hint: `Check: till tickets orders get ${unknown[0]}` },
    );
  };
}
