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
}

/**
 * Throws TillError if rows of a bulk call were rejected, which has the status 200, too: exit 9 for some rows, 6 for all.
 * `message` returns the message for a count such as `2 of 3`.
 */
export function rejectFailures(
  { results }: Results,
  message: (count: string) => string,
): Record<string, never> {
  const failed = (results ?? []).filter(({ itemMetadata }) => itemMetadata?.success === false);
  if (failed.length === 0) return {};
  const error = failed[0]?.itemMetadata?.error;
  const all = (results ?? []).length;
  throw new TillError(
    failed.length < all ? exitCodes.partial : exitCodes.conflict,
    `${message(`${failed.length} of ${all}`)}: ${error?.description}`,
    { code: error?.code ?? "REFUSED" },
  );
}
