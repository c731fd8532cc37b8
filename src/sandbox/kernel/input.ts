import type * as z from "zod/mini";
import { isRecord } from "../../kernel/json.ts";
import { invalid } from "./tx.ts";

/** The parts of a request that hold a call's input. */
export interface RequestInput {
  schema: z.core.$ZodType;
  /** Percent-encoded URL path parameters by dotted input path. */
  params: Readonly<Record<string, string>>;
  /** The query string, without the question mark. */
  query: string;
  body: string | undefined;
}

type Fields = Record<string, unknown>;

/**
 * Reads the input of a call from the query string (or its `.r` parameter), the JSON body and the path; later sources
 * win. Converts query values to the types of the schema. Throws InvalidInput for malformed input.
 */
export function readInput({ schema, params, query, body }: RequestInput): Fields {
  const input: Fields = { ...readQuery(schema, new URLSearchParams(query)), ...readBody(body) };
  for (const [path, encoded] of Object.entries(params)) {
    setAt(input, path, decodeText(schemaAt(schema, path), decodePart(path, encoded)));
  }
  return input;
}

function readQuery(schema: z.core.$ZodType, query: URLSearchParams): Fields {
  const packed = query.get(".r");
  if (packed !== null) return parseObject(Buffer.from(packed, "base64url").toString("utf8"), ".r");
  const fields: Fields = {};
  for (const path of new Set(query.keys())) {
    const target = schemaAt(schema, path);
    const texts = query.getAll(path);
    const isList = target?._zod.def.type === "array" || texts.length > 1;
    const values = texts.map((text) => decodeText(itemOf(target), text));
    setAt(fields, path, isList ? values : values[0]);
  }
  return fields;
}

function readBody(body: string | undefined): Fields {
  return body === undefined || body.trim() === "" ? {} : parseObject(body, "body");
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
function decodeText(schema: z.core.$ZodTypes | undefined, text: string): unknown {
  const type = schema?._zod.def.type;
  if (type === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Returns the schema at a dotted path without optional and nullable wrappers. */
function schemaAt(schema: z.core.$ZodType, path: string): z.core.$ZodTypes | undefined {
  let at: z.core.$ZodTypes | undefined = bare(schema);
  for (const key of path.split(".")) {
    const def: z.core.$ZodTypes["_zod"]["def"] | undefined = at?._zod.def;
    if (def?.type === "object") at = Object.hasOwn(def.shape, key) ? bare(def.shape[key]) : undefined;
    else at = def?.type === "record" ? bare(def.valueType) : undefined;
  }
  return at;
}

function itemOf(schema: z.core.$ZodTypes | undefined): z.core.$ZodTypes | undefined {
  const def = schema?._zod.def;
  return def?.type === "array" ? bare(def.element) : schema;
}

function bare(schema: z.core.$ZodType | undefined): z.core.$ZodTypes | undefined {
  const typed = schema as z.core.$ZodTypes | undefined;
  const def = typed?._zod.def;
  return def?.type === "optional" || def?.type === "nullable" ? bare(def.innerType) : typed;
}

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
