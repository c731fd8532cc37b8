import { UsageError } from "../errors.ts";
import { type Endpoint, type Method, valueAt } from "./endpoint.ts";

/** Beyond this many characters of encoded query, a call that declares a fallback becomes that fallback. */
export const queryLimit = 4000;

/** Method, absolute URL and body of one call. */
export interface Placed {
  method: Method;
  url: string;
  body?: string;
}

/**
 * Where and how a call travels. POST, PUT and PATCH carry the whole input as JSON, GET and DELETE as query string
 * (values of the path included, in both cases). Throws UsageError for what cannot be sent.
 */
export function placeCall(baseUrl: string, endpoint: Endpoint, input: unknown): Placed {
  const { method, fallback } = endpoint;
  const path = fillPath(endpoint.public, input);
  if (carriesBody(method)) return { method, url: address(baseUrl, path), body: toJson(input ?? {}) };
  const query = endpoint.complexQuery && isNested(input) ? packQuery(input) : flatQuery(input);
  if (query.length > queryLimit && fallback && carriesBody(fallback.method)) {
    const url = address(baseUrl, fillPath(fallback.public, input));
    return { method: fallback.method, url, body: toJson(input) };
  }
  return { method, url: address(baseUrl, query === "" ? path : `${path}?${query}`) };
}

const carriesBody = (method: Method): boolean => method === "POST" || method === "PUT" || method === "PATCH";

const address = (baseUrl: string, path: string): string => baseUrl.replace(/\/+$/, "") + path;

function fillPath(template: string, input: unknown): string {
  return template.replace(/\{([^}]+)\}/g, (_, field: string) => encodeSegment(field, valueAt(input, field)));
}

/** One path segment. `.` and `..` would be resolved away by any URL parser and so reach another call. */
function encodeSegment(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") {
    throw new UsageError(`"${field}" is missing: it is part of the address of this call.`, { field });
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (text === "" || text === "." || text === ".." || !text.isWellFormed()) {
    throw new UsageError(`"${field}" cannot be part of an address.`, {
      field,
      hint: "Give the id or slug as plain text.",
    });
  }
  return encodeURIComponent(text);
}

/** JSON in which nothing is lost on the way: what JSON would silently turn into null is an error. */
function toJson(input: unknown): string {
  return JSON.stringify(input, (key, value: unknown) => {
    if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
      throw new UsageError(`"${key}" is ${value}, which cannot be sent.`, { field: key });
    }
    return value;
  });
}

const packQuery = (input: unknown): string => `.r=${Buffer.from(toJson(input)).toString("base64url")}`;

/** Whether a plain query string would need dotted keys or would have to drop objects in lists. */
function isNested(input: unknown): boolean {
  return Object.values(asRecord(input)).some((value) =>
    Array.isArray(value) ? value.some(isRecord) : isRecord(value) && Object.keys(value).length > 0,
  );
}

function flatQuery(input: unknown): string {
  const query = new URLSearchParams();
  append(query, "", asRecord(input));
  return query.toString();
}

/** Nested objects become dotted keys, lists repeated keys; null and undefined are left out. */
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
    throw new UsageError(`"${key}" is a list of objects, which this call cannot carry.`, { field: key });
  }
  query.append(key, value instanceof Date ? value.toISOString() : String(value));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
