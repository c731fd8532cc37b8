import { UsageError } from "../kernel/errors.ts";
import { checkEncoding } from "./decode.ts";

/**
 * Encodes text as `utf-8`, `utf-16le` or a single-byte encoding such as `windows-1252`. Throws UsageError for a character
 * that the encoding does not have, instead of replacing it.
 */
export async function* encodeText(
  text: AsyncIterable<string> | Iterable<string>,
  label: string,
): AsyncGenerator<Uint8Array> {
  const encode = encoderOf(checkEncoding(label));
  let line = 1;
  for await (const piece of text) {
    yield encode(piece, line);
    line += piece.split("\n").length - 1;
  }
}

function encoderOf(encoding: string): (text: string, line: number) => Uint8Array {
  if (encoding === "utf-8") return (text) => Buffer.from(text, "utf8");
  if (encoding === "utf-16le") return (text) => Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return (text) => Buffer.from(text, "utf16le").swap16();
  const decoder = new TextDecoder(encoding);
  const codes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  codes.delete("\uFFFD");
  return (text, line) => {
    const bytes = new Uint8Array(text.length);
    let length = 0;
    for (const character of text) {
      const byte = codes.get(character);
      if (byte === undefined) throw unencodable(character, encoding, line);
      bytes[length++] = byte;
    }
    return bytes.subarray(0, length);
  };
}

function unencodable(character: string, encoding: string, line: number): UsageError {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return new UsageError(`Line ${line}: ${encoding} has no character "${character}" (U+${code}).`, {
    field: "--encoding",
    hint: "Leave --encoding out and use --bom: Excel then reads the file as UTF-8.",
  });
}
