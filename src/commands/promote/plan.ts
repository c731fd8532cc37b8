import type { Journal } from "../../bulk/journal/journal.ts";
import type { Work } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { fileHandle, stageRows } from "../../bulk/plan/stage.ts";
import { StagedKeys } from "../../bulk/plan/staged-keys.ts";
import { keptColoursText } from "../../cli/products/kept-colours.ts";
import { collectionSteps } from "../../cli/snapshots/plan-collections.ts";
import type { Side } from "../../cli/snapshots/side.ts";
import type { Context } from "../../context/context.ts";
import type { ProductDraft } from "../../files/draft.ts";
import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import type { CollectionObject, ProductObject, StockObject } from "../../files/snapshot/schema.ts";
import type { SnapshotStore } from "../../files/snapshot/store.ts";
import { formatCount } from "../../kernel/text.ts";
import { catalogCurrency } from "../../resources/products/catalog.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { openHandles, rememberHandles, rememberPlanned } from "../../resources/products/handles.ts";
import { draftPlanner, type SourcedDraft } from "../../resources/products/import/plan-drafts.ts";
import {
  hasSharedQuantity,
  lossesOf,
  portableDraft,
  withoutSharedQuantity,
  withPresentMedia,
} from "../../resources/products/portable/draft.ts";
import { inBothCatalogs } from "../../resources/products/portable/in-both-catalogs.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { compareStores } from "../../resources/snapshot/compare.ts";

/** What is copied, and from where. */
interface PromotionOptions {
  source: Side;
  target: Side;
  stores: { from: SnapshotStore; to: SnapshotStore };
  domains: readonly SnapshotDomain[];
  prune: boolean;
}

/** The parts of a job that makes a shop equal to another one. */
interface Promotion {
  rows: AsyncIterable<PlannedRow>;
  work: Work;
  begin(journal: Journal): void;
  saved(journal: Journal): void;
  close(): void;
}

/** Opens the plan of the differences between two shops: the importer matches, checks and writes them. */
export async function openPromotion(
  context: Context,
  journal: Journal,
  { source, target, stores, domains, prune }: PromotionOptions,
): Promise<Promotion> {
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
  const losses = new Map<string, number>();
  const lose = (what: string) => losses.set(what, (losses.get(what) ?? 0) + 1);
  let line = 0;

  /** Yields a draft for each slug that differs, and the plans of collections. */
  async function* differences(): AsyncGenerator<SourcedDraft | PlannedRow> {
    const products = new Set<string>();
    const options = source.catalog === target.catalog ? {} : { common: inBothCatalogs };
    // Collections come first: products refer to them.
    const order = (["collections", "products", "inventory"] as const).filter((one) => domains.includes(one));
    for (const { domain, kind, key, change } of compareStores(to, from, { domains: order, ...options })) {
      const at = `${source.name}:${++line}`;
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
      yield { draft: draftOf(key), problems: [], source: at };
    }
  }

  function draftOf(slug: string): ProductDraft {
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

  async function* rows(): AsyncGenerator<PlannedRow> {
    let batch: SourcedDraft[] = [];
    for await (const one of differences()) {
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
    // The job needs the memory of their caches.
    for (const store of [from, to]) store.close();
    const kept = planner.keptColours();
    if (kept.length > 0) await context.notice(keptColoursText(kept));
    for (const [what, count] of losses)
      await context.notice(`Not carried over: ${what} (${formatCount(count)}).`);
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
    rows: rows(),
    work: await catalog.work(names),
    begin: (begun) => rememberHandles(begun, handles),
    saved: (planned) => rememberPlanned(planned, handles),
    close: () => handles.close(),
  };
}
