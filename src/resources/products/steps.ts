import type { Product } from "../../api/models/product.ts";
import type { Json, StepDraft } from "../../bulk/step.ts";
import type { Inventory, ProductDraft, VariantDraft } from "../../files/draft.ts";
import type { PlannedRow } from "../../bulk/plan.ts";
import { sameJson } from "../../bulk/same-json.ts";
import type { CollectionNames } from "./collection-names.ts";
import type { Match } from "./match.ts";
import { fieldsOf, inventoryOf, managedVariants, mediaOf, variantFields, variantKey, defaultVariantKey } from "./snapshot.ts";

/** The order in which the calls for a product may run: collections first, what needs the product after it. */
export const phases = { collections: 0, product: 1, variants: 2, removedMedia: 3, media: 4, inventory: 5, membership: 6 } as const;

type Fields = Record<string, Json>;
type VariantMap = Record<string, Fields>;

/** The flat fields that a draft sets: absent ones are left alone, null clears. */
export function draftFields(draft: ProductDraft): Fields {
  const { name, slug, productType, description, sku, price, cost, weight, visible, ribbon, brand, infoSections, options } = draft;
  const fields: Record<string, Json | undefined> = {
    name,
    slug,
    productType,
    description,
    sku,
    price,
    cost,
    weight: weight === "0" ? null : weight,
    visible,
    ribbon,
    brand,
    discount: draft.discount && (draft.discount.type === "NONE" || draft.discount.value === "0" ? null : { ...draft.discount }),
    infoSections: infoSections?.map((section) => ({ ...section })),
    options: options?.map(({ name, type, choices }) => ({ name, type, choices: choices.map((choice) => ({ ...choice })) })),
    manageVariants: draft.variants.length > 0 ? true : undefined,
  };
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]): [string, Json][] => (value === undefined ? [] : [[name, value]])));
}

/** The fields of each variant that a draft sets, by variant key. A price equal to the product's own follows it and is left out. */
function draftVariants(variants: readonly VariantDraft[], productPrice: string | undefined): VariantMap {
  const byKey: VariantMap = {};
  for (const { choices, price, cost, weight, sku, visible } of variants) {
    const own: Record<string, Json | undefined> = {
      price: price === productPrice ? undefined : price,
      cost,
      weight: weight === "0" ? null : weight,
      sku,
      visible,
    };
    const fields = Object.entries(own).flatMap(([name, value]): [string, Json][] => (value === undefined ? [] : [[name, value]]));
    if (fields.length > 0) byKey[variantKey(choices)] = Object.fromEntries(fields);
  }
  return byKey;
}

function stockValue(inventory: Inventory): Json {
  return "quantity" in inventory ? inventory.quantity : inventory.inStock;
}

/** The stock that a draft sets: tracked where any row gives a number; undefined where the file says nothing. */
function draftInventory({ inventory, variants }: ProductDraft): { tracked: boolean; variants: Record<string, Json> } | undefined {
  const rows: [string, Inventory][] =
    variants.length > 0
      ? variants.flatMap(({ choices, inventory: own }): [string, Inventory][] => (own ? [[variantKey(choices), own]] : []))
      : inventory
        ? [[defaultVariantKey, inventory]]
        : [];
  if (rows.length === 0) return undefined;
  const tracked = rows.some(([, one]) => "quantity" in one);
  const values = rows.map(([key, one]): [string, Json] => [key, tracked && !("quantity" in one) ? 0 : stockValue(one)]);
  return { tracked, variants: Object.fromEntries(values) };
}

/** The steps that create a product from a draft; `slug` is the unique value by which a lost create is found again. */
export function createSteps(draft: ProductDraft, slug: string, source: string): StepDraft[] {
  const label = draft.name ?? draft.handle;
  const fields = { ...draftFields(draft), slug };
  const steps: StepDraft[] = [
    { kind: "product.create", label, key: slug, phase: phases.product, before: null, after: fields, source },
  ];
  const follow = (kind: string, phase: number, after: Json) =>
    steps.push({ kind, label, dependsOn: 0, phase, before: null, after, source });
  const variants = Object.entries(draftVariants(draft.variants, draft.price)).flatMap(([key, values]): [string, Fields][] => {
    const set = Object.entries(values).filter(([name, value]) => value !== null && !(name === "visible" && value === true));
    return set.length === 0 ? [] : [[key, Object.fromEntries(set)]];
  });
  if (variants.length > 0) follow("variants.update", phases.variants, Object.fromEntries(variants));
  if (draft.media && draft.media.length > 0) follow("media.add", phases.media, draft.media);
  const inventory = draftInventory(draft);
  if (inventory && (inventory.tracked || Object.values(inventory.variants).includes(false))) {
    follow("inventory.set", phases.inventory, inventory as unknown as Json);
  }
  for (const collection of draft.collections ?? []) {
    follow("collection.member", phases.membership, { collection, member: true });
  }
  return steps;
}

/** What the site already has of a product, as far as a draft may change it. */
export interface Existing {
  product: Product;
  /** Names of the collections it is in. */
  collections: readonly string[];
  /** The media sources that earlier imports of this handle sent, where the platform stores them under other names. */
  mediaSources?: readonly string[];
}

/** The steps that make an existing product what a draft says. Nothing to do gives none. */
export function updateSteps(draft: ProductDraft, existing: Existing, source: string): StepDraft[] {
  const { product } = existing;
  const id = product.id ?? "";
  const label = draft.name ?? product.name ?? id;
  const steps: StepDraft[] = [];
  const push = (kind: string, phase: number, before: Json, after: Json) => {
    if (!sameJson(before, after)) steps.push({ kind, id, label, phase, before, after, source });
  };

  const [before, after] = difference(fieldsOf(product), draftFields(draft));
  push("product.update", phases.product, before, after);

  const present = managedVariants(product);
  const variantsBefore: VariantMap = {};
  const variantsAfter: VariantMap = {};
  for (const [key, wanted] of Object.entries(draftVariants(draft.variants, draft.price))) {
    const variant = present.get(key);
    const [one, other] = difference(variant ? variantFields(variant) : {}, wanted);
    if (Object.keys(other).length === 0) continue;
    variantsBefore[key] = one;
    variantsAfter[key] = other;
  }
  push("variants.update", phases.variants, variantsBefore, variantsAfter);

  const media = mediaOf(product);
  if (draft.media && !sameJson(media, draft.media) && !sameJson([...(existing.mediaSources ?? [])], draft.media)) {
    const appended = media.every((one, index) => draft.media?.[index] === one);
    if (!appended) push("media.remove", phases.removedMedia, media, []);
    if (draft.media.length > 0) push("media.add", phases.media, appended ? media : [], draft.media);
  }

  const inventory = draftInventory(draft);
  if (inventory) {
    const now = inventoryOf(product);
    const names = Object.keys(inventory.variants);
    const present = { tracked: now.tracked, variants: Object.fromEntries(names.map((key) => [key, now.variants[key] ?? null])) };
    push("inventory.set", phases.inventory, present as unknown as Json, inventory as unknown as Json);
  }

  if (draft.collections) {
    const wanted = draft.collections;
    const change = (collection: string, member: boolean) =>
      push("collection.member", phases.membership, { collection, member: !member }, { collection, member });
    for (const name of wanted) if (!existing.collections.includes(name)) change(name, true);
    for (const name of existing.collections) if (!wanted.includes(name)) change(name, false);
  }
  return steps;
}

/** What a file's draft comes to: the steps for a new or an existing product, and for collections that nobody has yet. */
export async function draftSteps(
  draft: ProductDraft,
  match: Match,
  { source, names, announced }: { source: string; names: CollectionNames; announced: Set<string> },
): Promise<PlannedRow> {
  const problem = (column: string, value: string, rule: string, message: string): PlannedRow => ({
    problems: [{ source, line: draft.line, column, value, rule, message }],
  });
  if (match.is === "ambiguous") return problem("sku", draft.sku ?? "", "ambiguous", match.message);
  if (match.is === "new" && draft.remove) return [];
  if (match.is === "new" && draft.name === undefined) return problem("name", "", "required", "a new product needs a name");
  if (match.is === "new" && draft.price === undefined) return problem("price", "", "required", "a new product needs a price");
  if (match.is === "existing" && draft.remove) return [deleteStep(match.product, source)];
  const steps =
    match.is === "new"
      ? createSteps(draft, match.slug, source)
      : updateSteps(draft, { ...match, collections: await names.namesOf(match.product.collectionIds ?? []) }, source);
  for (const name of draft.collections ?? []) {
    if (announced.has(name) || (await names.find(name)) !== undefined) continue;
    announced.add(name);
    steps.push({ kind: "collection.create", label: name, key: name, phase: phases.collections, before: null, after: { name }, source });
  }
  return steps;
}

/** The step that deletes a product; it keeps all that undo needs to create it again. */
export function deleteStep(product: Product, source?: string): StepDraft {
  const id = product.id ?? "";
  const step = { kind: "product.delete", id, label: product.name ?? id, phase: phases.product, before: product as unknown as Json, after: null };
  return source === undefined ? step : { ...step, source };
}

/** The part of `wanted` that differs from what is there, as before and after. */
export function difference(present: Fields, wanted: Fields): [before: Fields, after: Fields] {
  const changed = Object.keys(wanted).filter((name) => !sameJson(present[name] ?? null, wanted[name] ?? null));
  const pick = (from: Fields) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return [pick(present), pick(wanted)];
}
