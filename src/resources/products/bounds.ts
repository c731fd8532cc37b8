import type { Schema } from "../../api/schema.ts";
import { boundsOf } from "../../api/schema.ts";
import { schemaAt, schemaKind } from "../../api/schema-fields.ts";
import { Category, Collection } from "../../api/services/collections.ts";
import { InventoryItemV3 } from "../../api/services/inventory.ts";
import { Percentage, Product, ProductV3, Quantity } from "../../api/services/products.ts";
import { type Violation, valueViolations, violationText } from "../../api/violations.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import type { Change } from "../../bulk/language/change.ts";
import { isNumber } from "../../bulk/language/values.ts";
import { discountParts, parseDiscount } from "../../files/discount.ts";
import type { OptionDraft } from "../../files/draft.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import { UsageError } from "../../kernel/errors.ts";
import { syntaxError } from "../../kernel/lexer.ts";
import { amountText, decimal, parseAmount } from "../../kernel/money.ts";
import { countOf, formatCount, repeated } from "../../kernel/text.ts";
import type { CatalogVersion } from "./catalog.ts";
import { isFileAddress } from "./media.ts";
import { amountNumber, choicesFromKey, type StockLevels, seoFields } from "./snapshot.ts";
import type { Fields, MediaList } from "./step-kinds.ts";

/** A value of a planned step that the platform would reject. */
export interface StepProblem extends FieldProblem {
  /** The key of the variant, if the value is a variant's. */
  variant?: string;
}

/** What the checks of a step need to know besides it. */
export interface Checked {
  version: CatalogVersion;
  /** Without it, decimals are not checked. */
  currency?: string | undefined;
  /** The present media of the product, which are not checked. */
  media?: readonly string[];
}

/** Returns the media that the product of planned steps has before them. */
export function mediaBefore(row: readonly StepDraft[]): string[] {
  return row.flatMap(({ kind, before }) =>
    /^media\./.test(kind) && Array.isArray(before) ? (before as string[]) : [],
  );
}

/** Returns the problems of a planned step, with the choices of a variant in the message. */
export function namedProblems(step: StepDraft, checked: Checked): FieldProblem[] {
  return stepProblems(step, checked).map(({ variant, ...problem }) => {
    const choices = Object.values(choicesFromKey(variant ?? "{}")).join(" / ");
    return choices === "" ? problem : { ...problem, message: `of ${choices} ${problem.message}` };
  });
}

/** Returns everything in a planned step on the catalog that the platform would reject and that can be known before. */
export function stepProblems({ kind, before, after }: StepDraft, checked: Checked): StepProblem[] {
  switch (kind) {
    case "product.create":
    case "product.update":
      return [
        ...productProblems(after as Fields, checked),
        ...seoProblems(before as Fields | null, after as Fields, checked),
        ...(checked.version === "v3" ? purchaseProblems(before as Fields | null, after as Fields) : []),
      ];
    case "variants.update":
      return variantsProblems(after as Record<string, Fields>, checked);
    case "media.add":
      return mediaProblems(after as string[], checked);
    case "media.set":
      return mediaListProblems(after as MediaList, { ...checked, media: (before as MediaList).media });
    case "inventory.set":
      return stockProblems(after as unknown as StockLevels, checked);
    case "collection.create":
      return fieldProblems("collections", (after as { name: string }).name, checked.version);
    default:
      return [];
  }
}

function productProblems(fields: Fields, checked: Checked): StepProblem[] {
  const { discount, options } = fields;
  return [
    ...valueProblems(fields, checked),
    ...discountProblems(discount, fields.price, checked),
    ...(Array.isArray(options) ? optionsProblems(options as unknown as OptionDraft[], checked) : []),
    ...variantsProblems((fields.variants ?? {}) as Record<string, Fields>, checked),
    ...mediaProblems((fields.media ?? []) as string[], checked),
  ];
}

/** Fields with parts, which have checks of their own. */
const composed = new Set(["discount", "variants", "media", "stock"]);

/** Fields that only catalog v3 can write. */
const onlyInV3: ReadonlySet<string> = new Set(
  productFieldTable.flatMap(({ name, catalog }) => (catalog === "v3" ? [name] : [])),
);

const isEmpty = (value: Json): boolean =>
  value === null || value === "" || (Array.isArray(value) && !value.some(Boolean));

/** Why catalog v1 does not take a field. */
export const noCall = "this shop runs catalog v1, which has no call for it";

const notInV1 = (field: string, value: Json): StepProblem => ({
  field,
  value: typeof value === "string" ? value : "",
  message: `cannot be set: ${noCall}`,
});

/** Returns the problems of the texts for search engines that change. */
function seoProblems(before: Fields | null, after: Fields, { version }: Checked): StepProblem[] {
  if (after.seo === undefined) return [];
  const [from, to] = [seoFields(before?.seo), seoFields(after.seo)];
  return from.canonical === to.canonical ? [] : fieldProblems("canonical", to.canonical, version);
}

/** Returns the problems of a product that is to be sold only, or not only, by subscription and has none. */
function purchaseProblems(before: Fields | null, after: Fields): StepProblem[] {
  const { oneTimePurchase, subscriptions } = after;
  const has = (value: Json | undefined) => Array.isArray(value) && value.length > 0;
  if (typeof oneTimePurchase !== "boolean" || has(subscriptions)) return [];
  if (subscriptions === undefined && before !== null && before.oneTimePurchase !== null) return [];
  const message = "needs subscriptions, which the product has not";
  return [{ field: "oneTimePurchase", value: String(oneTimePurchase), message }];
}

/** Returns the problems of the media of a product and of their alternative texts. */
function mediaListProblems({ media, alts }: MediaList, checked: Checked): StepProblem[] {
  const found = checked.version === "v1" ? [notInV1("altText", alts)] : mediaProblems(media, checked);
  const texts = alts.flatMap((text) => fieldProblems("altText", text, checked.version));
  if (alts.length <= media.length) return [...found, ...texts];
  const message = `has ${countOf(alts.length, "text")} for ${countOf(media.length, "picture")}`;
  return [...found, ...texts, { field: "altText", value: "", message }];
}

function valueProblems(fields: Fields, checked: Checked): StepProblem[] {
  const problems: StepProblem[] = [];
  const isV1 = checked.version === "v1";
  for (const [field, value] of Object.entries(fields)) {
    if (composed.has(field) && typeof value !== "number") continue;
    // Each text of a new product's pictures has its bounds.
    const isList = field === "altText" && Array.isArray(value);
    const found =
      isV1 && onlyInV3.has(field) && !isEmpty(value)
        ? [notInV1(field, value)]
        : isList
          ? value.flatMap((one) => fieldProblems(field, one, checked.version))
          : fieldProblems(field, value, checked.version);
    problems.push(...found);
    if (found.length === 0 && (field === "price" || field === "cost"))
      problems.push(...decimalsProblems(field, value, checked));
  }
  return problems;
}

function variantsProblems(variants: Record<string, Fields>, checked: Checked): StepProblem[] {
  return Object.entries(variants).flatMap(([variant, fields]) =>
    valueProblems(fields, checked).map((problem) => ({ ...problem, variant })),
  );
}

function decimalsProblems(field: string, value: Json, { currency }: Checked): StepProblem[] {
  if (currency === undefined || typeof value !== "string") return [];
  const [, decimals = ""] = value.split(".");
  const digits = currencyDigits(currency);
  if (decimals.length <= digits) return [];
  const message = `has ${countOf(decimals.length, "decimal")}, but ${currency} has ${digits === 0 ? "none" : digits}`;
  return [{ field, value, message }];
}

function discountProblems(
  discount: Json | undefined,
  planned: Json | undefined,
  checked: Checked,
): StepProblem[] {
  if (!discount) return [];
  const given = String(discount);
  const problem = (message: string | undefined): StepProblem[] =>
    message === undefined ? [] : [{ field: "discount", value: given, message }];
  const parsed = parseDiscount(given.replace("-", ""));
  if (parsed === undefined) return problem("must be a percentage or an amount, such as 15% or 5.00");
  const { type, value = "0" } = discountParts(given.startsWith("-") ? given : parsed) ?? {};
  const found = fieldProblems("discount", value, checked.version);
  if (found.length > 0) return found;
  if (type === "PERCENT") return problem(percentageProblem(value));
  const price = parseAmount(typeof planned === "string" ? planned : "");
  if (price && decimal(value).gt(price)) return problem(`is an amount larger than the price of ${planned}`);
  return decimalsProblems("discount", value, checked);
}

function optionsProblems(options: readonly OptionDraft[], { version }: Checked): StepProblem[] {
  const problem = (message: string): StepProblem => ({ field: "options", value: "", message });
  const option = repeated(options.map(({ name }) => name));
  const problems = option === undefined ? [] : [problem(`contain the option "${option}" twice`)];
  for (const { name, choices } of options) {
    const choice = repeated(choices.map(({ description }) => description));
    if (choice !== undefined) problems.push(problem(`have the choice "${choice}" of ${name} twice`));
  }
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  const max = maxVariants(version);
  if (count > max)
    problems.push(problem(`make ${formatCount(count)} variants, the maximum is ${formatCount(max)}`));
  return problems;
}

/** An id of a file that the platform stores: `2b8f3a_90ba…db~mv2.jpg`, with a hash, with `~mv2` or both. */
const mediaId = /^(wix:[a-z]+:\/\/\S+|(?=.*(~mv2|[0-9a-f]{16}))[\w.~%()-]{1,200})$/i;

/** Returns the media sources that are nothing the platform could find; those that the product has already are not checked. */
function mediaProblems(sources: readonly string[], { version, media = [] }: Checked): StepProblem[] {
  return sources.flatMap((value): StepProblem[] => {
    if (media.includes(value)) return [];
    const [, between] = /(\s*[,|]\s*|\s+)https?:\/\//i.exec(value.slice(1)) ?? [];
    if (between !== undefined)
      return [
        {
          field: "media",
          value,
          message: `has several addresses with ${separatorName(between)} between them; separate them with ";"`,
        },
      ];
    if (/^https?:\/\/[^/\s]/i.test(value)) return fieldProblems("media", value, version);
    if (isFileAddress(value) || mediaId.test(value)) return [];
    const message = `has ${JSON.stringify(value.slice(0, 60))}, which is neither a web address, a picture on this computer nor the id of a file of the shop`;
    return [{ field: "media", value, message }];
  });
}

const separatorName = (between: string): string =>
  between.includes("\n")
    ? "a line break"
    : between.trim() === ""
      ? "a blank"
      : JSON.stringify(between.trim());

function stockProblems({ variants, preorders = {} }: StockLevels, { version }: Checked): StepProblem[] {
  const quantities = Object.entries(variants).filter(([, value]) => typeof value === "number");
  const values: [variant: string, field: string, value: Json | undefined][] = [
    ...quantities.map(([key, value]): [string, string, Json] => [key, "stock", value]),
    ...Object.entries(preorders).flatMap(([key, preorder]): [string, string, Json | undefined][] => [
      [key, "preorderMessage", preorder?.message],
      [key, "preorderLimit", preorder?.limit],
    ]),
  ];
  return values.flatMap(([variant, field, value]) =>
    fieldProblems(field, value ?? null, version).map((problem) => ({ ...problem, variant })),
  );
}

const amountFlags = ["price", "cost", "weight"] as const;

/** Throws UsageError unless the amounts of `--price`, `--cost` and `--weight` can be parsed. */
export function checkAmounts(options: { [flag in (typeof amountFlags)[number]]?: string }): void {
  for (const flag of amountFlags) {
    const value = options[flag];
    if (value !== undefined && parseAmount(value) === undefined) {
      throw new UsageError(`--${flag} takes an amount such as 12.50, not "${value}".`, {
        field: `--${flag}`,
      });
    }
  }
}

/** Throws UsageError for the first flag whose value the platform would reject; the flags have the names of their fields. */
export function checkFlags(
  flags: Readonly<Record<string, Json | undefined>>,
  checked: { version: CatalogVersion; currency?: string | undefined },
): void {
  const after = Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]): [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const [problem] = stepProblems({ kind: "product.update", label: "", before: null, after }, checked);
  if (problem === undefined) return;
  const { field, message } = problem;
  const flag = `--${field === "stock" ? "quantity" : field}`;
  throw new UsageError(`${flag} ${message}. Nothing was sent.`, { field: flag });
}

/**
 * Throws UsageError with a caret for a `--set` whose value the platform would reject for every product. `currency`: of the
 * products, once it is known; amounts that are typed must not have more decimals.
 */
export function checkSets(
  changes: readonly Change[],
  { version, currency }: { version: CatalogVersion; currency?: string | undefined },
): void {
  for (const { field, text, reads, evaluate } of changes) {
    if (reads.length > 0 || !["text", "number", "money"].includes(field.type)) continue;
    const value = evaluate({}, currency ?? "");
    const start = text.indexOf("=") + 1;
    const typed = text.slice(start).trim();
    // A computed amount is rounded, and checked with the plan.
    if (isNumber(value) && !/^[\d.]+$/.test(typed)) continue;
    const json = isNumber(value) ? amountText(value) : (value as Json);
    const step = { kind: "product.update", label: "", before: null, after: { [field.name]: json } };
    const [problem] = stepProblems(step, { version, currency });
    if (problem === undefined) continue;
    const position = start + (text.slice(start).length - text.slice(start).trimStart().length);
    throw syntaxError(
      text,
      { position, length: Math.max(1, typed.length) },
      `${field.name} ${problem.message}`,
    );
  }
}

/** Where the schemas have the bounds of a field, by catalog version. */
interface Place {
  schema: Schema;
  /** The path in requests, for the reference. */
  path: string;
  /** Returns the value as requests have it, if it differs. */
  wire?(value: Json): unknown;
}

const at = (schema: Schema, path: string, wire?: Place["wire"]): Place => ({
  schema: schemaAt(schema, path),
  path,
  wire,
});
const variant = (path: string) => at(ProductV3, `variantsInfo.variants[].${path}`);

const ofItem = (path: string): Place => ({ ...at(InventoryItemV3, path), path: `inventoryItem.${path}` });

const optionsOf = (value: Json, wire: (option: OptionDraft) => object) =>
  (value as unknown as OptionDraft[]).map(wire);

/**
 * The fields of products that commands and files set, with their place in the schemas of each catalog version. The
 * schemas are the only list of bounds: plans, the sandbox and the reference read them.
 */
export const boundedFields: Readonly<Record<string, { readonly v1?: Place; readonly v3: Place }>> = {
  name: { v1: at(Product, "name"), v3: at(ProductV3, "name") },
  handle: { v1: at(Product, "slug"), v3: at(ProductV3, "slug") },
  description: { v1: at(Product, "description"), v3: at(ProductV3, "plainDescription") },
  sku: { v1: at(Product, "sku"), v3: variant("sku") },
  barcode: { v3: variant("barcode") },
  price: { v1: at(Product, "priceData.price"), v3: variant("price.actualPrice.amount") },
  cost: { v1: at(Product, "costAndProfitData.itemCost"), v3: variant("revenueDetails.cost.amount") },
  weight: { v1: at(Product, "weight"), v3: variant("physicalProperties.weight") },
  ribbon: { v1: at(Product, "ribbon"), v3: at(ProductV3, "ribbon.name") },
  brand: { v1: at(Product, "brand"), v3: at(ProductV3, "brand.name") },
  discount: {
    v1: at(Product, "discount.value"),
    v3: at(Product, "discount.value"),
  },
  infoSections: {
    v1: at(Product, "additionalInfoSections"),
    v3: at(ProductV3, "infoSections", (value) =>
      (value as { title: string; description: string }[]).map(({ title, description }) => ({
        title,
        plainDescription: description,
      })),
    ),
  },
  options: {
    v1: at(Product, "productOptions", (value) =>
      optionsOf(value, ({ name, type, choices }) => ({ name, optionType: type, choices })),
    ),
    v3: at(ProductV3, "options", (value) =>
      optionsOf(value, ({ name, choices }) => ({
        name,
        choicesSettings: { choices: choices.map(({ description }) => ({ name: description })) },
      })),
    ),
  },
  variants: { v1: at(Product, "variants"), v3: at(ProductV3, "variantsInfo.variants") },
  media: { v1: at(Product, "media.items[].image.url"), v3: at(ProductV3, "media.itemsInfo.items[].url") },
  altText: { v3: at(ProductV3, "media.itemsInfo.items[].altText") },
  stock: {
    v1: at(Product, "stock.quantity"),
    // Requests accept less than 0, for stock that is owed. Nobody counts that.
    v3: { schema: Quantity, path: "inventoryItem.quantity" },
  },
  preorderMessage: { v3: ofItem("preorderInfo.message") },
  preorderLimit: { v3: ofItem("preorderInfo.limit") },
  collections: { v1: at(Collection, "name"), v3: at(Category, "name") },
};

/** Fields whose bounds are not of their own: those of the place that they are written to, or of any web address. */
const otherSchemas: Readonly<Record<string, Schema>> = {
  pricePerUnit: schemaAt(Product, "pricePerUnitData"),
  canonical: schemaAt(ProductV3, "media.itemsInfo.items[].url"),
  tags: schemaAt(ProductV3, "tags.publicTags.tagIds"),
  privateTags: schemaAt(ProductV3, "tags.privateTags.tagIds"),
  subscriptions: schemaAt(ProductV3, "subscriptionDetails.subscriptions"),
};

/** A value that the platform would reject. */
interface FieldProblem {
  field: string;
  value: string;
  message: string;
}

/** Returns what the platform would reject in the value of a field. An empty value is not checked: it clears the field. */
export function fieldProblems(field: string, value: Json, version: CatalogVersion): FieldProblem[] {
  const own = Object.hasOwn(boundedFields, field) ? boundedFields[field]?.[version] : undefined;
  const other = Object.hasOwn(otherSchemas, field) ? otherSchemas[field] : undefined;
  const place = own ?? (other && { schema: other, path: "" });
  if (place === undefined || isEmpty(value)) return [];
  return valueViolations(place.schema, wireValue(place, value), "").map((violation) => ({
    field,
    value: typeof value === "object" ? "" : String(value),
    message: explain(violation),
  }));
}

/** Returns a problem of a discount in percent that is more than all, or undefined. */
function percentageProblem(value: string): string | undefined {
  const [violation] = valueViolations(Percentage, amountNumber(value), "");
  return violation && explain(violation);
}

/** Returns the maximum number of variants of a product. */
const maxVariants = (version: CatalogVersion): number =>
  boundsOf(boundedFields.variants?.[version]?.schema as Schema).maxSize ?? Number.POSITIVE_INFINITY;

function wireValue({ schema, wire }: Place, value: Json): unknown {
  if (wire) return wire(value);
  return schemaKind(schema) === "number" && typeof value === "string" ? amountNumber(value) : value;
}

/** Returns a violation in words, with the path inside the field: `choice 2 of option 1: …`. */
function explain(violation: Violation): string {
  const inside = violation.field.replace(/^\./, "");
  const what = violationText(violation);
  return inside === "" ? what : `${inside} ${what}`;
}
