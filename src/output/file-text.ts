import { sanitise } from "../kernel/text.ts";
import type { Sink } from "./streams.ts";

/** Prints the text of a file: unchanged to a program, sanitised to a terminal. */
export async function printFileText(
  sink: Sink,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  for await (const piece of pieces)
    await sink.write(sink.isTTY ? sanitise(piece.replaceAll("\r\n", "\n")) : piece);
}
