import {
  capitalized,
  displayWidth,
  fit,
  groupThousands,
  padEnd,
  padStart,
  sanitizeLine,
  wrap,
} from "../../kernel/text.ts";
import {
  columnChart,
  columnValues,
  columnWidth,
  type DrawnLine,
  drawnLine,
  framed,
  namedBars,
  titledLines,
} from "../components/charts.ts";
import { moveSelection } from "../components/list.tsx";
import { countOf, formatCount, formatDuration } from "../format.ts";
import { symbols } from "../theme.ts";

/** The state of the dashboard. Times are milliseconds since 1970. */
export interface DashboardState {
  readonly figures: Figures | undefined;
  /** When the figures were read. */
  readonly at: number;
  readonly now: number;
  /** Whether figures are being read; `long` if that takes long enough to show a message. */
  readonly reading: "no" | "yes" | "long";
  /** The error of the last read. */
  readonly error: { readonly message: string; readonly hint: string | undefined } | undefined;
  /** How long the last read took, in milliseconds. */
  readonly tookMs: number;
  /** Whether figures are read only on request. */
  readonly paused: boolean;
  /** The number of lines above the first visible one. */
  readonly top: number;
}

export type DashboardEvent =
  | { readonly type: "reading" | "slow" | "pause" }
  | { readonly type: "read"; readonly figures: Figures; readonly now: number; readonly tookMs?: number }
  | { readonly type: "unread"; readonly message: string; readonly hint: string | undefined }
  | { readonly type: "time"; readonly now: number }
  /** `lines` is the number of all lines, `height` that of visible lines. */
  | { readonly type: "key"; readonly key: string; readonly lines: number; readonly height: number };

/** The state before the first read. */
export function beginDashboard(now: number): DashboardState {
  return {
    figures: undefined,
    at: now,
    now,
    reading: "no",
    error: undefined,
    tookMs: 0,
    paused: false,
    top: 0,
  };
}

/** Returns the state after an event. */
export function reduceDashboard(state: DashboardState, event: DashboardEvent): DashboardState {
  switch (event.type) {
    case "reading":
      return { ...state, reading: "yes" };
    case "slow":
      return state.reading === "yes" ? { ...state, reading: "long" } : state;
    case "pause":
      return { ...state, paused: !state.paused };
    case "read": {
      const { now, tookMs = 0 } = event;
      const figures = state.figures ? withEarlier(event.figures, state.figures, state.at) : event.figures;
      return { ...state, figures, at: now, now, tookMs, reading: "no", error: undefined };
    }
    case "unread":
      return { ...state, reading: "no", error: { message: event.message, hint: event.hint } };
    case "time":
      return { ...state, now: event.now };
    case "key":
      return {
        ...state,
        top: moveSelection(state.top, event.key, event.lines - event.height + 1, event.height),
      };
  }
}

/** The members of the figures by part. */
const membersOf: { [Part in FigurePart]: readonly (keyof Figures)[] } = {
  sales: ["sales", "products", "tasks"],
  stock: ["stock"],
  tickets: ["tickets"],
  abandoned: ["abandoned"],
};

/** Keeps the earlier figures of parts that could not be read. */
function withEarlier(now: Figures, before: Figures, at: number): Figures {
  if (now.errors === undefined) return now;
  const remaining = now.errors.map((error) => {
    const members = membersOf[error.part];
    if (members.every((member) => (before[member] ?? null) === null)) return { error, members: {} };
    const since = before.errors?.find(({ part }) => part === error.part)?.at ?? at;
    return {
      error: { ...error, at: since },
      members: Object.fromEntries(members.map((member) => [member, before[member]])),
    };
  });
  return Object.assign({}, now, ...remaining.map(({ members }) => members), {
    errors: remaining.map(({ error }) => error),
  });
}

/** Figures that take long to read are read again after this many times as long, so that other requests find room. */
const costFactor = 20;

/** Returns whether to read now: at first and after `freshMs`, but never after an error or while paused. */
export function isDue(state: DashboardState, freshMs: number): boolean {
  const { figures, at, now, reading, error, tookMs, paused } = state;
  if (reading !== "no" || error !== undefined) return false;
  return figures === undefined || (!paused && now - at >= Math.max(freshMs, costFactor * tookMs));
}

/** Returns the status line: the age of the figures, that they are being read, or an error. */
export function describeStatus(state: DashboardState): { text: string; failed: boolean } {
  const { figures, at, now, reading, error, paused } = state;
  if (figures === undefined) return { text: "", failed: false };
  const age = now - at < 60_000 ? "read just now" : `read ${formatDuration(now - at)} ago`;
  if (reading === "long") return { text: `Refreshing… (${age})`, failed: false };
  if (error !== undefined) return { text: `Could not refresh (${age}): ${error.message}`, failed: true };
  return { text: `${age}, days in ${figures.timeZone}${paused ? ", paused" : ""}`, failed: false };
}

/** Returns whether there is nothing to show. */
export function isEmpty({ sales, products, tasks, stock, tickets, abandoned, errors }: Figures): boolean {
  const rows = [sales, products, tasks, stock?.alerts, tickets?.kinds, tickets?.revenue, abandoned, errors];
  return rows.every((some) => (some ?? []).length === 0);
}

/** Returns the text shown instead of figures; undefined if there are figures. */
export function dashboardMessage({ figures, reading, error }: DashboardState): string[] | undefined {
  if (figures !== undefined)
    return isEmpty(figures)
      ? ["No orders or alerts in this period.", "For a longer period: till dashboard --days 365"]
      : undefined;
  if (error !== undefined)
    return [
      `Could not read the shop: ${error.message}`,
      ...(error.hint === undefined ? [] : [error.hint]),
      "Press r to retry.",
    ];
  return reading === "long" ? ["Reading orders, stock, tickets and checkouts…"] : [];
}

export interface DashboardColumn {
  readonly name: string;
  readonly width: number;
  readonly lines: readonly DrawnLine[];
}

/** The minimum widths for two columns of figures, and for frames around them. */
const [minWideWidth, minFramed] = [100, 80];

/** The lowest and the tallest chart, in lines. */
const [lowest, tallest] = [3, 26];

/** The least number of stock alerts. */
const minAlerts = 10;

/** A part of the dashboard with its title. */
interface Block {
  readonly title: string;
  readonly corner?: string;
  readonly lines: readonly (string | DrawnLine)[];
}

/**
 * Returns the figures as one or two columns of lines; `now` is needed for the age of earlier parts. Charts become taller, and
 * the stock longer, if all lines fit into the height.
 */
export function dashboardColumns(
  figures: Figures,
  width: number,
  now: number,
  height = 0,
): DashboardColumn[] {
  const low = columnsOf(figures, { width, now, tall: lowest, height: 0 });
  const [charted] = low;
  const charts = figures.sales?.length ?? 0;
  const spare = Math.floor((height - (charted?.lines.length ?? 0)) / Math.max(1, charts));
  return spare < 0
    ? low
    : columnsOf(figures, { width, now, tall: Math.min(tallest, lowest + spare), height });
}

function columnsOf(
  figures: Figures,
  { width, now, tall, height }: { width: number; now: number; tall: number; height: number },
): DashboardColumn[] {
  const { sales, products, stock, tickets, abandoned, errors = [] } = figures;
  const isFramed = width >= minFramed;
  /** Returns a part, or why it could not be read above what was read before. */
  const readPart = (
    part: FigureError["part"],
    title: string,
    room: number,
    blocks: readonly Block[],
  ): Block[] => {
    const error = errors.find((one) => one.part === part);
    if (error === undefined) return [...blocks];
    const why = errorLines(error, room, now);
    const [first, ...more] = blocks;
    return first === undefined
      ? [{ title, lines: why }]
      : [{ ...first, lines: [...why, ...first.lines] }, ...more];
  };
  const selling = (room: number): Block[] => [
    ...(isFramed ? [] : taskBlocks(figures.tasks)),
    ...readPart(
      "sales",
      "Sales",
      room,
      (sales ?? []).map((one) => salesBlock(one, room, tall)),
    ),
  ];
  const sold = (room: number): Block[] => [
    ...(sales ?? []).flatMap((one) => funnelBlocks(one, abandoned ?? [], room)),
    ...(products === null ? [] : [productBlock(products, room)]),
  ];
  const rest = (room: number): Block[] => [
    ...readPart("tickets", "Tickets", room, tickets === null ? [] : [ticketBlock(tickets, room)]),
    ...readPart(
      "abandoned",
      "Abandoned checkouts",
      room,
      abandoned === null ? [] : [abandonedBlock(abandoned)],
    ),
  ];
  /** The alerts get the room that the other parts leave. */
  const stocked = (room: number): Block[] => {
    const left = parts.length === 1 ? 0 : height - linesOf(rest(room)) - 2;
    return readPart(
      "stock",
      "Stock",
      room,
      stock === null ? [] : [stockBlock(stock, Math.max(minAlerts, left))],
    );
  };
  const parts =
    width < minWideWidth
      ? [[selling, sold, stocked, rest]]
      : [
          [selling, sold],
          [stocked, rest],
        ];
  const gaps = isFramed ? 0 : 3;
  const size = parts.length === 1 ? width : chartedWidth(figures, Math.floor((width - gaps) / 2));
  const names = parts.length === 1 ? ["all"] : ["left", "right"];
  const columns = parts.map((makers, index) => {
    const room = index === parts.length - 1 ? width - index * (size + gaps) : size;
    return {
      name: names[index] ?? "",
      room,
      blocks: makers.flatMap((make) => make(isFramed ? room - 4 : room)),
    };
  });
  const highest = height === 0 ? 0 : Math.max(...columns.map(({ blocks }) => linesOf(blocks)));
  return columns.map(({ name, room, blocks }) => {
    // The last frames end in the same line.
    const last = blocks.at(-1);
    const blank = highest - linesOf(blocks);
    const lines = blocks.flatMap((one) =>
      isFramed
        ? framed(one, room, one === last ? one.lines.length + 2 + blank : 0)
        : titledLines(one.title, one.lines, room),
    );
    return { name, width: room, lines };
  });
}

/** The room beside a chart of days: the labels of its axis, and the frame. */
const besideChart = 13;
/** How much wider or narrower the column with the charts becomes, in cells, so that their days fill it. */
const maxMoved = 14;

/** Returns the width of the column with the charts: about half of the window, and such that the days fill it. */
function chartedWidth({ sales }: Figures, half: number): number {
  const days = sales?.[0]?.days.length ?? 0;
  const room = half - besideChart;
  const widths = [columnWidth(days, room), columnWidth(days, room) + 1].map((cells) => cells * days - room);
  const [moved = 0] = widths.toSorted((one, other) => Math.abs(one) - Math.abs(other));
  return days > 0 && days <= room && Math.abs(moved) <= maxMoved ? half + moved : half;
}

const linesOf = (blocks: readonly Block[]) => blocks.reduce((sum, { lines }) => sum + lines.length + 2, 0);

/** Returns what is to do as a row of tiles over the whole width, each with the key that goes there. */
export function taskTiles({ tasks = [] }: Figures, width: number): DrawnLine[] {
  if (width < minFramed || tasks.length === 0) return [];
  const size = Math.floor(width / tasks.length);
  const tiles = tasks.map(({ name, count, amount, key }, index) => {
    const room = index === tasks.length - 1 ? width - index * size : size;
    const sum = fit(groupThousands(amount), Math.max(0, room - 6 - formatCount(count).length));
    const gap = Math.max(1, room - 4 - formatCount(count).length - displayWidth(sum));
    const line = drawnLine(
      [{ text: formatCount(count), tone: "live" }, { text: " ".repeat(gap) }, { text: sum, tone: "dim" }],
      `${countOf(count, "order")} ${name}, ${groupThousands(amount)}. Key ${key}`,
    );
    return framed({ title: capitalized(name), corner: key, lines: [line] }, room);
  });
  return [0, 1, 2].map((row) => drawnLine(tiles.flatMap((tile) => tile[row]?.pieces ?? [])));
}

/** Returns why a part is missing, or the age of the earlier figures below. */
function errorLines({ message, hint, at }: FigureError, width: number, now: number): DrawnLine[] {
  const why =
    at === undefined ? "Could not read this" : `Read ${formatDuration(now - at)} ago; could not refresh`;
  const [first = "", ...more] = wrap(sanitizeLine(`${why}: ${message}`), Math.max(8, width - 2));
  return [
    { text: `${symbols.failed} ${first}`, say: first, tone: "failed" },
    ...more.map((text) => ({ text, tone: "failed" as const })),
    ...(hint === undefined ? [] : wrap(sanitizeLine(hint), width).map((text) => ({ text }))),
  ];
}

/** Returns what is to do, each with the key that goes there. */
function taskBlocks(tasks: Figures["tasks"]): Block[] {
  if (tasks === undefined) return [];
  const lines = tasks.map(({ name, count, amount, key }) => ({
    text: `${key}  ${padStart(formatCount(count), 4)} ${padEnd(name, 11)} ${groupThousands(amount)}`,
    say: `${countOf(count, "order")} ${name}, ${groupThousands(amount)}. Key ${key}`,
  }));
  return [{ title: "To do", lines: lines.length === 0 ? ["Nothing is waiting."] : lines }];
}

/** Returns how many checkouts became orders that are paid and fulfilled, as bars. */
function funnelBlocks(
  { currency, orders, paid, fulfilled }: Sales,
  abandoned: readonly Abandoned[],
  width: number,
): Block[] {
  if (paid === undefined || fulfilled === undefined) return [];
  const open = abandoned.find((one) => one.currency === currency)?.open ?? 0;
  const started = orders + open;
  const steps = [
    ["Checkouts", started],
    ["Orders", orders],
    ["Paid", paid],
    ["Fulfilled", fulfilled],
  ] as const;
  const rows = steps.map(([name, value]) => ({
    name,
    value,
    of: started,
    text: `${formatCount(value)}  ${padStart(started === 0 ? "" : `${Math.round((value / started) * 100)}%`, 4)}`,
  }));
  return [{ title: "From checkout to parcel", lines: namedBars(rows, width) }];
}

/** Compares the revenue with that of the days before: `up 12% from 960.00 USD in the 30 days before`. */
function comparison({ revenue, before, days, currency }: Sales): string[] {
  if (before === undefined) return [];
  const period = `in the ${days.length} days before`;
  const [now, then] = [Number(revenue), Number(before.revenue)];
  if (then === 0) return [now === 0 ? `As ${period}: none` : `0 ${currency} ${period}`];
  const change = Math.round(((now - then) / then) * 100);
  const how = change === 0 ? "the same as" : `${change > 0 ? "up" : "down"} ${Math.abs(change)}% from`;
  return [`${how} ${groupThousands(before.revenue)} ${currency} ${period}`];
}

function salesBlock(sale: Sales, width: number, tall: number): Block {
  const { currency, orders, revenue, refunded, days } = sale;
  const room = Math.max(4, width - 9);
  const amounts = days.map((one) => Number(one.revenue));
  // The charts are only drawings; the exact values are in the text.
  const values = columnValues(amounts, room);
  const chart = columnChart(amounts, room, tall);
  const most = Math.max(0, ...values);
  const drawn = chart.map((text, index) =>
    drawnLine(
      [
        { text: `${axisLabel(index, { tall, most })} `, tone: "dim" },
        { text, tone: "key" },
      ],
      "",
    ),
  );
  const [wide = ""] = chart;
  const perColumn = Math.ceil(days.length / Math.max(1, values.length));
  const ends = [days[0]?.day ?? "", days.at(-1)?.day ?? ""] as const;
  const size = displayWidth(wide);
  const [first, last] = size >= 24 ? ends : [ends[0].slice(5), ends[1].slice(5)];
  const axis = size < 12 ? first : padEnd(first, size - last.length) + last;
  const best = days.toSorted((one, other) => Number(other.revenue) - Number(one.revenue))[0];
  const back = Number(refunded) > 0 ? `, ${groupThousands(refunded)} ${currency} refunded` : "";
  return {
    title: `Sales: ${groupThousands(revenue)} ${currency}`,
    corner: perColumn > 1 ? `a column is ${perColumn} days` : "",
    lines: [
      `${countOf(orders, "order")}${back}`,
      ...comparison(sale),
      ...drawn,
      { text: `${" ".repeat(9)}${axis}`, tone: "dim", say: "" },
      ...(best === undefined ? [] : [`Best on ${best.day}: ${groupThousands(best.revenue)} ${currency}`]),
    ],
  };
}

/** Returns what is before a line of a chart: the values of its top and bottom. */
function axisLabel(index: number, { tall, most }: { tall: number; most: number }): string {
  const value = index === 0 ? formatCount(Math.round(most)) : index === tall - 1 ? "0" : "";
  return `${padStart(value, 7)} `;
}

function productBlock(products: NonNullable<Figures["products"]>, width: number): Block {
  const of = Math.max(0, ...products.map(({ units }) => units));
  const rows = products.map(({ product, units, revenue, currency }) => ({
    name: product,
    value: units,
    of,
    text:
      width < 60
        ? formatCount(units)
        : `${formatCount(units)}  ${padStart(`${groupThousands(revenue)} ${currency}`, 14)}`,
  }));
  return {
    title: "Top products by units",
    lines: rows.length === 0 ? ["No products ordered."] : namedBars(rows, width),
  };
}

function stockBlock({ soldOut, low, alerts }: Stock, room: number): Block {
  const all = soldOut + low;
  const shown = alerts.slice(0, all > room ? room - 1 : room);
  const lines = shown.map(({ product, variant, quantity }) => {
    const [symbol, text] =
      quantity <= 0 ? [symbols.failed, "sold out"] : [symbols.warning, `${quantity} left`];
    const name = sanitizeLine(variant === "" ? product : `${product} (${variant})`);
    const pieces = [
      {
        text: padEnd(`${symbol} ${text}`, 12),
        tone: quantity <= 0 ? ("failed" as const) : ("warning" as const),
      },
      { text: name },
    ];
    return drawnLine(pieces, `${name}: ${text}`);
  });
  const more = all - shown.length;
  return {
    title: `Stock: ${formatCount(soldOut)} sold out, ${formatCount(low)} low`,
    lines: [
      ...(lines.length === 0 ? ["Nothing is low."] : lines),
      ...(more > 0 ? [`and ${formatCount(more)} more: press 2 for the stock`] : []),
    ],
  };
}

function ticketBlock({ sold, kinds, revenue }: Tickets, width: number): Block {
  const rows = kinds.map((kind) => ({
    name: [kind.event, kind.ticket].filter(Boolean).join(": "),
    value: kind.capacity === null ? 0 : kind.sold,
    of: kind.capacity ?? 0,
    text:
      kind.capacity === null
        ? `${formatCount(kind.sold)} sold`
        : `${formatCount(kind.sold)} of ${formatCount(kind.capacity)}`,
  }));
  return {
    title: `Tickets on sale: ${formatCount(sold)} sold`,
    lines: [
      ...(rows.length === 0 ? ["No tickets on sale."] : namedBars(rows, width)),
      ...revenue.flatMap(({ currency, tickets, orders, total, revenue }) => [
        `All events: ${groupThousands(total)} ${currency}, ${groupThousands(revenue)} after fees`,
        `            ${countOf(tickets, "ticket")} in ${countOf(orders, "order")}`,
      ]),
    ],
  };
}

function abandonedBlock(abandoned: NonNullable<Figures["abandoned"]>): Block {
  const lines = abandoned.flatMap(({ currency, open, openValue, recovered, recoveredValue }) => [
    `${formatCount(open)} open, ${groupThousands(openValue)} ${currency}`,
    `${formatCount(recovered)} recovered, ${groupThousands(recoveredValue)} ${currency}`,
  ]);
  return { title: "Abandoned checkouts", lines: lines.length === 0 ? ["None."] : lines };
}

/** The parts of the dashboard, which are read separately. */
export type FigurePart = "sales" | "stock" | "tickets" | "abandoned";

/** A part that could not be read. */
export interface FigureError {
  readonly part: FigurePart;
  readonly message: string;
  readonly hint?: string | undefined;
  /** When the earlier figures shown instead were read, in milliseconds since 1970. */
  readonly at?: number;
}

/**
 * The figures of `till dashboard`. Amounts are exact decimal text. A part is null if it could not be read (then
 * `errors` says why) or was not requested.
 */
export interface Figures {
  /** The time zone of the days, and the first and last day: `2030-05-01`. */
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  /** One per currency, the one with the most orders first. */
  readonly sales: readonly Sales[] | null;
  /** Most sold first. */
  readonly products: readonly SoldProduct[] | null;
  /** Of an overview: what is to do. */
  readonly tasks?: readonly Task[] | undefined;
  readonly stock: Stock | null;
  readonly tickets: Tickets | null;
  readonly abandoned: readonly Abandoned[] | null;
  /** Absent if all parts were read. */
  readonly errors?: readonly FigureError[];
}

export interface Stock {
  readonly soldOut: number;
  readonly low: number;
  /** Lowest quantity first. */
  readonly alerts: readonly StockAlert[];
}

export interface Tickets {
  /** The sales of ticket types that are on sale. */
  readonly sold: number;
  /** Ticket types that are still on sale; highest share sold first. */
  readonly kinds: readonly TicketSales[];
  /** The total sales of all events by currency. */
  readonly revenue: readonly TicketRevenue[];
}

/** Ticket sales, before and after fees. */
export interface TicketRevenue {
  readonly currency: string;
  readonly tickets: number;
  readonly orders: number;
  readonly total: string;
  readonly revenue: string;
}

/** Approved orders of one currency. Revenue includes refunds, which are also listed separately. */
export interface Sales {
  readonly currency: string;
  readonly orders: number;
  readonly revenue: string;
  readonly refunded: string;
  /** Of an overview: the orders of as many days before, and how many of these orders are paid and fulfilled. */
  readonly before?: { readonly orders: number; readonly revenue: string };
  readonly paid?: number;
  readonly fulfilled?: number;
  /** Every day, including those without orders, oldest first. */
  readonly days: readonly { readonly day: string; readonly orders: number; readonly revenue: string }[];
}

/** Something to do, and the list that shows it. */
export interface Task {
  /** `to fulfill` */
  readonly name: string;
  readonly count: number;
  /** The sums by currency: `261.00 USD`. */
  readonly amount: string;
  readonly list: string;
  readonly filter: string;
  /** The key that opens the list. */
  readonly key: string;
}

export interface SoldProduct {
  readonly product: string;
  readonly units: number;
  readonly revenue: string;
  readonly currency: string;
}

export interface StockAlert {
  readonly product: string;
  readonly variant: string;
  readonly sku: string;
  /** 0 if it is sold out and not tracked. */
  readonly quantity: number;
}

export interface TicketSales {
  readonly event: string;
  readonly ticket: string;
  readonly sold: number;
  /** Null if unlimited. */
  readonly capacity: number | null;
}

/** Abandoned checkouts of one currency. */
export interface Abandoned {
  readonly currency: string;
  readonly open: number;
  readonly openValue: string;
  readonly recovered: number;
  readonly recoveredValue: string;
}
