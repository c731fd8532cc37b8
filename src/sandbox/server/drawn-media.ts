import { encode } from "fast-png";
import type { LoopbackReply } from "../../kernel/http-server.ts";
import { drawnSize } from "../products/v1/media.ts";

/**
 * Draws the image of a media ID as a PNG file, `size` pixels wide and high. The sandbox stores no images; the same ID
 * always gives the same image, in colors and shapes that tell products apart.
 */
export function drawnMedia(id: string, size = drawnSize): Uint8Array {
  const seed = seedOf(id);
  const hue = seed % 360;
  const colors = [
    hslToRgb(hue, 0.45, 0.88),
    hslToRgb(hue + 150 + ((seed >>> 9) % 60), 0.55, 0.42),
    hslToRgb(hue, 0.5, 0.66),
  ];
  const inside = shapes[(seed >>> 16) % shapes.length] ?? round;
  const data = new Uint8Array(size * size * 3);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at += 3) {
      const [u, v] = [(2 * x + 1) / size - 1, (2 * y + 1) / size - 1];
      const part = inside(u, v) ? 1 : inside(u - 0.08, v - 0.1) ? 2 : 0;
      data.set(colors[part] ?? [], at);
    }
  }
  return encode({ width: size, height: size, channels: 3, data });
}

/** Whether a point is inside the shape, from -1 to 1 in both directions. The shadow is the same shape, moved. */
type Shape = (x: number, y: number) => boolean;

const round: Shape = (x, y) => x * x + y * y < 0.4;
const shapes: readonly Shape[] = [
  round,
  (x, y) => Math.abs(x) < 0.55 && Math.abs(y) < 0.55,
  (x, y) => Math.abs(x) + Math.abs(y) < 0.75,
  (x, y) => y < 0.5 && y > -0.65 && Math.abs(x) < (y + 0.65) * 0.6,
  (x, y) => x * x + y * y < 0.42 && x * x + y * y > 0.12,
  (x, y) => Math.abs(x) < 0.65 && Math.abs(y) < 0.6 && Math.floor((y + 1) * 6) % 2 === 0,
  // A mug with a handle.
  (x, y) =>
    (Math.abs(x + 0.12) < 0.42 && Math.abs(y) < 0.55) ||
    (x > 0.2 && Math.abs(Math.hypot(x - 0.3, y + 0.05) - 0.26) < 0.08),
];

/** Returns the unsigned FNV-1a hash of a text. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function hslToRgb(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((turn) => {
    const index = (turn + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(index - 3, 9 - index, 1))));
  });
}

/**
 * Answers like the platform's media service: `/media/<id>`, with `/v1/fit/w_320,h_320/<name>` for a size. Returns
 * undefined for other paths.
 */
export function answerMedia(pathname: string): LoopbackReply | undefined {
  const [, id, options] =
    /^\/media\/([^/]+)(?:\/v1\/(?:fit|fill|crop)\/([^/]+)\/[^/]+)?$/.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  const sides = [...(options ?? "").matchAll(/(?<![a-z])[wh]_(\d{1,4})(?=,|$)/g)].map((match) =>
    Number(match[1]),
  );
  const size = Math.max(1, Math.min(512, ...sides));
  return {
    status: 200,
    headers: { "content-type": "image/png" },
    body: drawnMedia(id, sides.length > 0 ? size : undefined),
  };
}
