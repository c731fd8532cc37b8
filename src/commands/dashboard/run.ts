import type { LazyGroup } from "../../cli/command.ts";
import { browse } from "../../cli/screen/browse.ts";
import { type DashboardOptions, figureReader } from "../../cli/screen/dashboard.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../kernel/errors.ts";
import { type Section, writeSections } from "../../output/table.ts";
import type { Figures } from "../../ui/screens/dashboard.state.ts";

/** Shows the dashboard on a screen if there is a terminal; otherwise prints it. */
export async function run(
  context: Context,
  groups: readonly LazyGroup[],
  options: DashboardOptions,
): Promise<ExitCode | undefined> {
  const { streams, globals, format } = context;
  if (
    streams.terminal === undefined ||
    format !== "table" ||
    globals.fields !== undefined ||
    globals.input === false
  ) {
    // CSV output has only the rows of days.
    const only = format === "csv" && options.only === undefined ? (["sales"] as const) : options.only;
    const read = await figureReader(context, { ...options, only: only ?? options.only });
    const figures = await read(context.signal);
    await printFigures(context, figures);
    return figures.errors === undefined ? undefined : exitCodes.partial;
  }
  return await browse({ context, groups, dashboard: options }, [], {});
}

interface Day {
  day: string;
  currency: string;
  orders: number;
  revenue: string;
}

/** Prints the figures as one record, as CSV with a row per day, or as tables. */
async function printFigures(context: Context, figures: Figures): Promise<void> {
  const { streams, format, globals } = context;
  if (format === "csv") {
    const { sales } = figures;
    if (sales === null)
      throw new UsageError("CSV output needs the sales part.", {
        field: "--only",
      });
    await context.print(daysOf(sales), {
      kind: "day",
      fields: { day: {}, currency: {}, orders: {}, revenue: {} },
    });
    return;
  }
  if (format !== "table" || globals.fields !== undefined)
    return await context.printRecord(figures, { kind: "dashboard", fields: {} });
  const sections = sectionsOf(figures);
  await writeSections(streams.stdout, sections);
  for (const { part, message, hint } of figures.errors ?? [])
    await context.notice(`${part} could not be read: ${[message, hint].filter(Boolean).join(" ")}`);
  if (figures.errors === undefined && sections.every(({ rows }) => rows.length === 0))
    await context.notice("No activity in this period, and no alerts. For a longer period, add: --days 365");
}

function daysOf(sales: NonNullable<Figures["sales"]>): Day[] {
  return sales.flatMap(({ currency, days }) => days.map((day) => ({ currency, ...day })));
}

function sectionsOf(figures: Figures): Section[] {
  const { stock, tickets } = figures;
  const [sales, products, abandoned] = [figures.sales ?? [], figures.products ?? [], figures.abandoned ?? []];
  return [
    {
      kind: "sales",
      headings: ["SALES", "ORDERS", "REVENUE", "REFUNDED"],
      rows: sales.map((sale) => [sale.currency, sale.orders, sale.revenue, sale.refunded]),
      right: [1, 2, 3],
    },
    {
      kind: "day",
      headings: ["DAY", "ORDERS", "REVENUE", "CURRENCY"],
      rows: daysOf(sales).flatMap(({ day, orders, revenue, currency }) =>
        orders > 0 ? [[day, orders, revenue, currency]] : [],
      ),
      right: [1, 2],
    },
    {
      kind: "product",
      headings: ["TOP PRODUCTS", "UNITS", "REVENUE", "CURRENCY"],
      rows: products.map((product) => [product.product, product.units, product.revenue, product.currency]),
      right: [1, 2],
    },
    {
      kind: "stock",
      headings: ["STOCK ALERTS", "VARIANT", "SKU", "LEFT"],
      rows: (stock?.alerts ?? []).map((alert) => [alert.product, alert.variant, alert.sku, alert.quantity]),
      right: [3],
    },
    {
      kind: "ticket",
      headings: ["TICKETS", "TYPE", "SOLD", "CAPACITY"],
      rows: (tickets?.kinds ?? []).map((kind) => [kind.event, kind.ticket, kind.sold, kind.capacity ?? ""]),
      right: [2, 3],
    },
    {
      kind: "revenue",
      headings: ["TICKET REVENUE", "TICKETS", "ORDERS", "PAID", "AFTER FEES"],
      rows: (tickets?.revenue ?? []).map((one) => [
        ...[one.currency, one.tickets, one.orders, one.total, one.revenue],
      ]),
      right: [1, 2, 3, 4],
    },
    {
      kind: "abandoned",
      headings: ["ABANDONED", "OPEN", "VALUE", "RECOVERED", "RECOVERED VALUE"],
      rows: abandoned.map((one) => [
        ...[one.currency, one.open, one.openValue, one.recovered, one.recoveredValue],
      ]),
      right: [1, 2, 3, 4],
    },
  ];
}
