import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import { fileHandle, stageRows } from "../../../bulk/plan/stage.ts";
import { StagedKeys } from "../../../bulk/plan/staged-keys.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { SnapshotDomain } from "../../../files/snapshot/format.ts";
import type { CollectionObject, ProductObject, StockObject } from "../../../files/snapshot/schema.ts";
import { catalogCurrency } from "../../../resources/products/catalog.ts";
import { collectionNames } from "../../../resources/products/collection-names.ts";
import { openHandles, rememberHandles, rememberPlanned } from "../../../resources/products/handles.ts";
import { draftPlanner, type SourcedDraft } from "../../../resources/products/import/plan-drafts.ts";
import {
  hasSharedQuantity,
  lossesOf,
  portableDraft,
  withoutSharedQuantity,
  withPresentMedia,
} from "../../../resources/products/portable/draft.ts";
import { catalogClient } from "../../../resources/products/read.ts";
import type { Difference } from "../../../resources/snapshot/compare.ts";
import { keptColoursText } from "../../products/kept-colours.ts";
import { collectionSteps } from "./collection-steps.ts";
import type { CopyJob, CopyWriter } from "./writer.ts";

/** Collections come first: products refer to them. */
export const catalogDomains: readonly SnapshotDomain[] = ["collections", "products", "inventory"];

/** Opens the writer of collections, products and stock: the importer matches, checks and writes the products. */
export async function openCatalogWriter(job: CopyJob): Promise<CopyWriter> {
  const { context, journal, stores, domains, prune, nextRow, lose } = job;
  const { from, to } = stores;
  const catalog = await catalogClient(context, "admin");
  const names = collectionNames(catalog.client);
  const site = await context.site();
  // The media that were sent are remembered under it. Several sandboxes have the same site id.
  const dialect = `snapshot ${site.profile}`;
  const handles = openHandles(context.paths.state, site.id, dialect);
  const withProducts = domains.includes("products");
  let currency: Promise<string | undefined> | undefined;
  const announced = new Set<string>();
  const planner = draftPlanner({
    ...{ catalog, handles, names, announced, withMedia: withPresentMedia },
    match: {
      dialect,
      key: "slug",
      taken: new StagedKeys(journal, "slugs"),
      claimed: new StagedKeys(journal, "products"),
      skus: new StagedKeys(journal, "skus"),
      updateOnly: !withProducts,
    },
    checks: {
      version: catalog.version,
      columnOf: (field) => field,
      async currency() {
        currency ??= catalogCurrency(catalog.client);
        return (await context.profile()).currency ?? (await currency);
      },
    },
  });
  await stageRows(journal, [{ handle: fileHandle, line: 0, json: { dialect } }]);

  /** Yields a draft for each slug that differs, and the plans of collections. */
  function* draftsOf(differences: Iterable<Difference>): Generator<SourcedDraft | PlannedRow> {
    const products = new Set<string>();
    for (const { domain, kind, key, change } of differences) {
      const { line, at } = nextRow();
      if (domain === "collections") {
        if (change === "removed") lose("deleting collections that only the target has");
        else yield planCollection(kind, key, at);
        continue;
      }
      if (products.has(key)) continue;
      products.add(key);
      if (change === "removed") {
        if (domain === "products" && prune)
          yield {
            draft: { handle: key, slug: key, line, remove: true, variants: [] },
            problems: [],
            source: at,
          };
        continue;
      }
      yield { draft: draftOf(key, line), problems: [], source: at };
    }
  }

  function draftOf(slug: string, line: number): ProductDraft {
    const product = withProducts
      ? (from.find("product", slug)?.object as ProductObject | undefined)
      : undefined;
    const stock = domains.includes("inventory")
      ? (from.find("stock", slug)?.object as StockObject | undefined)
      : undefined;
    const draft = portableDraft(slug, line, { product, stock });
    for (const loss of product ? lossesOf(product) : []) lose(loss);
    if (catalog.version === "v1" || !hasSharedQuantity(draft)) return draft;
    lose("quantities that variants share");
    return withoutSharedQuantity(draft);
  }

  function planCollection(kind: string, key: string, at: string): PlannedRow {
    const [found, present] = [from.find(kind, key), to.find(kind, key)];
    if (found === undefined)
      return {
        problems: [
          {
            source: at,
            rule: "ambiguous",
            message: `several collections are named "${key.replace(/ \(\d+\)$/, "")}"`,
          },
        ],
      };
    const collection = found.object as unknown as CollectionObject;
    announced.add(collection.name);
    const other = present?.object as unknown as CollectionObject | undefined;
    if (collection.media && collection.media !== other?.media) lose("pictures of collections");
    return collectionSteps(collection, present && other && { id: present.id, object: other }, at);
  }

  async function planBatch(batch: readonly SourcedDraft[]): Promise<PlannedRow[]> {
    // By their lines, the media that a product was given are remembered.
    await stageRows(
      journal,
      batch.flatMap(({ draft }) => (draft ? [{ handle: draft.handle, line: draft.line, json: null }] : [])),
    );
    return await planner.plan(batch);
  }

  return {
    domains: catalogDomains,
    async *plan(differences) {
      let batch: SourcedDraft[] = [];
      for (const one of draftsOf(differences)) {
        if (!("source" in one)) {
          yield one;
          continue;
        }
        batch.push(one);
        if (batch.length < 100) continue;
        yield* await planBatch(batch);
        batch = [];
      }
      yield* await planBatch(batch);
    },
    work: await catalog.work(names),
    notes() {
      const kept = planner.keptColours();
      return kept.length > 0 ? [keptColoursText(kept)] : [];
    },
    begin: (begun) => rememberHandles(begun, handles),
    saved: (planned) => rememberPlanned(planned, handles),
    close: () => handles.close(),
  };
}
