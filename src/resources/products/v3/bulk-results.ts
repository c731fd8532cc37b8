import type { StepError, StepOutcome } from "../../../bulk/journal/step.ts";

interface Metadata {
  id?: string | null;
  originalIndex?: number | null;
  success?: boolean | null;
  error?: { code?: string | null; description?: string | null } | null;
}

/** The response of a bulk call. */
export interface BulkResponse {
  results?: readonly { itemMetadata?: Metadata | null }[] | null | undefined;
  bulkActionMetadata?: { undetailedFailures?: number | null } | null | undefined;
}

/** The outcome of one item of a bulk call. `stale`: the item was changed after it was read. */
export type ItemOutcome = { ok: true; id?: string } | { ok: false; error: StepError; stale: boolean };

/**
 * Returns the outcomes by the index of the item in the request. Items without a result are omitted: the response may lack
 * the details of failures.
 */
export function outcomesByIndex(
  { results, bulkActionMetadata }: BulkResponse,
  count: number,
): Map<number, ItemOutcome> {
  const outcomes = new Map<number, ItemOutcome>();
  const isComplete = results?.length === count && !bulkActionMetadata?.undetailedFailures;
  for (const [position, { itemMetadata }] of (results ?? []).entries()) {
    const index = itemMetadata?.originalIndex ?? (isComplete ? position : undefined);
    if (index !== undefined) outcomes.set(index, outcomeOf(itemMetadata ?? {}));
  }
  return outcomes;
}

/** Returns the outcomes of the steps of an item; none if its outcome is unknown. */
export function stepOutcomes(
  steps: readonly { seq: number }[],
  outcome: ItemOutcome | undefined,
): StepOutcome[] {
  return outcome === undefined ? [] : steps.map(({ seq }) => ({ seq, ...outcome }));
}

/** The outcome of an item that has to be read again before it is sent. */
export const unread: ItemOutcome = {
  ok: false,
  stale: true,
  error: { code: "STALE", message: "was changed while it was being sent" },
};

function outcomeOf({ id, success, error }: Metadata): ItemOutcome {
  if (success !== false) return { ok: true, ...(id && { id }) };
  const { code, description } = error ?? {};
  return {
    ok: false,
    stale: /revision/i.test(`${code} ${description}`),
    error: { code: code ?? "REJECTED", message: description ?? "rejected by the platform" },
  };
}
