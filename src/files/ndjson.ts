import { UsageError } from "../kernel/errors.ts";
import { isRecord, jsonErrorOffset } from "../kernel/json.ts";
import { type DecodeOptions, decodeText } from "./encoding.ts";
import { fileError } from "./location.ts";

/** One JSON object and its line. */
export interface JsonRecord {
  line: number;
  value: { [key: string]: unknown };
}

/** Returns whether a file has NDJSON, by its name. */
export const isNdjsonName = (name: string): boolean => /\.(ndjson|jsonl)$/i.test(name);

const maxLineLength = 16 * 1024 * 1024;

/**
 * Yields the objects of an NDJSON file, one per line; skips blank lines and a byte order mark. Throws UsageError with file,
 * line and column for a line that is not a JSON object or longer than 16 MiB.
 */
export async function* readNdjson(
  bytes: AsyncIterable<Uint8Array>,
  options: DecodeOptions,
): AsyncGenerator<JsonRecord> {
  const { name: file } = options;
  let line = 0;
  for await (const text of linesOf(decodeText(bytes, options), file)) {
    line++;
    const json = line === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
    if (json.trim() !== "") yield { line, value: parseRecord(json, file, line) };
  }
}

async function* linesOf(chunks: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let rest = "";
  let passed = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      passed++;
      if (line.length > maxLineLength) throw tooLong(file, passed);
      yield line;
    }
    if (rest.length > maxLineLength) throw tooLong(file, passed + 1);
  }
  yield rest;
}

const tooLong = (file: string, line: number) =>
  fileError(
    { file, line },
    "the line is longer than 16 MiB.",
    "NDJSON has one record per line. Is this a single JSON document?",
  );

function parseRecord(json: string, file: string, line: number): JsonRecord["value"] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const column = (jsonErrorOffset(json) ?? 0) + 1;
    throw fileError(
      { file, line, column },
      "the line is not JSON.",
      "Each line must be one JSON object.",
      cause,
    );
  }
  if (isRecord(value)) return value as JsonRecord["value"];
  const kind = Array.isArray(value) ? "a list" : JSON.stringify(value).slice(0, 40);
  throw fileError(
    { file, line, column: 1 },
    `expected a JSON object, found ${kind}.`,
    "Each line must be one JSON object.",
  );
}

/** Throws UsageError, with the record's position, if its `_kind` is not the expected kind. */
export function checkRecordKind({ _kind: found }: { _kind?: unknown }, kind: string, position: string): void {
  if (found === undefined || found === kind) return;
  throw new UsageError(
    `${position}: expected ${/^[aeio]/.test(kind) ? "an" : "a"} ${kind}, got a record of kind "${found}". Nothing was sent.`,
    {
      code: "WRONG_KIND",
      field: "_kind",
    },
  );
}
