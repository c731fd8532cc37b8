import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { UnknownOutcomeError } from "../../kernel/errors.ts";

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
