import type * as z from "zod/mini";
import type { ItemMetadata } from "../../../api/models/bulk.ts";
import { InvalidInput } from "../invalid.ts";
import { PlatformError, type Tx } from "../tx.ts";

type Metadata = z.input<typeof ItemMetadata>;

/** What came of one of many. */
export interface Outcome<T> {
  itemMetadata: Metadata;
  done?: T;
}

/** Does the same to many; one that is refused leaves nothing behind and does not stop the others. */
export function eachOf<G, T extends { id: string }>(
  tx: Tx,
  given: readonly G[],
  act: (one: G, index: number) => T,
): Outcome<T>[] {
  return given.map((one, originalIndex) => {
    try {
      const done = tx.attempt(() => act(one, originalIndex));
      return { itemMetadata: { id: done.id, originalIndex, success: true }, done };
    } catch (error) {
      return { itemMetadata: { originalIndex, success: false, error: refusalOf(error) } };
    }
  });
}

/** The platform's answer to a bulk call. `show` gives the items back where they were asked for. */
export function bulkAnswer<T, Key extends string>(
  outcomes: readonly Outcome<T>[],
  key: Key,
  show: ((done: T) => object) | undefined,
) {
  const totalFailures = outcomes.filter(({ itemMetadata }) => !itemMetadata.success).length;
  return {
    results: outcomes.map(({ itemMetadata, done }) => ({
      itemMetadata,
      ...(show && done !== undefined && ({ [key]: show(done) } as Record<Key, object>)),
    })),
    bulkActionMetadata: {
      totalSuccesses: outcomes.length - totalFailures,
      totalFailures,
      undetailedFailures: 0,
    },
  };
}

/** Does something to each of many in the background, as the platform's jobs do; who refuses is left out. */
export function startJob<T>(tx: Tx, things: Iterable<T>, act: (thing: T) => void): { jobId: string } {
  for (const thing of [...things]) {
    try {
      tx.attempt(() => act(thing));
    } catch (error) {
      refusalOf(error);
    }
  }
  return { jobId: tx.newId() };
}

/** A refusal as the platform words it in results; anything else is thrown on. */
function refusalOf(error: unknown): NonNullable<Metadata["error"]> {
  if (error instanceof InvalidInput) {
    const [first] = error.violations;
    const data = { fieldViolations: error.violations };
    return { code: first?.ruleName ?? "INVALID_ARGUMENT", description: error.message, data };
  }
  if (!(error instanceof PlatformError)) throw error;
  return { code: error.code, description: error.message, data: error.data };
}
