import { exitCodes, TillError, UnknownOutcomeError } from "../kernel/errors.ts";
import { type Ends, exitOf } from "../kernel/exit-of.ts";
import { hintWhenUnknown } from "./response.ts";

interface Metadata {
  id?: string | null | undefined;
  /** Instead of an id, in the results of calls on the items of a category. */
  item?: { catalogItemId?: string | null | undefined } | null | undefined;
  originalIndex?: number | null | undefined;
  success?: boolean | null | undefined;
  error?: { code?: string | null | undefined; description?: string | null | undefined } | null | undefined;
}

/** The response of a bulk call. */
export interface BulkResponse {
  results?: readonly ({ itemMetadata?: Metadata | null | undefined } | null)[] | null | undefined;
  bulkActionMetadata?: Totals | null | undefined;
}

/** How many items succeeded and failed, and how many failures the results do not list. */
interface Totals {
  totalSuccesses?: number | null | undefined;
  totalFailures?: number | null | undefined;
  undetailedFailures?: number | null | undefined;
}

/**
 * The outcome of one item of a bulk call. `stale`: the item was changed after it was read. `unsure`: the result has an error
 * but does not say that the item failed.
 */
export type ItemOutcome =
  | { ok: true; id?: string }
  | { ok: false; error: { code: string; message: string }; stale: boolean; unsure?: true };

/** The ids of the items of a bulk call, in the order they were sent; undefined for an item that the call creates. */
export type SentIds = readonly (string | null | undefined)[];

/**
 * Returns the outcomes of the items of a bulk call by their index in the request. An item is done only if exactly one result
 * names it, by its id or else by its originalIndex, with success and without an error. Omits the items that the response
 * does not settle: no result names them, or several do, or the id and the index of a result name different items. The
 * position of a result means nothing. If the totals contradict the results, nothing is done and no failure is certain.
 */
export function itemOutcomes(
  { results, bulkActionMetadata }: BulkResponse,
  ids: SentIds,
): Map<number, ItemOutcome> {
  const indexes = Map.groupBy(ids.keys(), (index) => ids[index]);
  const named = new Map<number, (Metadata | undefined)[]>();
  for (const result of results ?? []) {
    const metadata = result?.itemMetadata ?? {};
    const { originalIndex: index } = metadata;
    const id = idOf(metadata);
    const withId = (id && indexes.get(id)) || [];
    const target = targetOf(metadata, withId, ids);
    const candidates = new Set(
      target === undefined ? [...withId, ...(index == null ? [] : [index])] : [target],
    );
    for (const candidate of candidates)
      named.set(candidate, [...(named.get(candidate) ?? []), target === undefined ? undefined : metadata]);
  }
  const outcomes = new Map<number, ItemOutcome>();
  for (const [index, [metadata, ...more]] of named) {
    const outcome = metadata && more.length === 0 ? outcomeOf(metadata) : undefined;
    if (outcome !== undefined) outcomes.set(index, outcome);
  }
  // Two created items cannot have the same id.
  const created = [...outcomes].filter(([index, outcome]) => ids[index] == null && outcome.ok && outcome.id);
  for (const [, same] of Map.groupBy(created, ([, outcome]) => outcome.ok && outcome.id))
    for (const [index] of same.length > 1 ? same : []) outcomes.delete(index);
  if (isContradicted({ results, bulkActionMetadata }))
    for (const [index, outcome] of outcomes) {
      if (outcome.ok) outcomes.delete(index);
      else outcomes.set(index, { ...outcome, unsure: true });
    }
  return outcomes;
}

/** Returns whether the totals of a response count other failures than the results list, or fewer successes than they do. */
function isContradicted({ results, bulkActionMetadata }: BulkResponse): boolean {
  const listed = (results ?? []).flatMap((result) => result?.itemMetadata ?? []);
  const failed = listed.filter(({ success, error }) => success === false || error != null).length;
  const done = listed.filter(({ success }) => success === true).length;
  const { totalSuccesses, totalFailures, undetailedFailures } = bulkActionMetadata ?? {};
  return (
    (undetailedFailures ?? 0) > 0 || (totalFailures ?? failed) !== failed || (totalSuccesses ?? done) < done
  );
}

/** Counts the items of a bulk call by outcome. If the request does not list them, the results and totals are counted. */
export function countItems(response: BulkResponse, ids: SentIds): Ends {
  const listed = response.results?.length ?? 0;
  const { totalSuccesses, totalFailures } = response.bulkActionMetadata ?? {};
  if (ids.length === 0 && listed === 0)
    return { unknown: 0, failed: totalFailures ?? 0, done: totalSuccesses ?? 0 };
  const sent = ids.length > 0 ? ids : Array.from({ length: listed }, () => undefined);
  const outcomes = itemOutcomes(response, sent);
  const failed = [...outcomes.values()].filter(({ ok }) => !ok).length;
  return { unknown: sent.length - outcomes.size, failed, done: outcomes.size - failed };
}

/** Returns the index of the item that a result names; undefined if it names none, or contradicts itself. */
function targetOf(metadata: Metadata, withId: readonly number[], ids: SentIds): number | undefined {
  const { originalIndex: index } = metadata;
  if (index == null) return withId.length === 1 ? withId[0] : undefined;
  if (!Number.isInteger(index) || index < 0 || index >= ids.length) return undefined;
  if (!idOf(metadata) || withId.includes(index)) return index;
  // The id of a created item is new.
  return withId.length === 0 && ids[index] == null ? index : undefined;
}

const idOf = ({ id, item }: Metadata): string | null | undefined => id || item?.catalogItemId;

function outcomeOf(metadata: Metadata): ItemOutcome | undefined {
  const { success, error } = metadata;
  if (success === true) {
    const id = idOf(metadata);
    return error == null ? { ok: true, id: id || undefined } : undefined;
  }
  if (success !== false && error == null) return undefined;
  const { code, description } = error ?? {};
  return {
    ok: false,
    stale: /revision/i.test(`${code} ${description}`),
    error: { code: code ?? "REJECTED", message: description ?? "rejected by the platform" },
    unsure: success !== false || undefined,
  };
}

/** Returns the outcomes of the steps of an item; none if its outcome is unknown. */
export function stepOutcomes(
  steps: readonly { seq: number }[],
  outcome: ItemOutcome | undefined,
): (ItemOutcome & { seq: number })[] {
  return outcome === undefined ? [] : steps.map(({ seq }) => ({ seq, ...outcome }));
}

/** The outcome of an item that has to be read again before it is sent. */
export const unread: ItemOutcome = {
  ok: false,
  stale: true,
  error: { code: "STALE", message: "was changed while it was being sent" },
};

/**
 * Throws TillError unless the response of a bulk call says of every item that it is done: exit 9 if some were rejected, 6 if
 * all were, 10 if it is not known of some. `message` returns the message for a count such as `2 of 3`.
 */
export function requireAllDone(
  response: BulkResponse,
  ids: SentIds,
  message: (count: string) => string,
): Record<string, never> {
  const outcomes = [...itemOutcomes(response, ids).values()];
  const failed = outcomes.filter((outcome) => !outcome.ok);
  const unknown = ids.length - outcomes.length;
  const [first] = failed;
  if (unknown === 0 && first === undefined) return {};
  if (unknown > 0)
    throw new UnknownOutcomeError(
      `The response of the platform does not say whether ${unknown} of ${ids.length} items were changed.`,
      { hint: hintWhenUnknown({ effect: "add" }) },
    );
  const exitCode = exitOf(
    { unknown, failed: failed.length, done: outcomes.length - failed.length },
    undefined,
    exitCodes.conflict,
  );
  throw new TillError(exitCode, `${message(`${failed.length} of ${ids.length}`)}: ${first?.error.message}`, {
    code: first?.error.code,
  });
}
