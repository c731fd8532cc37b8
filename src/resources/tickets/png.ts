import { crc32, deflateSync } from "node:zlib";

/** A picture of dark (true) and light squares as a PNG file, each square `scale` pixels wide: one grey byte a pixel. */
export function pngOf(squares: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (squares[0]?.length ?? 0) * scale;
  const rows = squares.flatMap((row) => {
    const pixels = row.flatMap((dark) => Array<number>(scale).fill(dark ? 0 : 255));
    return Array<Buffer>(scale).fill(Buffer.from([0, ...pixels]));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
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
