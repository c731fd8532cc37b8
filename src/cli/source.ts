import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Context } from "../context/context.ts";
import { decodeText, readFailure } from "../files/decode.ts";
import { UsageError } from "../kernel/errors.ts";
import { bytesOf } from "../output/bytes.ts";

/** Returns the name of a file argument in messages; `-` is stdin. */
export function sourceName(file: string): string {
  return file === "-" ? "stdin" : file;
}

/**
 * Yields the bytes of a file argument; `-` reads stdin. Throws UsageError for a file that cannot be read, and for a
 * stdin that is a terminal, with `example` as the hint.
 */
export async function* readSource(
  context: Context,
  file: string,
  example?: string,
): AsyncGenerator<Uint8Array> {
  const { stdin } = context.streams;
  if (file === "-" && stdin.isTTY) {
    throw new UsageError("- reads stdin, but nothing is piped in.", {
      ...(example !== undefined && { hint: `For example: ${example}` }),
    });
  }
  try {
    yield* bytesOf(file === "-" ? stdin : createReadStream(resolve(context.cwd, file)));
  } catch (error) {
    throw readFailure(error, sourceName(file));
  }
}

/** Returns the text of a file argument without its byte order mark. Throws UsageError unless it is UTF-8. */
export async function readText(context: Context, file: string, example?: string): Promise<string> {
  const bytes = readSource(context, file, example);
  return (await text(decodeText(bytes, { name: sourceName(file) }))).replace(/^\uFEFF/, "");
}

/** Returns the JSON object that a flag gives as text (`{…}`), as FILE or @FILE, or as - for stdin. */
export async function readJsonObject(
  context: Context,
  flag: string,
  given: string,
  example?: string,
): Promise<Record<string, unknown>> {
  const isText = /^\s*[[{]/.test(given);
  const file = given.replace(/^@/, "");
  const name = isText ? "the text" : sourceName(file);
  const source = isText ? given : await readText(context, file, example);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw new UsageError(`${flag}: ${name} is not JSON: ${(cause as Error).message}.`, {
      field: flag,
      cause,
    });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new UsageError(`${flag}: ${name} is not a JSON object.`, { field: flag });
}
