import { mismatchIn } from "../../../src/api/decode.ts";
import type { Handlers, Role, Service, WireInput, WireResult } from "../../../src/api/endpoint.ts";
import { violations } from "../../../src/api/violations.ts";
import type { Store } from "../../../src/sandbox/kernel/store.ts";
import { InvalidInput, type Tx } from "../../../src/sandbox/kernel/tx.ts";

/** The calls of a service, which return at once and throw what a handler throws. */
export type Calls<S extends Service> = {
  [Call in keyof S]: (input: Incomplete<WireInput<S[Call]>>, role?: Role) => WireResult<S[Call]>;
};
type Incomplete<T> = { [K in keyof T]?: T[K] | null };

/**
 * Binds handlers to a store without a router. They run as in the router: one transaction each, read-only for reads. With
 * `strict`, input and result are checked against the declaration.
 */
export function bindHandlers<S extends Service>(
  store: Store,
  endpoints: S,
  handlers: Handlers<S, Tx>,
  { strict = false } = {},
): Calls<S> {
  const calls = Object.entries(endpoints).map(([call, endpoint]) => {
    const handler = handlers[call] as unknown as (tx: Tx, input: unknown) => unknown;
    const run = (input: unknown, role: Role = "admin") => {
      const wrong = strict ? violations(endpoint, input) : [];
      if (wrong.length > 0) throw new InvalidInput(wrong);
      const mode = endpoint.effect === "read" ? "read" : "write";
      const answer = store[mode]({ caller: { role } }, (tx) => handler(tx, input));
      const wire = JSON.parse(JSON.stringify(answer));
      const problems = strict ? mismatchIn(endpoint.result, wire) : undefined;
      if (problems) throw new Error(`${call} answered ${JSON.stringify(problems)}`);
      return wire;
    };
    return [call, run];
  });
  return Object.fromEntries(calls);
}
