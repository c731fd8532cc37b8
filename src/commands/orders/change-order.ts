import type { Call } from "../../api/caller.ts";
import type { Endpoint, WireInput, WireResult } from "../../api/endpoint.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { UnknownOutcomeError } from "../../kernel/errors.ts";

/** Makes a call that changes an order. If the response is lost, the error names the command that shows the outcome. */
export async function changeOrder<E extends Endpoint>(
  context: Context,
  call: Call,
  { endpoint, input, check }: { endpoint: E; input: WireInput<E>; check: string },
): Promise<WireResult<E>> {
  await announceWriting(context);
  try {
    return await call(endpoint, input, { signal: context.signal });
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const hint = `Check the outcome before you run it again: ${check}`;
    throw new UnknownOutcomeError(error.message, { hint, cause: error.cause });
  }
}
