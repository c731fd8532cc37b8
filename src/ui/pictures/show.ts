import { nearestOf256 } from "../themes.ts";
import type { PictureProtocol } from "./pictures.ts";
import { type Cells, cellsFor, type Pixels, readPng, scaledPicture } from "./png.ts";

/** A picture prepared for a terminal. */
export interface ShownPicture extends Cells {
  /** The text in its place. */
  readonly lines: readonly string[];
  /** Sequences to send before the text is drawn, and after it is removed. */
  readonly send?: { readonly before: string; readonly after: string };
}

/**
 * Prepares an image file for a terminal, to fit into `room`. `id` is the image id. Throws TillError for a file that
 * cannot be shown.
 */
export function showPicture(
  file: Uint8Array,
  room: Cells,
  { protocol, depth, id }: { protocol: PictureProtocol; depth: Depth; id: number },
): ShownPicture {
  const picture = readPng(file);
  const cells = cellsFor(picture, room);
  if (protocol === "blocks") return { ...cells, lines: blockLines(picture, cells, depth) };
  return {
    ...cells,
    lines: kittyLines(id, cells),
    send: { before: kittySend(file, id, cells), after: kittyForget(id) },
  };
}

/**
 * The placeholder character of kitty's graphics protocol. The text color gives the image id, and two combining marks
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
  const color = `\x1b[38;2;${(id >> 16) & 255};${(id >> 8) & 255};${id & 255}m`;
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, column) => placeholder + marks[row] + marks[column]);
    return `${color}${cells.join("")}\x1b[39m`;
  });
}

/** Returns the sequence that deletes an image from the terminal's memory. */
export function kittyForget(id: number): string {
  return `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}

/** The number of colors that the terminal supports. */
type Depth = "256" | "all";

/**
 * Returns a picture as lines of text: each cell shows two pixels, one above the other, with a half block. Pixels that
 * are mostly transparent keep the terminal's background.
 */
export function blockLines(picture: Pixels, { columns, rows }: Cells, depth: Depth): string[] {
  const { data } = scaledPicture(picture, columns, rows * 2);
  const color = (x: number, y: number): string | undefined => {
    const at = (y * columns + x) * 4;
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4);
    if (opacity < 128) return undefined;
    return depth === "all" ? `2;${red};${green};${blue}` : `5;${nearestOf256(red, green, blue)}`;
  };
  return Array.from({ length: rows }, (_, row) => {
    let line = "";
    let before = "";
    for (let x = 0; x < columns; x++) {
      const { block, codes } = halfBlock(color(x, row * 2), color(x, row * 2 + 1));
      if (codes !== before) line += `\x1b[0${codes}m`;
      before = codes;
      line += block;
    }
    return before === "" ? line : `${line}\x1b[0m`;
  });
}

/**
 * Returns the character and the color codes of a cell with two colors. The foreground is the upper half, the
 * background the lower; a cell of a single color is a blank.
 */
function halfBlock(top: string | undefined, bottom: string | undefined): { block: string; codes: string } {
  if (top === undefined)
    return bottom === undefined ? { block: " ", codes: "" } : { block: "▄", codes: `;38;${bottom}` };
  if (top === bottom) return { block: " ", codes: `;48;${top}` };
  return { block: "▀", codes: `;38;${top}${bottom === undefined ? "" : `;48;${bottom}`}` };
}
