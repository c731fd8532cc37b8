import type { Call } from "../api/caller.ts";
import { type FilterField, operatorSets } from "../api/query/filter.ts";
import { type AbandonedCheckout, abandonedCheckouts } from "../api/services/abandoned-checkouts.ts";
import { type Order, orders } from "../api/services/orders.ts";
import { eventOrders, type TicketDefinitionV3, ticketDefinitions } from "../api/services/tickets.ts";
import { day } from "../kernel/durations.ts";
import { TillError } from "../kernel/errors.ts";
import { amountText, decimal, moneyText } from "../kernel/money.ts";
import { localTimeOf } from "../kernel/zoned-time.ts";
import type {
  Abandoned,
  FigureError,
  FigurePart,
  Figures,
  Sales,
  SoldProduct,
  Stock,
  StockAlert,
  Task,
  TicketRevenue,
  TicketSales,
  Tickets,
} from "../ui/screens/dashboard.state.ts";
import { listStock, type StockRow } from "./inventory/inventory.ts";
import { listRows } from "./listing.ts";
import { orderFilterFields } from "./orders/fields.ts";
import { Totals } from "./payments/totals.ts";
import type { Catalog } from "./products/catalog.ts";
import type { Sales as EventSales } from "./tickets/sales.ts";

const dated: readonly FilterField[] = [{ name: "createdDate", type: "date", operators: operatorSets.number }];

/** All parts of the dashboard. */
export const figureParts: readonly FigurePart[] = ["sales", "stock", "tickets", "abandoned"];

/** Reads the lists that the requested parts need, concurrently, and returns the figures. */
export async function readFigures(
  { call, catalog }: { call: Call; catalog: Catalog },
  options: FigureOptions & { parts: readonly FigurePart[]; signal: AbortSignal },
): Promise<Figures> {
  const { now, days, signal, parts, earlier } = options;
  const recent = { filter: `createdDate >= "${begins(now, days)}"`, all: true, signal };
  const open: { [Part in FigurePart]: () => FigureRows } = {
    sales: () => ({
      sales: earlier
        ? overviewOrders(call, earlier, signal)
        : listOrders(call, `${recent.filter} and status = APPROVED`, signal),
    }),
    stock: () => ({ stock: listStock(catalog, { all: true, signal }).rows }),
    tickets: () => ({ tickets: { types: ticketTypes(call, signal), revenue: ticketRevenue(call, signal) } }),
    abandoned: () => ({
      abandoned: listRows<AbandonedCheckout>(
        {
          call,
          endpoint: abandonedCheckouts.query,
          fields: dated,
        },
        recent,
      ).rows,
    }),
  };
  const figures = await figuresOf(Object.assign({}, ...parts.map((part) => open[part]())), options);
  // A cancellation is not a failed part.
  signal.throwIfAborted();
  return figures;
}

/** The time from which the orders of a number of days are read: a day earlier, because days begin at different times in time zones. */
const begins = (now: Date, days: number) => new Date(now.getTime() - (days + 1) * day).toISOString();

/** The orders of an overview: also those that wait for an approval. */
const waiting = "status in (APPROVED, PENDING)";

function listOrders(call: Call, filter: string, signal: AbortSignal): AsyncIterable<Order> {
  const source = { call, endpoint: orders.search, fields: orderFilterFields };
  return listRows<Order>(source, { filter, all: true, signal }).rows;
}

async function* overviewOrders(
  call: Call,
  earlier: () => Promise<EarlierOrders>,
  signal: AbortSignal,
): AsyncGenerator<Order> {
  const { until, orders } = await earlier();
  yield* orders;
  yield* listOrders(call, `createdDate >= "${until}" and ${waiting}`, signal);
}

/** The orders before those that an overview reads each time. */
export interface EarlierOrders {
  /** The end of their period, as ISO text. */
  readonly until: string;
  readonly orders: readonly Order[];
}

/** Reads the orders of the period before the one of `days` days, as far as an overview needs them. */
export async function readEarlier(
  call: Call,
  { now, days, signal }: { now: Date; days: number; signal: AbortSignal },
): Promise<EarlierOrders> {
  const until = begins(now, days);
  const filter = `createdDate >= "${begins(now, 2 * days)}" and createdDate < "${until}" and ${waiting}`;
  const kept: Order[] = [];
  for await (const order of listOrders(call, filter, signal)) {
    const { lineItems, activities, billingInfo, shippingInfo, ...facts } = order;
    kept.push(facts as Order);
  }
  return { until, orders: kept };
}

function ticketTypes(call: Call, signal: AbortSignal): AsyncIterable<TicketDefinitionV3> {
  return listRows<TicketDefinitionV3>(
    {
      call,
      endpoint: ticketDefinitions.query,
      fields: [],
      input: { fields: ["SALES_DETAILS", "EVENT_DETAILS"] },
    },
    { all: true, signal },
  ).rows;
}

/** Returns the platform's own totals, as in `till tickets summary`. */
async function* ticketRevenue(call: Call, signal: AbortSignal): AsyncGenerator<TicketRevenue> {
  const body = await call(eventOrders.summary, {}, { signal });
  for (const { total, revenue, totalOrders, totalTickets } of (body as Partial<EventSales>).sales ?? [])
    yield {
      currency: total?.currency ?? "",
      tickets: totalTickets ?? 0,
      orders: totalOrders ?? 0,
      total: moneyText(decimal(total?.value ?? "0"), total?.currency ?? ""),
      revenue: moneyText(decimal(revenue?.value ?? "0"), total?.currency ?? ""),
    };
}

type Stream<Row> = AsyncIterable<Row> | Iterable<Row>;

/** The rows that the figures are calculated from; each stream is read once. Absent streams give no figures. */
export interface FigureRows {
  sales?: Stream<Order>;
  stock?: Stream<StockRow>;
  tickets?: { types: Stream<TicketDefinitionV3>; revenue: Stream<TicketRevenue> };
  abandoned?: Stream<AbandonedCheckout>;
}

/** The period (`days` days, ending today) and the limit of low stock. */
interface FigureOptions {
  now: Date;
  days: number;
  timeZone: string;
  /** The highest quantity that counts as low stock. */
  low: number;
  /** Of an overview, which also says what is to do: returns the orders of the period before. */
  earlier?: (() => Promise<EarlierOrders>) | undefined;
}

/** The length of top lists, and of the stock in an overview, which shows as much of it as fits. */
const topLength = 10;
const maxAlerts = 50;

/**
 * Returns the figures, with exact amounts per currency. A part that cannot be read is null and listed in `errors`; if no
 * part can be read, throws the first error.
 */
export async function figuresOf(rows: FigureRows, options: FigureOptions): Promise<Figures> {
  const days = daysOf(options);
  const { timeZone } = options;
  const within = dayIn(days, timeZone);
  const before = options.earlier ? lastDays(days.length, Date.parse(days[0] ?? "") - day) : [];
  const failed: { part: FigurePart; error: TillError }[] = [];
  const orNull = async <T>(part: FigurePart, figures: Promise<T> | undefined): Promise<T | null> => {
    try {
      return (await figures) ?? null;
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      failed.push({ part, error });
      return null;
    }
  };
  const parts = await Promise.all([
    orNull("sales", rows.sales && ordersIn(rows.sales, days, { within, before: dayIn(before, timeZone) })),
    orNull("stock", rows.stock && stockIn(rows.stock, options)),
    orNull("tickets", rows.tickets && ticketsIn(rows.tickets)),
    orNull("abandoned", rows.abandoned && abandonedIn(rows.abandoned, within)),
  ]);
  if (failed[0] !== undefined && parts.every((part) => part === null)) throw failed[0].error;
  const [sold, stock, tickets, abandoned] = parts;
  const { sales = null, products = null, tasks } = sold ?? {};
  const errors = failed.map(
    ({ part, error: { message, hint } }): FigureError => ({ part, message, hint: hint || undefined }),
  );
  return {
    timeZone,
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
    sales: options.earlier ? sales : (sales?.map(({ before, paid, fulfilled, ...sale }) => sale) ?? null),
    products,
    tasks: options.earlier ? tasks : undefined,
    stock,
    tickets,
    abandoned,
    errors: errors.length > 0 ? errors : undefined,
  };
}

/** Returns the days of the period, the oldest first. */
function daysOf({ now, days, timeZone }: FigureOptions): string[] {
  return lastDays(days, Date.parse(localTimeOf(now, timeZone).slice(0, 10)));
}

/** Returns a number of days up to the last one, which is midnight in UTC: days of a time zone may have 23 or 25 hours. */
function lastDays(count: number, last: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * day).toISOString().slice(0, 10),
  );
}

type Within = (date: string | Date | null | undefined) => string | undefined;

/** Returns a function that maps a time to its day, or to undefined outside the period. */
function dayIn(days: readonly string[], timeZone: string): Within {
  const known = new Set(days);
  return (date) => {
    if (!date) return undefined;
    const day = localTimeOf(new Date(date), timeZone).slice(0, 10);
    return known.has(day) ? day : undefined;
  };
}

/** A count and an exact sum in one currency. */
class Tally {
  count = 0;
  readonly #sum = new Totals();
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
    this.#sum.add("0", currency);
  }

  add(count: number, amount: string | null | undefined): void {
    this.count += count;
    if (amount) this.#sum.add(amount, this.#currency);
  }

  get amount(): string {
    return this.#sum.records()[0]?.amount ?? "0";
  }
}

/** Returns the tally of a key; creates it if necessary. */
function tallyOf(tallies: Map<string, Tally>, key: string, currency: string): Tally {
  const tally = tallies.get(key) ?? new Tally(currency);
  tallies.set(key, tally);
  return tally;
}

/** Whether an order was paid, also if it was refunded later. */
const isPaid = ({ paymentStatus }: Order): boolean =>
  ["PAID", "PARTIALLY_REFUNDED", "FULLY_REFUNDED"].includes(paymentStatus ?? "");

async function ordersIn(
  orders: Stream<Order>,
  days: readonly string[],
  { within, before }: { within: Within; before: Within },
): Promise<{ sales: Sales[]; products: SoldProduct[]; tasks: Task[] }> {
  const byCurrency = new Map<
    string,
    { all: Tally; refunded: Tally; days: Map<string, Tally>; before: Tally; paid: number; fulfilled: number }
  >();
  const todo = new Map(orderTasks.map(({ name }) => [name, { count: 0, totals: new Totals() }]));
  const products = new Map<string, { product: string; currency: string; tally: Tally }>();
  for await (const order of orders) {
    const { createdDate, currency, status, priceSummary, balanceSummary, lineItems } = order;
    const day = within(createdDate);
    const isBefore = day === undefined && before(createdDate) !== undefined;
    if (day === undefined && !isBefore) continue;
    const code = currency ?? "";
    for (const { name, holds, amount } of orderTasks) {
      const task = todo.get(name);
      if (task === undefined || !holds(order)) continue;
      task.count += 1;
      task.totals.add(amount(order) ?? "0", code);
    }
    if (status !== "APPROVED") continue;
    const own = byCurrency.get(code) ?? {
      all: new Tally(code),
      refunded: new Tally(code),
      days: new Map<string, Tally>(),
      before: new Tally(code),
      paid: 0,
      fulfilled: 0,
    };
    byCurrency.set(code, own);
    if (day === undefined) {
      own.before.add(1, priceSummary?.total?.amount);
      continue;
    }
    if (isPaid(order)) own.paid += 1;
    if (order.fulfillmentStatus === "FULFILLED") own.fulfilled += 1;
    own.all.add(1, priceSummary?.total?.amount);
    own.refunded.add(1, balanceSummary?.refunded?.amount);
    tallyOf(own.days, day, code).add(1, priceSummary?.total?.amount);
    for (const { productName, catalogReference, quantity, price } of lineItems ?? []) {
      const product = productName?.original ?? "";
      const key = `${code} ${catalogReference?.catalogItemId ?? product}`;
      const units = quantity ?? 0;
      const revenue = decimal(price?.amount ?? "0").times(decimal(String(units)));
      const sold = products.get(key) ?? { product, currency: code, tally: new Tally(code) };
      products.set(key, sold);
      sold.tally.add(units, amountText(revenue));
    }
  }
  const sales = [...byCurrency].map(
    ([currency, own]): Sales => ({
      currency,
      orders: own.all.count,
      revenue: own.all.amount,
      refunded: own.refunded.amount,
      before: { orders: own.before.count, revenue: own.before.amount },
      paid: own.paid,
      fulfilled: own.fulfilled,
      days: days.map((day) => {
        const tally = tallyOf(own.days, day, currency);
        return { day, orders: tally.count, revenue: tally.amount };
      }),
    }),
  );
  const sold = [...products.values()].map(
    ({ product, currency, tally }): SoldProduct => ({
      product,
      units: tally.count,
      revenue: tally.amount,
      currency,
    }),
  );
  return {
    tasks: orderTasks.flatMap(({ name, filter, key }) => {
      const { count = 0, totals } = todo.get(name) ?? {};
      return count === 0
        ? []
        : [{ name, count, amount: totals?.format() ?? "", list: "orders", filter, key }];
    }),
    sales: sales.toSorted((a, b) => b.orders - a.orders),
    products: sold.toSorted((a, b) => b.units - a.units || byText(a.product, b.product)).slice(0, topLength),
  };
}

interface OrderTask extends Pick<Task, "name" | "filter" | "key"> {
  holds(order: Order): boolean;
  amount(order: Order): string | null | undefined;
}

const isPositive = (price: { amount?: string | null } | null | undefined) =>
  decimal(price?.amount ?? "0").gt(decimal("0"));

/** What is to do for orders, and the filter of the list that shows them. */
const orderTasks: readonly OrderTask[] = [
  {
    name: "to approve",
    key: "a",
    filter: "status = PENDING",
    holds: ({ status }) => status === "PENDING",
    amount: ({ priceSummary }) => priceSummary?.total?.amount,
  },
  {
    name: "to capture",
    key: "c",
    filter: "authorized > 0",
    holds: ({ balanceSummary }) => isPositive(balanceSummary?.authorized),
    amount: ({ balanceSummary }) => balanceSummary?.authorized?.amount,
  },
  {
    name: "not paid",
    key: "n",
    filter: "status = APPROVED and paymentStatus = NOT_PAID and authorized = 0",
    holds: ({ status, paymentStatus, balanceSummary }) =>
      status === "APPROVED" && paymentStatus === "NOT_PAID" && !isPositive(balanceSummary?.authorized),
    amount: ({ balanceSummary }) => balanceSummary?.balance?.amount,
  },
  {
    name: "to fulfill",
    key: "f",
    filter: "status = APPROVED and paymentStatus = PAID and fulfillmentStatus != FULFILLED",
    holds: ({ status, paymentStatus, fulfillmentStatus }) =>
      status === "APPROVED" && paymentStatus === "PAID" && fulfillmentStatus !== "FULFILLED",
    amount: ({ priceSummary }) => priceSummary?.total?.amount,
  },
];

async function stockIn(rows: Stream<StockRow>, { low, earlier }: FigureOptions): Promise<Stock> {
  let [soldOut, few] = [0, 0];
  const alerts: StockAlert[] = [];
  for await (const { product, variant, sku, stock, inStock } of rows) {
    const remaining = inStock ? stock : 0;
    if (remaining === null || remaining > low) continue;
    if (remaining <= 0) soldOut += 1;
    else few += 1;
    insertInTop(
      alerts,
      { product, variant, sku, quantity: remaining },
      (a, b) => a.quantity - b.quantity || byText(a.product, b.product),
      earlier ? maxAlerts : topLength,
    );
  }
  return { soldOut, low: few, alerts };
}

async function ticketsIn(rows: NonNullable<FigureRows["tickets"]>): Promise<Tickets> {
  const [onSale, revenue] = await Promise.all([typesIn(rows.types), listOf(rows.revenue)]);
  return { ...onSale, revenue };
}

async function listOf<Row>(rows: Stream<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

async function typesIn(rows: Stream<TicketDefinitionV3>): Promise<Pick<Tickets, "sold" | "kinds">> {
  let sold = 0;
  const kinds: TicketSales[] = [];
  const share = ({ sold, capacity }: TicketSales) => (capacity ? sold / capacity : 0);
  for await (const { name, eventDetails, saleStatus, salesDetails, actualLimit, initialLimit } of rows) {
    if (saleStatus === "SALE_ENDED") continue;
    const type = {
      event: eventDetails?.title ?? "",
      ticket: name ?? "",
      sold: salesDetails?.soldCount ?? 0,
      capacity: actualLimit ?? initialLimit ?? null,
    };
    sold += type.sold;
    insertInTop(kinds, type, (a, b) => share(b) - share(a) || b.sold - a.sold || byText(a.event, b.event));
  }
  return { sold, kinds };
}

async function abandonedIn(rows: Stream<AbandonedCheckout>, within: Within): Promise<Abandoned[]> {
  const byCurrency = new Map<string, { open: Tally; recovered: Tally }>();
  for await (const { createdDate, currency, status, totalPrice } of rows) {
    if (within(createdDate) === undefined) continue;
    const code = currency ?? "";
    const own = byCurrency.get(code) ?? { open: new Tally(code), recovered: new Tally(code) };
    byCurrency.set(code, own);
    own[status === "RECOVERED" ? "recovered" : "open"].add(1, totalPrice?.amount);
  }
  return [...byCurrency].map(([currency, { open, recovered }]) => ({
    currency,
    open: open.count,
    openValue: open.amount,
    recovered: recovered.count,
    recoveredValue: recovered.amount,
  }));
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Inserts a row into a sorted top list and drops rows beyond its length. */
function insertInTop<Row>(
  top: Row[],
  row: Row,
  compare: (one: Row, other: Row) => number,
  max = topLength,
): void {
  const index = top.findIndex((one) => compare(row, one) < 0);
  top.splice(index === -1 ? top.length : index, 0, row);
  top.length = Math.min(top.length, max);
}
