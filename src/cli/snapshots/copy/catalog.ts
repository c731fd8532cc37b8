import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import { fileHandle, stageRows } from "../../../bulk/plan/stage.ts";
import { StagedKeys } from "../../../bulk/plan/staged-keys.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { SnapshotDomain } from "../../../files/snapshot/format.ts";
import type { CollectionObject, ProductObject, StockObject } from "../../../files/snapshot/schema.ts";
import { productsById } from "../../../resources/products/catalog.ts";
import { futureNames } from "../../../resources/products/collection-names.ts";
import { openHandles, rememberHandles, rememberPlanned } from "../../../resources/products/handles.ts";
import { draftPlanner, type SourcedDraft } from "../../../resources/products/import/plan-drafts.ts";
import {
  hasSharedQuantity,
  lossesOf,
  portableDraft,
  withOwnMedia,
  withoutSharedQuantity,
  withPresentMedia,
} from "../../../resources/products/portable/draft.ts";
import { openCatalog } from "../../../resources/products/read.ts";
import type { Difference } from "../../../resources/snapshot/compare.ts";
import { keptColoursText } from "../../products/kept-colours.ts";
import { collectionRemoval, collectionSteps } from "./collection-steps.ts";
import { slugsFirst } from "./slugs.ts";
import type { CopyJob, CopyWriter } from "./writer.ts";

/** Collections come first: products refer to them. */
export const catalogDomains: readonly SnapshotDomain[] = ["collections", "products", "inventory"];

/** A row that has a draft of a product, and the objects of it that differ. */
interface DraftRow extends SourcedDraft {
  draft: ProductDraft;
  of: Difference["after"];
}

/** Returns the id of the digital file of a product in a snapshot. */
function digitalFileIn(stored: Difference["after"]): string | undefined {
  const { digitalFile } = JSON.parse(stored?.ids ?? "{}") as { digitalFile?: unknown };
  return typeof digitalFile === "string" ? digitalFile : undefined;
}

/** Opens the writer of collections, products and stock: the importer checks and writes the products. */
export async function openCatalogWriter(job: CopyJob): Promise<CopyWriter> {
  const { context, journal, stores, domains, prune, restore = false, nextRow, stage, lose } = job;
  const { from, to } = stores;
  const catalog = await openCatalog(context, "admin");
  const { names } = catalog;
  const site = await context.site();
  // The media that were sent are remembered under it. Several sandboxes have the same site id.
  const dialect = `snapshot ${site.profile}`;
  const handles = openHandles(context.paths.state, site.id, dialect);
  const withProducts = domains.includes("products");
  let currency: Promise<string | undefined> | undefined;
  const announced = new Set<string>();
  const renamed = new Map<string, string>();
  const planner = () =>
    draftPlanner({
      ...{ catalog, handles, announced, names: futureNames(names, renamed) },
      withMedia: restore ? withOwnMedia : withPresentMedia,
      ...(restore && { find: findPaired }),
      match: {
        dialect,
        key: "slug",
        taken: new StagedKeys(journal, "slugs"),
        claimed: new StagedKeys(journal, "products"),
        skus: new StagedKeys(journal, "skus"),
        updateOnly: !withProducts,
        ...(restore && { keepsSku }),
      },
      checks: {
        version: catalog.version,
        columnOf: (field) => field,
        async currency() {
          currency ??= catalog.currency();
          return (await context.profile()).currency ?? (await currency);
        },
      },
    });
  let drafts: ReturnType<typeof planner> | undefined;
  await stageRows(journal, [{ handle: fileHandle, line: 0, json: { dialect } }]);

  /** Returns the products that drafts were paired with. A slug that another product has is not free, which is checked later. */
  async function findPaired(all: readonly ProductDraft[]) {
    const found = await productsById(
      catalog,
      all.flatMap(({ id }) => id ?? []),
    );
    const products = all.flatMap((draft) => {
      const product = found.get(draft.id ?? "");
      return product ? [[draft, product] as const] : [];
    });
    return { products: new Map(products), slugs: new Map() };
  }

  /** Returns whether a product has an SKU after the restore: those that were given to other products go back. */
  function keepsSku(productId: string, sku: string): boolean {
    const { pair } = to.withId("product", productId) ?? {};
    const had = pair ? from.paired("product", pair) : undefined;
    if (had === undefined) return !prune;
    const { sku: own, variants = [] } = had.object as unknown as ProductObject;
    return own === undefined || [own, ...variants.map((one) => one.sku)].includes(sku);
  }

  /** Yields a draft for each product that differs, and the plans of collections. */
  async function* draftsOf(differences: Iterable<Difference>): AsyncGenerator<DraftRow | PlannedRow> {
    const products = new Set<string>();
    for (const difference of differences) {
      const { domain, key, change, before, after } = difference;
      const { line, at } = nextRow(after);
      if (domain === "collections") {
        await stage([{ handle: `collection ${line}`, line, of: after }]);
        const plan = planCollection(difference, at);
        if (plan) yield plan;
        continue;
      }
      // A new product can have the slug that an older one had.
      const product = change === "removed" ? `removed ${before?.id}` : key;
      if (products.has(product)) continue;
      products.add(product);
      const known = { ...(restore && before && { id: before.id }) };
      if (change === "removed") {
        if (domain === "products" && prune)
          yield {
            draft: { ...known, handle: key, slug: key, line, remove: true, variants: [] },
            ...{ problems: [], source: at, of: undefined },
          };
        continue;
      }
      const slug = after?.key ?? key;
      const digitalFile = restore && catalog.version === "v3" ? digitalFileIn(after) : undefined;
      if (digitalFile !== undefined) Object.assign(known, { digitalFile });
      yield { draft: { ...draftOf(slug, line, before), ...known }, problems: [], source: at, of: after };
    }
  }

  function draftOf(slug: string, line: number, before: Difference["before"]): ProductDraft {
    const product = withProducts
      ? (from.find("product", slug)?.object as ProductObject | undefined)
      : undefined;
    const stock = domains.includes("inventory")
      ? (from.find("stock", slug)?.object as StockObject | undefined)
      : undefined;
    const catalogs = { from: job.source.catalog, to: catalog.version, sameShop: restore };
    const draft = portableDraft(slug, line, { product, stock }, catalogs);
    const present = before?.kind === "product" ? (JSON.parse(before.line) as ProductObject) : undefined;
    for (const loss of product ? lossesOf(product, present, catalogs) : []) lose(loss);
    if (catalog.version === "v1" || !hasSharedQuantity(draft)) return draft;
    lose("quantities that variants share");
    return withoutSharedQuantity(draft);
  }

  function planCollection({ change, before, after, key }: Difference, at: string): PlannedRow | undefined {
    const parse = ({ id, line }: NonNullable<typeof after>) => ({
      id,
      object: JSON.parse(line) as CollectionObject,
    });
    if (change === "removed" || after === undefined) {
      if (restore && prune && before) return collectionRemoval(parse(before), at);
      if (!restore) lose("deleting collections that only the target has");
      return undefined;
    }
    if (!restore && after.nth > 1) {
      const message = `several collections are named "${key.replace(/ \(\d+\)$/, "")}"`;
      return { problems: [{ source: at, rule: "ambiguous", message }] };
    }
    const collection = parse(after).object;
    const present = before && parse(before);
    const other = present?.object;
    announced.add(collection.name);
    if (before && other && other.name !== collection.name) renamed.set(before.id, collection.name);
    if (collection.media && collection.media !== other?.media) lose("pictures of collections");
    return collectionSteps(collection, present, at);
  }

  async function planBatch(batch: readonly DraftRow[]): Promise<PlannedRow[]> {
    // By their lines, the media that a product was given are remembered.
    await stage(batch.map(({ draft, of }) => ({ handle: draft.handle, line: draft.line, of })));
    // By now, all collections are planned.
    drafts ??= planner();
    const rows = await drafts.plan(batch);
    return restore
      ? rows.map((row, index) => slugsFirst(row, batch[index] as DraftRow, { from, to, prune }))
      : rows;
  }

  return {
    domains: catalogDomains,
    async *plan(differences) {
      let batch: DraftRow[] = [];
      for await (const one of draftsOf(differences)) {
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
    work: await catalog.work(),
    notes() {
      const kept = drafts?.keptColours() ?? [];
      return kept.length > 0 ? [keptColoursText(kept)] : [];
    },
    begin(begun) {
      rememberHandles(begun, handles);
      // The job needs the memory of its cache.
      handles.close();
    },
    saved: (planned) => rememberPlanned(planned, handles),
    close: () => handles.close(),
  };
}
