import { UsageError } from "../kernel/errors.ts";
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
 * (values of the path included, in both cases); what a query string cannot carry goes to the call's fallback. Throws
 * UsageError for what cannot be sent.
 */
export function placeCall(baseUrl: string, endpoint: Endpoint, input: unknown): Placed {
  const { method, fallback, complexQuery } = endpoint;
  const inBody = (by: Method, path: string): Placed => ({
    method: by,
    url: address(baseUrl, fillPath(path, input)),
    body: toJson(input ?? {}),
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

/** What a plain query string cannot carry. */
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
