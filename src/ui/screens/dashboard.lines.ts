import { displayWidth, fit, padEnd, padStart, sanitiseLine } from "../../text.ts";
import { filledCells } from "../pieces/bar.tsx";
import { symbols } from "../theme.ts";
import { countOf, formatCount } from "../words.ts";
import type { Figures, Sales } from "./dashboard.figures.ts";

/** One line of the dashboard; a heading stands over what follows. */
export interface DashboardLine {
  readonly text: string;
  readonly head?: true;
}

export interface DashboardColumn {
  readonly name: string;
  readonly width: number;
  readonly lines: readonly DashboardLine[];
}

/** From this width on the figures stand in two columns. */
const wide = 100;

/** The figures as one or two columns of lines, none wider than its column. */
export function dashboardColumns(figures: Figures, width: number): DashboardColumn[] {
  const money = (room: number) => [
    ...figures.sales.flatMap((one) => salesLines(one, room)),
    ...productLines(figures, room),
  ];
  const rest = (room: number) => [
    ...stockLines(figures, room),
    ...ticketLines(figures, room),
    ...abandonedLines(figures, room),
  ];
  if (width < wide) return [{ name: "all", width, lines: [...money(width), ...rest(width)] }];
  const left = Math.floor((width - 3) / 2);
  const right = width - 3 - left;
  return [
    { name: "left", width: left, lines: money(left) },
    { name: "right", width: right, lines: rest(right) },
  ];
}

const levels = "▁▂▃▄▅▆▇█";

/**
 * Values as a row of small columns, `·` where there is nothing. More values than `width` are added up in groups of
 * neighbours, fewer are drawn up to three cells wide.
 */
export function sparkline(values: readonly number[], width: number): string {
  const group = Math.ceil(values.length / Math.max(1, width));
  const sums = Array.from({ length: Math.ceil(values.length / group) }, (_, index) =>
    values.slice(index * group, (index + 1) * group).reduce((sum, value) => sum + value, 0),
  );
  const cells = Math.max(1, Math.min(3, Math.floor(width / Math.max(1, sums.length))));
  const most = Math.max(...sums, 0);
  return sums
    .map((value) =>
      (value <= 0 ? "·" : (levels[Math.ceil((value / most) * levels.length) - 1] ?? "█")).repeat(cells),
    )
    .join("");
}

function block(title: string, lines: readonly string[], width: number): DashboardLine[] {
  return [
    { text: fit(title, width), head: true },
    ...lines.map((text) => ({ text: fit(text, width) })),
    { text: "" },
  ];
}

function salesLines({ currency, orders, revenue, refunded, days }: Sales, width: number): DashboardLine[] {
  const room = width - 8;
  // Heights are a drawing: what is exact stands in the words.
  const drawn = sparkline(
    days.map((one) => Number(one.revenue)),
    room,
  );
  const ends = [days[0]?.day ?? "", days.at(-1)?.day ?? ""] as const;
  const short = ends.map((day) => day.slice(5));
  const size = displayWidth(drawn);
  const [first = "", last = ""] = size >= 24 ? ends : short;
  const axis = size < 12 ? first : padEnd(first, size - last.length) + last;
  const best = days.toSorted((one, other) => Number(other.revenue) - Number(one.revenue))[0];
  const back = Number(refunded) > 0 ? `, ${refunded} given back` : "";
  return block(
    `Sales: ${revenue} ${currency}`,
    [
      `${countOf(orders, "order")}${back}`,
      `Revenue ${drawn}`,
      `Orders  ${sparkline(
        days.map((one) => one.orders),
        room,
      )}`,
      `        ${axis}`,
      ...(best === undefined ? [] : [`Best    ${best.day}: ${best.revenue} ${currency}`]),
    ],
    width,
  );
}

/** Bars beside their names; `of` is what a full bar stands for. */
function barLines(
  rows: readonly { name: string; value: number; of: number; words: string }[],
  width: number,
): string[] {
  const names = rows.map(({ name }) => fit(sanitiseLine(name), Math.floor(width * 0.4)));
  const [nameWidth, wordWidth] = [
    Math.max(0, ...names.map(displayWidth)),
    Math.max(0, ...rows.map(({ words }) => displayWidth(words))),
  ];
  const room = Math.min(30, width - nameWidth - wordWidth - 4);
  return rows.map(({ value, of, words }, index) => {
    const filled = filledCells(value, of, room);
    const bar = symbols.barFull.repeat(filled) + symbols.barEmpty.repeat(Math.max(0, room - filled));
    // Where there is no room for a bar, its words say the same.
    return [
      padEnd(names[index] ?? "", nameWidth),
      ...(room < 4 ? [] : [bar]),
      padStart(words, wordWidth),
    ].join("  ");
  });
}

function productLines({ products }: Figures, width: number): DashboardLine[] {
  const of = Math.max(0, ...products.map(({ units }) => units));
  const rows = products.map(({ product, units, revenue, currency }) => ({
    name: product,
    value: units,
    of,
    words:
      width < 60 ? formatCount(units) : `${formatCount(units)}  ${padStart(`${revenue} ${currency}`, 14)}`,
  }));
  return block(
    "Top products by units",
    rows.length === 0 ? ["None was ordered."] : barLines(rows, width),
    width,
  );
}

function stockLines({ stock: { soldOut, low, alerts } }: Figures, width: number): DashboardLine[] {
  const lines = alerts.map(({ product, variant, quantity }) => {
    const words = quantity <= 0 ? `${symbols.failed} sold out` : `${symbols.warning} ${quantity} left`;
    const name = sanitiseLine(variant === "" ? product : `${product} (${variant})`);
    return `${padEnd(words, 12)}${name}`;
  });
  const more = soldOut + low - alerts.length;
  return block(
    `Stock: ${formatCount(soldOut)} sold out, ${formatCount(low)} low`,
    [
      ...(lines.length === 0 ? ["Enough of everything."] : lines),
      ...(more > 0 ? [`and ${formatCount(more)} more: till inventory list`] : []),
    ],
    width,
  );
}

function ticketLines({ tickets: { sold, kinds } }: Figures, width: number): DashboardLine[] {
  const rows = kinds.map((kind) => ({
    name: [kind.event, kind.ticket].filter(Boolean).join(": "),
    value: kind.capacity === null ? 0 : kind.sold,
    of: kind.capacity ?? 0,
    words:
      kind.capacity === null
        ? `${formatCount(kind.sold)} sold`
        : `${formatCount(kind.sold)} of ${formatCount(kind.capacity)}`,
  }));
  return block(
    `Tickets: ${formatCount(sold)} sold`,
    rows.length === 0 ? ["None is on sale."] : barLines(rows, width),
    width,
  );
}

function abandonedLines({ abandoned }: Figures, width: number): DashboardLine[] {
  const lines = abandoned.flatMap(({ currency, open, openValue, recovered, recoveredValue }) => [
    `${formatCount(open)} open, ${openValue} ${currency}`,
    `${formatCount(recovered)} won back, ${recoveredValue} ${currency}`,
  ]);
  return block("Abandoned checkouts", lines.length === 0 ? ["None."] : lines, width);
}
