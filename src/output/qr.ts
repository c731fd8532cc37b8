import { encode } from "uqr";

/** The squares of a QR code, row by row, true where they are dark, with `border` squares of quiet around it. */
export function qrSquares(text: string, border = 4): boolean[][] {
  return encode(text, { border }).data;
}

/**
 * The code in text, two rows of squares a line. Light squares are painted, so that without colours it can be read on a
 * dark terminal; in white on black (`qrColours`) it can be read on any.
 */
export function qrLines(squares: readonly (readonly boolean[])[]): string[] {
  const lines: string[] = [];
  for (let row = 0; row < squares.length; row += 2) {
    const below = squares[row + 1];
    const line = (squares[row] ?? []).map((dark, at) => half(!dark, below !== undefined && !below[at]));
    lines.push(line.join(""));
  }
  return lines;
}

/** The code with as much quiet around it as there is room for, at least one square; undefined where it does not fit. */
export function qrWithin(text: string, room: { columns: number; lines: number }): string[] | undefined {
  for (let border = 4; border > 0; border--) {
    const lines = qrLines(qrSquares(text, border));
    if (lines.length <= room.lines && (lines[0]?.length ?? 0) <= room.columns) return lines;
  }
  return undefined;
}

/** Bright white on black, and back to the terminal's own colours. */
export const qrColours = { on: "\x1b[97;40m", off: "\x1b[39;49m" } as const;

const half = (top: boolean, bottom: boolean) => (top ? (bottom ? "█" : "▀") : bottom ? "▄" : " ");
