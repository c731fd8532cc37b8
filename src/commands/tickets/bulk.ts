import { eventOrders } from "../../api/services/tickets/event-orders.ts";
import type { TicketOrder } from "../../api/services/tickets/models/ticket-order.ts";
import { countOf } from "../../cli/jobs/preview.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { findTicketOrder } from "../../resources/tickets/gateway.ts";

const page = 100;
const said = { confirm: "Confirmed", archive: "Archived", unarchive: "Took out of the archive:" };

/** Confirms, archives or unarchives orders: a call for up to a hundred of one event. All are looked up before. */
export function bulkOrders(act: keyof typeof said) {
  return async (context: Context, numbers: string[]): Promise<ExitCode | undefined> => {
    const call = await context.call("admin");
    const byEvent = new Map<string, string[]>();
    for (const number of new Set(numbers)) {
      const { eventId } = await findTicketOrder(call, number);
      byEvent.set(eventId ?? "", [...(byEvent.get(eventId ?? "") ?? []), number]);
    }
    await announceWriting(context);
    const changed: TicketOrder[] = [];
    const options = { signal: context.signal };
    for (const [eventId, all] of byEvent) {
      for (let start = 0; start < all.length; start += page) {
        const orderNumber = all.slice(start, start + page);
        const { body } =
          act === "confirm"
            ? await call("eventOrders.confirm", eventOrders.confirm, { eventId, orderNumber }, options)
            : await call(
                "eventOrders.bulkUpdate",
                eventOrders.bulkUpdate,
                { eventId, orderNumber, fields: "archived", archived: act === "archive" },
                options,
              );
        changed.push(...((body as { orders?: TicketOrder[] }).orders ?? []));
      }
    }
    const { streams, format, globals } = context;
    await renderList<TicketOrder>({
      streams,
      format,
      kind: "order",
      fields: globals.fields,
      rows: changed,
      total: changed.length,
      columns: [
        column("ORDER", ({ orderNumber }) => orderNumber ?? "", { path: "orderNumber" }),
        column("BUYER", ({ fullName }) => fullName ?? "", { path: "fullName", grow: true }),
        column("STATUS", ({ status }) => status ?? "", { path: "status" }),
        column("ARCHIVED", ({ archived }) => archived ?? false, { path: "archived" }),
      ],
    });
    await context.notice(`${said[act]} ${countOf(changed.length, "order")}.`);
    return undefined;
  };
}
