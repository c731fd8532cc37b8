import { encode } from "fast-png";

/** Returns a grayscale PNG file of dark (true) and light squares, each `scale` pixels wide. */
export function pngOf(squares: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const width = (squares[0]?.length ?? 0) * scale;
  const rows = squares.flatMap((row) => {
    const pixels = row.flatMap((dark) => Array<number>(scale).fill(dark ? 0 : 255));
    return Array<number[]>(scale).fill(pixels);
  });
  return encode({ width, height: rows.length, data: Uint8Array.from(rows.flat()), channels: 1 });
}
