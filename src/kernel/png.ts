import { crc32, deflateSync, inflateSync } from "node:zlib";
import { exitCodes, TillError } from "./errors.ts";

/** A picture in memory: four bytes a pixel (red, green, blue, opacity), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Values for each pixel, by what the file calls its kind of colour. */
const channelsOf: { readonly [colourType: number]: 1 | 2 | 3 | 4 } = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const colourTypeOf = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;
/** What is read at most, so that a small file cannot fill the memory. */
const maxPixels = 4_000_000;

/** A PNG file of 8-bit values: grey, grey and opacity, RGB or RGBA, as many for each pixel as `channels` says. */
export function writePng(picture: {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  /** Row by row from the top. */
  readonly data: Uint8Array;
}): Buffer {
  const { width, height, data, channels } = picture;
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourTypeOf[channels]], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Length, name, data and their checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** What the head of a PNG file says. */
interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
}

/**
 * Reads a PNG file of up to four million pixels, of any colour type and depth; only interlaced ones are not read. Of
 * 16-bit values the upper half counts. Throws TillError that says what is wrong with a file that is none, or is damaged.
 */
export function readPng(file: Uint8Array): Pixels {
  const { header, palette, opacity, data } = readChunks(file);
  const { width, height, depth, colourType } = header;
  const channels = channelsOf[colourType] ?? 1;
  const stride = Math.ceil((width * channels * depth) / 8);
  const rows = inflated(data, (stride + 1) * height);
  unfilter(rows, stride, Math.max(1, (channels * depth) / 8));
  const pixels = new Uint8Array(width * height * 4);
  const sample = (row: number, index: number): number => {
    if (depth === 8) return rows[row + index] ?? 0;
    if (depth === 16) return rows[row + index * 2] ?? 0;
    const bit = index * depth;
    return ((rows[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
  for (let y = 0, out = 0; y < height; y++) {
    const row = y * (stride + 1) + 1;
    for (let x = 0; x < width; x++, out += 4) {
      const first = sample(row, x * channels);
      if (colourType === 3) {
        if (first * 3 >= palette.length) throw damaged("a pixel has a colour that its palette lacks");
        pixels.set(palette.subarray(first * 3, first * 3 + 3), out);
        pixels[out + 3] = opacity[first] ?? 255;
      } else if (channels < 3) {
        pixels.fill(first * scale, out, out + 3);
        pixels[out + 3] = channels === 2 ? sample(row, x * 2 + 1) : 255;
      } else {
        pixels[out] = first;
        pixels[out + 1] = sample(row, x * channels + 1);
        pixels[out + 2] = sample(row, x * channels + 2);
        pixels[out + 3] = channels === 4 ? sample(row, x * 4 + 3) : 255;
      }
    }
  }
  return { width, height, data: pixels };
}

const none = Buffer.alloc(0);

function readChunks(bytes: Uint8Array) {
  if (!signature.equals(bytes.subarray(0, signature.length))) throw refused("it is not a PNG file");
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Header | undefined;
  let palette: Uint8Array = none;
  let opacity: Uint8Array = none;
  const parts: Buffer[] = [];
  for (let at = signature.length; ; ) {
    if (at + 12 > file.length) throw damaged("it ends too early");
    const length = file.readUInt32BE(at);
    if (at + 12 + length > file.length) throw damaged("it ends too early");
    const name = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(at + 8 + length))
      throw damaged(`the checksum of its part ${JSON.stringify(name)} is wrong`);
    if (header === undefined && name !== "IHDR") throw damaged("it does not begin with its size");
    if (name === "IHDR") header = readHeader(data);
    else if (name === "PLTE") palette = data;
    else if (name === "tRNS") opacity = data;
    else if (name === "IDAT") parts.push(data);
    if (name === "IEND" && header !== undefined)
      return { header, palette, opacity, data: Buffer.concat(parts) };
    at += 12 + length;
  }
}

function readHeader(data: Buffer): Header {
  if (data.length !== 13) throw damaged("its head has the wrong length");
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colourType = -1, compression, filter, interlaced] = data.subarray(8);
  const depths = colourType === 0 ? [1, 2, 4, 8, 16] : colourType === 3 ? [1, 2, 4, 8] : [8, 16];
  if (!(colourType in channelsOf) || !depths.includes(depth) || compression !== 0 || filter !== 0)
    throw damaged("its head says what no PNG file may say");
  if (interlaced !== 0) throw refused("it is interlaced, which cannot be read here");
  if (width === 0 || height === 0) throw damaged("it has no pixels");
  if (width * height > maxPixels) throw refused(`it is too large (${width} × ${height} pixels)`);
  return { width, height, depth, colourType };
}

/** The unpacked rows, which are as many bytes as the head promises. */
function inflated(data: Buffer, length: number): Buffer {
  let rows: Buffer;
  try {
    rows = inflateSync(data, { maxOutputLength: length });
  } catch (cause) {
    throw damaged("its pixels cannot be unpacked", cause);
  }
  if (rows.length !== length) throw damaged("it has fewer pixels than it says");
  return rows;
}

/** Puts back what each row was predicted from: the pixel to the left (a), the one above (b), and the one left of that (c). */
function unfilter(rows: Buffer, stride: number, pixel: number): void {
  for (let row = 0; row < rows.length; row += stride + 1) {
    const kind = rows[row] ?? 0;
    if (kind > 4) throw damaged("a row is filtered in a way that no PNG file knows");
    for (let at = row + 1; kind > 0 && at <= row + stride; at++) {
      const inside = at - pixel > row;
      const a = inside ? (rows[at - pixel] ?? 0) : 0;
      const b = row > 0 ? (rows[at - stride - 1] ?? 0) : 0;
      const c = inside && row > 0 ? (rows[at - stride - 1 - pixel] ?? 0) : 0;
      const guess = kind === 1 ? a : kind === 2 ? b : kind === 3 ? (a + b) >> 1 : nearestOf(a, b, c);
      rows[at] = (rows[at] ?? 0) + guess;
    }
  }
}

/** Of three neighbours the one that is nearest to `a + b - c` (the Paeth predictor). */
function nearestOf(a: number, b: number, c: number): number {
  const [fromA, fromB, fromC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (fromA <= fromB && fromA <= fromC) return a;
  return fromB <= fromC ? b : c;
}

const refused = (why: string, cause?: unknown) =>
  new TillError(exitCodes.failure, `The picture cannot be shown: ${why}.`, {
    code: "PICTURE_UNREADABLE",
    cause,
  });
const damaged = (why: string, cause?: unknown) => refused(`it is damaged, ${why}`, cause);
