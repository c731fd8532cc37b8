import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import type { Context } from "../../context.ts";
import { UnknownOutcomeError } from "../../errors.ts";
import { announceWriting } from "../writing.ts";

/** One call that changes an order; where its answer is lost, the error names the command that tells. */
export async function act(
  context: Context,
  call: Call,
  { name, endpoint, input, look }: { name: string; endpoint: Endpoint; input: unknown; look: string },
): Promise<Record<string, unknown>> {
  await announceWriting(context);
  try {
    return (await call(name, endpoint, input, { signal: context.signal })).body;
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const hint = `Look before you run it again: ${look}`;
    throw new UnknownOutcomeError(error.message, { hint, cause: error.cause });
  }
}
