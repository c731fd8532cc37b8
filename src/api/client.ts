import * as z from "zod/mini";
import { ApiError, UsageError } from "../kernel/errors.ts";
import type { Call } from "./caller.ts";
import type { CallOptions, Client, Endpoint, Services, WireClient } from "./endpoint.ts";

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

/** Returns typed methods over services that take and return wire JSON. */
export function createWireClient<S extends Services>(services: S, call: Call): WireClient<S> {
  return methods(services, (name, endpoint) => async (input, options) => {
    return (await call(name, endpoint, input, options)).body;
  }) as WireClient<S>;
}

/**
 * Returns typed methods that take and return dates as Date. They throw UsageError for an invalid input, before sending,
 * and ApiError with the request ID for a response that does not match its schema.
 */
export function createClient<S extends Services>(services: S, call: Call): Client<S> {
  return methods(services, (name, endpoint) => async (input, options) => {
    const { body, requestId } = await call(name, endpoint, encodeInput(name, endpoint, input), options);
    const result = z.safeDecode(endpoint.result, body);
    if (result.success) return result.data;
    throw new ApiError(`${name}: the response does not match its schema: ${issues(result.error)}`, {
      status: 200,
      code: "UNEXPECTED_ANSWER",
      requestId,
      details: body,
      hint: "The call itself succeeded.",
    });
  }) as Client<S>;
}

function methods(services: Services, method: (name: string, endpoint: Endpoint) => Method) {
  const entries = Object.entries(services).map(([service, calls]) => {
    const own = Object.entries(calls).map(([call, endpoint]) => [
      call,
      method(`${service}.${call}`, endpoint),
    ]);
    return [service, Object.fromEntries(own)];
  });
  return Object.fromEntries(entries) as Record<string, Record<string, Method>>;
}

function encodeInput(name: string, endpoint: Endpoint, input: unknown): unknown {
  const result = z.safeEncode(endpoint.input, input);
  if (result.success) return result.data;
  throw new UsageError(`${name}: the input does not match its schema: ${issues(result.error)}`, {
    code: "INVALID_ARGUMENT",
    field: result.error.issues[0]?.path.join("."),
    hint: "Nothing was sent.",
  });
}

const issues = (error: z.core.$ZodError): string =>
  error.issues.map(({ path, message }) => `"${path.join(".")}" ${message}`).join(", ");
