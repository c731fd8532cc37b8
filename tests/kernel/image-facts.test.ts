import { encode } from "fast-png";
import { expect, test } from "vitest";
import { imageFacts } from "../../src/kernel/image-facts.ts";

const png = encode({ width: 3, height: 2, channels: 3, data: new Uint8Array(18) });
const bytes = (text: string) => Buffer.from(text, "latin1");
const segment = (marker: string, content: string) =>
  `\xff${marker}${String.fromCharCode(0, content.length + 2)}${content}`;
const jpeg = bytes(
  `\xff\xd8${segment("\xe0", "JFIF\0")}${segment("\xc2", "\x08\x00\x02\x01\x03\x03\0\0\0")}`,
);
const vp8x = bytes(`RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x02\x01\0\x01\0\0`);
const vp8l = Buffer.concat([bytes("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f"), Buffer.alloc(9)]);
vp8l.writeUInt32LE((1 << 14) | 2, 21);
const lossy = Buffer.concat([bytes("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a"), Buffer.alloc(4)]);
// Above the 14 bits of a size are two for its scale.
lossy.writeUInt16LE(0x4000 | 259, 26);
lossy.writeUInt16LE(0x8000 | 2, 28);

test.each([
  ["PNG", png, { mimeType: "image/png", width: 3, height: 2 }],
  ["GIF", bytes("GIF89a\x03\0\x02\0"), { mimeType: "image/gif", width: 3, height: 2 }],
  ["JPEG", jpeg, { mimeType: "image/jpeg", width: 259, height: 2 }],
  [
    "JPEG with fill bytes",
    bytes(
      `\xff\xd8\xff\xff${segment("\xe0", "JFIF\0")}\xff${segment("\xc2", "\x08\x00\x02\x01\x03\x03\0\0\0")}`,
    ),
    { mimeType: "image/jpeg", width: 259, height: 2 },
  ],
  ["WebP, extended", vp8x, { mimeType: "image/webp", width: 259, height: 2 }],
  ["WebP, lossless", vp8l, { mimeType: "image/webp", width: 3, height: 2 }],
  ["WebP, lossy", lossy, { mimeType: "image/webp", width: 259, height: 2 }],
  ["WebP of an unknown kind", bytes(`RIFF\0\0\0\0WEBPVP9 ${"\0".repeat(20)}`), undefined],
  ["text", bytes("hello"), undefined],
  ["nothing", bytes(""), undefined],
  ["a PNG signature without a header", png.subarray(0, 12), undefined],
  ["a JPEG without a frame", bytes("\xff\xd8\xff"), undefined],
])("type and size of %s", (_, file, expected) => {
  expect(imageFacts(file)).toEqual(expected);
});
