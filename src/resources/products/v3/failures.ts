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

/** Throws where rows of a bulk call were refused, which answers 200 for them, too; `say` words it for `2 of 3`. */
export function rejectFailures({ results }: Results, say: (count: string) => string): Record<string, never> {
  const failed = (results ?? []).filter(({ itemMetadata }) => itemMetadata?.success === false);
  if (failed.length === 0) return {};
  const error = failed[0]?.itemMetadata?.error;
  const all = (results ?? []).length;
  throw new TillError(
    failed.length < all ? exitCodes.partial : exitCodes.conflict,
    `${say(`${failed.length} of ${all}`)}: ${error?.description}`,
    { code: error?.code ?? "REFUSED" },
  );
}
