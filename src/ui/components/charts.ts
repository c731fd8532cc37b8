import { displayWidth, fit, padEnd, padStart, sanitizeLine } from "../../kernel/text.ts";
import { symbols, type Tone } from "../theme.ts";

/** A piece of a line in one style. */
export interface Piece {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** A line of text or of a drawing, its pieces if they have several styles, and its text for screen readers; that is empty for drawings. */
export interface DrawnLine {
  readonly text: string;
  readonly tone?: Tone | undefined;
  readonly pieces?: readonly Piece[];
  readonly say?: string | undefined;
}

/** Returns a line of pieces. */
export const drawnLine = (pieces: readonly Piece[], say?: string): DrawnLine => ({
  text: pieces.map(({ text }) => text).join(""),
  pieces,
  say,
});

/** Returns lines below a title, cut to a width, with a blank line after them. */
export function titledLines(
  title: string,
  lines: readonly (string | DrawnLine)[],
  width: number,
): DrawnLine[] {
  return [
    { text: fit(title, width), tone: "head" },
    ...lines.map((line) => cutTo(line, width)),
    { text: "", say: "" },
  ];
}

/** Returns pieces of a line, sanitized and cut to a width. */
export function cutPieces(pieces: readonly Piece[], width: number): Piece[] {
  let room = width;
  return pieces.map((piece) => {
    const text = fit(sanitizeLine(piece.text), Math.max(0, room));
    room -= displayWidth(text);
    return { ...piece, text };
  });
}

function cutTo(line: string | DrawnLine, width: number): DrawnLine {
  const whole = typeof line === "string" ? { text: line } : line;
  if (displayWidth(whole.text) <= width) return whole;
  const { text, tone, say, pieces = [{ text, tone }] } = whole;
  return drawnLine(cutPieces(pieces, width), say ?? text);
}

/** Returns lines in a frame with a title and a text at its end, at least `height` high. */
export function framed(
  { title, corner = "", lines }: { title: string; corner?: string; lines: readonly (string | DrawnLine)[] },
  width: number,
  height = 0,
): DrawnLine[] {
  const inner = Math.max(1, width - 4);
  const head = fit(title, inner);
  const end = displayWidth(head) + displayWidth(corner) + 3 > inner ? "" : corner;
  const line = "─".repeat(Math.max(0, inner - displayWidth(head) - (end === "" ? 0 : displayWidth(end) + 2)));
  const blank = Math.max(0, height - 2 - lines.length);
  const rows = [...lines, ...Array<string>(blank).fill("")];
  return [
    drawnLine(
      [
        { text: "╭ ", tone: "dim" },
        { text: head, tone: "head" },
        { text: ` ${line}${end === "" ? "" : " "}`, tone: "dim" },
        { text: end, tone: "key" },
        { text: end === "" ? "╮" : " ╮", tone: "dim" },
      ],
      [title, corner].filter(Boolean).join(", "),
    ),
    ...rows.map((row) => {
      const { text, tone, pieces = [{ text, tone }], say } = cutTo(row, inner);
      const rest = " ".repeat(Math.max(0, inner - displayWidth(text)));
      return drawnLine(
        [{ text: "│ ", tone: "dim" }, ...pieces, { text: `${rest} │`, tone: "dim" }],
        say ?? text,
      );
    }),
    drawnLine([{ text: `╰${"─".repeat(inner + 2)}╯`, tone: "dim" }], ""),
  ];
}

/** Returns how many of `width` cells are filled: all only at 100%, and at least one above 0%. */
export function filledCells(value: number, total: number, width: number): number {
  if (total <= 0 || value <= 0 || width <= 0) return 0;
  if (value >= total) return width;
  return Math.min(width - 1, Math.max(1, Math.round((value / total) * width)));
}

/** Returns a bar of `width` cells. */
export function barText(value: number, total: number, width: number): string {
  const filled = filledCells(value, total, width);
  return symbols.barFull.repeat(filled) + symbols.barEmpty.repeat(Math.max(0, width - filled));
}

const levels = "▁▂▃▄▅▆▇█";

/** The widest column of a chart, in cells; from `gapFrom` cells on, the last one is blank. */
const widest = 16;
const gapFrom = 4;

/** Returns the values of the columns of a chart: more values than `width` are added up in groups of neighbors. */
export function columnValues(values: readonly number[], width: number): number[] {
  const group = Math.max(1, Math.ceil(values.length / Math.max(1, width)));
  return Array.from({ length: Math.ceil(values.length / group) }, (_, index) =>
    values.slice(index * group, (index + 1) * group).reduce((sum, value) => sum + value, 0),
  );
}

/** Returns the width of the columns of a chart, in cells, which has at most `width`. */
export const columnWidth = (count: number, width: number): number =>
  Math.max(1, Math.min(widest, Math.floor(width / Math.max(1, count))));

/**
 * Returns values as a chart of columns, from its top line to its bottom line; `·` where there is nothing. Fewer values than
 * `width` are drawn wider.
 */
export function columnChart(values: readonly number[], width: number, height: number): string[] {
  const sums = columnValues(values, width);
  const cells = columnWidth(sums.length, width);
  const most = Math.max(...sums, 0);
  return Array.from({ length: height }, (_, line) => {
    const below = height - 1 - line;
    const drawn = sums.map((value) => {
      const eighths = value <= 0 ? 0 : Math.ceil((value / most) * height * levels.length);
      const level = Math.min(levels.length, eighths - below * levels.length);
      const cell = eighths === 0 && below === 0 ? "·" : (levels[level - 1] ?? " ");
      return cells < gapFrom ? cell.repeat(cells) : `${cell.repeat(cells - 1)} `;
    });
    return drawn.join("");
  });
}

/** Digits of three cells by five lines. */
const digits = [
  "███  █  ███ ███ █ █ ███ ███ ███ ███ ███",
  "█ █ ██    █   █ █ █ █   █     █ █ █ █ █",
  "█ █  █  ███ ███ ███ ███ ███   █ ███ ███",
  "█ █  █  █     █   █   █ █ █   █ █ █   █",
  "███ ███ ███ ███   █ ███ ███   █ ███ ███",
];

/** Returns a percentage in big digits, five lines, with a usual sign after the last one; `scale` is the width of their cells. */
export const bigPercent = (value: number, scale: number): string[] =>
  digits.map((line, index) => {
    const cells = [...String(value)].flatMap((digit) => [
      ...line.slice(Number(digit) * 4, Number(digit) * 4 + 3).padEnd(3),
      " ",
    ]);
    return cells.map((cell) => cell.repeat(scale)).join("") + (index === digits.length - 1 ? "%" : " ");
  });

/** Long names are cut only where bars would be narrower. */
const enoughCells = 8;

/** Returns bars beside their names, with text for screen readers; `of` is the value of a full bar. */
export function namedBars(
  rows: readonly { name: string; value: number; of: number; text: string; tone?: Tone }[],
  width: number,
): DrawnLine[] {
  const wordWidth = Math.max(0, ...rows.map(({ text }) => displayWidth(text)));
  const most = Math.max(Math.floor(width * 0.4), width - wordWidth - 4 - enoughCells);
  const names = rows.map(({ name }) => fit(sanitizeLine(name), most));
  const nameWidth = Math.max(0, ...names.map(displayWidth));
  const room = width - nameWidth - wordWidth - 4;
  return rows.map(({ name, value, of, text, tone = "key" }, index) => {
    const filled = filledCells(value, of, room);
    // Without room for a bar, the text has the same value.
    const bar: Piece[] =
      room < 4
        ? []
        : [
            { text: "━".repeat(filled), tone },
            { text: `${"─".repeat(room - filled)}  `, tone: "dim" },
          ];
    const pieces = [
      { text: `${padEnd(names[index] ?? "", nameWidth)}  ` },
      ...bar,
      { text: padStart(text, wordWidth) },
    ];
    return drawnLine(pieces, `${name}: ${text.replaceAll(/ {2,}/g, ", ")}`);
  });
}
