import type { Json } from "../bulk/journal/step.ts";
import { sameJson } from "../kernel/json.ts";
import { type ProductObject, productLosses, type StockObject } from "../resources/products/portable.ts";
import type { SnapshotDomain } from "./domains.ts";
import type { SnapshotObject } from "./format.ts";
import type { ShopObject } from "./shop-object.ts";
import type { SnapshotStore, StoredObject } from "./store.ts";

/** An object that is in one of two shops only, or that differs. */
export interface Difference {
  domain: SnapshotDomain;
  kind: string;
  key: string;
  change: "added" | "removed" | "changed";
  /** Whether one of the shops has several objects with this key, so that those compared may not be the same. */
  isShared: boolean;
  /** The fields that differ, if it is in both. */
  fields: readonly FieldDifference[];
  /** The object in each of the two shops. */
  before: StoredObject | undefined;
  after: StoredObject | undefined;
}

/** How two shops are compared. */
interface CompareOptions {
  domains: readonly SnapshotDomain[];
  /** Returns an object in the form in which both shops can have it. Default: as it is. */
  common?: ((object: SnapshotObject) => SnapshotObject) | undefined;
  /** Whether only a part of the objects of a domain was read, so that objects that are not there say nothing. */
  partial?(side: "one" | "other", domain: SnapshotDomain): boolean;
}

/** Yields the differences from one store to another, by domain and key, in constant memory. */
export function* compareStores(
  one: SnapshotStore,
  other: SnapshotStore,
  { domains, common = (object) => object, partial = () => false }: CompareOptions,
): Generator<Difference> {
  for (const domain of domains) {
    const [left, right] = [one.objects(domain), other.objects(domain)];
    let [a, b] = [left.next(), right.next()];
    while (!a.done || !b.done) {
      const order = a.done ? 1 : b.done ? -1 : byKey(a.value, b.value);
      if (order < 0 && !a.done) {
        if (!partial("other", domain)) yield difference(domain, "removed", a.value, undefined);
        a = left.next();
      } else if (order > 0 && !b.done) {
        if (!partial("one", domain)) yield difference(domain, "added", undefined, b.value);
        b = right.next();
      } else if (!a.done && !b.done) {
        const [before, after] = [a.value, b.value];
        const kind = one.kinds.get(before.kind);
        const fields = before.line === after.line ? [] : fieldsOf(kind, before, after, common);
        [a, b] = [left.next(), right.next()];
        const isShared = [before, after, a.value, b.value].some((object) => (object?.nth ?? 1) > 1);
        if (fields.length > 0) yield { ...difference(domain, "changed", before, after), fields, isShared };
      }
    }
  }
}

/** Compares like SQLite: by the bytes of UTF-8, which is not the order of JavaScript's text. */
function byKey(a: StoredObject, b: StoredObject): number {
  const bytes = ({ kind, key, pair }: StoredObject) => Buffer.from(`${kind}\u0000${pair ?? key}`);
  return Buffer.compare(bytes(a), bytes(b)) || (a.pair === null ? a.nth - b.nth : 0);
}

function difference(
  domain: SnapshotDomain,
  change: Difference["change"],
  before: StoredObject | undefined,
  after: StoredObject | undefined,
): Difference {
  const { kind = "", key = "", nth = 1 } = after ?? before ?? {};
  return {
    domain,
    kind,
    key: nth > 1 ? `${key} (${nth})` : key,
    change,
    isShared: nth > 1,
    fields: [],
    before,
    after,
  };
}

const noLosses = Object.fromEntries(Object.keys(productLosses).map((name) => [name, null]));

/** Returns a product with everything in `readOnly`: what is absent there is empty, while other absent fields are not known. */
function whole(object: SnapshotObject): SnapshotObject {
  if (object._kind !== "product") return object;
  return { ...object, readOnly: { ...noLosses, ...(object.readOnly as object) } };
}

function fieldsOf(
  kind: Pick<ShopObject, "key" | "sparse"> | undefined,
  one: StoredObject,
  other: StoredObject,
  common: NonNullable<CompareOptions["common"]>,
): FieldDifference[] {
  const [before, after] = [one, other].map(({ line }) => whole(common(JSON.parse(line) as SnapshotObject)));
  const found = fieldDifferences(before as Record<string, Json>, after as Record<string, Json>, {
    known: kind?.sparse === true,
  });
  // Objects that are paired by id, and collections by slug, may have different keys.
  const keys = new Set(one.pair === null && one.kind !== "collection" ? kind?.key : []);
  return found.filter(({ field }) => !keys.has(field));
}

/** A field whose value differs, such as `variants[Large / Blue].price`. */
interface FieldDifference {
  field: string;
  before: Json;
  after: Json;
}

type Fields = Readonly<Record<string, Json | undefined>>;

/** Returns the fields that differ between two objects. With `known`, fields that one of them lacks are not compared. */
function fieldDifferences(a: Fields, b: Fields, { known = false } = {}): FieldDifference[] {
  const found: FieldDifference[] = [];
  compareFields("", a, b, { known, found });
  return found;
}

interface Comparison {
  known: boolean;
  found: FieldDifference[];
}

function compareFields(prefix: string, one: Fields, other: Fields, comparison: Comparison): void {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  for (const name of names) {
    const [before, after] = [one[name], other[name]];
    if (comparison.known && (before === undefined || after === undefined)) continue;
    compare(prefix === "" ? name : `${prefix}.${name}`, before ?? null, after ?? null, comparison);
  }
}

function compare(field: string, before: Json, after: Json, comparison: Comparison): void {
  if (sameJson(before, after)) return;
  if (isFields(before) && isFields(after)) {
    compareFields(field, before, after, comparison);
    return;
  }
  const [own, others] = [namedItems(before), namedItems(after)];
  if (own === undefined || others === undefined || (own.size === 0 && others.size === 0)) {
    comparison.found.push({ field, before, after });
    return;
  }
  for (const name of new Set([...own.keys(), ...others.keys()])) {
    const at = `${field}[${name}]`;
    const [item, counterpart] = [own.get(name), others.get(name)];
    if (item && counterpart) compareFields(at, item, counterpart, comparison);
    else
      comparison.found.push({
        field: at,
        before: (item ?? null) as Json,
        after: (counterpart ?? null) as Json,
      });
  }
  // The order of variants follows from the options.
  const order = (items: Map<string, Fields>, kept: Map<string, Fields>) =>
    [...items.keys()].filter((name) => kept.has(name));
  const [first, second] = [order(own, others), order(others, own)];
  if (!sameJson(first, second) && !hasChoices(own))
    comparison.found.push({ field: `${field} (order)`, before: first, after: second });
}

const isFields = (value: Json): value is { [name: string]: Json } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const hasChoices = (items: Map<string, Fields>): boolean =>
  [...items.values()].some(({ choices }) => choices !== undefined && !Array.isArray(choices));

/** Returns the items of a list by their name, title, description or choices; undefined if these do not tell them apart. */
function namedItems(list: Json): Map<string, Fields> | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map<string, Fields>();
  for (const item of list) {
    const name = isFields(item) ? nameOf(item) : undefined;
    if (name === undefined || items.has(name)) return undefined;
    items.set(name, item as Fields);
  }
  return items;
}

function nameOf({ choices, name, title, description, value }: Fields): string | undefined {
  if (choices && isFields(choices)) {
    const entries = Object.entries(choices).sort(([one], [other]) => (one < other ? -1 : 1));
    return entries.map(([, choice]) => String(choice)).join(" / ");
  }
  if (typeof name === "string") return name;
  if (typeof title === "string") return title;
  return typeof description === "string" && value !== undefined ? description : undefined;
}

/**
 * Returns a product or its stock in the form that both catalog versions have: every variant has its own price, cost, weight
 * and SKU, the product those of its first variant. Other objects stay as they are.
 */
export function inBothCatalogs(object: SnapshotObject): SnapshotObject {
  if (object._kind === "product") return { ...commonProduct(object as ProductObject) };
  return object._kind === "stock" ? { ...commonStock(object as StockObject) } : object;
}

function commonProduct(product: ProductObject): ProductObject {
  const { variants = [], options = [], ...rest } = product;
  // Colors are compared by name: catalog v3 has one color for a choice in the whole shop.
  const named = options.map((option) => ({
    ...option,
    choices: option.choices.map(({ description }) => ({ description, value: description })),
  }));
  if (options.length === 0) return { ...rest, options: named, variants };
  // On catalog v3, every product with options has variants.
  const own = (variants.length > 0 ? variants : allChoices(product)).map((variant) => ({
    ...variant,
    price: variant.price ?? product.price ?? null,
    cost: variant.cost ?? product.cost ?? null,
    weight: variant.weight ?? product.weight ?? null,
    sku: variant.sku ?? product.sku ?? null,
  }));
  const isFirst = ({ choices }: (typeof own)[number]) =>
    options.every(({ name, choices: [first] }) => choices[name] === first?.description);
  const { price, cost, weight } = own.find(isFirst) ?? product;
  const skus = new Set(own.map(({ sku }) => sku));
  return {
    ...rest,
    price,
    cost,
    weight,
    options: named,
    variants: own,
    sku: skus.size === 1 ? (own[0]?.sku ?? null) : null,
  };
}

/** The most variants of a product. */
const maxVariants = 1000;

/** Returns a variant for each combination of choices, visible and without values of its own. */
function allChoices({ options = [] }: ProductObject): NonNullable<ProductObject["variants"]> {
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (count > maxVariants) return [];
  const combined = options.reduce<Record<string, string>[]>(
    (chosen, { name, choices }) =>
      chosen.flatMap((one) => choices.map(({ description }) => ({ ...one, [name]: description }))),
    [{}],
  );
  return combined.map((choices) => ({ choices, visible: true }));
}

/** Returns stock that is not tracked and the same for all variants as that of the product. */
function commonStock(stock: StockObject): StockObject {
  const { variants = [], ...rest } = stock;
  const [first] = variants;
  const isSame = variants.every(
    (variant) => variant.stock === undefined && !variant.preorder && variant.inStock === first?.inStock,
  );
  return first?.inStock !== undefined && isSame ? { ...rest, inStock: first.inStock } : stock;
}
