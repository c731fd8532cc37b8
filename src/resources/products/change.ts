import type { Product } from "../../api/services/products.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import { applyChanges, type Change, type Entry, parseChanges, withList } from "../../bulk/language/change.ts";
import { EvaluationError, type Value, type Values } from "../../bulk/language/values.ts";
import { type Guards, raised } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { isWritable, productFieldTable } from "../../files/product-fields.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import { syntaxError } from "../../kernel/lexer.ts";
import { amountText, decimal } from "../../kernel/money.ts";
import { capitalized } from "../../kernel/text.ts";
import type { Edit } from "../../ui/screens/browse/browse-resource.ts";
import { planEdits } from "../edits.ts";
import { noCall } from "./bounds.ts";
import {
  type Catalog,
  type CatalogVersion,
  type CodeOwner,
  codeOwners,
  productsById,
  productsBySlug,
  withCosts,
} from "./catalog.ts";
import {
  discountAfter,
  isOfDiscount,
  isOfStock,
  jsonOf,
  productValues,
  sectionsOf,
  stockStep,
  variantValues,
} from "./change-values.ts";
import {
  allProductsId,
  type CollectionNames,
  type Membership,
  membershipsOf,
  type NamedCollection,
} from "./collection-names.ts";
import { productChangeFields, variantChangeFields } from "./fields.ts";
import { unknownName } from "./filter.ts";
import { type KnownLabels, labelFields, meantLabel } from "./labels.ts";
import { belowDiscount, countPaid, named, paidProblems } from "./price-guards.ts";
import { findProduct, listProducts } from "./read.ts";
import { seoWith } from "./seo.ts";
import { comparedFields, managedVariants, skusOf, variantFields, withSkus } from "./snapshot.ts";
import { changedFields, mediaSteps, phases } from "./steps.ts";

/** References that are looked up together. */
const max = 100;

/**
 * Yields what references (ids, handles or SKUs) name: a product, or its variants with that SKU; each product once. They are
 * looked up 100 per request. Throws TillError as findProduct does.
 */
export async function* findTargets(
  catalog: Catalog,
  references: readonly string[],
  { costs }: { costs: boolean },
): AsyncGenerator<Target> {
  const unique = [...new Set(references)];
  const whole = new Set<string>();
  for (const chunk of batchesOf(unique, max)) {
    const targets = new Map<string, Target>();
    for (const [reference, product] of await findAll(catalog, chunk)) {
      const id = product.id;
      const variants = variantsNamed(product, reference);
      const known = targets.get(id);
      if (whole.has(id)) continue;
      if (known && (known.variants === undefined || variants === undefined)) targets.set(id, { product });
      else
        targets.set(id, {
          product,
          ...(variants && { sku: reference, variants: new Set([...(known?.variants ?? []), ...variants]) }),
        });
    }
    for (const [id, { variants }] of targets) if (variants === undefined) whole.add(id);
    const found = [...targets.values()];
    const products = found.map(({ product }) => product);
    const complete = costs && catalog.admin ? await withCosts(catalog, products) : products;
    yield* found.map((target, index) => ({ ...target, product: complete[index] ?? target.product }));
  }
}

async function findAll(catalog: Catalog, references: readonly string[]): Promise<[string, Product][]> {
  const byId = await productsById(catalog, references.filter(isGuid).map(lowerGuid));
  const others = references.filter((reference) => !isGuid(reference));
  const bySlug = await productsBySlug(catalog, others);
  const skus = others.filter((one) => !bySlug.has(one));
  const owners = await codeOwners(catalog, skus);
  const ownerIds = new Map(skus.flatMap((sku) => ownerOf(owners.get(sku) ?? []).map((id) => [sku, id])));
  const owned = await productsById(catalog, [...new Set(ownerIds.values())]);
  const found: [string, Product][] = [];
  for (const reference of references) {
    const product =
      byId.get(lowerGuid(reference)) ?? bySlug.get(reference) ?? owned.get(ownerIds.get(reference) ?? "");
    found.push([reference, product ?? (await findProduct(catalog, reference))]);
  }
  return found;
}

/** Returns the id of the only product with an SKU; the SKUs of products come before those of variants. */
function ownerOf(owners: readonly CodeOwner[]): string[] {
  const products = owners.filter(({ variantId }) => variantId === undefined);
  const ids = new Set((products.length > 0 ? products : owners).map(({ productId }) => productId));
  return ids.size === 1 ? [...ids] : [];
}

/** Returns the keys of the variants that have an SKU; undefined if the reference names the product itself. */
export function variantsNamed(product: Product, reference: string): ReadonlySet<string> | undefined {
  if ([product.id, product.slug, product.sku].includes(reference)) return undefined;
  const keys = [...managedVariants(product)].flatMap(([key, { variant }]) =>
    variant?.sku === reference ? [key] : [],
  );
  return keys.length > 0 ? new Set(keys) : undefined;
}

/** The changes to every product of a job. */
interface ProductChange {
  version: CatalogVersion;
  changes: readonly Change[];
  guards: Guards;
  /** Whether variants with their own prices are changed, too. */
  variants: "move" | "leave";
}

/** What a job changes: a product, or only some of its variants. */
export interface Target {
  product: Product;
  /** Its collections, if the changes need them. */
  collections?: readonly Membership[];
  /** The keys of the variants. */
  variants?: ReadonlySet<string>;
  /** The SKU by which a variant was named: fields of the product cannot be changed. */
  sku?: string;
}

/** Returns whether changes set or read one of these fields. */
export function readsFields(changes: readonly Change[], ...fields: string[]): boolean {
  return changes.some(({ field, reads }) => [field.name, ...reads].some((name) => fields.includes(name)));
}

/** The steps for a product, or why it cannot be changed. `skipsBase`: the base price is 0 and stays. */
type Planned = { steps: StepDraft[]; skipsBase: boolean } | { field: string; value: string; message: string };

/** Plans the changes of a product as absolute values, rounded to its currency. Returns no steps if nothing changes. */
export function changeSteps(target: Target, change: ProductChange): Planned {
  const { product, collections = [] } = target;
  const present = productValues(
    product,
    collections.map(({ name }) => name),
  );
  try {
    const isFree = target.variants === undefined && hasFreeBase(product);
    const steps = stepsOf(target, change, present, isFree);
    const currency = product.priceData?.currency ?? "USD";
    const [below] = belowDiscount(steps, product);
    if (below) return { ...below, message: `${named(below.variant)}${below.message}` };
    const [refused] = paidProblems(steps, product, change.guards, currency);
    if (refused)
      return { field: refused.field, value: jsonText(present[refused.field]), message: refused.message };
    countPaid(steps, product, change.guards, currency);
    const sku = skusOf(product);
    return {
      steps: steps.map((step) => withSkus(step, sku)),
      skipsBase: isFree && change.changes.some(isRelativePrice),
    };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    const field = error.field ?? "";
    return { field, value: jsonText(present[field]), message: error.message };
  }
}

const jsonText = (value: Value | undefined): string => String(jsonOf(value ?? null) ?? "");

function stepsOf(target: Target, change: ProductChange, present: Values, isFree: boolean): StepDraft[] {
  const { product, variants } = target;
  const id = product.id;
  const label = product.name ?? id;
  const currency = product.priceData?.currency ?? "USD";
  const ofVariants = (change: Change) => variants !== undefined && variantChangeFields.has(change.field.name);
  const onProduct = change.changes.filter((change) => !isOfStock(change) && !ofVariants(change));
  checkTarget(target, onProduct);
  // A base price of 0 whose variants carry the prices is no price.
  const own = isFree ? onProduct.filter((one) => !isRelativePrice(one)) : onProduct;
  const base = own.filter((one) => !isOfDiscount(one));
  const after = evaluated(base, present, change.guards, currency);
  const flat = comparedFields(product);
  const [before, changed] = changedFields(flat, {
    ...flatAfter(flat, after),
    ...discountAfter(product, { changes: change.changes, present, guards: change.guards }, own, isFree),
  });
  const steps: StepDraft[] = [];
  if (Object.keys(changed).length > 0)
    steps.push({ kind: "product.update", id, label, phase: phases.product, before, after: changed });
  const moved = variants
    ? variantStep(
        product,
        present,
        { ...change, changes: change.changes.filter((change) => ofVariants(change) && !isOfStock(change)) },
        variants,
      )
    : change.variants === "move"
      ? variantStep(product, present, {
          ...change,
          changes: change.changes.filter(({ field }) => field.name === "price"),
        })
      : undefined;
  if (moved) steps.push({ kind: "variants.update", id, label, phase: phases.variants, ...moved });
  const media = { media: after.media as string[] | undefined, alts: after.altText as string[] | undefined };
  steps.push(...mediaSteps(product, media, { id, label }, change.version));
  const stock = stockStep(product, present, change.changes.filter(isOfStock), variants);
  if (stock) steps.push({ kind: "inventory.set", id, label, phase: phases.inventory, ...stock });
  const keys = (target.collections ?? []).map(({ key }) => key);
  const { collections } = applyChanges(base.filter(isOfCollections), { collections: keys }, { currency });
  if (collections) steps.push(...membershipSteps(keys, collections as string[], { id, label }));
  return steps;
}

const isOfCollections = ({ field }: Change): boolean => field.name === "collections";

const isRelativePrice = ({ field, reads }: Change): boolean =>
  field.name === "price" && reads.includes("price");

/** Throws EvaluationError for a field of the product if a variant was named by its SKU, and for the barcode of a product with options. */
function checkTarget({ product, sku }: Target, onProduct: readonly Change[]): void {
  const [first] = onProduct;
  if (managedVariants(product).size > 0 && onProduct.some(({ field }) => field.name === "barcode"))
    throw new EvaluationError(
      `"${product.name}" has options, so its variants have the barcodes: name one by its SKU`,
      "barcode",
    );
  if (sku === undefined || first === undefined) return;
  const { name } = first.field;
  throw new EvaluationError(
    `${sku} is a variant of "${product.name}", and ${name} is a field of the product: name it by its handle, ${product.slug}`,
    name,
  );
}

/** Returns whether the base price is 0, or missing, while variants have prices. */
function hasFreeBase(product: Product): boolean {
  const isFree = (price: Json | undefined) => price === null || price === undefined || price === "0";
  if (!isFree(comparedFields(product).price)) return false;
  return [...managedVariants(product).values()].some((variant) => !isFree(variantFields(variant).price));
}

function evaluated(
  changes: readonly Change[],
  present: Values,
  guards: Guards,
  currency: string,
): Record<string, Json> {
  const after = raised(present, applyChanges(changes, present, { currency }), guards, currency);
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const json = jsonOf(value);
      // As the weight is read.
      return [name, name === "weight" && json === "0" ? null : json];
    }),
  );
}

/** Returns the fields of an update call after a change. */
function flatAfter(present: Record<string, Json>, after: Record<string, Json>): Record<string, Json> {
  const { seoTitle, seoDescription, canonical, noindex, infoSections, ...others } = after;
  const { media, altText, collections, ...flat } = others;
  const seo = { seoTitle, seoDescription, canonical, noindex };
  return {
    ...flat,
    ...(Object.values(seo).some((value) => value !== undefined) && {
      seo: seoWith(present.seo ?? null, seo),
    }),
    ...(infoSections !== undefined && {
      infoSections: sectionsOf(infoSections as string[], present.infoSections as never),
    }),
  };
}

/**
 * Returns the changes of the variants with these keys; without keys, of those whose price differs from the product's: the
 * others follow it automatically.
 */
function variantStep(
  product: Product,
  present: Values,
  { changes, guards }: Pick<ProductChange, "changes" | "guards">,
  keys?: ReadonlySet<string>,
): { before: Json; after: Json } | undefined {
  if (changes.length === 0) return undefined;
  const currency = product.priceData?.currency ?? "USD";
  const own = comparedFields(product);
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  for (const [key, variant] of managedVariants(product)) {
    const fields = variantFields(variant);
    const isChanged = keys ? keys.has(key) : fields.price !== own.price && fields.price !== null;
    if (!isChanged) continue;
    const values = { ...present, ...variantValues(variant) };
    const [one, other] = changedFields(fields, evaluated(changes, values, guards, currency));
    if (Object.keys(other).length === 0) continue;
    before[key] = one;
    after[key] = other;
  }
  return Object.keys(after).length === 0 ? undefined : { before, after };
}

function membershipSteps(
  before: readonly string[],
  after: readonly string[],
  on: { id: string; label: string },
): StepDraft[] {
  const step = (collection: string, member: boolean): StepDraft => ({
    kind: "collection.member",
    ...on,
    phase: phases.membership,
    before: { collection, member: !member },
    after: { collection, member },
  });
  return [
    ...after.filter((one) => !before.includes(one)).map((one) => step(one, true)),
    ...before.filter((one) => !after.includes(one)).map((one) => step(one, false)),
  ];
}

/** Returns whether changes set or read the cost of a product. */
export const needsCosts = (changes: readonly Change[]): boolean => readsFields(changes, "cost");

/** Returns a function that plans the changes of one product after the other. */
export function changePlanner(
  { names, version }: Pick<Catalog, "names" | "version">,
  change: Omit<ProductChange, "version">,
): (target: Target) => Promise<Planned> {
  const needsCollections = readsFields(change.changes, "collections");
  return async (target) => {
    const ids = needsCollections ? (target.product.collectionIds ?? []) : [];
    return changeSteps({ ...target, collections: await membershipsOf(names, ids) }, { ...change, version });
  };
}

/** Returns the steps of a planned product, or the problem of its row. */
export function plannedRow({ slug, id }: Product, planned: Planned): PlannedRow {
  if ("steps" in planned) return planned.steps;
  const { field, value, message } = planned;
  return { problems: [{ source: slug ?? id, column: field, value, rule: "change", message }] };
}

/** Plans the steps of staged edits of products. `onPlanned` is called with each product and its steps. */
export async function* planProductEdits(
  catalog: Catalog,
  edits: readonly Edit[],
  signal: AbortSignal,
  onPlanned: (product: Product, steps: readonly StepDraft[]) => void = () => {},
): AsyncGenerator<PlannedRow> {
  const costs = edits.some(({ sets }) => needsCosts(parseChanges(sets, productChangeFields)));
  const steps = async (product: Product, sets: readonly string[]) => {
    const changes = await resolveChanges(parseChanges(sets, productChangeFields), catalog);
    const plan = changePlanner(catalog, { changes, guards: { field: "price" }, variants: "move" });
    const planned = await plan({ product });
    if ("steps" in planned) onPlanned(product, planned.steps);
    return plannedRow(product, planned);
  };
  const rows = {
    list: (query: object) => listProducts(catalog, { ...query, costs }),
    readByIds: (ids: readonly string[]) => productsById(catalog, ids, costs ? { costs: new Set(ids) } : {}),
    steps,
  };
  yield* planEdits(edits, rows, signal);
}

/** Fields that cannot be set together: each sets the same. */
const alternatives = [
  ["stock", "inStock"],
  ["salePrice", "discount"],
] as const;

/**
 * Returns changes with the collections of the site by name. Throws UsageError with a caret for a collection that does not
 * exist, and for changes that exclude each other or that the catalog version does not have.
 */
export async function resolveChanges(
  changes: readonly Change[],
  { names, version, taxGroups }: Pick<Catalog, "names" | "version" | "taxGroups">,
): Promise<readonly Change[]> {
  const sets = (name: string) => changes.find(({ field }) => field.name === name);
  for (const [one, other] of alternatives)
    if (sets(one) && sets(other)) throw new UsageError(`Set either ${one} or ${other}.`, { field: "--set" });
  const others = productFieldTable.filter((field) => !isWritable(field, version));
  const other = changes.find(({ field }) => others.some(({ name }) => name === field.name));
  if (other) {
    const at = { position: 0, length: other.text.length };
    throw syntaxError(other.text, at, `${other.field.name} cannot be set: ${noCall}`);
  }
  const alts = sets("altText");
  if (alts?.reads.length && sets("media"))
    throw new UsageError("An altText that is computed belongs to the present media. Set media before it.", {
      field: "--set",
    });
  for (const change of changes) checkSale(change);
  const type = version === "v3" ? sets("type") : undefined;
  if (type) {
    const at = { position: 0, length: type.text.length };
    throw syntaxError(type.text, at, "This shop runs catalog v3: the type of a product cannot be changed");
  }
  return await Promise.all(
    (await withCollections(changes, names)).map((one) => withTaxGroup(one, taxGroups)),
  );
}

/** Throws UsageError with a caret for a percentage off a sale price, which products without a discount do not have. */
function checkSale({ field, text }: Change): void {
  const [, start = "", percent] = /^(\s*salePrice\s*(?:=\s*-|-=))\s*([\d.]+)\s*%\s*$/.exec(text) ?? [];
  if (field.name !== "salePrice" || percent === undefined) return;
  const factor = amountText(decimal("100").minus(percent).times("0.01"));
  throw syntaxError(
    text,
    { position: start.length, length: percent.length + 1 },
    "A product without a discount has no salePrice",
    `To take ${percent}% off the price: salePrice = price * ${factor}`,
  );
}

/** Throws UsageError with a caret for a new brand or ribbon that is almost one of the shop. */
export async function checkLabels(changes: readonly Change[], labels: KnownLabels): Promise<void> {
  for (const { field, text, reads, evaluate } of changes) {
    const label = labelFields.find((name) => name === field.name);
    const value = label !== undefined && reads.length === 0 ? evaluate({}, "USD") : null;
    if (label === undefined || typeof value !== "string" || value === "") continue;
    const meant = await meantLabel(labels, label, value);
    if (meant === undefined) continue;
    const at = { position: text.indexOf("=") + 1, length: text.length - text.indexOf("=") - 1 };
    const hint = "To create it, add: --create-labels";
    throw syntaxError(text, at, `There is no ${label} ${value}. Did you mean ${meant}?`, hint);
  }
}

/** Returns a change of the tax group with its id. Throws UsageError with a caret for a tax group that does not exist. */
async function withTaxGroup(change: Change, taxGroups: Catalog["taxGroups"]): Promise<Change> {
  const { field, text, reads, evaluate } = change;
  const name = field.name === "taxGroup" && reads.length === 0 ? evaluate({}, "USD") : null;
  if (typeof name !== "string" || name === "") return change;
  const groups = await taxGroups();
  const id = await groups.find(name);
  if (id !== undefined) return { ...change, evaluate: () => id };
  const at = { position: text.indexOf("=") + 1, length: text.length - text.indexOf("=") - 1 };
  throw syntaxError(text, at, capitalized(await groups.unknown(name)));
}

async function withCollections(
  changes: readonly Change[],
  names: CollectionNames,
): Promise<readonly Change[]> {
  if (!changes.some(({ field, list }) => field.name === "collections" && list?.entries.length))
    return changes;
  const known = (await names.all()).filter(({ id }) => id !== allProductsId);
  return changes.map((change) => {
    const { field, list, text } = change;
    if (field.name !== "collections" || list === undefined) return change;
    const entries = list.entries.map((entry) => ({ ...entry, text: nameOf(entry, known, text) }));
    return withList(change, { ...list, entries });
  });
}

/** Returns the name of a collection, or its id if the name finds another one, as `membershipsOf` does. */
function nameOf(entry: Entry, known: readonly NamedCollection[], source: string): string {
  const named = known.filter(({ name }) => name === entry.text);
  if (named.length === 1) return entry.text;
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ");
    throw syntaxError(
      source,
      entry,
      `${named.length} collections are named ${entry.text}`,
      `Use an id: ${ids}`,
    );
  }
  const byId = known.find(({ id }) => id === entry.text);
  if (byId === undefined) {
    const all = known.map(({ name }) => name);
    throw unknownName(source, entry, { singular: "collection", name: entry.text, known: all });
  }
  return known.find(({ name }) => name === byId.name) === byId ? byId.name : byId.id;
}

type Fields = Record<string, Json>;

/**
 * Returns a step for each field of a product, and on catalog v3 for each variant, so that each can be undone although
 * another was changed since. Catalog v3 takes them in the same request; v1 has a request for each step on variants.
 */
export function splitStep(step: StepDraft, version: "v1" | "v3"): StepDraft[] {
  const isSplit = step.kind === "product.update" || (step.kind === "variants.update" && version === "v3");
  if (!isSplit) return [step];
  const [before, after] = [step.before as Fields | null, step.after as Fields];
  return Object.entries(after).map(([name, value]) => ({
    ...step,
    before: { [name]: before?.[name] ?? null },
    after: { [name]: value },
  }));
}
