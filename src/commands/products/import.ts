import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { StagedKeys } from "../../bulk/plan/staged-keys.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { writeRejects } from "../../cli/jobs/rejects.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { stageSource } from "../../cli/jobs/stage-source.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { dialects } from "../../files/dialects.ts";
import { checkDraft } from "../../resources/products/bounds/draft.ts";
import { catalogCurrency } from "../../resources/products/catalog.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { openHandles, rememberHandles, rememberPlanned } from "../../resources/products/handles.ts";
import { matchDrafts } from "../../resources/products/import/match.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { draftSteps } from "../../resources/products/steps.ts";
import { type Assembled, assembled, stageFile } from "./input.ts";
import { type NumberOptions, numberFormat } from "./numbers.ts";

/** The flags of `products import`. */
export interface ImportOptions extends JobOptions, NumberOptions {
  format?: "wix" | "shopify" | "till" | "ndjson";
  encoding?: string;
  sheet?: string;
  ignoreUnknown?: boolean;
  rejects?: string;
  allowEmpty?: boolean;
}

/** Drafts matched with existing products in one batch. */
const batchSize = 100;

/** Imports a file: stages its rows, matches them with existing products, and runs the changes as a job. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: ImportOptions,
): Promise<CommandResult> {
  const catalog = await catalogClient(context, "admin");
  const site = await context.site();
  const journal = await beginJournal(context, "products.import");
  const { decimal } = numberFormat(options);
  const source = {
    file,
    example: "till products import - < products.csv",
    rejects: options.rejects,
    allowEmpty: options.allowEmpty,
  };
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageFile(journal, bytes, { ...options, decimal, name }),
  );
  const names = collectionNames(catalog.client);
  const handles = openHandles(context.paths.state, site.id, staged.dialect);
  const taken = new StagedKeys(journal, "slugs");
  const claimed = new StagedKeys(journal, "products");
  const skus = new StagedKeys(journal, "skus");
  const announced = new Set<string>();
  const dialect = staged.dialect === "ndjson" ? undefined : dialects[staged.dialect];
  let currency: Promise<string | undefined> | undefined;
  const checks = {
    version: catalog.version,
    columnOf: (field: string) => dialect?.columnOf(field, staged.header) ?? field,
    async currency() {
      currency ??= catalogCurrency(catalog.client);
      return (await context.profile()).currency ?? (await currency);
    },
  };

  async function* rows(): AsyncGenerator<PlannedRow> {
    let batch: Assembled[] = [];
    for await (const one of assembled(journal, staged, numberFormat(options), context.notice)) {
      if (batch.push(one) < batchSize) continue;
      yield* await planBatch(batch);
      batch = [];
    }
    yield* await planBatch(batch);
  }

  async function planBatch(rows: readonly Assembled[]): Promise<PlannedRow[]> {
    const { fit } = catalog;
    const batch = rows.map((row) => (row.draft && fit ? { ...row, draft: fit(row.draft) } : row));
    const drafts = batch.flatMap(({ draft }) => draft ?? []);
    const matches = await matchDrafts(catalog.client, handles, drafts, {
      dialect: staged.dialect,
      taken,
      claimed,
      skus,
    });
    const plans: PlannedRow[] = [];
    for (const { draft, problems, source } of batch) {
      const match = draft && matches.get(draft);
      if (draft === undefined || match === undefined)
        plans.push({ problems: problems.map((one) => ({ ...one, source })) });
      else {
        const plan = await draftSteps(draft, match, { source, names, announced });
        plans.push(await checkDraft(plan, draft, match, { ...checks, source }));
      }
    }
    return plans;
  }

  try {
    const request = {
      kind: "products.import",
      title: `Import ${staged.name} (${staged.dialect})`,
      rows: rows(),
      toSteps: (plan: PlannedRow) => plan,
      // Shares collection names and products with planning.
      work: await catalog.work(names),
      options,
      begin: (begun: Journal) => rememberHandles(begun, handles),
      saved: (planned: Journal) => rememberPlanned(planned, handles),
      finished: (ended: Journal) => writeRejects(context, ended, options.rejects),
    };
    return await runJob(context, request, journal);
  } finally {
    handles.close();
  }
}
