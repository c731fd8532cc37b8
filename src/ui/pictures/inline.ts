import type { Cells } from "./scale.ts";

/** Returns the sequence that draws an image file at the cursor, in the protocol of iTerm2 and WezTerm. */
export function inlineImage(file: Uint8Array, { columns, rows }: Cells): string {
  const args = `inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`;
  return `\x1b]1337;File=${args}:${Buffer.from(file).toString("base64")}\x07`;
}
