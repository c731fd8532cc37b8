import { displayWidth, fit, padEnd, padStart, sanitizeLine } from "../../kernel/text.ts";
import { symbols, type Tone } from "../theme.ts";

/** A line of text or of a drawing, and its text for screen readers; that is empty for drawings. */
export interface DrawnLine {
  readonly text: string;
  readonly tone?: Tone;
  readonly say?: string;
}

/** Returns lines below a title, cut to a width, with a blank line after them. */
export function block(title: string, lines: readonly (string | DrawnLine)[], width: number): DrawnLine[] {
  return [
    { text: fit(title, width), tone: "head" },
    ...lines.map((line) => {
      const whole = typeof line === "string" ? { text: line } : line;
      return { ...whole, text: fit(whole.text, width) };
    }),
    { text: "", say: "" },
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
const widest = 10;
const gapFrom = 4;

/**
 * Returns values as a chart of columns, from its top line to its bottom line; `·` where there is nothing. More values than
 * `width` are added up in groups of neighbors, fewer are drawn wider.
 */
export function columnChart(values: readonly number[], width: number, height: number): string[] {
  const group = Math.ceil(values.length / Math.max(1, width));
  const sums = Array.from({ length: Math.ceil(values.length / group) }, (_, index) =>
    values.slice(index * group, (index + 1) * group).reduce((sum, value) => sum + value, 0),
  );
  const cells = Math.max(1, Math.min(widest, Math.floor(width / Math.max(1, sums.length))));
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

/** Returns bars beside their names, with text for screen readers; `of` is the value of a full bar. */
export function barLines(
  rows: readonly { name: string; value: number; of: number; text: string }[],
  width: number,
): { text: string; say: string }[] {
  const names = rows.map(({ name }) => fit(sanitizeLine(name), Math.floor(width * 0.4)));
  const [nameWidth, wordWidth] = [
    Math.max(0, ...names.map(displayWidth)),
    Math.max(0, ...rows.map(({ text }) => displayWidth(text))),
  ];
  const room = width - nameWidth - wordWidth - 4;
  return rows.map(({ name, value, of, text }, index) => {
    // Without room for a bar, the text has the same value.
    const cells = [
      padEnd(names[index] ?? "", nameWidth),
      ...(room < 4 ? [] : [barText(value, of, room)]),
      padStart(text, wordWidth),
    ];
    return { text: cells.join("  "), say: `${name}: ${text.replaceAll(/ {2,}/g, ", ")}` };
  });
}
