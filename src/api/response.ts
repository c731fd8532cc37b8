import { ApiError, TransportError, UnknownOutcomeError } from "../kernel/errors.ts";
import { isGuid, lowerGuid } from "../kernel/ids.ts";
import { isRecord } from "../kernel/json.ts";
import { memo } from "../kernel/memo.ts";
import { type Endpoint, valueAt, type WireResult } from "./endpoint.ts";
import type { Schema } from "./schema.ts";
import { type Kind, schemaBelow, schemaKind, shapeOf } from "./schema-fields.ts";
import type { Request, Response } from "./transport/transport.ts";

/** Returns the platform's request ID, or undefined. */
export function requestIdOf(response: Response): string | undefined {
  return response.headers["x-wix-request-id"] ?? response.headers["x-request-id"];
}

/**
 * Returns the JSON body of a 200 response. Throws ApiError if the platform rejected the call, and TransportError if the
 * response cannot be used, so that the outcome of a write is unknown: it is not JSON, has an error inside, or lacks what the
 * contract says is always there. Only a 404 that the platform itself sent means that something does not exist.
 */
export function readResponse<E extends Endpoint>(
  endpoint: E,
  response: Response,
  input?: unknown,
): WireResult<E> {
  const { name } = endpoint;
  const requestId = requestIdOf(response);
  const { status } = response;
  const unusable = (why: string, code?: string) =>
    new TransportError(
      `${name}: the platform responded ${status} with ${why}${inRequest(requestId)}.`,
      "maybe",
      {
        requestId,
        hint: hintWhenUnknown(endpoint),
        ...(code !== undefined && { code }),
      },
    );
  if (status >= 300 && status < 400) throw redirected(name, response, requestId);
  if (status >= 400) {
    const body = parseObject(response.body);
    if (body === undefined && !gatewayStatuses.has(status)) throw unusable(describeBody(response.body));
    if (status === 404 && !isFromPlatform(response)) throw unusable("a body that is not the platform's");
    throw platformError(response, body, requestId);
  }
  if (status !== 200) throw unusable("an unexpected success status");
  if (isTooDeep(response.body)) throw unusable(`more than ${maxDepth} levels of nesting`);
  const body = parseObject(response.body);
  if (!body) throw unusable(describeBody(response.body));
  const inside = errorInside(endpoint, body);
  if (inside) throw unusable(`an error: ${inside.message}`, inside.code);
  const problem =
    problemOfList(endpoint, body) ??
    problemIn(endpoint.result, body) ??
    problemOfWhole(endpoint, body, input) ??
    problemOfIdentity(endpoint, body, input) ??
    problemOfOthers(endpoint, body, input);
  if (problem !== undefined) throw unusable(problem);
  return body as WireResult<E>;
}

/** Statuses that say the same whoever sends them: sign in, not allowed, wait. All from 500 on are no refusals, either. */
const gatewayStatuses: { has(status: number): boolean } = {
  has: (status) => status >= 500 || [401, 403, 407, 429].includes(status),
};

/**
 * Returns whether an error is in the platform's own form: a message or details, or the code of a sign-in. A gateway's page and an
 * empty object are not.
 */
export function isFromPlatform({ status, body }: Pick<Response, "status" | "body">): boolean {
  // The identity is checked first.
  if (status === 401 && body.trim() === "") return true;
  const { message, details, error } = parseObject(body) ?? {};
  const isSignIn = typeof error === "string" && (status === 400 || status === 401);
  return typeof message === "string" || isRecord(details) || isSignIn;
}

/** Levels of nesting of a response. The deepest entity, a rich text, has fewer than fifty. */
const maxDepth = 500;

/** Returns whether JSON has more levels of nesting than a recursive function can follow. */
function isTooDeep(text: string): boolean {
  if (text.length < maxDepth) return false;
  let [depth, quoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

/** Returns the error inside a 200 response, which the platform and gateways are known to send. */
function errorInside(
  { result }: Endpoint,
  body: Record<string, unknown>,
): { message: string; code: string | undefined } | undefined {
  const declared = shapeOf(result);
  const errors = "errors" in declared || !Array.isArray(body.errors) ? [] : body.errors;
  const error = "error" in declared ? undefined : (body.error ?? errors[0]);
  const application = valueAt(body, "details.applicationError");
  const validation = valueAt(body, "details.validationError");
  const found = isRecord(application) ? application : isRecord(validation) ? validation : error;
  if (found === undefined || found === null || found === false || found === "") return undefined;
  const { code, message, description }: Record<string, unknown> = isRecord(found)
    ? found
    : { message: found };
  const texts = [body.message, message, description, body.error_description].filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
  return {
    message: [...new Set(texts)].join(": ") || JSON.stringify(found),
    code: typeof code === "string" && code !== "" ? code : undefined,
  };
}

/**
 * Returns what is wrong with the items of a list: an object instead of a list, no list although the paging metadata does not
 * say that it is empty, or fewer items than the metadata of a page counts.
 */
function problemOfList(endpoint: Endpoint, body: Record<string, unknown>): string | undefined {
  const at = itemsOf(endpoint);
  if (at === undefined) return undefined;
  const items = valueAt(body, at);
  if (Array.isArray(items)) {
    const { cursors, count } = pagingIn(endpoint, body) ?? {};
    // Without cursors, it may be the number of all items.
    const isShort = isRecord(cursors) && typeof count === "number" && count > items.length;
    return isShort ? `${items.length} of ${count} items in "${at}"` : undefined;
  }
  if ((items === undefined || items === null) && saysEmpty(endpoint, body)) return undefined;
  return items === undefined || items === null ? `a result without "${at}"` : `"${at}" that is not a list`;
}

/** Returns the path of the items of a list: that of the contract, or the only list of a result that has nothing else. */
function itemsOf({ items, result }: Endpoint): string | undefined {
  if (items !== undefined) return items;
  const fields = Object.entries(shapeOf(result)).filter(([key]) => !pagingFields.has(key));
  const [[key, schema] = []] = fields;
  return fields.length === 1 && schema && schemaKind(schema) === "array" ? key : undefined;
}

const pagingFields: ReadonlySet<string> = new Set([
  "metadata",
  "metaData",
  "pagingMetadata",
  "total",
  "totalResults",
  "limit",
  "offset",
  "facets",
]);

/** Returns whether paging metadata says that a page has no items: a count of 0, or no next page and no count. */
function saysEmpty(endpoint: Endpoint, body: Record<string, unknown>): boolean {
  const paging = pagingIn(endpoint, body);
  const counts = [paging?.total, paging?.count, body.totalResults, body.total].filter(
    (count) => typeof count === "number",
  );
  if (counts.length > 0) return counts.includes(0);
  return paging?.hasNext === false || (isRecord(paging?.cursors) && !paging.cursors.next);
}

const pagingIn = ({ metadata }: Endpoint, body: Record<string, unknown>) =>
  [metadata ?? "metadata", "pagingMetadata", "metaData"].map((at) => valueAt(body, at)).find(isRecord);

/**
 * Returns what is wrong with a result that has none of its fields, so that it is no result. A deletion needs none, nor does a call
 * that returns what it has changed only if it is asked to.
 */
function problemOfWhole(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  input: unknown,
): string | undefined {
  const fields = Object.keys(shapeOf(endpoint.result));
  if (endpoint.effect === "delete" || fields.length === 0 || itemsOf(endpoint) !== undefined)
    return undefined;
  if ("returnEntity" in shapeOf(endpoint.input) && valueAt(input, "returnEntity") !== true) return undefined;
  if (fields.some((field) => body[field] !== undefined && body[field] !== null)) return undefined;
  return `a result without "${fields[0]}"`;
}

/** Returns what is wrong if one object was asked for by its ID and another one was returned. */
function problemOfIdentity(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  input: unknown,
): string | undefined {
  const [, parents = "", path = ""] = /^(?!.*\/by-[\w-]+\/\{)(.*)\{([\w.]+)\}$/.exec(endpoint.path) ?? [];
  const expected = path === "" ? undefined : valueAt(input, path);
  if (typeof expected !== "string" || !isGuid(expected)) return undefined;
  const keys = Object.keys(shapeOf(endpoint.result));
  const named = keys.find((key) => path === "id" || path === `${key}Id` || path === `${key}.id`);
  // The payments of an order have its `orderId`.
  const key =
    named ?? (parents.includes("{") ? undefined : keys.find((key) => valueAt(body[key], path) !== undefined));
  const id = key === undefined ? undefined : valueAt(body[key], named === undefined ? path : "id");
  if (typeof id !== "string" || !isGuid(id) || lowerGuid(id) === lowerGuid(expected)) return undefined;
  return `${key} ${id} instead of ${expected}`;
}

/** Returns what is wrong if a list by IDs, numbers or slugs has an object that was not asked for. */
function problemOfOthers(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  input: unknown,
): string | undefined {
  const at = itemsOf(endpoint);
  const items = at === undefined ? undefined : valueAt(body, at);
  const filter = valueAt(input, "query.filter") ?? valueAt(input, "search.filter");
  if (!Array.isArray(items) || !isRecord(filter)) return undefined;
  const plain = (value: unknown) => String(value).toLowerCase();
  return findFirst(Object.keys(filter).filter(isKey), (field) => {
    const values = valueAt(filter[field], "$in");
    if (!Array.isArray(values)) return undefined;
    const asked = new Set(values.map(plain));
    const other = items
      .map((item) => valueAt(item, field))
      .find((value) => value !== undefined && value !== null && !asked.has(plain(value)));
    return other === undefined ? undefined : `"${at}" of ${field} ${other}, which was not asked for`;
  });
}

/** Returns whether objects are identified by a field. */
const isKey = (field: string): boolean => /^(id|slug|number|\w+Id)$/.test(field);

/**
 * Returns what is wrong with a result: a field that is absent although the platform always returns it, or a value of another
 * type. Looks at the result, its objects and the items of its lists.
 */
function problemIn(schema: Schema, value: unknown, path = "", depth = 0): string | undefined {
  if (value === undefined || value === null) return undefined;
  const always = schema["x-till-always"];
  const wrong = problemOfType(typeOf(schema), value);
  if (wrong !== undefined) return `"${path}" that is not ${wrong}`;
  if (Array.isArray(value)) {
    const item = schemaBelow(schema, { at: undefined });
    return item && findFirst(value, (one, index) => problemInItem(item, one, `${path}[${index}]`, depth));
  }
  if (!isRecord(value)) return undefined;
  const pathTo = (key: string) => (path === "" ? key : `${path}.${key}`);
  const absent = always?.find((key) => value[key] === undefined || value[key] === null);
  if (absent !== undefined) return `a result without "${pathTo(absent)}"`;
  const deeper = depth > 0 && (always || depth > 1) ? checkedFields(schema) : Object.keys(value);
  return findFirst(deeper, (key) => {
    const field = schemaBelow(schema, { key });
    return field && problemIn(field, value[key], pathTo(key), depth + 1);
  });
}

/** Returns the fields of an object whose values are checked: those that are always there, and those that hold such objects. */
const checkedFields = memo((schema: Schema): readonly string[] => [
  ...new Set([...(schema["x-till-always"] ?? []), ...(schema["x-till-holds"] ?? [])]),
]);

const problemInItem = (schema: Schema, item: unknown, path: string, depth: number): string | undefined =>
  item === null || item === undefined ? `"${path}" that is null` : problemIn(schema, item, path, depth);

/** Returns the type of JSON that a schema accepts. A map is an object. */
const typeOf = (schema: Schema): Kind => (schema.type === "object" ? "object" : schemaKind(schema));

/** Returns the type that a value should have if it has another one. Numbers may be text: JSON has no 64-bit integers. */
function problemOfType(kind: Kind, value: unknown): string | undefined {
  if (kind === "object") return isRecord(value) ? undefined : "an object";
  if (kind === "array") return Array.isArray(value) ? undefined : "a list";
  if (kind === "json") return undefined;
  return typeof value === "object" ? `a ${kind}` : undefined;
}

function findFirst<T>(
  items: readonly T[],
  find: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the hint for a call with an unknown outcome. */
export function hintWhenUnknown({ effect }: Pick<Endpoint, "effect">): string {
  return effect === "add" || effect === "money"
    ? "It may have been executed: check before you run it again."
    : "It is safe to run it again.";
}

const inRequest = (requestId: string | undefined): string =>
  requestId === undefined ? "" : ` (request ${requestId})`;

/** Returns the object that JSON is; undefined for other JSON and for other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRecord(value) ? value : undefined;
}

function describeBody(body: string): string {
  if (body.trim() === "") return "an empty body";
  if (/^\s*</.test(body)) return "HTML instead of JSON (is the base URL right?)";
  return /^\s*\{/.test(body) ? "truncated or invalid JSON" : "a body that is not a JSON object";
}

function redirected(name: string, response: Response, requestId: string | undefined): ApiError {
  const target = URL.parse(response.headers.location ?? "")?.origin;
  const where = target === undefined ? "" : ` to ${target}`;
  return new ApiError(
    `The platform redirected the request${where} (HTTP ${response.status}). till does not follow redirects (${name}).`,
    {
      status: response.status,
      code: "REDIRECT",
      requestId,
      hint: "Check the base URL of the profile: till profiles list",
    },
  );
}

interface FieldViolation {
  field?: unknown;
  description?: unknown;
}

/** Returns `INVALID_ARGUMENT: "field" description, …` sorted by field, the platform's wording that programs parse. */
export function invalidArgumentText(violations: readonly FieldViolation[]): string {
  const sorted = violations
    .map(({ field, description }) => ({ field: String(field ?? ""), description: String(description ?? "") }))
    .sort((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
  return `INVALID_ARGUMENT: ${sorted.map(({ field, description }) => `"${field}" ${description}`).join(", ")}`;
}

function platformError(
  response: Response,
  body: Record<string, unknown> | undefined,
  requestId: string | undefined,
): ApiError {
  if (response.status === 403 && isThrottled(response))
    return new ApiError("The platform is rate limiting: it responded 403 without a reason.", {
      status: 429,
      code: "TOO_MANY_REQUESTS",
      requestId,
      repeated: response.repeated,
      hint: hintForStatus(429, ""),
    });
  const { status } = response;
  // Loaded on demand: node:http would slow down every start.
  const statusText = process.getBuiltinModule("node:http").STATUS_CODES[status] ?? `Status ${status}`;
  const message = typeof body?.message === "string" && body.message !== "" ? body.message : statusText;
  const cause = valueAt(body, "details.applicationError.code");
  const facts = {
    status,
    requestId,
    repeated: response.repeated,
    details: body?.details,
    hint: hintForStatus(status, String(cause ?? "")),
  };

  const validation = valueAt(body, "details.validationError");
  if (isRecord(validation)) {
    const violations = Array.isArray(validation.fieldViolations)
      ? validation.fieldViolations.filter(isRecord)
      : [];
    const text = violations.length > 0 ? invalidArgumentText(violations) : `INVALID_ARGUMENT: ${message}`;
    const field = violations.map((violation) => violation.field).find((one) => typeof one === "string");
    return new ApiError(text, { ...facts, code: "INVALID_ARGUMENT", field });
  }
  const application = valueAt(body, "details.applicationError");
  if (isRecord(application)) {
    const { code, description } = application;
    const adds = typeof description === "string" && description !== "" && description !== message;
    return new ApiError(adds ? `${message}: ${description}` : message, {
      ...facts,
      code: String(code ?? "UNKNOWN"),
    });
  }
  const code = statusText.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  if (status < 500) return new ApiError(message, { ...facts, code });
  return new ApiError(`System error occurred: ${message} (${status})${inRequest(requestId)}`, {
    ...facts,
    code,
  });
}

const unauthorizedHint = "Sign in again with: till login";
const forbiddenHint = "The active identity is not allowed to do this. See: till whoami";
/** The hints of a 401 or 403 whose cause is not known, which depend on the identity. */
export const refusalHints: ReadonlySet<string> = new Set([unauthorizedHint, forbiddenHint]);

/** Returns the hint for a status. A 403 with a specific cause, such as a wrong code, is not about permissions. */
function hintForStatus(status: number, cause: string): string | undefined {
  if (status === 401) return unauthorizedHint;
  if (status === 403 && (cause === "" || /PERMISSION|FORBIDDEN|UNAUTHORIZED/.test(cause)))
    return forbiddenHint;
  if (status === 429) return "Wait a moment, or lower --concurrency or --max-requests.";
  return undefined;
}

/**
 * Returns whether the platform rate-limits: a 429, or a 403 with an empty message and no details. The hosted platform was
 * observed to send the latter during a burst of calls.
 */
export function isThrottled({ status, body }: Pick<Response, "status" | "body">): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  try {
    const { message, details } = JSON.parse(body) as { message?: unknown; details?: unknown };
    return message === "" && Object.keys(details ?? {}).length === 0;
  } catch {
    return false;
  }
}

/**
 * Returns whether a new site is still installing its catalog (428): nothing was done and a later retry works. Observed on
 * the hosted platform.
 */
export function isProvisioning({ status, body }: Pick<Response, "status" | "body">): boolean {
  return status === 428 && body.includes('"CATALOG_V3_SITE_PROVISIONING"');
}

/**
 * Returns the error for a request that was aborted: the signal's reason, or UnknownOutcomeError with a hint how to check
 * if a write may have arrived.
 */
export function stoppedBy({ name, effect, signal }: Request, mayHaveArrived: boolean): unknown {
  if (!mayHaveArrived || effect === "read") return signal?.reason;
  const [, service] = /^(\w+)\.\w+$/.exec(name) ?? [];
  const repeatable = effect === "set" || effect === "delete" || service === undefined;
  return new UnknownOutcomeError(`${name} was interrupted: its outcome is unknown.`, {
    hint: repeatable
      ? hintWhenUnknown({ effect })
      : `${hintWhenUnknown({ effect })} To find a call that checks: till api --service ${service}`,
    cause: signal?.reason,
  });
}
