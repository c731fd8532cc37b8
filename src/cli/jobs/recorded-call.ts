import type { Call } from "../../api/caller.ts";
import { givenFields, ofShape, sameValue } from "../../api/difference.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { type Fields, type Inverse, inverseOf, objectRead, recordOf } from "../../api/inverse.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { RecordedCall } from "../../bulk/call-log.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";

/** Returns the endpoint of a recorded call; undefined if only the raw request was known. */
export async function endpointOf({ name }: Pick<RecordedCall, "name">): Promise<Endpoint | undefined> {
  return await loadEndpoint(name).catch(() => undefined);
}

/** Returns the call that undoes a recorded one, or why there is none. */
export async function inverseOfCall(call: RecordedCall): Promise<Inverse> {
  const endpoint = await endpointOf(call);
  if (endpoint === undefined) return { final: "This version of till does not know the call." };
  const { before, after } = call;
  return await inverseOf({ endpoint, input: recordOf(call.input) ?? {}, before, after });
}

/** The present state of what a call changed. */
export interface Present {
  /** Whether it can be read. */
  known: boolean;
  /** Undefined if it does not exist. */
  object?: Fields | undefined;
}

/** Reads the object that a call changes. */
export async function readPresent(
  call: Call,
  endpoint: Endpoint,
  input: unknown,
  signal: AbortSignal,
): Promise<Present> {
  const read = await objectRead(endpoint, input);
  if (read === undefined) return { known: false };
  try {
    const body = await call(read.endpoint, read.input, { signal });
    return { known: true, object: read.objectIn(body) };
  } catch (error) {
    if (error instanceof TillError && error.exitCode === exitCodes.notFound) return { known: true };
    throw error;
  }
}

/** Returns whether an object has the values that a call left, or those before it. */
export function stateOf(
  { before, after, input }: Pick<RecordedCall, "before" | "after" | "input">,
  endpoint: Endpoint,
  { object }: Present,
): "after" | "before" | "other" {
  const left = after ?? givenFields(endpoint, input);
  if (after === null) return object === undefined ? "after" : "before";
  if (object === undefined) return "other";
  if (sameValue(ofShape(object, left), left)) return "after";
  return before !== undefined && sameValue(ofShape(object, before), before) ? "before" : "other";
}
