import { fit as cut, displayWidth, groupThousands, padEnd, padStart, sanitizeLine } from "../kernel/text.ts";
import { localParts } from "../kernel/zoned-text.ts";
import type { Cell } from "./csv.ts";
import type { Rows } from "./json.ts";
import { gather, type Sink } from "./streams.ts";
import { linked, styleFor, type Tone, withSign } from "./style.ts";

export interface ColumnOptions<Row> {
  /** Default: right for `number` and `money`, else left. */
  align?: "left" | "right";
  /** `ago` and `time` take a Date or ISO text and print for people on a terminal, else as ISO text in UTC. */
  as?: "text" | "number" | "money" | "ago" | "time";
  /** Shrinks first on a narrow terminal, and takes the remaining width on a wide one. */
  grow?: boolean;
  /** The minimum width in terminal columns. Default: 6. */
  min?: number;
  /** On a narrow screen it is left out before other columns are narrowed; `late`: before other columns are left out. */
  spare?: boolean | "late";
  /** Whether it is an amount for each unit, such as a price: sums of it mean nothing. */
  perUnit?: boolean;
  /** On a page, it is below the tables. */
  below?: boolean;
  /** Which part of a text that is too long is left out on screens: of `343, 1 out` the note, as `343 !`. Default: the end. */
  cut?: "middle" | "note";
  /** The path of its value in a record, such as `priceData.price`. */
  path?: string;
  /** Returns what programs get. Default: the value at the path, else what `value` returns. */
  data?: (row: Row) => unknown;
  /** Whether lists do not return it. */
  late?: boolean;
  /** Whether rows have nothing at the path: lists are filtered, sorted and counted by what `value` returns. */
  computed?: boolean;
  /** What people read instead of the value, which programs get. Its style is that of `tone` if both are given. */
  words?: Words | ((row: Row, times: TimeDisplay) => Word);
  /** Whether it is a status although its words depend on more than a value: a sign precedes it on screens. */
  status?: boolean;
  /** Returns the web address that the text leads to. Default: the value, if it is one. */
  link?: ((row: Row) => string | undefined) | undefined;
  /** The style of the value. The text must be clear without it. */
  tone?: (row: Row) => Tone | undefined;
}

/** One column of a list, or one line of a detail view. Values are sanitized when they are printed. */
export interface Column<Row> extends ColumnOptions<Row> {
  /** The name of the field, for `--fields` and for programs. */
  name?: string;
  header: string;
  value: (row: Row) => Cell | Date;
}

/** How times are printed: `now` for relative times (absent: absolute times), and the time zone (absent: that of the stream). */
export interface TimeDisplay {
  now?: Date | undefined;
  timeZone?: string | undefined;
}

/** Returns the value as text for a terminal, not sanitized: null and undefined are empty, booleans are yes and no. */
export function cellText<Row>(column: Column<Row>, row: Row, times: TimeDisplay): string {
  const text = plainCell(column, row, times);
  return column.as === "money" ? groupThousands(text) : text;
}

/** Returns whether a column has words with a meaning, which a sign precedes. */
export const isStatus = <Row>({ status, words }: Column<Row>): boolean =>
  status === true ||
  (typeof words === "object" && Object.values(words).some(([, tone]) => tone !== undefined));

/** Returns a cell as a table on a terminal shows it: a sign precedes a status, and times are short, except for screen readers. */
export function shownCell<Row>(
  column: Column<Row>,
  row: Row,
  times: TimeDisplay,
  { ascii, spoken }: Pick<Sink, "ascii" | "spoken">,
): string {
  const text = cellText(column, row, times);
  if (spoken) return text;
  if (isStatus(column)) return withSign(text, cellTone(column, row, times), ascii);
  return column.as === "ago" && times.now ? shortTime(text) : text;
}

function plainCell<Row>(column: Column<Row>, row: Row, times: TimeDisplay): string {
  const [word] = cellWord(column, row, times) ?? [];
  if (word !== undefined) return word;
  const { now, timeZone } = times;
  const value = column.value(row);
  const time = column.as === "ago" || column.as === "time" ? timeFrom(value) : undefined;
  if (time !== undefined)
    return column.as === "ago" && now ? relativeTime(time, now) : absoluteTime(time, timeZone);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(machineCell(value) ?? "");
}

/** Returns the style of the value, if it has one. */
export function cellTone<Row>(column: Column<Row>, row: Row, times: TimeDisplay): Tone | undefined {
  return column.tone?.(row) ?? cellWord(column, row, times)?.[1];
}

function cellWord<Row>(column: Column<Row>, row: Row, times: TimeDisplay): Word | undefined {
  const { words, value } = column;
  if (words === undefined) return undefined;
  return typeof words === "function" ? words(row, times) : wordFor(words, String(value(row) ?? ""));
}

/** Returns the web address that a cell leads to: its own, or the value. */
export const linkOf = <Row>(column: Column<Row>, row: Row): string | undefined =>
  column.link === undefined ? String(column.value(row) ?? "") : column.link(row);

/** Returns the value for programs, with times as ISO text. */
export function machineCell(value: Cell | Date): Cell {
  return value instanceof Date ? value.toISOString() : value;
}

const gap = 2;
const sampleSize = 50;

/**
 * Writes a list. On a terminal it is aligned by display width (measured on the first 50 rows, then streamed), truncated to
 * the terminal and has a bold header. Elsewhere it is tab-separated without a header, for cut and awk. Control characters
 * are made visible in both. Resolves with the number of rows written.
 */
export async function writeTable<Row>(
  sink: Sink,
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
  times: TimeDisplay = {},
): Promise<number> {
  return sink.isTTY ? writeAligned(sink, columns, rows, times) : writeTabs(sink, columns, rows);
}

async function writeTabs<Row>(sink: Sink, columns: readonly Column<Row>[], rows: Rows<Row>): Promise<number> {
  const out = gather(sink);
  let count = 0;
  if (sink.header) await out.write(`${columns.map(({ header }) => sanitizeLine(header)).join("\t")}\n`);
  for await (const row of rows) {
    const cells = columns.map((column) => sanitizeLine(String(machineCell(column.value(row)) ?? "")));
    await out.write(`${cells.join("\t")}\n`);
    count += 1;
    if (sink.closed) return count;
  }
  await out.flush();
  return count;
}

interface Line {
  cells: string[];
  /** The web addresses of the cells. */
  links: (string | undefined)[];
  tones: (Tone | undefined)[];
}

async function writeAligned<Row>(
  sink: Sink,
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
  times: TimeDisplay,
): Promise<number> {
  const style = styleFor(sink);
  const local = { now: times.now, timeZone: times.timeZone ?? sink.timeZone };
  const lineOf = (row: Row): Line => ({
    cells: columns.map((column) => sanitizeLine(shownCell(column, row, local, sink))),
    links: columns.map((column) => linkOf(column, row)),
    tones: columns.map((column) => cellTone(column, row, local)),
  });
  const paint = (text: string, tone: Tone | undefined) => (tone === undefined ? text : style[tone](text));
  const header: Line = {
    cells: columns.map((column) => sanitizeLine(column.header)),
    links: [],
    tones: columns.map(() => "heading" as const),
  };
  let widths: number[] | undefined;
  let sample: Line[] = [];
  let count = 0;

  const print = (line: Line) => {
    const cells = (widths ?? []).map((width, index) => {
      const text = cut(line.cells[index] ?? "", width);
      const last = index === (widths?.length ?? 0) - 1;
      const padded = isRight(columns[index]) ? padStart(text, width) : last ? text : padEnd(text, width);
      const whole = padded.replace(text, () => linked(text, line.links[index], sink));
      return paint(whole, line.tones[index]);
    });
    return `${cells.join(" ".repeat(gap))}\n`;
  };
  const begin = async (more: boolean) => {
    const natural = columns.map((_, index) =>
      Math.max(...[header, ...sample].map(({ cells }) => displayWidth(cells[index] ?? ""))),
    );
    widths = columnWidths(natural, columns, sink.columns, more);
    await sink.write([header, ...sample].map(print).join(""));
    sample = [];
  };

  for await (const row of rows) {
    count += 1;
    if (widths !== undefined) await sink.write(print(lineOf(row)));
    else if (sample.push(lineOf(row)) === sampleSize) await begin(true);
    if (sink.closed) return count;
  }
  if (widths === undefined && count > 0) await begin(false);
  return count;
}

/** Returns whether a column is aligned right. */
export function isRight(column: Pick<Column<never>, "align" | "as"> | undefined): boolean {
  return (
    (column?.align ?? (column?.as === "number" || column?.as === "money" ? "right" : "left")) === "right"
  );
}

/**
 * Returns the widths that fit into `width` terminal columns, including gaps of two. Growing columns shrink first, the widest
 * first, then all others, none below its `min`; columns that still do not fit are omitted from the right. With `more` rows
 * to follow, a growing column takes the remaining width.
 */
export function columnWidths(
  natural: readonly number[],
  columns: readonly { grow?: boolean; min?: number }[],
  width: number,
  more = false,
): number[] {
  const least = natural.map((size, index) => Math.min(size, columns[index]?.min ?? 6));
  let columnCount = natural.length;
  while (columnCount > 1 && total(least.slice(0, columnCount)) > width) columnCount -= 1;
  const widths = natural.slice(0, columnCount).map((size) => Math.min(size, Math.max(1, width)));
  const grows = widths.map((_, index) => columns[index]?.grow === true);
  for (const eligible of [(index: number) => grows[index] === true, () => true]) {
    while (total(widths) > width) {
      const widest = widths.reduce(
        (best, size, index) =>
          eligible(index) && size > (least[index] ?? 0) && size > (widths[best] ?? 0) ? index : best,
        -1,
      );
      if (widest < 0) break;
      widths[widest] = (widths[widest] ?? 1) - 1;
    }
  }
  const roomy = grows.lastIndexOf(true);
  if (more && roomy >= 0) widths[roomy] = (widths[roomy] ?? 0) + Math.max(0, width - total(widths));
  return widths;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1);
}

/** What people read instead of a value of the platform, and its style. */
export type Word = readonly [text: string, tone?: Tone | undefined];

/** The words for the values of one field: `{ NOT_PAID: ["not paid"] }`. All other values are written in lower case. */
export type Words = Readonly<Record<string, Word>>;

/** A constant of the platform: `NOT_PAID`. */
const constant = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/**
 * Returns the word for a value, or the different words for a list of constants. A value that is no constant of the platform, such as a
 * name, is returned as it is.
 */
export function wordFor(words: Words, value: string): Word {
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  if (word !== undefined) return word;
  const values = value.split(", ");
  if (!values.every((value) => constant.test(value))) return [value];
  if (values.length > 1) return [[...new Set(values.map((value) => wordFor(words, value)[0]))].join(", ")];
  return [value.toLowerCase().replaceAll("_", " ")];
}

const units: readonly [unit: string, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Returns a time relative to `now` in its largest whole unit: "just now", "2 hours ago", "in 3 days". */
export function relativeTime(time: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - time.getTime()) / 1000);
  const size = Math.abs(seconds);
  const [unit, length] = units.find(([, length]) => size >= length) ?? [];
  if (unit === undefined || length === undefined)
    return size < 10 ? "just now" : phrase(size, "second", seconds < 0);
  return phrase(Math.floor(size / length), unit, seconds < 0);
}

const brief: Readonly<Record<string, string>> = { month: "mo" };

/** Returns a text with short units and without its last `ago`: `2h` for "2 hours ago", "expires in 6d", "now". */
export function shortTime(text: string): string {
  if (text === "just now") return "now";
  return text.replace(/(\d+) ([a-z]+?)s?( ago)?$/, (_, count, unit) => count + (brief[unit] ?? unit[0]));
}

function phrase(count: number, unit: string, future: boolean): string {
  const duration = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return future ? `in ${duration}` : `${duration} ago`;
}

/** Returns a time to the minute with its zone: `2026-11-21 03:57 UTC`, `2026-11-21 04:57 GMT+1`. `timeZone` is an IANA name. */
export function absoluteTime(time: Date, timeZone = "UTC"): string {
  const part = localParts(time, timeZone, "shortOffset");
  const zone = /^GMT(\+0)?$/.test(part.timeZoneName ?? "") ? "UTC" : part.timeZoneName;
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute} ${zone}`;
}

/** Returns a time from ISO text or a Date; undefined for other values. */
export function timeFrom(value: unknown): Date | undefined {
  if (!(value instanceof Date) && typeof value !== "string") return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** One section of a statement: rows of one kind with headings. */
export interface Section {
  /** The kind of the rows, one word: the first cell of each row in output for programs. */
  kind: string;
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** The indexes of right-aligned columns. */
  right?: readonly number[];
}

/**
 * Writes a statement. On a terminal, each section is a table; elsewhere, rows are tab-separated and start with their kind,
 * for grep and cut. Sections without rows are omitted.
 */
export async function writeSections(sink: Sink, sections: readonly Section[]): Promise<void> {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  for (const [place, { kind, headings, rows, right = [] }] of filled.entries()) {
    const columns = headings.flatMap((header, at) => {
      // Empty columns are omitted on a terminal only: programs need a fixed number of columns.
      if (sink.isTTY && rows.every((row) => (row[at] ?? "") === "")) return [];
      const align = right.includes(at) ? ("right" as const) : ("left" as const);
      const grow = at === 0 ? { grow: true, min: 16 } : {};
      return [{ header, value: (row: readonly Cell[]) => row[at] ?? "", align, ...grow }];
    });
    if (place > 0 && sink.isTTY) await sink.write("\n");
    const named = { header: "", value: () => kind };
    await writeTable(sink, sink.isTTY ? columns : [named, ...columns], rows);
  }
}
