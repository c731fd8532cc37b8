import { ApiError, UsageError } from "../kernel/errors.ts";
import { type Call, callWithRequestId } from "./caller.ts";
import { decodeInPlace, type Mismatch, mismatchIn, toJson } from "./decode.ts";
import type { CallOptions, Endpoint, Input, Result, WireInput } from "./endpoint.ts";

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
    const mismatch = decodeInPlace(endpoint.result, result);
    if (mismatch === undefined) return result as Result<typeof endpoint>;
    const message = `${endpoint.name}: the response does not match its schema: ${describe(mismatch)}`;
    throw new ApiError(message, {
      status: 200,
      code: "UNEXPECTED_ANSWER",
      requestId,
      details: result,
      hint: "The call itself succeeded.",
    });
  };
}

function encodeInput<E extends Endpoint>({ name, input: schema }: E, input: unknown): WireInput<E> {
  const sent = toJson(schema, input);
  const mismatch = mismatchIn(schema, sent);
  if (mismatch === undefined) return sent as WireInput<E>;
  throw new UsageError(`${name}: the input does not match its schema: ${describe(mismatch)}`, {
    code: "INVALID_ARGUMENT",
    field: mismatch.path,
    hint: "Nothing was sent.",
  });
}

const describe = ({ path, expected }: Mismatch): string => `"${path}" is not ${expected}`;
