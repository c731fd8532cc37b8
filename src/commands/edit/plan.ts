import type { Product } from "../../api/services/products/products.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { keptColoursText } from "../../cli/products/kept-colours.ts";
import type { Context } from "../../context/context.ts";
import type { ProductDraft } from "../../files/draft.ts";
import type { Mistake } from "../../files/edit.ts";
import { batchesOf } from "../../kernel/batches.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import type { ProductEdit } from "../../resources/products/edit.ts";
import { noHandles } from "../../resources/products/handles.ts";
import { draftChecks, draftPlanner, type SourcedDraft } from "../../resources/products/import-drafts.ts";
import { plannedPictures } from "../../resources/products/media.ts";
import { withPresentMedia } from "../../resources/products/portable.ts";
import type { Edit, PlannedEdits } from "./kind.ts";

/** How the drafts of edited products are planned. */
interface DraftEdits<Values> {
  catalog: Catalog;
  products: ReadonlyMap<string, Product>;
  /** Compares what was saved with what was shown. */
  compare(edit: Edit<Values>): ProductEdit;
  /** Finds mistakes in what several edits have together. */
  together?(edits: readonly Edit<Values>[]): Mistake[] | Promise<Mistake[]>;
}

/** Plans edits of products with the importer, which checks what the platform would reject. */
export async function planProductEdits<Values>(
  context: Context,
  edits: readonly Edit<Values>[],
  { catalog, products, compare, together }: DraftEdits<Values>,
): Promise<PlannedEdits> {
  const compared = edits.map((edit) => ({ edit, ...compare(edit) }));
  const mistakes: Mistake[] = compared.flatMap(({ edit, mistakes }) =>
    mistakes.map(({ path, message }) => ({ line: edit.document.lineOf(path), message })),
  );
  if (mistakes.length > 0) return { mistakes };
  mistakes.push(...((await together?.(edits)) ?? []));

  const planner = draftPlanner({
    ...{ catalog, handles: noHandles, names: catalog.names, withMedia: withPresentMedia },
    match: {
      ...{ dialect: "edit", key: "id", updateOnly: true },
      ...{ taken: new Set<string>(), claimed: new Map<string, number>(), skus: new Map<string, number>() },
    },
    checks: draftChecks(context, catalog),
    find: async (drafts: readonly ProductDraft[]) => ({
      products: new Map(
        drafts.flatMap((draft) => {
          const product = products.get(draft.id ?? "");
          return product ? [[draft, product]] : [];
        }),
      ),
    }),
  });
  // What several edits have together was found above, with the lines that the text will have.
  const known = new Set(mistakes.map(({ line }) => line));
  const report = (mistake: Mistake) => known.has(mistake.line) || mistakes.push(mistake);
  const sourced = new Map<Edit<Values>, SourcedDraft & { draft: ProductDraft }>();
  for (const { edit, draft } of compared) {
    if (draft === undefined) continue;
    const pictures = await plannedPictures(draft, { folder: context.cwd, readable: context.readable });
    if ("message" in pictures) {
      const path = ["media", draft.media?.indexOf(pictures.source) ?? 0];
      report({ line: edit.document.lineOf(path), message: `media: ${pictures.message}` });
    } else sourced.set(edit, { draft: pictures, problems: [], source: edit.object.slug });
  }
  const planned = new Map<Edit<Values>, PlannedRow>();
  const all = [...sourced];
  for (const batch of batchesOf(all, batchSize)) {
    const rows = await planner.plan(batch.map(([, row]) => row));
    for (const [index, [edit, { draft }]] of batch.entries()) {
      const row = rows[index] ?? [];
      planned.set(edit, row);
      for (const { line, column = "", message } of "problems" in row ? row.problems : []) {
        const field = column === "inventory" ? "quantity" : column;
        report({
          line: lineOfProblem(edit, line, field, draft),
          message: message.includes(field) ? message : `${field}: ${message}`,
        });
      }
    }
  }
  const kept = planner.keptColours();
  if (mistakes.length === 0 && kept.length > 0) await context.notice(keptColoursText(kept));
  return mistakes.length > 0 ? { mistakes } : { rows: edits.map((edit) => planned.get(edit) ?? []) };
}

/** Drafts that are planned together. */
const batchSize = 100;

/** Returns the line of a field that planning rejects: that of a variant if `line` is not that of its product. */
function lineOfProblem<Values>(
  { document }: Edit<Values>,
  line: number | undefined,
  field: string,
  { variants }: ProductDraft,
): number {
  const { lineOf } = document;
  const listed = (document.values as { variants?: readonly unknown[] }).variants ?? [];
  const isVariant = variants.some((variant) => variant.line === line);
  const index = isVariant ? listed.findIndex((_, at) => lineOf(["variants", at]) === line) : -1;
  const path = index < 0 ? [] : ["variants", index];
  return lineOf([...path, field]);
}
