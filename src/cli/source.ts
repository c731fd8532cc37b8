import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../context/context.ts";
import { readFailure } from "../files/decode.ts";
import { UsageError } from "../kernel/errors.ts";
import { bytesOf } from "../output/bytes.ts";

/** What a file argument is called in messages: `-` is stdin. */
export function sourceName(file: string): string {
  return file === "-" ? "stdin" : file;
}

/**
 * The bytes of a file argument; `-` reads stdin, `like` says what could be piped in. A file that cannot be read, and a
 * terminal where something should be piped in, is a UsageError.
 */
export async function* readSource(context: Context, file: string, like?: string): AsyncGenerator<Uint8Array> {
  const { stdin } = context.streams;
  if (file === "-" && stdin.isTTY) {
    throw new UsageError("- reads stdin, and nothing is piped in.", {
      ...(like !== undefined && { hint: `For example: ${like}` }),
    });
  }
  try {
    yield* bytesOf(file === "-" ? stdin : createReadStream(resolve(context.cwd, file)));
  } catch (error) {
    throw readFailure(error, sourceName(file));
  }
}
