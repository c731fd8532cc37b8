import { type DecodeOptions, decodeText, type Source, sourceName } from "./decode.ts";
import { jsonErrorOffset } from "./json-error.ts";
import { fileError } from "./place.ts";

/** One JSON object and the line it stands on. */
export interface JsonRecord {
  line: number;
  value: { [key: string]: unknown };
}

const longestLine = 16 * 1024 * 1024;

/**
 * The objects of an NDJSON file, one a line; blank lines and a byte order mark are skipped. It streams, and throws
 * UsageError with file, line and column for a line that is no JSON object or longer than 16 MiB.
 */
export async function* readNdjson(source: Source, options: DecodeOptions = {}): AsyncGenerator<JsonRecord> {
  const file = sourceName(source, options.name);
  let line = 0;
  for await (const text of linesOf(decodeText(source, options), file)) {
    line++;
    const json = line === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
    if (json.trim() !== "") yield { line, value: parseRecord(json, file, line) };
  }
}

/** One record as a line of NDJSON, line end included. */
export const ndjsonLine = (record: object): string => `${JSON.stringify(record)}\n`;

async function* linesOf(pieces: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let rest = "";
  let passed = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      passed++;
      if (line.length > longestLine) throw tooLong(file, passed);
      yield line;
    }
    if (rest.length > longestLine) throw tooLong(file, passed + 1);
  }
  yield rest;
}

const tooLong = (file: string, line: number) =>
  fileError(
    { file, line },
    "the line is longer than 16 MiB.",
    "NDJSON has one record a line; is this one big JSON document?",
  );

function parseRecord(json: string, file: string, line: number): JsonRecord["value"] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const column = (jsonErrorOffset(json) ?? 0) + 1;
    throw fileError(
      { file, line, column },
      "this is not JSON.",
      "Every line must be one JSON object.",
      cause,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as JsonRecord["value"];
  const kind = Array.isArray(value) ? "a list" : JSON.stringify(value).slice(0, 40);
  throw fileError(
    { file, line, column: 1 },
    `a JSON object is expected, not ${kind}.`,
    "Every line must be one JSON object.",
  );
}
