import { text } from "node:stream/consumers";
import type { Context } from "../context/context.ts";
import { decodeText } from "../files/decode.ts";
import { UsageError } from "../kernel/errors.ts";
import { readSource, sourceName } from "./source.ts";

/** The whole text of a file; `-` reads stdin. UsageError where it cannot be read or is not UTF-8. */
export async function readText(context: Context, file: string): Promise<string> {
  const bytes = readSource(context, file);
  return (await text(decodeText(bytes, { name: sourceName(file) }))).replace(/^\uFEFF/, "");
}

/** The JSON object that a flag gives as text (`{…}`), as @FILE or FILE, or as - for stdin. UsageError for any other. */
export async function readJsonObject(
  context: Context,
  flag: string,
  given: string,
): Promise<Record<string, unknown>> {
  const isText = /^\s*[[{]/.test(given);
  const file = given.replace(/^@/, "");
  const name = isText ? "the text" : sourceName(file);
  const source = isText ? given : await readText(context, file);
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
