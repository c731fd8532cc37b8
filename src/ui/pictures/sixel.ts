import type { Pixels } from "./read-png.ts";

/** The number of levels of red, green and blue: 216 colours. */
const levels = 6;

/**
 * Returns the sixel sequence of a picture, in bands of six rows. Transparent pixels are not drawn, and the last band
 * does not move the cursor to the next line.
 */
export function sixelImage({ width, height, data }: Pixels): string {
  const colours = new Uint8Array(width * height);
  const used = new Set<number>();
  for (let at = 0; at < colours.length; at++) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at * 4, at * 4 + 4);
    // 0 means transparent, so colours start at 1.
    const colour = opacity < 128 ? 0 : 1 + (levelOf(red) * levels + levelOf(green)) * levels + levelOf(blue);
    colours[at] = colour;
    if (colour > 0) used.add(colour);
  }
  const palette = [...used].map((colour) => `#${colour};2;${percentages(colour - 1).join(";")}`);
  const bands: string[] = [];
  for (let top = 0; top < height; top += 6) bands.push(bandOf(colours, width, top));
  return `\x1bP0;1q"1;1;${width};${height}${palette.join("")}${bands.join("-")}\x1b\\`;
}

const levelOf = (value: number) => Math.round((value * (levels - 1)) / 255);

function percentages(colour: number): number[] {
  const parts = [Math.floor(colour / levels ** 2), Math.floor(colour / levels) % levels, colour % levels];
  return parts.map((part) => (part * 100) / (levels - 1));
}

/** Returns six rows, one pass per colour; `$` returns to the left. */
function bandOf(colours: Uint8Array, width: number, top: number): string {
  const masks = new Map<number, Uint8Array>();
  for (let row = 0; row < 6; row++) {
    const from = (top + row) * width;
    for (const [x, colour] of colours.subarray(from, from + width).entries()) {
      if (colour === 0) continue;
      const mask = masks.get(colour) ?? new Uint8Array(width);
      mask[x] = (mask[x] ?? 0) | (1 << row);
      masks.set(colour, mask);
    }
  }
  return [...masks].map(([colour, mask]) => `#${colour}${encodeMask(mask)}`).join("$");
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
