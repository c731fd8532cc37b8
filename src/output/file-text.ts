import { sanitise } from "../kernel/text.ts";
import type { Sink } from "./streams.ts";

/** Prints the text of a file: to a program byte for byte, to a terminal with nothing in it that could drive it. */
export async function printFileText(
  sink: Sink,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  for await (const piece of pieces)
    await sink.write(sink.isTTY ? sanitise(piece.replaceAll("\r\n", "\n")) : piece);
}
