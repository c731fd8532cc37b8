import type { Journal } from "../../../bulk/journal/journal.ts";
import { type PlannedRow, unknownRule } from "../../../bulk/plan/plan.ts";
import { fileHandle, type StagedGroup, stagedGroups } from "../../../bulk/plan/stage.ts";
import type { RowProblem } from "../../../files/dialect.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { ListRow } from "../../../files/list/rows.ts";
import { streamBatches } from "../../../kernel/batches.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { formatCount } from "../../../kernel/text.ts";
import { productsById } from "../catalog.ts";
import type { CollectionNames } from "../collection-names.ts";
import { draftSteps, withKeys } from "../steps.ts";
import { similarText } from "./blanks.ts";
import { type KeyLookup, keyName } from "./find-by-key.ts";
import { listDraft, productIdOf, resolveKeys } from "./list-drafts.ts";
import { matchDrafts } from "./match.ts";
import type { Found, Match, MatchOptions, Rejection } from "./matches.ts";

/** How a list is planned. */
export interface ListPlan extends KeyLookup {
  /** The name of the file. */
  name: string;
  names: CollectionNames;
  match: MatchOptions;
  /** Reads a staged row. */
  read(row: StagedGroup["rows"][number]): ListRow;
  /** Checks the plan of a draft. */
  check?(plan: PlannedRow, draft: ProductDraft, match: Match, source: string): Promise<PlannedRow>;
  /** Whether quantities are differences. */
  adjust?: boolean;
  /** Whether rows may create products although the file has no commands. */
  creates: boolean;
}

type Planned =
  | { draft: ProductDraft; source: string; keys: readonly string[] }
  | { problems: RowProblem[]; source: string };

/** Yields the plan of each product of a staged list, and of each row without one. */
export async function* planList(journal: Journal, plan: ListPlan): AsyncGenerator<PlannedRow> {
  const { ambiguous, found, keys, first } = await resolveKeys(journal, plan);
  if (found === 0 && keys > 0 && !plan.creates) {
    const similar = (await plan.match.similar?.(first)) ?? [];
    const near = similar.length === 0 ? "" : ` Of ${JSON.stringify(first)}, ${similarText(similar)}.`;
    const which = keys === 1 ? "the only" : `none of the ${formatCount(keys)} values`;
    throw new UsageError(
      keys === 1
        ? `${plan.name}: no product has the ${keyName(plan.key)} in the only row.${near}`
        : `${plan.name}: ${which} in the column "${plan.key}" is the ${keyName(plan.key)} of a product.${near} Nothing was sent.`,
      {
        code: "WRONG_KEY",
        field: "--key",
        hint: "Check the column: --map 'COLUMN=sku', or use another key: --key slug. To create products: --create",
      },
    );
  }
  const announced = new Set<string>();
  const groups = stagedGroups(journal).filter(({ handle }) => handle !== fileHandle);
  for await (const batch of streamBatches(groups, 100))
    yield* await planBatch(batch, { ...plan, ambiguous, announced });
}

async function planBatch(
  groups: readonly StagedGroup[],
  plan: ListPlan & { ambiguous: ReadonlyMap<string, Rejection>; announced: Set<string> },
): Promise<PlannedRow[]> {
  const { catalog, handles, names, announced, match } = plan;
  const ids = groups.flatMap(({ handle }) => productIdOf(handle) ?? []);
  const products = await productsById(catalog, ids);
  const found: Found = { products: new Map() };
  const planned = groups.flatMap((group): Planned[] => {
    const rows = group.rows.map((row) => plan.read(row)).filter(({ command }) => command !== "skip");
    const [first] = rows;
    if (first === undefined) return [];
    const source = `${plan.name}:${first.line}`;
    const product = products.get(productIdOf(group.handle) ?? "");
    const keys = rows.map(({ key }) => key);
    if (product === undefined) return [{ ...unmatched(rows, plan), source, keys }];
    const { draft, problems } = listDraft(product, rows, { ...plan, handle: group.handle });
    if (draft === undefined) return [{ problems, source }];
    found.products.set(draft, product);
    return [{ draft, source, keys }];
  });
  const drafts = planned.flatMap((one) => ("draft" in one ? [one.draft] : []));
  const matches = await matchDrafts(catalog, handles, drafts, found, match);
  const plans: PlannedRow[] = [];
  for (const one of planned) {
    const { source } = one;
    const own = "draft" in one ? matches.get(one.draft) : undefined;
    if ("problems" in one) plans.push({ problems: one.problems.map((problem) => ({ ...problem, source })) });
    else if (own) {
      const name = own.is === "existing" ? own.product.name : undefined;
      const planned = await draftSteps(one.draft, own, { source, names, announced });
      const steps = withKeys(planned, name ?? one.draft.name, one.keys);
      plans.push((await plan.check?.(steps, one.draft, own, source)) ?? steps);
    }
  }
  return plans;
}

/** Returns the draft of a new product, or why the rows of a key are none. */
function unmatched(
  [first, second]: readonly ListRow[],
  { key, ambiguous }: { key: string; ambiguous: ReadonlyMap<string, Rejection> },
): { draft: ProductDraft } | { problems: RowProblem[] } {
  if (first === undefined) return { problems: [] };
  const report = (line: number, rule: string, message: string) => ({
    problems: [...first.problems, { line, column: key, value: first.key, rule, message }],
  });
  const several = ambiguous.get(first.key);
  if (first.key === "")
    return report(first.line, unknownRule, "the cell is empty, so the row names no product");
  if (several) return report(first.line, several.rule, several.message);
  if (second) return report(second.line, "duplicate", `"${first.key}" is also on line ${first.line}`);
  if (first.problems.length > 0) return { problems: first.problems };
  const { command, line, fields } = first;
  return {
    draft: {
      ...fields,
      handle: first.key,
      line,
      variants: [],
      ...(command === "delete" && { remove: true }),
      ...((command === "update" || command === "create" || command === "merge") && { command }),
    },
  };
}
