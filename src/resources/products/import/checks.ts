import type { EffectiveProfile } from "../../../config/effective-profile.ts";
import type { DraftSource } from "../bounds/draft.ts";
import type { Catalog } from "../catalog.ts";

/** What all drafts of a file are checked with. */
export type DraftChecks = Omit<DraftSource, "source">;

/** Returns what drafts are checked with. The currency is that of the profile, else of the first product. */
export function draftChecks(
  context: { profile(): Promise<Pick<EffectiveProfile, "currency">> },
  { currency: shopCurrency, version }: Pick<Catalog, "currency" | "version">,
  columnOf: DraftChecks["columnOf"] = (field) => field,
): DraftChecks {
  let currency: Promise<string | undefined> | undefined;
  return {
    version,
    columnOf,
    async currency() {
      currency ??= shopCurrency();
      return (await context.profile()).currency ?? (await currency);
    },
  };
}
