import { encode } from "uqr";

/** Returns the modules of a QR code row by row, true if dark, with a quiet zone of `border` modules. */
export function qrSquares(text: string, border = 4): boolean[][] {
  return encode(text, { border }).data;
}

/**
 * Returns the code as text, two rows of modules per line. Light modules are drawn, so that it is readable without color on
 * a dark terminal; in white on black (`qrColors`) it is readable on any terminal.
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

/** Returns the code with the widest quiet zone that fits, at least one module; undefined if it does not fit. */
export function qrWithin(text: string, room: { columns: number; lines: number }): string[] | undefined {
  for (let border = 4; border > 0; border--) {
    const lines = qrLines(qrSquares(text, border));
    if (lines.length <= room.lines && (lines[0]?.length ?? 0) <= room.columns) return lines;
  }
  return undefined;
}

/** Bright white on black, and the reset to the terminal's colors. */
export const qrColors = { on: "\x1b[97;40m", off: "\x1b[39;49m" } as const;

const half = (top: boolean, bottom: boolean) => (top ? (bottom ? "█" : "▀") : bottom ? "▄" : " ");
