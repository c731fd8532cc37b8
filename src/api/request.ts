import { UsageError } from "../kernel/errors.ts";
import { type Endpoint, type Method, valueAt } from "./endpoint.ts";

/** The longest encoded query, in characters; longer ones use the call's fallback. */
const queryLimit = 4000;

/** The method, absolute URL and body of one call. */
export interface BuiltRequest {
  method: Method;
  url: string;
  body?: string;
}

/**
 * Builds the request of a call. POST, PUT and PATCH send the whole input as JSON; GET and DELETE send it as query string
 * (both including the values in the path). The call's fallback is used for what a query string cannot hold. Throws
 * UsageError for input that cannot be sent.
 */
export function buildRequest(baseUrl: string, endpoint: Endpoint, input: unknown): BuiltRequest {
  const { method, fallback, complexQuery } = endpoint;
  const inBody = (by: Method, path: string): BuiltRequest => ({
    method: by,
    url: address(baseUrl, fillPath(path, input)),
    body: toJson(endpoint.bareBody ? withoutPathFields(path, input) : (input ?? {})),
  });
  if (carriesBody(method)) return inBody(method, endpoint.public);
  const other = fallback && carriesBody(fallback.method) ? fallback : undefined;
  const packed = complexQuery && isNested(input);
  if (other && !packed && listsObjects(input)) return inBody(other.method, other.public);
  const query = packed ? packQuery(input) : flatQuery(input);
  if (other && query.length > queryLimit) return inBody(other.method, other.public);
  const path = fillPath(endpoint.public, input);
  return { method, url: address(baseUrl, query === "" ? path : `${path}?${query}`) };
}

const carriesBody = (method: Method): boolean => method === "POST" || method === "PUT" || method === "PATCH";

const address = (baseUrl: string, path: string): string => baseUrl.replace(/\/+$/, "") + path;

/** Returns the input without the top-level fields in the path. */
function withoutPathFields(template: string, input: unknown): object {
  return Object.fromEntries(
    Object.entries((input ?? {}) as object).filter(([field]) => !template.includes(`{${field}}`)),
  );
}

function fillPath(template: string, input: unknown): string {
  return template.replace(/\{([^}]+)\}/g, (_, field: string) => encodeSegment(field, valueAt(input, field)));
}

/** Encodes one path segment. Rejects `.` and `..`: URL parsers resolve them, which would reach another endpoint. */
function encodeSegment(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") {
    throw new UsageError(`"${field}" is missing: it is part of the URL of this call.`, { field });
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (text === "" || text === "." || text === ".." || !text.isWellFormed()) {
    throw new UsageError(`"${field}" cannot be part of a URL.`, {
      field,
      hint: "Use the ID or slug as plain text.",
    });
  }
  return encodeURIComponent(text);
}

/** Returns JSON text. Throws UsageError for values that JSON would silently turn into null. */
function toJson(input: unknown): string {
  return JSON.stringify(input, (key, value: unknown) => {
    if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
      throw new UsageError(`"${key}" is ${value}, which cannot be sent.`, { field: key });
    }
    return value;
  });
}

const packQuery = (input: unknown): string => `.r=${Buffer.from(toJson(input)).toString("base64url")}`;

/** Returns whether the input needs dotted keys, or has objects in lists. */
function isNested(input: unknown): boolean {
  return Object.values(asRecord(input)).some((value) =>
    Array.isArray(value) ? value.some(isRecord) : isRecord(value) && Object.keys(value).length > 0,
  );
}

/** Returns whether a query string cannot hold the value. */
function listsObjects(input: unknown): boolean {
  return Object.values(asRecord(input)).some((value) =>
    Array.isArray(value) ? value.some(isRecord) : listsObjects(value),
  );
}

function flatQuery(input: unknown): string {
  const query = new URLSearchParams();
  append(query, "", asRecord(input));
  return query.toString();
}

/** Nested objects become dotted keys and lists repeated keys; null and undefined are omitted. */
function append(query: URLSearchParams, prefix: string, fields: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(fields)) {
    const key = prefix + name;
    if (isRecord(value)) append(query, `${key}.`, value);
    else for (const item of Array.isArray(value) ? value : [value]) appendValue(query, key, item);
  }
}

function appendValue(query: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new UsageError(`"${key}" is ${value}, which cannot be sent.`, { field: key });
  }
  if (typeof value === "object" && !(value instanceof Date)) {
    throw new UsageError(`"${key}" is a list of objects, which this call cannot send.`, { field: key });
  }
  query.append(key, value instanceof Date ? value.toISOString() : String(value));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
