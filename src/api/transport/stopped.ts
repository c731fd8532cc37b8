import { UnknownOutcomeError } from "../../kernel/errors.ts";
import { hintWhenUnknown } from "../response.ts";
import type { Request } from "./transport.ts";

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
