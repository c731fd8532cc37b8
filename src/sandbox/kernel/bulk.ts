import type { ItemMetadata } from "../../api/services/models.ts";
import { InvalidInput, PlatformError, type Tx } from "./tx.ts";

type Metadata = ItemMetadata;

/** The result of one item of a bulk call. */
export interface ItemResult<T> {
  itemMetadata: Metadata;
  done?: T;
}

/** Runs an action for each item. A failed item is rolled back and does not affect the others. */
export function forEachItem<G, T extends { id: string }>(
  tx: Tx,
  items: readonly G[],
  action: (item: G, index: number) => T,
): ItemResult<T>[] {
  return items.map((item, originalIndex) => {
    try {
      const done = tx.attempt(() => action(item, originalIndex));
      return { itemMetadata: { id: done.id, originalIndex, success: true }, done };
    } catch (error) {
      return { itemMetadata: { originalIndex, success: false, error: itemErrorOf(error) } };
    }
  });
}

/** Returns the response of a bulk call. `show` formats the items if the caller requested them. */
export function bulkResponse<T, Key extends string>(
  outcomes: readonly ItemResult<T>[],
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

/** Runs an action for each item as a platform job would, skipping items that fail. */
export function startJob<T>(tx: Tx, items: Iterable<T>, action: (item: T) => void): { jobId: string } {
  for (const item of [...items]) {
    try {
      tx.attempt(() => action(item));
    } catch (error) {
      itemErrorOf(error);
    }
  }
  return { jobId: tx.newId() };
}

/** Converts a PlatformError or InvalidInput to the error of a bulk result. Rethrows anything else. */
function itemErrorOf(error: unknown): NonNullable<Metadata["error"]> {
  if (error instanceof InvalidInput) {
    const [first] = error.violations;
    const data = { fieldViolations: error.violations };
    return { code: first?.ruleName ?? "INVALID_ARGUMENT", description: error.message, data };
  }
  if (!(error instanceof PlatformError)) throw error;
  return { code: String(error.code), description: error.message, data: error.data };
}
