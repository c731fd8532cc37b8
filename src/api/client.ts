import * as z from "zod/mini";
import { ApiError, UsageError } from "../kernel/errors.ts";
import { type Call, callWithRequestId } from "./caller.ts";
import { decodeInPlace } from "./decode.ts";
import type { CallOptions, Endpoint, Input, Result } from "./endpoint.ts";

/** Makes one call whose input and result have dates as Date. */
export type DecodedCall = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Result<E>>;

/**
 * Returns a call with dates as Date. It throws UsageError for an invalid input, before sending, and ApiError with the
 * request ID for a response that does not match its schema.
 */
export function decodedCall(call: Call): DecodedCall {
  return async (endpoint, input, options) => {
    const sent = encodeInput(endpoint, input);
    const { result, requestId } = await callWithRequestId(call, endpoint as Endpoint, sent, options);
    if (decodeInPlace(endpoint.result, result)) return result as Result<typeof endpoint>;
    const decoded = z.safeDecode(endpoint.result, result);
    if (decoded.success) return decoded.data as Result<typeof endpoint>;
    const message = `${endpoint.name}: the response does not match its schema: ${issues(decoded.error)}`;
    throw new ApiError(message, {
      status: 200,
      code: "UNEXPECTED_ANSWER",
      requestId,
      details: result,
      hint: "The call itself succeeded.",
    });
  };
}

function encodeInput({ name, input: schema }: Endpoint, input: unknown): unknown {
  const result = z.safeEncode(schema, input);
  if (result.success) return result.data;
  throw new UsageError(`${name}: the input does not match its schema: ${issues(result.error)}`, {
    code: "INVALID_ARGUMENT",
    field: result.error.issues[0]?.path.join("."),
    hint: "Nothing was sent.",
  });
}

const issues = (error: z.core.$ZodError): string =>
  error.issues.map(({ path, message }) => `"${path.join(".")}" ${message}`).join(", ");
