import { crc32, inflateSync } from "node:zlib";
import { convertIndexedToRgb, type DecodedPng, decode, hasPngSignature } from "fast-png";
import { exitCodes, TillError } from "../../kernel/errors.ts";

/** A picture in memory: four bytes per pixel (red, green, blue, alpha), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const maxPixels = 4_000_000;
/** Eight bytes per pixel (16-bit RGBA), and room for the filter byte of each row. */
const maxBytes = maxPixels * 9;

/**
 * Reads a PNG file of up to four million pixels, of any color type and depth; 16-bit values are reduced to 8 bits.
 * Throws TillError if the file is not a PNG, is damaged or is too large.
 */
export function readPng(bytes: Uint8Array): Pixels {
  if (!hasPngSignature(bytes)) throw unreadable("it is not a PNG file");
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { width, height, ...image } = decode(pixelChunks(file));
    return { width, height, data: toRgba({ width, height, ...image }) };
  } catch (cause) {
    throw cause instanceof TillError ? cause : unreadable("it is damaged", cause);
  }
}

/**
 * Returns the file without metadata chunks, with its checksums and its size verified: fast-png would inflate pixels and
 * color profiles of any size.
 */
function pixelChunks(file: Buffer): Buffer {
  const parts = [file.subarray(0, 8)];
  const compressed: Buffer[] = [];
  for (let at = 8, end = at; at < file.length; at = end) {
    const length = file.readUInt32BE(at);
    end = at + 12 + length;
    const name = file.toString("latin1", at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      throw new RangeError(`wrong checksum of chunk ${name}`);
    if (name === "IHDR") checkSize(file.readUInt32BE(at + 8), file.readUInt32BE(at + 12));
    if (name === "IDAT") compressed.push(file.subarray(at + 8, end - 4));
    if (["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].includes(name)) parts.push(file.subarray(at, end));
  }
  inflateSync(Buffer.concat(compressed), { maxOutputLength: maxBytes });
  return Buffer.concat(parts);
}

function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw unreadable("it has no pixels");
  if (width * height > maxPixels) throw unreadable(`it is too large (${width} × ${height} pixels)`);
}

function toRgba(image: DecodedPng): Uint8Array {
  const { width, height, depth } = image;
  const palette = image.palette ?? (depth < 8 ? grays(depth) : undefined);
  const channels = palette?.[0]?.length ?? image.channels;
  const data = palette ? convertIndexedToRgb({ ...image, palette }) : image.data;
  const value = (index: number) => (data[index] ?? 0) >> (depth === 16 ? 8 : 0);
  const alpha = channels % 2 === 0 ? channels - 1 : undefined;
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const pixels = new Uint8Array(width * height * 4);
  for (let from = 0, to = 0; to < pixels.length; from += channels, to += 4) {
    pixels[to] = value(from);
    pixels[to + 1] = value(from + green);
    pixels[to + 2] = value(from + blue);
    pixels[to + 3] = alpha === undefined ? 255 : value(from + alpha);
  }
  return pixels;
}

/** Returns all grays of 1, 2 or 4 bits as a palette. */
function grays(depth: number): number[][] {
  const max = 2 ** depth - 1;
  return Array.from({ length: max + 1 }, (_, value) => Array<number>(3).fill((value * 255) / max));
}

function unreadable(reason: string, cause?: unknown): TillError {
  return new TillError(exitCodes.failure, `The picture cannot be shown: ${reason}.`, {
    code: "PICTURE_UNREADABLE",
    cause,
  });
}

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
export function scaledPicture(picture: Pixels, width: number, height: number): Pixels {
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

/** Returns the mean color of an area, weighted by opacity. */
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
  const colors = opacity === 0 ? [0, 0, 0] : [red / opacity, green / opacity, blue / opacity];
  return [...colors.map(Math.round), Math.round(opacity / covered)];
}
