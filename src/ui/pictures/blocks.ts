import type { Pixels } from "./read-png.ts";
import { type Cells, scaled } from "./scale.ts";

/** How many colours the terminal has: 256, or all of them. */
export type Depth = "256" | "all";

/**
 * A picture as lines of text: every cell is two pixels, one above the other, in the colours of a half block. What is
 * mostly transparent keeps the terminal's own background.
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
      const { block, codes } = half(colour(x, row * 2), colour(x, row * 2 + 1));
      if (codes !== before) line += `\x1b[0${codes}m`;
      before = codes;
      line += block;
    }
    return before === "" ? line : `${line}\x1b[0m`;
  });
}

/** One cell: the colour of its upper half is drawn, that of its lower half lies behind it; one colour alone needs no block. */
function half(top: string | undefined, bottom: string | undefined): { block: string; codes: string } {
  if (top === undefined)
    return bottom === undefined ? { block: " ", codes: "" } : { block: "▄", codes: `;38;${bottom}` };
  if (top === bottom) return { block: " ", codes: `;48;${top}` };
  return { block: "▀", codes: `;38;${top}${bottom === undefined ? "" : `;48;${bottom}`}` };
}

/** The steps of the colour cube from 16 to 231. */
const steps = [0, 95, 135, 175, 215, 255];

/** The nearest of the 256 colours: of the cube, or of the greys from 232 on. */
export function nearestOf256(red: number, green: number, blue: number): number {
  const cube = [red, green, blue].map(nearestStep) as [number, number, number];
  const grey = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const far = (values: readonly number[]) =>
    [red, green, blue].reduce((sum, value, index) => sum + (value - (values[index] ?? 0)) ** 2, 0);
  const level = 8 + grey * 10;
  const asCube = cube.map((step) => steps[step] ?? 0);
  return far([level, level, level]) < far(asCube) ? 232 + grey : 16 + cube[0] * 36 + cube[1] * 6 + cube[2];
}

function nearestStep(value: number): number {
  return steps.reduce(
    (best, step, index) => (Math.abs(step - value) < Math.abs((steps[best] ?? 0) - value) ? index : best),
    0,
  );
}
