import type { Cells } from "./scale.ts";

/**
 * The placeholder character of kitty's graphics protocol. The text colour gives the image id, and two combining marks
 * give row and column. To other programs such a picture is text: it scrolls and is erased like text.
 */
const placeholder = "\u{10eeee}";

/** The marks for row or column 0, 1, 2 …, as ranges of code points. */
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

/** The maximum number of rows or columns. */
export const maxCells = marks.length;

/**
 * Returns the sequence that sends a PNG file to the terminal with an image id and a size in cells; nothing is drawn
 * yet.
 */
export function kittySend(file: Uint8Array, id: number, { columns, rows }: Cells): string {
  const text = Buffer.from(file).toString("base64");
  const chunks = text.match(/.{1,4096}/g) ?? [""];
  return chunks
    .map((chunk, index) => {
      const more = index < chunks.length - 1 ? 1 : 0;
      const head = index === 0 ? `a=T,U=1,f=100,t=d,i=${id},c=${columns},r=${rows},` : "";
      return `\x1b_G${head}q=2,m=${more};${chunk}\x1b\\`;
    })
    .join("");
}

/** Returns the placeholder text for an image, as lines. */
export function kittyLines(id: number, { columns, rows }: Cells): string[] {
  const colour = `\x1b[38;2;${(id >> 16) & 255};${(id >> 8) & 255};${id & 255}m`;
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, column) => placeholder + marks[row] + marks[column]);
    return `${colour}${cells.join("")}\x1b[39m`;
  });
}

/** Returns the sequence that deletes an image from the terminal's memory. */
export function kittyForget(id: number): string {
  return `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}
