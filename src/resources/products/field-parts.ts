import type { Json } from "../../bulk/journal/step.ts";
import type { OptionDraft, ProductDraft } from "../../files/draft.ts";
import { isRecord, sameJson } from "../../kernel/json.ts";

/** A field, or a part of one, and its values. */
export interface FieldPart {
  field: string;
  before: Json;
  after: Json;
}

const amounts: ReadonlySet<string> = new Set(["price", "cost"]);

/** Returns a changed field of a product as people read it: each option, color and info section for itself, a discount as text. */
export function fieldParts(field: string, before: Json, after: Json): FieldPart[] {
  if (field === "options") return optionParts(listOf<OptionDraft>(before), listOf<OptionDraft>(after));
  if (field === "infoSections") return sectionParts(listOf<Section>(before), listOf<Section>(after));
  if (field === "discount") return [{ field, before: discountText(before), after: discountText(after) }];
  return [{ field, before: amount(field, before), after: amount(field, after) }];
}

/** Adds a missing last digit to an amount: `141.9` becomes `141.90`, whole amounts stay whole. */
export function amount(field: string, value: Json): Json {
  return amounts.has(field) && typeof value === "string" && /\.\d$/.test(value) ? `${value}0` : value;
}

type Section = NonNullable<ProductDraft["infoSections"]>[number];

function listOf<T>(value: Json): readonly T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

/** Returns `option Size` with its choices, and `option Colour: Black` with the color of a choice. */
function optionParts(before: readonly OptionDraft[], after: readonly OptionDraft[]): FieldPart[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const parts = names.flatMap((name): FieldPart[] => {
    const [old, now] = [before, after].map((options) => options.find((one) => one.name === name));
    const choices = { field: `option ${name}`, before: choicesOf(old), after: choicesOf(now) };
    const colors = (now?.choices ?? []).flatMap(({ description, value }): FieldPart[] => {
      const earlier = old?.choices.find((one) => one.description === description)?.value;
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

function choicesOf(option: OptionDraft | undefined): Json {
  return option?.choices.map(({ description }) => description) ?? null;
}

function optionText({ name, type }: OptionDraft): string {
  return `${name} (${type})`;
}

function sectionParts(before: readonly Section[], after: readonly Section[]): FieldPart[] {
  const titles = [...new Set([...before, ...after].map(({ title }) => title))];
  const textOf = (sections: readonly Section[], title: string) =>
    sections.find((one) => one.title === title)?.description ?? null;
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

/** `10%`, or an amount */
function discountText(value: Json): Json {
  if (!isRecord(value)) return value;
  return value.type === "PERCENT" ? `${value.value}%` : (value.value ?? null);
}
