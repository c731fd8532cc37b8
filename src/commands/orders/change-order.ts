import type { Call } from "../../api/caller.ts";
import type { Endpoint, WireInput, WireResult } from "../../api/endpoint.ts";
import type { Context } from "../../context/context.ts";
import { type Look, sendOnce } from "../../resources/send-once.ts";

/** A change of an order. */
export interface OrderChange<E extends Endpoint> {
  endpoint: E;
  input: WireInput<E>;
  /** Reads whether it was made, and what the call would have returned. Default: reading cannot tell. */
  look?(): Promise<Look<WireResult<E>>>;
  /** The command that shows what came of it. */
  check: string;
}

/** Changes an order, once. What the answer does not say, a read says; the error names the command that shows it. */
export async function sendOrderChange<E extends Endpoint>(
  context: Context,
  call: Call,
  { endpoint, input, look = async () => "unclear", check }: OrderChange<E>,
): Promise<WireResult<E>> {
  return await sendOnce<WireResult<E>>({
    send: async () => await call(endpoint, input, { signal: context.signal }),
    look,
    check,
    sleep: context.sleep,
  });
}
