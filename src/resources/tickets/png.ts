import { writePng } from "../../kernel/png.ts";

/** A picture of dark (true) and light squares as a PNG file, each square `scale` pixels wide: one grey byte a pixel. */
export function pngOf(squares: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (squares[0]?.length ?? 0) * scale;
  const rows = squares.flatMap((row) => {
    const pixels = row.flatMap((dark) => Array<number>(scale).fill(dark ? 0 : 255));
    return Array<number[]>(scale).fill(pixels);
  });
  return writePng({ width, height: rows.length, data: Uint8Array.from(rows.flat()), channels: 1 });
}
