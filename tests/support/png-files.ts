import { crc32, deflateSync } from "node:zlib";

/** The content of a PNG file: `rows` hold one sample per pixel and channel. */
export interface PngFile {
  width: number;
  height: number;
  colorType: 0 | 2 | 3 | 4 | 6;
  depth: 1 | 2 | 4 | 8 | 16;
  rows: readonly (readonly number[])[];
  /** The filter of each row, repeated. */
  filters?: readonly number[];
  palette?: readonly number[];
  opacity?: readonly number[];
  interlaced?: boolean;
  /** The number of IDAT chunks. */
  parts?: number;
}

export const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Returns a chunk with its checksum. */
export function part(name: string, data: Uint8Array): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, "latin1");
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

export function head(
  width: number,
  height: number,
  depth: number,
  colorType: number,
  interlaced = false,
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  return part("IHDR", data);
}

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Encodes a PNG file of any kind. Independent of the decoder, so that tests do not repeat its mistakes. */
export function pngFile(file: PngFile): Buffer {
  const {
    width,
    height,
    colorType,
    depth,
    rows,
    filters = [0],
    palette,
    opacity,
    interlaced,
    parts = 1,
  } = file;
  const pixel = Math.max(1, (channels[colorType] * depth) / 8);
  let above: Buffer = Buffer.alloc(packed([], depth, width * channels[colorType]).length);
  const filtered = rows.map((samples, y) => {
    const row = packed(samples, depth, width * channels[colorType]);
    const filter = filters[y % filters.length] ?? 0;
    const line = Buffer.from(
      row.map((value, at) => {
        const [a, b, c] = [row[at - pixel] ?? 0, above[at] ?? 0, above[at - pixel] ?? 0];
        return value - [0, a, b, Math.floor((a + b) / 2), paeth(a, b, c)][filter]!;
      }),
    );
    above = row;
    return Buffer.concat([Buffer.from([filter]), line]);
  });
  const data = deflateSync(Buffer.concat(filtered));
  const size = Math.ceil(data.length / parts);
  const cut = Array.from({ length: parts }, (_, index) => data.subarray(index * size, (index + 1) * size));
  return Buffer.concat([
    signature,
    head(width, height, depth, colorType, interlaced),
    part("tEXt", Buffer.from("Comment\0skip me")),
    ...(palette ? [part("PLTE", Buffer.from(palette))] : []),
    ...(opacity ? [part("tRNS", Buffer.from(opacity))] : []),
    ...cut.map((piece) => part("IDAT", piece)),
    part("IEND", Buffer.alloc(0)),
  ]);
}

function packed(samples: readonly number[], depth: number, count: number): Buffer {
  const bits = Array.from({ length: count }, (_, index) =>
    (samples[index] ?? 0).toString(2).padStart(depth, "0"),
  );
  const bytes = bits.join("").match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

function paeth(a: number, b: number, c: number): number {
  const guess = a + b - c;
  const by = (value: number) => Math.abs(guess - value);
  return by(a) <= by(b) && by(a) <= by(c) ? a : by(b) <= by(c) ? b : c;
}
