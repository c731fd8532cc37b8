import { blockLines, type Depth } from "./blocks.ts";
import { inlineImage } from "./inline.ts";
import { kittyForget, kittyLines, kittySend } from "./kitty.ts";
import { readPng } from "./read-png.ts";
import { type Cells, cellsFor, scaled } from "./scale.ts";
import { sixelImage } from "./sixel.ts";
import type { Way } from "./way.ts";

/** A picture as a terminal shows it. */
export interface ShownPicture extends Cells {
  /** The text at its place, as wide as it is; blank where it is drawn over the frame. */
  readonly lines: readonly string[];
  /** What the terminal is sent before the text stands there, and when it is gone. */
  readonly send?: { readonly before: string; readonly after: string };
  /** What draws it at the cursor, over the frame. */
  readonly overlay?: string;
}

/**
 * Prepares a picture file for a terminal, in the room there is. `id` is its number among the terminal's pictures.
 * Throws TillError for a file that cannot be shown so.
 */
export function showPicture(
  file: Uint8Array,
  room: Cells,
  { way, depth, id }: { way: Way; depth: Depth; id: number },
): ShownPicture {
  if (way.kind === "inline" && isOtherPicture(file))
    return { ...over(room), overlay: inlineImage(file, room) };
  const picture = readPng(file);
  const cells = cellsFor(picture, room);
  switch (way.kind) {
    case "kitty":
      return {
        ...cells,
        lines: kittyLines(id, cells),
        send: { before: kittySend(file, id, cells), after: kittyForget(id) },
      };
    case "inline":
      return { ...over(cells), overlay: inlineImage(file, cells) };
    case "sixel": {
      const [width, height] = [cells.columns * way.cell.width, cells.rows * way.cell.height];
      const scale = Math.min(width / picture.width, height / picture.height);
      const size = [picture.width, picture.height].map((length) => Math.max(1, Math.floor(length * scale)));
      return { ...over(cells), overlay: sixelImage(scaled(picture, size[0] ?? 1, size[1] ?? 1)) };
    }
    case "blocks":
      return { ...cells, lines: blockLines(picture, cells, depth) };
  }
}

/** JPEG, GIF and WebP, which terminals read that take whole files; whatever else a host may send is not handed on. */
function isOtherPicture(file: Uint8Array): boolean {
  const start = Buffer.from(file.subarray(0, 12)).toString("latin1");
  return /^(\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(start);
}

function over({ columns, rows }: Cells) {
  return { columns, rows, lines: Array.from({ length: rows }, () => " ".repeat(columns)) };
}
