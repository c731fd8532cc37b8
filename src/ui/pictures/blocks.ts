import type { Pixels } from "./read-png.ts";
import { type Cells, scaled } from "./scale.ts";

/** The number of colours that the terminal supports. */
export type Depth = "256" | "all";

/**
 * Returns a picture as lines of text: each cell shows two pixels, one above the other, with a half block. Pixels that
 * are mostly transparent keep the terminal's background.
 */
export function blockLines(picture: Pixels, { columns, rows }: Cells, depth: Depth): string[] {
  const { data } = scaled(picture, columns, rows * 2);
  const colour = (x: number, y: number): string | undefined => {
    const at = (y * columns + x) * 4;
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4);
    if (opacity < 128) return undefined;
    return depth === "all" ? `2;${red};${green};${blue}` : `5;${nearestOf256(red, green, blue)}`;
  };
  return Array.from({ length: rows }, (_, row) => {
    let line = "";
    let before = "";
    for (let x = 0; x < columns; x++) {
      const { block, codes } = halfBlock(colour(x, row * 2), colour(x, row * 2 + 1));
      if (codes !== before) line += `\x1b[0${codes}m`;
      before = codes;
      line += block;
    }
    return before === "" ? line : `${line}\x1b[0m`;
  });
}

/**
 * Returns the character and the colour codes of a cell with two colours. The foreground is the upper half, the
 * background the lower; a cell of a single colour is a blank.
 */
function halfBlock(top: string | undefined, bottom: string | undefined): { block: string; codes: string } {
  if (top === undefined)
    return bottom === undefined ? { block: " ", codes: "" } : { block: "▄", codes: `;38;${bottom}` };
  if (top === bottom) return { block: " ", codes: `;48;${top}` };
  return { block: "▀", codes: `;38;${top}${bottom === undefined ? "" : `;48;${bottom}`}` };
}

/** The levels of the colour cube, colours 16 to 231. */
const steps = [0, 95, 135, 175, 215, 255];

/** Returns the nearest of the 256 colours: in the colour cube, or in the greys from 232. */
export function nearestOf256(red: number, green: number, blue: number): number {
  const cube = [red, green, blue].map(nearestStep) as [number, number, number];
  const grey = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const distance = (values: readonly number[]) =>
    [red, green, blue].reduce((sum, value, index) => sum + (value - (values[index] ?? 0)) ** 2, 0);
  const level = 8 + grey * 10;
  const asCube = cube.map((step) => steps[step] ?? 0);
  return distance([level, level, level]) < distance(asCube)
    ? 232 + grey
    : 16 + cube[0] * 36 + cube[1] * 6 + cube[2];
}

function nearestStep(value: number): number {
  return steps.reduce(
    (best, step, index) => (Math.abs(step - value) < Math.abs((steps[best] ?? 0) - value) ? index : best),
    0,
  );
}
