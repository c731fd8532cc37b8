import type { Json, StepDraft } from "../../../bulk/journal/step.ts";
import { currencyDigits, decimal, parseAmount } from "../../../kernel/money.ts";
import { countOf, formatCount } from "../../../kernel/text.ts";
import type { CatalogVersion } from "../catalog.ts";
import { isLocal } from "../media/local.ts";
import { choicesOf } from "../snapshot.ts";
import type { Fields } from "../step-kinds.ts";
import { type FieldProblem, fieldProblems, mostVariants, percentageProblem } from "./fields.ts";

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
  /** The present price of the product, for a discount that is planned without a price. */
  price?: string | null | undefined;
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
    const choices = Object.values(choicesOf(variant ?? "{}")).join(" / ");
    return choices === "" ? problem : { ...problem, message: `of ${choices} ${problem.message}` };
  });
}

/** Returns everything in a planned step on the catalog that the platform would reject and that can be known before. */
export function stepProblems({ kind, after }: StepDraft, checked: Checked): StepProblem[] {
  switch (kind) {
    case "product.create":
    case "product.update":
      return productProblems(after as Fields, checked);
    case "variants.update":
      return variantsProblems(after as Record<string, Fields>, checked);
    case "media.add":
      return mediaProblems(after as string[], checked);
    case "inventory.set":
      return stockProblems(after as unknown as { variants: Record<string, Json> }, checked);
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
    ...discountProblems(discount, { ...checked, price: (fields.price as string) ?? checked.price }),
    ...(Array.isArray(options) ? optionsProblems(options as unknown as Option[], checked) : []),
    ...variantsProblems((fields.variants ?? {}) as Record<string, Fields>, checked),
    ...mediaProblems((fields.media ?? []) as string[], checked),
  ];
}

/** Fields with parts, which have checks of their own. */
const composed = new Set(["discount", "variants", "media", "stock"]);

function valueProblems(fields: Fields, checked: Checked): StepProblem[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    if (composed.has(field)) return [];
    const found = fieldProblems(field, value, checked.version);
    const amount = field === "price" || field === "cost";
    return found.length > 0 || !amount ? found : decimalsProblems(field, value, checked);
  });
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

function discountProblems(discount: Json | undefined, checked: Checked): StepProblem[] {
  if (!discount) return [];
  const { type, value } = discount as { type: string; value: string };
  const problem = (message: string | undefined): StepProblem[] =>
    message === undefined ? [] : [{ field: "discount", value, message }];
  const found = fieldProblems("discount", value, checked.version);
  if (found.length > 0) return found;
  if (type === "PERCENT") return problem(percentageProblem(value));
  const price = parseAmount(checked.price ?? "");
  if (price && decimal(value).gt(price))
    return problem(`is an amount larger than the price of ${checked.price}`);
  return decimalsProblems("discount", value, checked);
}

interface Option {
  name: string;
  choices: { description: string }[];
}

function optionsProblems(options: readonly Option[], { version }: Checked): StepProblem[] {
  const problem = (message: string): StepProblem => ({ field: "options", value: "", message });
  const twice = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index);
  const option = twice(options.map(({ name }) => name));
  const problems = option === undefined ? [] : [problem(`contain the option "${option}" twice`)];
  for (const { name, choices } of options) {
    const choice = twice(choices.map(({ description }) => description));
    if (choice !== undefined) problems.push(problem(`have the choice "${choice}" of ${name} twice`));
  }
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  const most = mostVariants(version);
  if (count > most)
    problems.push(problem(`make ${formatCount(count)} variants, the maximum is ${formatCount(most)}`));
  return problems;
}

/** An id of a file that the platform stores: `2b8f3a_90ba…db~mv2.jpg`, with a hash, with `~mv2` or both. */
const mediaId = /^(wix:[a-z]+:\/\/\S+|(?=.*(~mv2|[0-9a-f]{16}))[\w.~%()-]{1,200})$/i;

/** Returns the media sources that are nothing the platform could find; those that the product has already are not checked. */
function mediaProblems(sources: readonly string[], { version, media = [] }: Checked): StepProblem[] {
  return sources.flatMap((value): StepProblem[] => {
    if (media.includes(value)) return [];
    if (/^https?:\/\/[^/\s]/i.test(value)) return fieldProblems("media", value, version);
    if (isLocal(value) || mediaId.test(value)) return [];
    const message = `has ${JSON.stringify(value.slice(0, 60))}, which is neither a web address, a picture on this computer nor the id of a file of the shop`;
    return [{ field: "media", value, message }];
  });
}

function stockProblems(
  { variants }: { variants: Record<string, Json> },
  { version }: Checked,
): StepProblem[] {
  return Object.entries(variants).flatMap(([variant, value]) =>
    typeof value === "number"
      ? fieldProblems("inventory", value, version).map((problem) => ({ ...problem, variant }))
      : [],
  );
}
