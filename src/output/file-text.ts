import { UsageError } from "../kernel/errors.ts";
import { sanitize } from "../kernel/text.ts";
import type { Sink } from "./streams.ts";

/** Prints the content of a file: unchanged to a program, sanitized to a terminal. Throws UsageError for bytes on a terminal. */
export async function printFileText(
  sink: Sink,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  for await (const piece of pieces) {
    if (typeof piece === "string")
      await sink.write(sink.isTTY ? sanitize(piece.replaceAll("\r\n", "\n")) : piece);
    else if (sink.writeBytes) await sink.writeBytes(piece);
    else throw new UsageError("A terminal cannot show this file.", { hint: "Name a file to write." });
  }
}
