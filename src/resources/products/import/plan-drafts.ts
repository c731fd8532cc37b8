import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { RowProblem } from "../../../files/dialect.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { checkDraft } from "../bounds/draft.ts";
import type { Catalog } from "../catalog.ts";
import type { CollectionNames } from "../collection-names.ts";
import type { Handles } from "../handles.ts";
import { mediaOf } from "../snapshot.ts";
import { draftSteps, withKeys } from "../steps.ts";
import type { DraftChecks } from "./checks.ts";
import { findByHandle } from "./find-by-handle.ts";
import { findByKey, keysOf } from "./find-by-key.ts";
import { matchDrafts } from "./match.ts";
import type { Found, MatchOptions } from "./matches.ts";
import { sharedColours } from "./shared-colours.ts";

/** A draft and where it comes from, or why there is none. */
export interface SourcedDraft {
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** `shop.csv:12` */
  source: string;
}

/** How drafts are planned. */
export interface DraftPlan {
  catalog: Catalog;
  handles: Handles;
  names: CollectionNames;
  match: MatchOptions;
  checks: DraftChecks;
  /** Finds the products of drafts. Default: by the key of `match`, or by their handles. */
  find?(drafts: readonly ProductDraft[]): Promise<Found>;
  /** Whether the preview shows the key of `match`, by which people named the products. */
  showsKeys?: boolean;
  /** The names of collections that the job creates. Default: none yet. */
  announced?: Set<string>;
  /**
   * Returns a draft with the media ids that its product has already; media that were sent before are sent again if the
   * product has fewer now. Default: as it is.
   */
  withMedia?(draft: ProductDraft, present: readonly string[]): ProductDraft;
}

/** Plans products of a file or a snapshot, a batch at a time. */
export interface DraftPlanner {
  plan(rows: readonly SourcedDraft[]): Promise<PlannedRow[]>;
  /** Returns the choices that keep the color of the shop. */
  keptColours(): string[];
}

/** Returns a planner of drafts: it matches them with existing products, and checks what the platform would reject. */
export function draftPlanner({
  catalog,
  handles,
  names,
  match,
  checks,
  announced = new Set(),
  find,
  showsKeys = false,
  withMedia,
}: DraftPlan): DraftPlanner {
  const { fit, version } = catalog;
  const { dialect, key } = match;
  const colours = version === "v3" ? sharedColours() : undefined;
  return {
    async plan(rows) {
      const batch = rows.map((row) => (row.draft && fit ? { ...row, draft: fit(row.draft) } : row));
      const drafts = batch.flatMap(({ draft }) => draft ?? []);
      const found = await (find
        ? find(drafts)
        : key === undefined
          ? findByHandle(catalog, handles, drafts, dialect)
          : findByKey({ catalog, handles, key }, drafts));
      const matches = await matchDrafts(catalog, handles, drafts, found, match);
      const plans: PlannedRow[] = [];
      for (const { draft, problems, source } of batch) {
        const own = draft && matches.get(draft);
        if (draft === undefined || own === undefined) {
          plans.push({ problems: problems.map((one) => ({ ...one, source })) });
          continue;
        }
        const product = own.is === "existing" ? own.product : undefined;
        const present = product ? mediaOf(product) : [];
        const shared = colours?.share(draft, product) ?? draft;
        if (withMedia && own.is === "existing" && own.mediaSources?.length !== present.length)
          delete own.mediaSources;
        const complete = withMedia?.(shared, present) ?? shared;
        const planned = await draftSteps(complete, own, { source, names, announced, version });
        const steps = withKeys(
          planned,
          draft.name ?? product?.name ?? undefined,
          key === undefined || !showsKeys ? [] : keysOf(draft, key),
        );
        plans.push(await checkDraft(steps, draft, own, { ...checks, source }));
      }
      return plans;
    },
    keptColours: () => colours?.kept() ?? [],
  };
}
