import { createHash } from "node:crypto";
import type { Json, StepDraft } from "../bulk/journal/step.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import { fileHandle, stageRows } from "../bulk/plan/stage.ts";
import type { ProductDraft, TextField, VariantDraft } from "../files/draft.ts";
import { sameJson } from "../kernel/json.ts";
import { type CatalogVersion, productSlug, productsById } from "../resources/products/catalog.ts";
import { futureNames } from "../resources/products/collection-names.ts";
import { noHandles, openHandles, rememberHandles, rememberPlanned } from "../resources/products/handles.ts";
import { shopCurrency } from "../resources/products/import-check.ts";
import { findByKey, type SourcedDraft } from "../resources/products/import-find.ts";
import { takenKeys } from "../resources/products/import-match.ts";
import { draftPlanner } from "../resources/products/import-plan.ts";
import {
  mediaIdOf,
  type ProductObject,
  productLosses,
  type StockObject,
  withPresentMedia,
} from "../resources/products/portable.ts";
import { openCatalog } from "../resources/products/read.ts";
import { shopKeys } from "../resources/products/shop-keys.ts";
import { variantKey } from "../resources/products/snapshot.ts";
import { phases } from "../resources/products/steps.ts";
import type { CollectionObject } from "./catalog-objects.ts";
import type { Difference } from "./compare.ts";
import type { CopyJob, CopyWriter } from "./copy-writer.ts";
import type { SnapshotDomain } from "./domains.ts";
import { lineInSource } from "./object-steps.ts";
import type { SnapshotStore } from "./store.ts";

/** Collections come first: products refer to them. */
const catalogDomains: readonly SnapshotDomain[] = ["collections", "products", "inventory"];

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
  const {
    context,
    journal,
    stores,
    domains,
    prune,
    sharesSkus,
    restore = false,
    nextRow,
    stage,
    countLoss,
  } = job;
  const { from, to } = stores;
  const catalog = await openCatalog(context, "admin");
  const { names } = catalog;
  const site = await context.site();
  // The media that were sent are remembered under it.
  const dialect = `snapshot ${site.profile}`;
  const handles = openHandles(context.paths.state, journal.job, dialect);
  const withProducts = domains.includes("products");
  const announced = new Set<string>();
  const renamed = new Map<string, string>();
  const planner = () =>
    draftPlanner({
      catalog: shopKeys(catalog, withProducts ? from.count("products") : 0).catalog,
      handles,
      announced,
      names: futureNames(names, renamed),
      withMedia: restore ? withOwnMedia : withPresentMedia,
      // The handles of a snapshot are those of products, whatever earlier copies created.
      find: (rows) => {
        const all = rows.flatMap(({ draft }) => draft ?? []);
        return restore ? findPaired(all) : findByKey({ catalog, handles: noHandles, key: "handle" }, all);
      },
      ...{ dialect, key: "handle", updateOnly: !withProducts, sharesSkus, taken: takenKeys(journal) },
      keepsSku: restore ? keepsSku : undefined,
      currency: shopCurrency(context, catalog),
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
    return own === undefined || [own, ...variants.map((variant) => variant.sku)].includes(sku);
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
            draft: { ...known, key, handle: key, line, remove: true, variants: [] },
            problems: [],
            source: at,
            of: undefined,
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
    for (const loss of product ? lossesOf(product, present, catalogs) : []) countLoss(loss);
    const isPreordered = [stock, ...(stock?.variants ?? [])].some((one) => one?.preorder);
    if (catalog.version === "v1" && isPreordered) countLoss("preorders");
    if (catalog.version === "v1" || !hasSharedQuantity(draft)) return draft;
    countLoss("quantities that variants share");
    return withoutSharedQuantity(draft);
  }

  function planCollection(
    { change, before, after, key, isShared }: Difference,
    at: string,
  ): PlannedRow | undefined {
    const parse = ({ id, line }: NonNullable<typeof after>) => ({
      id,
      object: JSON.parse(line) as CollectionObject,
    });
    if (change === "removed" || after === undefined) {
      if (restore && prune && before) return collectionRemoval(parse(before), at);
      if (!restore) countLoss("deleting collections that only the target has");
      return undefined;
    }
    if (!restore && isShared) {
      const message = `several collections are named "${key.replace(/ \(\d+\)$/, "")}"`;
      return { problems: [{ source: at, rule: "ambiguous", message }] };
    }
    const collection = parse(after).object;
    const present = before && parse(before);
    const other = present?.object;
    announced.add(collection.name);
    if (before && other && other.name !== collection.name) renamed.set(before.id, collection.name);
    if (collection.media && collection.media !== other?.media) countLoss("pictures of collections");
    return collectionSteps(collection, present, at);
  }

  async function planBatch(batch: readonly DraftRow[]): Promise<PlannedRow[]> {
    // By their lines, the media that a product was given are remembered.
    await stage(batch.map(({ draft, of }) => ({ handle: draft.key, line: draft.line, of })));
    // By now, all collections are planned.
    drafts ??= planner();
    const rows = await drafts.plan(batch);
    return rows.map((row, index) =>
      withLines(restore ? slugsFirst(row, batch[index] as DraftRow, { from, to, prune }) : row),
    );
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
      const kept = drafts?.keptColors();
      return kept === undefined ? [] : [kept];
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

/** The product and the stock of a slug in a snapshot; absent ones are not changed. */
interface PortableParts {
  product?: ProductObject | undefined;
  stock?: StockObject | undefined;
}

/** The catalog versions of the shop that a product is from, and of the one that gets it. */
interface Catalogs {
  from: CatalogVersion;
  to: CatalogVersion;
  /** Both are one shop, in which the digital files of deleted products still exist. */
  sameShop: boolean;
}

/** Returns the draft that gives a shop a product of a snapshot. `line` identifies it within the job. */
function portableDraft(
  slug: string,
  line: number,
  { product, stock }: PortableParts,
  catalogs: Catalogs,
): ProductDraft {
  const base = { key: slug, line, handle: slug };
  const { _kind, readOnly, customTextFields, variants = [], seo, ...fields } = product ?? {};
  const textFields = customTextFields && writableTextFields(customTextFields, catalogs);
  const own = variants.map((variant): VariantDraft => ({ ...variant, line }) as VariantDraft);
  const draft = {
    ...base,
    ...fields,
    seo: product && seo !== undefined ? seo : undefined,
    textFields,
    variants: own,
  } as ProductDraft;
  return stock ? withStock(draft, stock, catalogs.to) : draft;
}

/** Only catalog v3 can write text fields. That a product of catalog v1 has none therefore says nothing. */
function writableTextFields(
  fields: readonly TextField[],
  { from, to }: Pick<Catalogs, "from" | "to">,
): TextField[] | undefined {
  return to === "v1" || (from === "v1" && fields.length === 0) ? undefined : [...fields];
}

function withStock(
  draft: ProductDraft,
  { variants = [], ...own }: StockObject,
  to: CatalogVersion,
): ProductDraft {
  const levelOf = ({ stock, inStock, preorder }: Omit<StockObject, "_kind" | "handle" | "variants">) => ({
    stock: stock === undefined ? { inStock: inStock ?? true } : { quantity: stock },
    ...(to === "v3" &&
      preorder !== undefined && { preorder: preorder && { message: null, limit: null, ...preorder } }),
  });
  if (variants.length === 0) return { ...draft, ...levelOf(own) };
  const known = new Map(draft.variants.map((variant) => [variantKey(variant.choices), variant]));
  return {
    ...draft,
    variants: variants.map((variant) => ({
      ...(known.get(variantKey(variant.choices)) ?? { line: draft.line, choices: variant.choices }),
      ...levelOf(variant),
    })),
  };
}

/**
 * Returns a draft for catalog v3, where only variants have stock: untracked stock of a product applies to each of them, a
 * quantity is left out, except that what is sold out stays so.
 */
function withoutSharedQuantity({ stock, ...rest }: ProductDraft): ProductDraft {
  return stock && "quantity" in stock && stock.quantity <= 0 ? { ...rest, stock: { inStock: false } } : rest;
}

/** Returns whether a draft has a quantity for a product whose variants share it. */
const hasSharedQuantity = ({ options = [], variants, stock }: ProductDraft): boolean =>
  options.length > 0 && variants.length === 0 && stock !== undefined && "quantity" in stock;

/** Returns a draft for the shop that its media are from: they still exist there, even if the product does not. */
function withOwnMedia(draft: ProductDraft): ProductDraft {
  return draft.media === undefined ? draft : { ...draft, media: draft.media.map(mediaIdOf) };
}

/**
 * Returns the parts of a product that cannot be written to a shop, as plurals: `digital files`. `present`: the product in
 * the shop.
 */
function lossesOf(
  { readOnly, customTextFields = [], choiceMedia = [], options = [] }: ProductObject,
  present: ProductObject | undefined,
  { to, sameShop }: Pick<Catalogs, "to" | "sameShop">,
): string[] {
  const keepsFile = sameShop && to === "v3" && options.length === 0;
  const lost: readonly (readonly [what: string, isLost: boolean])[] = [
    ...Object.entries(readOnly ?? {}).map(([name, value]): [string, boolean] => [
      productLosses[name] ?? name,
      !(name === "digitalFile" && keepsFile) && !sameJson(value, present?.readOnly?.[name]),
    ]),
    [
      "custom text fields",
      to === "v1" && customTextFields.length > 0 && !sameJson(customTextFields, present?.customTextFields),
    ],
    // Those of a new product are written.
    [
      "changed pictures of choices",
      present !== undefined && choiceMedia.length > 0 && !sameJson(choiceMedia, present.choiceMedia),
    ],
  ];
  return lost.flatMap(([what, isLost]) => (isLost ? [what] : []));
}

/** Returns a plan whose problems have the line of their source: that of a draft is the number of its row in the job. */
function withLines(plan: PlannedRow): PlannedRow {
  if (!("problems" in plan)) return plan;
  return {
    problems: plan.problems.map(({ line, ...one }) => ({ ...one, ...lineInSource(one.source ?? "") })),
  };
}

const fieldNames = ["name", "slug", "description", "visible"] as const;

/** Returns the steps that create a collection or give it the fields of another shop's. `present`: the one of the target. */
function collectionSteps(
  collection: CollectionObject,
  present: { id: string; object: CollectionObject } | undefined,
  source: string,
): PlannedRow {
  const { name } = collection;
  const wanted = fieldsOf(collection);
  const base = { label: name, phase: phases.collections, source };
  if (present === undefined) {
    // A new collection has a slug made of its name, is visible and has no description.
    const isDefault = ([field, value]: [string, Json]) =>
      value === null ||
      (field === "visible" && value === true) ||
      (field === "slug" && value === productSlug(name));
    const after = Object.fromEntries(Object.entries(wanted).filter((entry) => !isDefault(entry)));
    return [{ ...base, kind: "collection.create", key: name, before: null, after }];
  }
  const now = fieldsOf(present.object);
  const changed = Object.entries(wanted).filter(([field, value]) => !sameJson(now[field] ?? null, value));
  if (changed.length === 0) return [];
  const before = Object.fromEntries(changed.map(([field]) => [field, now[field] ?? null]));
  return [{ ...base, kind: "collection.update", id: present.id, before, after: Object.fromEntries(changed) }];
}

/** Returns the step that deletes a collection, after its products have left it, with all that undo creates it again with. */
function collectionRemoval(
  { id, object }: { id: string; object: CollectionObject },
  source: string,
): PlannedRow {
  const step = { kind: "collection.remove", id, label: object.name, phase: phases.removedCollections };
  return [{ ...step, before: fieldsOf(object), after: null, source }];
}

/** Returns the fields of a collection that a snapshot has and requests can set. */
const fieldsOf = (collection: CollectionObject): Record<string, Json> =>
  Object.fromEntries(
    fieldNames.flatMap((field) => (collection[field] === undefined ? [] : [[field, collection[field]]])),
  );

/** The phase in which products are deleted whose slugs others get. */
export const slugPhase = phases.collections;

/**
 * Returns the plan of a restored product, in phases that free slugs and SKUs before other products get them, or the problem
 * if its slug is taken. Products that exchange slugs get a temporary one first. `from`: what the shop had; `to`: the shop,
 * paired with it.
 */
function slugsFirst(
  plan: PlannedRow,
  { draft, source }: { draft: ProductDraft; source: string },
  { from, to, prune }: { from: SnapshotStore; to: SnapshotStore; prune: boolean },
): PlannedRow {
  if ("problems" in plan) return plan;
  const { handle: slug = "", line } = draft;
  const gives = plan.some(
    ({ kind, after }) =>
      /^product\.(create|update)$/.test(kind) && (after as { handle?: string }).handle === slug,
  );
  const holder = gives ? to.find("product", slug) : undefined;
  // A product that was there before gets its own slug back.
  const stays = holder?.pair?.startsWith(`${slug}\u0001`) && !prune;
  if (holder && holder.id !== draft.id && stays) {
    const name = String(holder.object.name ?? holder.id);
    const message = `the handle "${slug}" belongs to "${name}", which was added since. Change that handle, or add --prune to delete the product`;
    return { problems: [{ source, line, column: "handle", value: slug, rule: "taken", message }] };
  }
  const isTaken = from.find("product", slug) !== undefined;
  const phaseOf = ({ kind, phase }: StepDraft) =>
    kind === "product.delete" && isTaken ? slugPhase : kind === "product.create" ? phases.variants : phase;
  const steps = plan.map((step) => ({ ...step, phase: phaseOf(step) ?? phases.product }));
  const update = steps.find(({ kind, after }) => kind === "product.update" && "handle" in (after as Fields));
  const own = (update?.before as Fields | undefined)?.handle;
  if (update === undefined || typeof own !== "string" || !isWanted(own, from, to)) return steps;
  const between = `${own}-${createHash("sha256").update(String(update.id)).digest("hex").slice(0, 6)}`;
  const away = { ...update, phase: slugPhase, before: { handle: own }, after: { handle: between } };
  Object.assign(update, { before: { ...(update.before as Fields), handle: between } });
  // The plan refers to its steps by their places.
  return [...steps, away];
}

type Fields = Record<string, Json>;

/** Returns whether another product of the shop gets back a slug. */
function isWanted(slug: string, from: SnapshotStore, to: SnapshotStore): boolean {
  const pair = from.find("product", slug)?.pair;
  return typeof pair === "string" && to.paired("product", pair) !== undefined;
}
