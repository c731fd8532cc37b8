import { exitCodes, TillError } from "../../../kernel/errors.ts";

interface Results {
  results?:
    | readonly {
        itemMetadata?: {
          success?: boolean | null;
          error?: { code?: string | null; description?: string | null } | null;
        } | null;
      }[]
    | null
    | undefined;
  bulkActionMetadata?:
    | {
        totalSuccesses?: number | null;
        totalFailures?: number | null;
        undetailedFailures?: number | null;
      }
    | null
    | undefined;
}

/**
 * Throws TillError if rows of a bulk call were rejected, which has the status 200, too: exit 9 for some rows, 6 for all.
 * `message` returns the message for a count such as `2 of 3`.
 */
export function rejectFailures(
  { results, bulkActionMetadata }: Results,
  message: (count: string) => string,
): Record<string, never> {
  const failed = (results ?? []).filter(({ itemMetadata }) => itemMetadata?.success === false);
  // The platform may leave out the details of failures.
  const { totalSuccesses, totalFailures, undetailedFailures } = bulkActionMetadata ?? {};
  const count = Math.max(failed.length + (undetailedFailures ?? 0), totalFailures ?? 0);
  if (count === 0) return {};
  const error = failed[0]?.itemMetadata?.error;
  const all = Math.max((results ?? []).length, count + (totalSuccesses ?? 0));
  throw new TillError(
    count < all ? exitCodes.partial : exitCodes.conflict,
    `${message(`${count} of ${all}`)}: ${error?.description ?? "the platform gave no reason"}`,
    { code: error?.code ?? "REFUSED" },
  );
}
