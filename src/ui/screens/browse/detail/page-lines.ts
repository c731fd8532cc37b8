import { displayWidth, fit, labelOf, padEnd, padStart, sanitiseLine, wrap } from "../../../../kernel/text.ts";
import { spokenCells } from "../../../components/table.tsx";
import { columnGap, layoutColumns } from "../../../components/table-layout.ts";
import type { TextProps } from "../../../ink.ts";
import { paint, symbols, type Tone } from "../../../theme.ts";
import type { BrowseColumn, BrowseRow, Detail, DetailSection } from "../browse-resource.ts";

/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** A line of a page: its pieces, or one text with its own style. */
export interface PageLine {
  readonly spans: readonly Span[];
  readonly look?: TextProps;
}

/** How a page is drawn. */
export interface PageStyle {
  readonly width: number;
  /** Draws ASCII characters only. */
  readonly ascii: boolean;
  /** Writes tables as sentences, for screen readers. */
  readonly spoken: boolean;
}

/** The width of the bar of a row, in columns. */
const barWidth = 10;

/** Returns a line in one style. */
export const lineOf = (text: string, tone?: Tone): PageLine => ({ spans: [{ text, tone }] });

/** Returns the text of a line with its styles, cut to a width. */
export function paintLine({ spans }: PageLine, width: number): string {
  let room = width;
  const pieces: string[] = [];
  for (const { text, tone } of spans) {
    const piece = fit(sanitiseLine(text), room);
    room -= displayWidth(piece);
    pieces.push(tone === undefined ? piece : paint(piece, tone));
  }
  return pieces.join("") || " ";
}

/** Returns the fields of an object, its sections and its history as lines. */
export function pageLines(
  { lines, sections = [], history }: Pick<Detail, "lines" | "sections" | "history">,
  style: PageStyle,
): PageLine[] {
  const { width } = style;
  const label = Math.min(18, Math.max(0, ...lines.map((line) => displayWidth(line.label))));
  const when = Math.min(20, Math.max(0, ...history.map((one) => displayWidth(one.when))));
  return [
    ...lines.flatMap(({ label: name, text, tone }) => labelled(name, text, { indent: label, width, tone })),
    ...sections.flatMap((section) => [
      lineOf(""),
      lineOf(section.title, "head"),
      ...("text" in section ? wrapped(section.text, width) : tableLines(section, style)),
    ]),
    ...(history.length > 0 ? [lineOf(""), lineOf("History", "head")] : []),
    ...history.flatMap((one) => labelled(one.when, one.text, { indent: when, width })),
  ];
}

/** Returns what a list knows of a row, until the row is read. */
export function summaryLines(
  columns: readonly BrowseColumn[],
  { cells, tones }: BrowseRow,
  style: PageStyle,
): PageLine[] {
  const lines = columns.flatMap(({ title }, index) => {
    const text = cells[index]?.trim() ?? "";
    return text === "" ? [] : [{ label: labelOf(title), text, tone: tones?.[index] }];
  });
  return [...pageLines({ lines, history: [] }, style), lineOf("…", "dim")];
}

const wrapped = (text: string, width: number) => wrap(text, Math.max(10, width)).map((line) => lineOf(line));

/** Returns a dim label and a text that is wrapped beside it. */
function labelled(
  name: string,
  text: string,
  { indent, width, tone }: { indent: number; width: number; tone?: Tone | undefined },
): PageLine[] {
  return wrap(text, Math.max(10, width - indent - columnGap)).map((line, index) => ({
    spans: [
      { text: padEnd(index === 0 ? fit(name, indent) : "", indent + columnGap), tone: "dim" },
      { text: line, tone },
    ],
  }));
}

type DetailTable = Extract<DetailSection, { rows: unknown }>;

function tableLines({ columns, rows }: DetailTable, { width, ascii, spoken }: PageStyle): PageLine[] {
  const titles = columns.map(({ title }) => title);
  if (spoken)
    return rows.map(({ cells, share }) => {
      const text = spokenCells(titles, cells);
      return lineOf(share === undefined ? text : `${text}, ${Math.round(share * 100)} %`);
    });
  const hasBars = rows.some(({ share }) => share !== undefined) && width >= 40;
  const needs = columns.map(({ title }, index) => ({
    natural: Math.max(
      displayWidth(title),
      ...rows.map(({ cells }) => displayWidth(sanitiseLine(cells[index] ?? ""))),
    ),
  }));
  const widths = layoutColumns(needs, width - (hasBars ? barWidth + columnGap : 0));
  const cell = (text: string, index: number): string => {
    const size = widths[index] ?? 0;
    if (size === 0) return "";
    const pad = columns[index]?.align === "right" ? padStart : padEnd;
    return pad(fit(sanitiseLine(text), size), size);
  };
  const gapBefore = (index: number) => (index > 0 && (widths[index] ?? 0) > 0 ? " ".repeat(columnGap) : "");
  const heading = titles.map((title, index) => gapBefore(index) + cell(title, index)).join("");
  return [
    ...(titles.every((title) => title === "") ? [] : [lineOf(heading, "dim")]),
    ...rows.map(({ cells, tones, share }) => ({
      spans: [
        ...cells.flatMap((text, index) => [
          { text: gapBefore(index) },
          { text: cell(text, index), tone: tones[index] },
        ]),
        ...(hasBars && share !== undefined ? barOf(share, ascii) : []),
      ],
    })),
  ];
}

function barOf(share: number, ascii: boolean): Span[] {
  const [full, empty] = ascii ? ["#", "."] : [symbols.barFull, symbols.barEmpty];
  const filled = Math.round(share * barWidth);
  return [
    { text: " ".repeat(columnGap) },
    { text: full.repeat(filled), tone: share >= 1 ? "failed" : "key" },
    { text: empty.repeat(barWidth - filled), tone: "dim" },
  ];
}
