import type { TicketOrder } from "../../api/services/tickets.ts";
import { displayWidth, fit, padEnd, sanitizeLine } from "../../kernel/text.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";

/** The sales of `till tickets orders summary`. */
export interface Sales {
  /** By currency, as calculated by the platform. */
  sales: {
    total?: { value?: string | null; currency?: string | null } | null;
    totalOrders?: number | null;
    totalTickets?: number | null;
    revenue?: { value?: string | null } | null;
  }[];
  byTicket: { name: string; tickets: number; checkedIn: number }[];
  /** Days of the event's zone, in order; without days without sales. */
  byDay: { day: string; tickets: number; orders: number }[];
}

/** The statuses of orders without valid tickets. */
const inactive = new Set(["INITIATED", "CANCELED", "DECLINED", "VOIDED", "NA_ORDER_STATUS"]);

/** Sums a stream of orders by ticket type and day. */
export async function salesOf(
  sales: Sales["sales"],
  orders: AsyncIterable<TicketOrder>,
  zone: string,
): Promise<Sales> {
  const types = new Map<string, Sales["byTicket"][number]>();
  const days = new Map<string, Sales["byDay"][number]>();
  for await (const { created, tickets, status } of orders) {
    if (inactive.has(status ?? "")) continue;
    const day = created ? localTimeOf(new Date(created), zone).slice(0, 10) : "";
    const ofDay = days.get(day) ?? { day, tickets: 0, orders: 0 };
    days.set(day, { ...ofDay, tickets: ofDay.tickets + (tickets?.length ?? 0), orders: ofDay.orders + 1 });
    for (const ticket of tickets ?? []) {
      const name = ticket.name ?? "";
      const { tickets: sold, checkedIn } = types.get(name) ?? { tickets: 0, checkedIn: 0 };
      types.set(name, { name, tickets: sold + 1, checkedIn: checkedIn + (ticket.checkIn?.created ? 1 : 0) });
    }
  }
  return {
    sales,
    byTicket: [...types.values()].toSorted((a, b) => b.tickets - a.tickets),
    byDay: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

/** Returns a bar chart of counts with their names, as wide as the terminal. */
export function countBars(
  rows: readonly (readonly [name: string, count: number])[],
  { columns, ascii = false }: { columns: number; ascii?: boolean },
): string[] {
  const names = rows.map(([name]) => fit(sanitizeLine(name), Math.floor(columns / 3)));
  const width = Math.max(0, ...names.map(displayWidth));
  const max = Math.max(1, ...rows.map(([, count]) => count));
  const digits = String(max).length;
  const room = Math.max(4, columns - width - digits - 4);
  return rows.map(([, count], index) => {
    const bar = (ascii ? "#" : "█").repeat(Math.max(count > 0 ? 1 : 0, Math.round((count / max) * room)));
    return `${padEnd(names[index] ?? "", width)}  ${String(count).padStart(digits)}  ${bar}`.trimEnd();
  });
}
