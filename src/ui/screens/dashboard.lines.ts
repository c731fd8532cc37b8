import { displayWidth, fit, padEnd, padStart, sanitiseLine, wrap } from "../../kernel/text.ts";
import { countOf, formatCount, formatDuration } from "../format.ts";
import { symbols } from "../theme.ts";
import { barLines, columnChart } from "./dashboard.drawings.ts";
import type { FigureError, Figures, Sales, Stock, Tickets } from "./dashboard.figures.ts";

/** One line of the dashboard. */
export interface DashboardLine {
  readonly text: string;
  readonly tone?: "head" | "failed";
  /** The text for screen readers; empty for drawings. */
  readonly say?: string;
}

export interface DashboardColumn {
  readonly name: string;
  readonly width: number;
  readonly lines: readonly DashboardLine[];
}

/** The minimum width for two columns of figures. */
const wide = 100;

/** The tallest chart, in lines. */
const tallest = 12;

/**
 * Returns the figures as one or two columns of lines; `now` is needed for the age of earlier parts. Charts become taller if
 * all lines fit into the height.
 */
export function dashboardColumns(
  figures: Figures,
  width: number,
  now: number,
  height = 0,
): DashboardColumn[] {
  const low = columnsOf(figures, { width, now, tall: 1 });
  const [charted] = low;
  const charts = 2 * (figures.sales?.length ?? 0);
  const spare = Math.floor((height - (charted?.lines.length ?? 0)) / Math.max(1, charts));
  return spare <= 0 ? low : columnsOf(figures, { width, now, tall: Math.min(tallest, 1 + spare) });
}

function columnsOf(
  figures: Figures,
  { width, now, tall }: { width: number; now: number; tall: number },
): DashboardColumn[] {
  const { sales, products, stock, tickets, abandoned, errors = [] } = figures;
  const failed = (part: FigureError["part"], title: string, there: boolean, room: number) =>
    errors
      .filter((one) => one.part === part)
      .flatMap((one) => errorLines(one, there ? "" : title, room, now));
  const money = (room: number) => [
    ...failed("sales", "Sales", sales !== null, room),
    ...(sales ?? []).flatMap((one) => salesLines(one, room, tall)),
    ...(products === null ? [] : productLines(products, room)),
  ];
  const rest = (room: number) => [
    ...failed("stock", "Stock", stock !== null, room),
    ...(stock === null ? [] : stockLines(stock, room)),
    ...failed("tickets", "Tickets", tickets !== null, room),
    ...(tickets === null ? [] : ticketLines(tickets, room)),
    ...failed("abandoned", "Abandoned checkouts", abandoned !== null, room),
    ...(abandoned === null ? [] : abandonedLines(abandoned, room)),
  ];
  if (width < wide) return [{ name: "all", width, lines: [...money(width), ...rest(width)] }];
  const left = Math.floor((width - 3) / 2);
  const right = width - 3 - left;
  return [
    { name: "left", width: left, lines: money(left) },
    { name: "right", width: right, lines: rest(right) },
  ];
}

function block(title: string, lines: readonly (string | DashboardLine)[], width: number): DashboardLine[] {
  return [
    { text: fit(title, width), tone: "head" },
    ...lines.map((line) => {
      const whole = typeof line === "string" ? { text: line } : line;
      return { ...whole, text: fit(whole.text, width) };
    }),
    { text: "", say: "" },
  ];
}

/** Returns why a part is missing, or the age of the earlier figures below. */
function errorLines({ message, hint, at }: FigureError, title: string, width: number, now: number) {
  const why =
    at === undefined ? "Could not read this" : `Read ${formatDuration(now - at)} ago; could not refresh`;
  const [first = "", ...more] = wrap(sanitiseLine(`${why}: ${message}`), Math.max(8, width - 2));
  const lines: DashboardLine[] = [
    { text: `${symbols.failed} ${first}`, say: first, tone: "failed" },
    ...more.map((text) => ({ text, tone: "failed" as const })),
    ...(hint === undefined ? [] : wrap(sanitiseLine(hint), width).map((text) => ({ text }))),
  ];
  return title === "" ? lines : block(title, lines, width);
}

function salesLines(
  { currency, orders, revenue, refunded, days }: Sales,
  width: number,
  tall: number,
): DashboardLine[] {
  const room = width - 8;
  // The chart is only a drawing; the exact values are in the text.
  const chart = (title: string, values: readonly number[]) =>
    columnChart(values, room, tall).map((line, index) => ({
      text: `${padEnd(index === 0 ? title : "", 8)}${line}`,
      say: "",
    }));
  const drawn = chart(
    "Revenue",
    days.map((one) => Number(one.revenue)),
  );
  const ends = [days[0]?.day ?? "", days.at(-1)?.day ?? ""] as const;
  const short = ends.map((day) => day.slice(5));
  const size = displayWidth(drawn.at(-1)?.text ?? "") - 8;
  const [first = "", last = ""] = size >= 24 ? ends : short;
  const axis = size < 12 ? first : padEnd(first, size - last.length) + last;
  const best = days.toSorted((one, other) => Number(other.revenue) - Number(one.revenue))[0];
  const back = Number(refunded) > 0 ? `, ${refunded} refunded` : "";
  return block(
    `Sales: ${revenue} ${currency}`,
    [
      `${countOf(orders, "order")}${back}`,
      ...drawn,
      ...chart(
        "Orders",
        days.map((one) => one.orders),
      ),
      { text: `        ${axis}`, say: "" },
      ...(best === undefined ? [] : [`Best    ${best.day}: ${best.revenue} ${currency}`]),
    ],
    width,
  );
}

function productLines(products: NonNullable<Figures["products"]>, width: number): DashboardLine[] {
  const of = Math.max(0, ...products.map(({ units }) => units));
  const rows = products.map(({ product, units, revenue, currency }) => ({
    name: product,
    value: units,
    of,
    text:
      width < 60 ? formatCount(units) : `${formatCount(units)}  ${padStart(`${revenue} ${currency}`, 14)}`,
  }));
  return block(
    "Top products by units",
    rows.length === 0 ? ["No products ordered."] : barLines(rows, width),
    width,
  );
}

function stockLines({ soldOut, low, alerts }: Stock, width: number): DashboardLine[] {
  const lines = alerts.map(({ product, variant, quantity }) => {
    const [symbol, text] =
      quantity <= 0 ? [symbols.failed, "sold out"] : [symbols.warning, `${quantity} left`];
    const name = sanitiseLine(variant === "" ? product : `${product} (${variant})`);
    return { text: `${padEnd(`${symbol} ${text}`, 12)}${name}`, say: `${name}: ${text}` };
  });
  const more = soldOut + low - alerts.length;
  return block(
    `Stock: ${formatCount(soldOut)} sold out, ${formatCount(low)} low`,
    [
      ...(lines.length === 0 ? ["Nothing is low."] : lines),
      ...(more > 0 ? [`and ${formatCount(more)} more: till inventory list`] : []),
    ],
    width,
  );
}

function ticketLines({ sold, kinds, revenue }: Tickets, width: number): DashboardLine[] {
  const rows = kinds.map((kind) => ({
    name: [kind.event, kind.ticket].filter(Boolean).join(": "),
    value: kind.capacity === null ? 0 : kind.sold,
    of: kind.capacity ?? 0,
    text:
      kind.capacity === null
        ? `${formatCount(kind.sold)} sold`
        : `${formatCount(kind.sold)} of ${formatCount(kind.capacity)}`,
  }));
  return block(
    `Tickets on sale: ${formatCount(sold)} sold`,
    [
      ...(rows.length === 0 ? ["No tickets on sale."] : barLines(rows, width)),
      ...revenue.flatMap(({ currency, tickets, orders, total, revenue }) => [
        `All events: ${total} ${currency}, ${revenue} after fees`,
        `            ${countOf(tickets, "ticket")} in ${countOf(orders, "order")}`,
      ]),
    ],
    width,
  );
}

function abandonedLines(abandoned: NonNullable<Figures["abandoned"]>, width: number): DashboardLine[] {
  const lines = abandoned.flatMap(({ currency, open, openValue, recovered, recoveredValue }) => [
    `${formatCount(open)} open, ${openValue} ${currency}`,
    `${formatCount(recovered)} recovered, ${recoveredValue} ${currency}`,
  ]);
  return block("Abandoned checkouts", lines.length === 0 ? ["None."] : lines, width);
}
