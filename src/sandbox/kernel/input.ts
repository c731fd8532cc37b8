import type { Schema } from "../../api/schema.ts";
import { isRecord } from "../../kernel/json.ts";
import { invalid } from "./tx.ts";

/** The parts of a request that hold a call's input. */
export interface RequestInput {
  schema: Schema;
  /** Percent-encoded URL path parameters by dotted input path. */
  params: Readonly<Record<string, string>>;
  /** The query string, without the question mark. */
  query: string;
  body: string | undefined;
}

type Fields = Record<string, unknown>;

/**
 * Reads the input of a call from the query string (or its `.r` parameter), the JSON body and the path; later sources
 * win. Converts query values to the types of the schema, and numbers in text as protobuf's JSON does. Throws InvalidInput for malformed input.
 */
export function readRequestInput({ schema, params, query, body }: RequestInput): Fields {
  const input: Fields = { ...readQuery(schema, new URLSearchParams(query)), ...readBody(schema, body) };
  for (const [path, encoded] of Object.entries(params)) {
    setAt(input, path, decodeText(schemaAt(schema, path), decodePart(path, encoded)));
  }
  return input;
}

function readQuery(schema: Schema, query: URLSearchParams): Fields {
  const packed = query.get(".r");
  if (packed !== null) return parseObject(Buffer.from(packed, "base64url").toString("utf8"), ".r");
  const fields: Fields = {};
  for (const path of new Set(query.keys())) {
    const target = schemaAt(schema, path);
    const texts = query.getAll(path);
    const isList = target?.type === "array" || texts.length > 1;
    const values = texts.map((text) => decodeText(itemOf(target), text));
    setAt(fields, path, isList ? values : values[0]);
  }
  return fields;
}

function readBody(schema: Schema, body: string | undefined): Fields {
  if (body === undefined || body.trim() === "") return {};
  const fields = parseObject(body, "body");
  readNumbers(schema, fields);
  return fields;
}

/** Converts text to numbers where the schema has numbers, in place. */
function readNumbers(schema: Schema, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) readNumbers(itemOf(schema) ?? {}, item);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const target = schemaAt(schema, key);
    if (target === undefined) continue;
    if (typeof inner === "object") readNumbers(target, inner);
    else if (typeof inner === "string" && target.type !== "boolean")
      put(value, key, decodeText(target, inner));
  }
}

function parseObject(text: string, field: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(field, "FORMAT", `is not valid JSON: ${cause instanceof Error ? cause.message : cause}`, {
      type: "JSON",
    });
  }
  if (!isRecord(value)) throw invalid(field, "FORMAT", "must be a JSON object", { type: "JSON_TYPE" });
  return value;
}

function decodePart(path: string, encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalid(path, "FORMAT", "is not valid percent-encoding", { type: "PATH" });
  }
}

/** Converts URL text to the schema's type, or returns it unchanged if it does not match. */
function decodeText(schema: Schema | undefined, text: string): unknown {
  const { type } = schema ?? {};
  if ((type === "number" || type === "integer") && text.trim() !== "" && Number.isFinite(Number(text)))
    return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Returns the schema at a dotted path. */
function schemaAt(schema: Schema, path: string): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const key of path.split(".")) {
    const fields: Schema["properties"] = at?.properties;
    at = fields && Object.hasOwn(fields, key) ? fields[key] : at?.additionalProperties;
  }
  return at;
}

const itemOf = (schema: Schema | undefined): Schema | undefined => schema?.items ?? schema;

function setAt(fields: Fields, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let at = fields;
  for (const key of keys) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined;
    const inner = isRecord(next) ? next : {};
    put(at, key, inner);
    at = inner;
  }
  put(at, last, value);
}

/** Plain assignment would let a key named `__proto__` change the prototype. */
function put(fields: Fields, key: string, value: unknown): void {
  Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}
