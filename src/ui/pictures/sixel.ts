import type { Pixels } from "./read-png.ts";

/** Of each of the three colours there are so many shades, which makes 216. */
const shades = 6;

/**
 * Draws a picture at the cursor, pixel by pixel, in bands of six rows. Transparent pixels are left as they are, and so
 * is the cursor's line: no band stands below the last.
 */
export function sixelImage({ width, height, data }: Pixels): string {
  const colours = new Uint8Array(width * height);
  const used = new Set<number>();
  for (let at = 0; at < colours.length; at++) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at * 4, at * 4 + 4);
    // 0 stands for nothing, so that colours begin at 1.
    const colour = opacity < 128 ? 0 : 1 + (shadeOf(red) * shades + shadeOf(green)) * shades + shadeOf(blue);
    colours[at] = colour;
    if (colour > 0) used.add(colour);
  }
  const palette = [...used].map((colour) => `#${colour};2;${percentages(colour - 1).join(";")}`);
  const bands: string[] = [];
  for (let top = 0; top < height; top += 6) bands.push(bandOf(colours, width, top));
  return `\x1bP0;1q"1;1;${width};${height}${palette.join("")}${bands.join("-")}\x1b\\`;
}

const shadeOf = (value: number) => Math.round((value * (shades - 1)) / 255);

function percentages(colour: number): number[] {
  const parts = [Math.floor(colour / shades ** 2), Math.floor(colour / shades) % shades, colour % shades];
  return parts.map((part) => (part * 100) / (shades - 1));
}

/** Six rows, one pass for each colour; `$` goes back to the left. */
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
  return [...masks].map(([colour, mask]) => `#${colour}${packed(mask)}`).join("$");
}

/** What is repeated is said once, with its number. */
function packed(mask: Uint8Array): string {
  let text = "";
  for (let at = 0; at < mask.length; ) {
    let end = at + 1;
    while (end < mask.length && mask[end] === mask[at]) end++;
    const sign = String.fromCharCode(63 + (mask[at] ?? 0));
    text += end - at > 3 ? `!${end - at}${sign}` : sign.repeat(end - at);
    at = end;
  }
  return text;
}
