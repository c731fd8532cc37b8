import type { Product } from "../../api/services/products.ts";
import type { FieldChange, StepDescription, Units } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step, StepDraft } from "../../bulk/journal/step.ts";
import { type StepOf, unknownKind } from "../../bulk/journal/step-kinds.ts";
import { describeChanges, fieldChanges } from "../../bulk/plan/stage.ts";
import type { ChoiceMedia, OptionDraft, ProductDraft } from "../../files/draft.ts";
import { isRecord, sameJson } from "../../kernel/json.ts";
import { withEqualDigits } from "../../output/amounts.ts";
import { choicesFromKey, type StockLevels, seoFields } from "./snapshot.ts";

/** Flat fields by name; amounts are decimal text. */
export type Fields = Record<string, Json>;
/** The fields of a new product; `variants`, `media` and `stock` are those of the steps with these names. */
export type NewProduct = Fields;
/** All media of a product in their order, ids or URLs, with the alternative text of each; "" for none. */
export type MediaList = { media: string[]; alts: string[] };
interface Membership {
  collection: string;
  member: boolean;
}

/** A step on products. `before` is null on a product that the same job creates, until the step is sent. */
export type ProductStep =
  | StepOf<"product.create", null, NewProduct>
  | StepOf<"product.update", Fields | null, Fields>
  /** `before`: the whole product, or the fields that it was created with. */
  | StepOf<"product.delete", Fields, null>
  /** Creates a deleted product again. */
  | StepOf<"product.restore", null, Product>
  /** Fields by variant key. */
  | StepOf<"variants.update", Record<string, Fields> | null, Record<string, Fields>>
  /** Media ids and URLs. */
  | StepOf<"media.add", string[] | null, string[]>
  | StepOf<"media.remove", string[], string[] | null>
  | StepOf<"media.set", MediaList, MediaList>
  /** Gives choices of a new product pictures. */
  | StepOf<"choices.attach", null, ChoiceMedia[]>
  | StepOf<"inventory.set", StockLevels | null, StockLevels>
  | StepOf<"collection.member", Membership | null, Membership>;

/** The fields of a new collection. */
export type NewCollection = Fields & { name: string };

/** A step on collections. */
export type CollectionStep =
  | StepOf<"collection.create", null, NewCollection>
  | StepOf<"collection.remove", NewCollection, null>
  | StepOf<"collection.update", Fields, Fields>;

/** A step of a job on the catalog. */
export type CatalogStep = ProductStep | CollectionStep;

const kinds: Record<CatalogStep["kind"], true> = {
  "product.create": true,
  "product.update": true,
  "product.delete": true,
  "product.restore": true,
  "variants.update": true,
  "media.add": true,
  "media.remove": true,
  "media.set": true,
  "choices.attach": true,
  "inventory.set": true,
  "collection.member": true,
  "collection.create": true,
  "collection.remove": true,
  "collection.update": true,
};

/** The step kinds of jobs on the catalog. */
export const catalogStepKinds: ReadonlySet<string> = new Set(Object.keys(kinds));

/** Returns a step of the journal typed by its kind. Throws UsageError for an unknown kind. */
export function catalogStep(step: Step): CatalogStep {
  return catalogStepKinds.has(step.kind) ? (step as unknown as CatalogStep) : unknownKind(step);
}

/** Returns the step that undoes a done one. Steps on a product that the same job created are undone with the product. */
export function invertStep(step: CatalogStep): StepDraft | undefined {
  const { id, label, dependsOn } = step;
  if (dependsOn !== undefined) return undefined;
  const base = { label, id };
  const [before, after] = [step.before as Json, step.after as Json];
  switch (step.kind) {
    case "product.create": {
      const { variants, media, altText, stock, ...before } = step.after;
      return { ...base, kind: "product.delete", before, after: null };
    }
    case "product.delete":
      return {
        kind: "product.restore",
        label,
        key: String(step.before.handle ?? step.before.slug),
        before: null,
        after: before,
      };
    case "collection.create":
      return { ...base, kind: "collection.remove", before: after, after: null };
    case "media.add":
      return { ...base, kind: "media.remove", before: after, after: before ?? [] };
    case "media.remove":
      return { ...base, kind: "media.add", before: after, after: before };
    case "product.update":
    case "variants.update":
    case "media.set":
    case "inventory.set":
    case "collection.member":
    case "collection.update":
      return { ...base, kind: step.kind, before: after, after: before };
    case "collection.remove":
      return { kind: "collection.create", label, key: step.before.name, before: null, after: before };
    case "product.restore":
    case "choices.attach":
      // One only undoes others, the other is undone with its product.
      return undefined;
    default:
      return unknownKind(step);
  }
}

const actions: Record<string, string> = {
  "product.create": "create",
  "product.delete": "delete",
  "product.restore": "restore",
  "collection.create": "create collection",
  "collection.remove": "delete collection",
};
const verbs: Record<string, string> = { "media.add": "add media", "media.remove": "remove media" };

/** Returns the creation of a product without its variants and media, and those as steps of their own, as on catalog v1. */
export function catalogParts(step: Step): readonly Step[] {
  const { variants, media, ...fields } = asFields(step.after);
  if (step.kind !== "product.create" || (variants === undefined && media === undefined)) return [step];
  const part = (kind: string, after: Json | undefined): Step[] =>
    after === undefined || isEmpty(after) ? [] : [{ ...step, kind, after, dependsOn: step.seq }];
  return [{ ...step, after: fields }, ...part("variants.update", variants), ...part("media.add", media)];
}

/** Describes a step of a job on the catalog in one line of a preview. Truncates long values. */
export function describeCatalogStep(step: Step): StepDescription {
  const { label, kind, before, after } = step;
  const action = actions[kind];
  if (action !== undefined) {
    // A deleted product is recorded as the platform has it.
    const { handle, slug } = kind === "product.delete" ? asFields(before) : {};
    return {
      label,
      what: action,
      before: String(handle ?? slug ?? ""),
      after: kind === "product.create" ? price(after) : "",
    };
  }
  const stock = kind === "inventory.set" ? wholeStock(before, after) : undefined;
  if (stock !== undefined) return { label, what: "stock", ...stock };
  const line = describeChanges(label, catalogChanges(step));
  return { ...line, what: verbs[kind] ?? line.what };
}

function price(value: Json): string {
  const { price } = asFields(value);
  return typeof price === "string" ? `at ${withEqualDigits([price])}` : "";
}

/** Returns the changes of a step on the catalog, field by field and variant by variant. */
export function catalogChanges(step: Step): FieldChange[] {
  const { kind, before, after, skus = {} } = step;
  const [from, to] = [asFields(before), asFields(after)];
  const sku = skus[""];
  const named = { ...(sku !== undefined && { sku }) };
  const action = step.dependsOn !== undefined && before === null ? "create" : "update";
  switch (kind) {
    case "product.create": {
      // The stock has a step of its own.
      const { variants = {}, media = [], stock, ...fields } = to;
      return [
        ...Object.entries(fields).flatMap(([field, value]): FieldChange[] =>
          isEmpty(value)
            ? []
            : partChanges(field, null, value).map((part) => ({ action: "create", ...part, ...named })),
        ),
        ...variantChanges("create", {}, asFields(variants), skus),
        ...(isEmpty(media)
          ? []
          : [{ action: "create", field: "media", before: null, after: media, ...named }]),
      ];
    }
    case "product.update": {
      // On catalog v3, one step changes fields and variants.
      const { variants: old = {}, ...before } = from;
      const { variants = {}, ...after } = to;
      const fields = fieldChanges({ ...step, before, after }).flatMap((one) => inParts(one, named));
      return [...fields, ...variantChanges(action, asFields(old), asFields(variants), skus)];
    }
    case "variants.update":
      return variantChanges(action, from, to, skus);
    case "inventory.set":
      return stockChanges(action, from, to, skus);
    case "media.add":
    case "media.remove":
      return [{ action, field: "media", before, after: after ?? [], ...named }];
    case "media.set": {
      const changed = (field: string, name: "media" | "alts") =>
        sameJson(from[name], to[name])
          ? []
          : [{ action, field, before: from[name] ?? null, after: to[name] ?? null, ...named }];
      return [...changed("media", "media"), ...changed("altText", "alts")];
    }
    case "choices.attach": {
      const given = Array.isArray(after) ? (after as unknown as ChoiceMedia[]) : [];
      return given.map(({ option, choice, media }) => ({
        action,
        field: `pictures of ${option} ${choice}`,
        before: null,
        after: media.length,
        ...named,
      }));
    }
    case "collection.member": {
      const { collection = null, member } = to;
      const [old, next] = member === true ? [null, collection] : [collection, null];
      return [{ action, field: "collection", before: old, after: next, ...named }];
    }
    case "collection.create": {
      const { name, ...fields } = to;
      const created = { action: "create", field: "", before: null, after: null };
      const set = Object.entries(fields).map(([field, after]) => ({ ...created, field, after }));
      return [created, ...set];
    }
    case "product.delete":
    case "product.restore":
    case "collection.remove": {
      const [, word = kind] = kind.split(".");
      return [
        { action: word === "remove" ? "delete" : word, field: "", before: null, after: null, ...named },
      ];
    }
    default:
      return fieldChanges(step).flatMap((one) => inParts(one, named));
  }
}

function inParts(
  { action, field, before, after }: FieldChange,
  named: Pick<FieldChange, "sku">,
): FieldChange[] {
  return partChanges(field, before, after).map((part) => ({ action, ...part, ...named }));
}

type Skus = Readonly<Record<string, string>>;

function variantChanges(action: string, before: Fields, after: Fields, skus: Skus): FieldChange[] {
  return Object.entries(after).flatMap(([key, fields]) => {
    const [from, to] = [asFields(before[key] ?? null), asFields(fields)];
    const names = variantNames(key, skus, to.sku);
    return Object.entries(to).flatMap(([field, value]) =>
      partChanges(field, from[field] ?? null, value).map((part) => ({ action, ...part, ...names })),
    );
  });
}

function stockChanges(action: string, before: Fields, after: Fields, skus: Skus): FieldChange[] {
  const [from, to] = [asFields(before.variants ?? null), asFields(after.variants ?? null)];
  const stock = Object.entries(to).flatMap(([key, value]) => {
    const old = from[key] ?? null;
    return old === value && before.tracked === after.tracked
      ? []
      : [{ action, field: "stock", before: stockOf(old), after: stockOf(value), ...variantNames(key, skus) }];
  });
  const old = before.preorders && asFields(before.preorders);
  const preorders = Object.entries(asFields(after.preorders ?? null)).map(([key, value]) => ({
    action,
    field: "preorder",
    before: old ? preorderText(old[key] ?? null) : null,
    after: preorderText(value),
    ...variantNames(key, skus),
  }));
  return [...stock, ...preorders];
}

/** Returns preorders as people read them: `Ships in May, at most 10`, `on` or `off`. */
function preorderText(value: Json): string {
  if (value === null) return "off";
  const { message, limit } = asFields(value);
  return [message, limit !== undefined && `at most ${limit}`].filter(Boolean).join(", ") || "on";
}

/** Returns the stock of several variants together: `20` and `36, 3 variants`; undefined unless all have quantities. */
function wholeStock(before: Json, after: Json): Pick<StepDescription, "before" | "after"> | undefined {
  const [from, to] = [
    asFields(asFields(before).variants ?? null),
    asFields(asFields(after).variants ?? null),
  ];
  const quantities = Object.values(to);
  if (asFields(after).preorders !== undefined) return undefined;
  if (quantities.length < 2 || !quantities.every((quantity) => typeof quantity === "number"))
    return undefined;
  const old = Object.keys(to).map((key) => from[key]);
  const total = (all: readonly number[]) => String(all.reduce((sum, one) => sum + one, 0));
  return {
    before: old.every((quantity) => typeof quantity === "number") ? total(old) : "not tracked",
    after: `${total(quantities)}, ${quantities.length} variants`,
  };
}

function stockOf(value: Json): Json {
  return typeof value === "boolean" ? (value ? "in stock" : "sold out") : value;
}

/** Returns the choices and the SKU of a variant; the SKU of the product for its only variant. */
function variantNames(key: string, skus: Skus, own?: Json): Pick<FieldChange, "variant" | "sku"> {
  const variant = variantText(key);
  const sku = skus[key] ?? (typeof own === "string" ? own : variant === "" ? skus[""] : undefined);
  return { ...(variant !== "" && { variant }), ...(sku !== undefined && { sku }) };
}

/** Returns the choices of a variant key as text: `Moss / L`. */
function variantText(key: string): string {
  return Object.values(choicesFromKey(key)).join(" / ");
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function asFields(value: Json): Fields {
  return isRecord(value) ? value : {};
}

/** A field, or a part of one, and its values. */
export interface FieldPart {
  field: string;
  before: Json;
  after: Json;
}

/** Returns the units of the fields of products that are amounts. */
export const moneyUnits = (currency: string | undefined): Units =>
  currency === undefined ? {} : { price: currency, cost: currency, salePrice: currency, discount: currency };

const amounts: ReadonlySet<string> = new Set(["price", "cost"]);

/** Returns a changed field of a product as people read it: each option, color and info section for itself. */
export function fieldParts(field: string, before: Json, after: Json): FieldPart[] {
  if (field === "options") return optionParts(listOf<OptionDraft>(before), listOf<OptionDraft>(after));
  if (field === "infoSections") return sectionParts(listOf<Section>(before), listOf<Section>(after));
  if (field === "seo") return seoChanges(before, after);
  if (!amounts.has(field)) return [{ field, before, after }];
  const texts = withEqualDigits([before, after].filter((value) => typeof value === "string"));
  return [{ field, before: before && (texts[0] ?? null), after: after && (texts.at(-1) ?? null) }];
}

/** Returns a changed field of a product as its changes, those of amounts marked as money. */
function partChanges(field: string, before: Json, after: Json): Omit<FieldChange, "action">[] {
  return fieldParts(field, before, after).map((part) => ({
    ...part,
    ...(amounts.has(part.field) && { isMoney: true }),
  }));
}

/** Returns the texts for search engines that differ; the other tags together. */
function seoChanges(before: Json, after: Json): FieldPart[] {
  const [from, to] = [seoFields(before), seoFields(after)];
  const names = Object.keys(to) as (keyof typeof to)[];
  const parts = names.flatMap((field): FieldPart[] =>
    from[field] === to[field] ? [] : [{ field, before: from[field], after: to[field] }],
  );
  return parts.length > 0 ? parts : [{ field: "seo", before, after }];
}

type Section = NonNullable<ProductDraft["infoSections"]>[number];

function listOf<T>(value: Json): readonly T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

/** Returns `option Size` with its choices, and `option Colour: Black` with the color of a choice. */
function optionParts(before: readonly OptionDraft[], after: readonly OptionDraft[]): FieldPart[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const parts = names.flatMap((name): FieldPart[] => {
    const [old, now] = [before, after].map((options) => options.find((option) => option.name === name));
    const choices = { field: `option ${name}`, before: choiceNames(old), after: choiceNames(now) };
    const colors = (now?.choices ?? []).flatMap(({ description, value }): FieldPart[] => {
      const earlier = old?.choices.find((choice) => choice.description === description)?.value;
      const isNamed = earlier === undefined && value === description;
      return isNamed || earlier === value
        ? []
        : [{ field: `option ${name}: ${description}`, before: earlier ?? null, after: value }];
    });
    return [...(sameJson(choices.before, choices.after) ? [] : [choices]), ...colors];
  });
  // What is left is their order, or the type of an option.
  return parts.length > 0
    ? parts
    : [{ field: "options", before: before.map(optionText), after: after.map(optionText) }];
}

function choiceNames(option: OptionDraft | undefined): Json {
  return option?.choices.map(({ description }) => description) ?? null;
}

function optionText({ name, type }: OptionDraft): string {
  return `${name} (${type})`;
}

function sectionParts(before: readonly Section[], after: readonly Section[]): FieldPart[] {
  const titles = [...new Set([...before, ...after].map(({ title }) => title))];
  const textOf = (sections: readonly Section[], title: string) =>
    sections.find((section) => section.title === title)?.description ?? null;
  const parts = titles
    .map((title) => ({
      field: `info section ${title}`,
      before: textOf(before, title),
      after: textOf(after, title),
    }))
    .filter((one) => one.before !== one.after);
  const titlesOf = (sections: readonly Section[]) => sections.map(({ title }) => title);
  return parts.length > 0
    ? parts
    : [{ field: "infoSections", before: titlesOf(before), after: titlesOf(after) }];
}
