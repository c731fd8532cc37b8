import type { Job } from "../../bulk/engine/job.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Work } from "../../bulk/journal/step.ts";
import { parseChanges } from "../../bulk/language/change.ts";
import { type GuardTexts, parseGuards } from "../../bulk/plan/guards.ts";
import type { JobRequest } from "../../cli/jobs/request.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { selectProducts } from "../../cli/product-selection.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";
import { checkSets } from "../../resources/products/bounds.ts";
import {
  changePlanner,
  checkLabels,
  needsCosts,
  plannedRow,
  readsFields,
  resolveChanges,
  splitStep,
  type Target,
} from "../../resources/products/change.ts";
import { productChangeFields } from "../../resources/products/fields.ts";
import { knownLabels } from "../../resources/products/labels.ts";
import { raisedNotice } from "../../resources/products/price-guards.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { moneyUnits } from "../../resources/products/step-kinds.ts";

/** Changes products given by reference, from stdin, or by filter. */
export async function run(
  context: Context,
  references: string[],
  options: ProductChangeOptions,
): Promise<CommandResult> {
  return await changeProducts(context, references, options);
}

/** The flags of a command that changes products. */
export interface ProductChangeOptions extends Omit<SelectionOptions, keyof GuardTexts>, GuardTexts {
  set?: string[];
  createLabels?: boolean;
  /** Default: move. */
  variants?: "move" | "leave";
}

/** What a change is besides an update. */
export interface ChangeJob {
  /** The kind in the journal. Default: `products.update`. */
  kind?: string;
  /** Its name, and when it is to be undone. */
  facts?: Pick<Job, "name" | "until">;
  /** Plans every field as a step of its own, which is undone alone. */
  split?: true;
  /** Returns why a product must not be changed, or undefined. */
  refuse?(id: string): string | undefined;
  /** Called before anything is sent, once the job is certain to be applied. */
  begin?(journal: Journal): Promise<void>;
}

/** Plans, previews and applies a change of products given by reference, from stdin, or by filter, as a job. */
export async function changeProducts(
  context: Context,
  references: string[],
  options: ProductChangeOptions,
  { kind = "products.update", facts, split, refuse, begin }: ChangeJob = {},
): Promise<CommandResult> {
  const texts = options.set ?? [];
  if (texts.length === 0) {
    throw new UsageError("Nothing to change.", {
      field: "--set",
      hint: "For example: --set price=+10% or --set visible=false",
    });
  }
  const typed = parseChanges(texts, productChangeFields);
  const guards = parseGuards(options, productChangeFields);
  const stock = /stock/i.test(options.filter ?? "") || readsFields(typed, "stock", "inStock");
  const catalog = await openCatalog(context, "admin", { stock });
  const { version } = catalog;
  checkSets(typed, { version });
  const changes = await resolveChanges(typed, catalog);
  if (!options.createLabels) await checkLabels(changes, knownLabels(catalog));
  const costs = needsCosts(changes) || /\bcost\b/.test(options.floor ?? "");
  const plan = changePlanner(catalog, { changes, guards, variants: options.variants ?? "move" });
  const { rows: targets, total } = await selectProducts(context, catalog, references, options, { costs });
  let skipped = 0;
  const rows = async function* () {
    yield* targets;
    if (skipped > 0) await context.notice(skippedNotice(skipped));
    const lifted = raisedNotice(guards);
    if (lifted !== undefined) await context.notice(lifted);
  };
  const work = await catalog.work();
  let currency: string | undefined;
  const request: JobRequest<Target> = {
    kind,
    title: `Set ${texts.join(", ")}`,
    rows: rows(),
    guards,
    total,
    async toSteps(target) {
      currency ??= target.product.priceData?.currency ?? undefined;
      checkSets(changes, { version, currency });
      const message = refuse?.(target.product.id);
      if (message !== undefined) return plannedRow(target.product, { field: "", value: "", message });
      const planned = await plan(target);
      if ("steps" in planned && planned.skipsBase) skipped += 1;
      const row = plannedRow(target.product, planned);
      return split && !("problems" in row) ? row.flatMap((step) => splitStep(step, version)) : row;
    },
    options,
    units: async () => moneyUnits(currency),
    begin,
    // Sends what planning has read, as far as it is kept.
    work: split ? unfolded(work) : work,
    dangerous: options.all === true,
  };
  const journal = await beginJournal(context, kind);
  if (facts) journal.amend(facts);
  return await runJob(context, request, journal);
}

function skippedNotice(count: number): string {
  const subject = count === 1 ? "1 product has" : `${count} products have`;
  return `${subject} a base price of 0 and variants with prices: only the prices of the variants change.`;
}

/** Returns how to write steps that stay as they are planned. */
function unfolded({ fold, ...work }: Work): Work {
  return work;
}
