import type { PictureProtocol } from "./pictures.ts";
import { type Cells, cellsFor, type Pixels, readPng, scaled } from "./png.ts";

/** A picture prepared for a terminal. */
export interface ShownPicture extends Cells {
  /** The text in its place; blanks if the picture is drawn over the frame. */
  readonly lines: readonly string[];
  /** Sequences to send before the text is drawn, and after it is removed. */
  readonly send?: { readonly before: string; readonly after: string };
  /** The sequence that draws it at the cursor, over the frame. */
  readonly overlay?: string;
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
  if (protocol.kind === "inline" && isOtherPicture(file))
    return { ...blankCells(room), overlay: inlineImage(file, room) };
  const picture = readPng(file);
  const cells = cellsFor(picture, room);
  switch (protocol.kind) {
    case "kitty":
      return {
        ...cells,
        lines: kittyLines(id, cells),
        send: { before: kittySend(file, id, cells), after: kittyForget(id) },
      };
    case "inline":
      return { ...blankCells(cells), overlay: inlineImage(file, cells) };
    case "sixel": {
      const [width, height] = [cells.columns * protocol.cell.width, cells.rows * protocol.cell.height];
      const scale = Math.min(width / picture.width, height / picture.height);
      const size = [picture.width, picture.height].map((length) => Math.max(1, Math.floor(length * scale)));
      return { ...blankCells(cells), overlay: sixelImage(scaled(picture, size[0] ?? 1, size[1] ?? 1)) };
    }
    case "blocks":
      return { ...cells, lines: blockLines(picture, cells, depth) };
  }
}

/**
 * Returns whether a file is a JPEG, GIF or WebP, which terminals with inline images decode themselves. Other files are
 * not sent to the terminal.
 */
function isOtherPicture(file: Uint8Array): boolean {
  const start = Buffer.from(file.subarray(0, 12)).toString("latin1");
  return /^(\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(start);
}

function blankCells({ columns, rows }: Cells) {
  return { columns, rows, lines: Array.from({ length: rows }, () => " ".repeat(columns)) };
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

/** The number of levels of red, green and blue: 216 colors. */
const levels = 6;

/**
 * Returns the sixel sequence of a picture, in bands of six rows. Transparent pixels are not drawn, and the last band
 * does not move the cursor to the next line.
 */
export function sixelImage({ width, height, data }: Pixels): string {
  const colors = new Uint8Array(width * height);
  const used = new Set<number>();
  for (let at = 0; at < colors.length; at++) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at * 4, at * 4 + 4);
    // 0 means transparent, so colors start at 1.
    const color = opacity < 128 ? 0 : 1 + (levelOf(red) * levels + levelOf(green)) * levels + levelOf(blue);
    colors[at] = color;
    if (color > 0) used.add(color);
  }
  const palette = [...used].map((color) => `#${color};2;${percentages(color - 1).join(";")}`);
  const bands: string[] = [];
  for (let top = 0; top < height; top += 6) bands.push(bandOf(colors, width, top));
  return `\x1bP0;1q"1;1;${width};${height}${palette.join("")}${bands.join("-")}\x1b\\`;
}

const levelOf = (value: number) => Math.round((value * (levels - 1)) / 255);

function percentages(color: number): number[] {
  const parts = [Math.floor(color / levels ** 2), Math.floor(color / levels) % levels, color % levels];
  return parts.map((part) => (part * 100) / (levels - 1));
}

/** Returns six rows, one pass per color; `$` returns to the left. */
function bandOf(colors: Uint8Array, width: number, top: number): string {
  const masks = new Map<number, Uint8Array>();
  for (let row = 0; row < 6; row++) {
    const from = (top + row) * width;
    for (const [x, color] of colors.subarray(from, from + width).entries()) {
      if (color === 0) continue;
      const mask = masks.get(color) ?? new Uint8Array(width);
      mask[x] = (mask[x] ?? 0) | (1 << row);
      masks.set(color, mask);
    }
  }
  return [...masks].map(([color, mask]) => `#${color}${encodeMask(mask)}`).join("$");
}

/** Returns the mask in sixel characters, with run-length encoding. */
function encodeMask(mask: Uint8Array): string {
  let text = "";
  for (let at = 0; at < mask.length; ) {
    let end = at + 1;
    while (end < mask.length && mask[end] === mask[at]) end++;
    const character = String.fromCharCode(63 + (mask[at] ?? 0));
    text += end - at > 3 ? `!${end - at}${character}` : character.repeat(end - at);
    at = end;
  }
  return text;
}

/** The number of colors that the terminal supports. */
type Depth = "256" | "all";

/**
 * Returns a picture as lines of text: each cell shows two pixels, one above the other, with a half block. Pixels that
 * are mostly transparent keep the terminal's background.
 */
export function blockLines(picture: Pixels, { columns, rows }: Cells, depth: Depth): string[] {
  const { data } = scaled(picture, columns, rows * 2);
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

/** The levels of the color cube, colors 16 to 231. */
const steps = [0, 95, 135, 175, 215, 255];

/** Returns the nearest of the 256 colors: in the color cube, or in the grays from 232. */
export function nearestOf256(red: number, green: number, blue: number): number {
  const cube = [red, green, blue].map(nearestStep) as [number, number, number];
  const gray = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const distance = (values: readonly number[]) =>
    [red, green, blue].reduce((sum, value, index) => sum + (value - (values[index] ?? 0)) ** 2, 0);
  const level = 8 + gray * 10;
  const asCube = cube.map((step) => steps[step] ?? 0);
  return distance([level, level, level]) < distance(asCube)
    ? 232 + gray
    : 16 + cube[0] * 36 + cube[1] * 6 + cube[2];
}

function nearestStep(value: number): number {
  return steps.reduce(
    (best, step, index) => (Math.abs(step - value) < Math.abs((steps[best] ?? 0) - value) ? index : best),
    0,
  );
}

/** Returns the sequence that draws an image file at the cursor, in the protocol of iTerm2 and WezTerm. */
export function inlineImage(file: Uint8Array, { columns, rows }: Cells): string {
  const args = `inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`;
  return `\x1b]1337;File=${args}:${Buffer.from(file).toString("base64")}\x07`;
}
