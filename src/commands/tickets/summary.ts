import { pages } from "../../api/query/pages.ts";
import { eventOrders, type TicketOrder } from "../../api/services/tickets.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { decimal, moneyText, parseAmount } from "../../kernel/money.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { findEvent } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";
import { countBars, type Sales, salesOf } from "../../resources/tickets/sales.ts";

/** Shows ticket sales of one event or all: totals, by ticket type and by day. */
export async function run(context: Context, [reference]: string[]): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const event = reference === undefined ? undefined : await findEvent(call, reference);
  const zone = event ? zoneOf(event) : "UTC";
  const options = { signal: context.signal };
  const body = await call(eventOrders.summary, event ? { eventId: event.id } : {}, options);
  const orders = pages<TicketOrder>(
    call,
    eventOrders.list,
    { eventId: event ? [event.id] : undefined, fieldset: ["TICKETS"], sort: "created:asc" },
    { ...options, id: "orderNumber" },
  );
  const sales = await salesOf((body as Pick<Sales, "sales">).sales ?? [], orders, zone);
  const { streams, format, globals } = context;
  if (format !== "table" || globals.fields !== undefined) {
    await context.printRecord(sales, { kind: "ticketSales", fields: {} });
    return undefined;
  }
  const { stdout } = streams;
  const totals = sales.sales.map(
    ({ total, totalOrders, totalTickets, revenue }) =>
      [
        totalTickets ?? 0,
        totalOrders ?? 0,
        total?.value ?? "0",
        revenue?.value ?? "0",
        total?.currency ?? "",
      ] as const,
  );
  if (!stdout.isTTY) {
    const lines = [
      ...totals.map((total) => ["total", ...total].join("\t")),
      ...sales.byTicket.map(({ name, tickets }) => ["ticket", sanitizeLine(name), tickets].join("\t")),
      ...sales.byDay.map(({ day, tickets, orders }) => ["day", day, tickets, orders].join("\t")),
    ];
    await stdout.write(lines.map((line) => `${line}\n`).join(""));
    return undefined;
  }
  const blocks = [
    totals.map(
      ([tickets, orders, total, revenue, currency]) =>
        `${tickets} tickets in ${orders} orders: ${money(total, currency)} ${currency}, ${money(revenue, currency)} after fees`,
    ),
    countBars(
      sales.byTicket.map(({ name, tickets }) => [name, tickets]),
      stdout,
    ),
    [
      `By day (${zone})`,
      ...countBars(
        sales.byDay.map(({ day, tickets }) => [day, tickets]),
        stdout,
      ),
    ],
  ];
  const text =
    sales.byDay.length === 0 ? "No tickets sold yet." : blocks.map((lines) => lines.join("\n")).join("\n\n");
  await stdout.write(`${text}\n`);
  return undefined;
}

const money = (amount: string, currency: string): string =>
  moneyText(parseAmount(amount) ?? decimal("0"), currency);
