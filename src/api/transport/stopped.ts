import { UnknownOutcomeError } from "../../kernel/errors.ts";
import { hintWhenUnknown } from "../response.ts";
import type { Request } from "./transport.ts";

/**
 * What a request that its signal stopped is rejected with: the signal's reason. Where a write may have arrived it is
 * an UnknownOutcomeError instead, which says how to check.
 */
export function stoppedBy({ name, effect, signal }: Request, mayHaveArrived: boolean): unknown {
  if (!mayHaveArrived || effect === "read") return signal?.reason;
  const [, service] = /^(\w+)\.\w+$/.exec(name) ?? [];
  const repeatable = effect === "set" || effect === "delete" || service === undefined;
  return new UnknownOutcomeError(`${name} was stopped on its way: nobody knows whether it was carried out.`, {
    hint: repeatable
      ? hintWhenUnknown({ effect })
      : `It may have been carried out: look before you run it again. What can be read: till api --service ${service}`,
    cause: signal?.reason,
  });
}
