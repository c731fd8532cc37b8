import type { Cells } from "./scale.ts";

/**
 * The terminal draws its picture wherever this character stands: which picture is said by the colour of the text, which
 * part of it by two combining marks. So a picture is ordinary text to everything else: it moves and vanishes with it.
 */
const placeholder = "\u{10eeee}";

/** The marks that stand for 0, 1, 2 …, as the protocol numbers them: single ones, and first and last of a row of them. */
const marks = [
  [0x305],
  [0x30d, 0x30e],
  [0x310],
  [0x312],
  [0x33d, 0x33f],
  [0x346],
  [0x34a, 0x34c],
  [0x350, 0x352],
  [0x357],
  [0x35b],
  [0x363, 0x36f],
  [0x483, 0x487],
  [0x592, 0x595],
  [0x597, 0x599],
].flatMap(([first = 0, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

/** Larger pictures have no placeholders here. */
export const mostCells = marks.length;

/** Hands a PNG file to the terminal under a number, for so many cells; it answers nothing and draws nothing yet. */
export function kittySend(file: Uint8Array, id: number, { columns, rows }: Cells): string {
  const text = Buffer.from(file).toString("base64");
  const pieces = text.match(/.{1,4096}/g) ?? [""];
  return pieces
    .map((piece, index) => {
      const more = index < pieces.length - 1 ? 1 : 0;
      const head = index === 0 ? `a=T,U=1,f=100,t=d,i=${id},c=${columns},r=${rows},` : "";
      return `\x1b_G${head}q=2,m=${more};${piece}\x1b\\`;
    })
    .join("");
}

/** The text that the terminal draws the picture over. */
export function kittyLines(id: number, { columns, rows }: Cells): string[] {
  const colour = `\x1b[38;2;${(id >> 16) & 255};${(id >> 8) & 255};${id & 255}m`;
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, column) => placeholder + marks[row] + marks[column]);
    return `${colour}${cells.join("")}\x1b[39m`;
  });
}

/** Makes the terminal forget the picture. */
export function kittyForget(id: number): string {
  return `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}
