/** The type and the size in pixels of a picture. */
export interface ImageFacts {
  mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  width: number;
  height: number;
}

/** Returns the type and size of a PNG, JPEG, GIF or WebP picture, from its first bytes; undefined for other files. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = (text: string, at = 0) => file.toString("latin1", at, at + text.length) === text;
  if (begins("\x89PNG\r\n\x1a\n") && file.length >= 24)
    return { mimeType: "image/png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  if ((begins("GIF87a") || begins("GIF89a")) && file.length >= 10)
    return { mimeType: "image/gif", width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  if (begins("RIFF") && begins("WEBP", 8) && file.length >= 30) return webp(file);
  return begins("\xff\xd8\xff") ? jpeg(file) : undefined;
}

function webp(file: Buffer): ImageFacts | undefined {
  const mimeType = "image/webp";
  const size = (width: number, height: number): ImageFacts => ({ mimeType, width, height });
  switch (file.toString("latin1", 12, 16)) {
    case "VP8X":
      return size(1 + file.readUIntLE(24, 3), 1 + file.readUIntLE(27, 3));
    case "VP8L": {
      const bits = file.readUInt32LE(21);
      return size(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
    }
    case "VP8 ":
      return size(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    default:
      return undefined;
  }
}

/** Reads the segments of a JPEG file up to the frame header, which has the size. */
function jpeg(file: Buffer): ImageFacts | undefined {
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    // Any number of these can be in front of a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { mimeType: "image/jpeg", width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}
