import { displayWidth, fit, padEnd, padStart, sanitiseLine } from "../../kernel/text.ts";
import { filledCells } from "../components/bar.tsx";
import { symbols } from "../theme.ts";

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

/** Returns bars beside their names, with text for screen readers; `of` is the value of a full bar. */
export function barLines(
  rows: readonly { name: string; value: number; of: number; text: string }[],
  width: number,
): { text: string; say: string }[] {
  const names = rows.map(({ name }) => fit(sanitiseLine(name), Math.floor(width * 0.4)));
  const [nameWidth, wordWidth] = [
    Math.max(0, ...names.map(displayWidth)),
    Math.max(0, ...rows.map(({ text }) => displayWidth(text))),
  ];
  const room = Math.min(30, width - nameWidth - wordWidth - 4);
  return rows.map(({ name, value, of, text }, index) => {
    const filled = filledCells(value, of, room);
    const bar = symbols.barFull.repeat(filled) + symbols.barEmpty.repeat(Math.max(0, room - filled));
    // Without room for a bar, the text has the same value.
    const cells = [
      padEnd(names[index] ?? "", nameWidth),
      ...(room < 4 ? [] : [bar]),
      padStart(text, wordWidth),
    ];
    return { text: cells.join("  "), say: `${name}: ${text.replaceAll(/ {2,}/g, ", ")}` };
  });
}
