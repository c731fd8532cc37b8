import type { Pixels } from "./read-png.ts";

/** A size in character cells. */
export interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the largest size in cells that fits into `room` and keeps the aspect ratio; a cell is twice as high as wide.
 */
export function cellsFor(size: { width: number; height: number }, room: Cells): Cells {
  const scale = Math.min(room.columns / size.width, (room.rows * 2) / size.height);
  return {
    columns: Math.max(1, Math.min(room.columns, Math.round(size.width * scale))),
    rows: Math.max(1, Math.min(room.rows, Math.round((size.height * scale) / 2))),
  };
}

/** Returns a picture of another size: each pixel is the mean of the pixels that it covers, or a copy of one. */
export function scaled(picture: Pixels, width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, out = 0; y < height; y++) {
    const [top, bottom] = spanOf(y, height, picture.height);
    for (let x = 0; x < width; x++, out += 4) {
      const [left, right] = spanOf(x, width, picture.width);
      data.set(meanOf(picture, { left, right, top, bottom }), out);
    }
  }
  return { width, height, data };
}

/** Returns the first pixel in part `part` of `count` equal parts, and the end of the part (exclusive). */
function spanOf(part: number, count: number, length: number): [number, number] {
  const start = Math.floor((part * length) / count);
  return [start, Math.max(start + 1, Math.floor(((part + 1) * length) / count))];
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the mean colour of an area, weighted by opacity. */
function meanOf({ data, width }: Pixels, { left, right, top, bottom }: Area): number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      const weight = data[at + 3] ?? 0;
      red += (data[at] ?? 0) * weight;
      green += (data[at + 1] ?? 0) * weight;
      blue += (data[at + 2] ?? 0) * weight;
      opacity += weight;
    }
  }
  const covered = (bottom - top) * (right - left);
  const colours = opacity === 0 ? [0, 0, 0] : [red / opacity, green / opacity, blue / opacity];
  return [...colours.map(Math.round), Math.round(opacity / covered)];
}
