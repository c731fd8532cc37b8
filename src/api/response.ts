import type * as z from "zod/mini";
import { ApiError, TransportError, UnknownOutcomeError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { type Endpoint, valueAt, type WireResult } from "./endpoint.ts";
import { bounds } from "./models/fields.ts";
import { kindOf, schemaBelow } from "./schema-fields.ts";
import type { Request, Response } from "./transport/transport.ts";

type Schema = z.core.$ZodType;

/** Returns the platform's request ID, or undefined. */
export function requestIdOf(response: Response): string | undefined {
  return response.headers["x-wix-request-id"] ?? response.headers["x-request-id"];
}

/**
 * Returns the JSON body of a 200 response. Throws ApiError if the platform rejected the call, and TransportError if the
 * response cannot be used, so that the outcome of a write is unknown.
 */
export function readResponse<E extends Endpoint>(endpoint: E, response: Response): WireResult<E> {
  const { name } = endpoint;
  const requestId = requestIdOf(response);
  const { status } = response;
  if (status >= 300 && status < 400) throw redirected(name, response, requestId);
  if (status >= 400) throw platformError(response, parseObject(response.body), requestId);
  const unusable = (why: string) =>
    new TransportError(
      `${name}: the platform responded ${status} with ${why}${inRequest(requestId)}.`,
      "maybe",
      {
        requestId,
        hint: hintWhenUnknown(endpoint),
      },
    );
  if (status !== 200) throw unusable("an unexpected success status");
  const body = parseObject(response.body);
  if (!body) throw unusable(describeBody(response.body));
  if (isError(body)) throw platformError(response, body, requestId);
  if (endpoint.items !== undefined) {
    const items = valueAt(body, endpoint.items);
    if (items !== undefined && items !== null && !Array.isArray(items)) {
      throw unusable(`"${endpoint.items}" that is not a list`);
    }
  }
  const problem = problemIn(endpoint.result, body);
  if (problem !== undefined) throw unusable(problem);
  return body as WireResult<E>;
}

/**
 * Returns what is wrong with a result: a field that is absent although the platform always returns it, or a value that is not the
 * list that it should be. Looks at the result, its objects and the items of its lists. Other schemas are not created for that.
 */
function problemIn(schema: Schema, value: unknown, path = "", depth = 0): string | undefined {
  const model = modelOf(schema);
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    const item = schemaBelow(model, { at: undefined });
    return item && findFirst(value, (one, index) => problemIn(item, one, `${path}[${index}]`, depth));
  }
  const { always, holds = [] } = bounds.get(model) ?? {};
  if (!always && kindOf(model) === "array") return `"${path}" that is not a list`;
  if (!isRecord(value)) return undefined;
  const pathTo = (key: string) => (path === "" ? key : `${path}.${key}`);
  const absent = always?.find((key) => value[key] === undefined || value[key] === null);
  if (absent !== undefined) return `a result without "${pathTo(absent)}"`;
  const deeper = depth > 0 && (always || depth > 1) ? holds : Object.keys(value);
  return findFirst(deeper, (key) => {
    const field = schemaBelow(model, { key });
    return field && problemIn(field, value[key], pathTo(key), depth + 1);
  });
}

/** Returns the schema of a field that can be absent or null, without creating it if it has bounds. */
function modelOf(schema: Schema): Schema {
  if (bounds.has(schema)) return schema;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "optional" || def.type === "nullable" ? modelOf(def.innerType) : schema;
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

function parseObject(text: string): Record<string, unknown> | undefined {
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

/** Returns true for an error body inside a 200 response, which the platform is known to send. */
const isError = (body: Record<string, unknown>): boolean =>
  isRecord(valueAt(body, "details.applicationError")) || isRecord(valueAt(body, "details.validationError"));

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
  if (status === 429) return "Wait a moment, or lower --concurrency or --rate.";
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
