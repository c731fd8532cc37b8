import { blockLines, type Depth } from "./blocks.ts";
import { inlineImage } from "./inline.ts";
import { kittyForget, kittyLines, kittySend } from "./kitty.ts";
import type { PictureProtocol } from "./protocol.ts";
import { readPng } from "./read-png.ts";
import { type Cells, cellsFor, scaled } from "./scale.ts";
import { sixelImage } from "./sixel.ts";

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
