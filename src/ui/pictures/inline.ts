import type { Cells } from "./scale.ts";

/** Draws a picture file of any kind at the cursor, undistorted in so many cells, as iTerm2 and WezTerm take it. */
export function inlineImage(file: Uint8Array, { columns, rows }: Cells): string {
  const facts = `inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`;
  return `\x1b]1337;File=${facts}:${Buffer.from(file).toString("base64")}\x07`;
}
