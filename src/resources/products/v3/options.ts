import type { Product } from "../../../api/services/products/models/product.ts";
import type { OptionV3 } from "../../../api/services/products/models/product-v3.ts";
import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";

type Choices = Record<string, string>;
export type OptionV1 = NonNullable<Product["productOptions"]>[number];

/** Returns the choices of a variant by name: `{ Colour: "Ink" }`. */
export function namedChoices(options: readonly OptionV3[], variant: VariantV3): Choices {
  const chosen = (variant.choices ?? []).flatMap(({ optionChoiceIds, optionChoiceNames }) => {
    const option = options.find(
      ({ id, name }) => (id && id === optionChoiceIds?.optionId) || name === optionChoiceNames?.optionName,
    );
    const choice = choicesOf(option).find(
      ({ choiceId, name }) =>
        (choiceId && choiceId === optionChoiceIds?.choiceId) || name === optionChoiceNames?.choiceName,
    );
    return option && choice ? [[option.name ?? "", choice.name ?? ""]] : [];
  });
  return Object.fromEntries(chosen) as Choices;
}

/** Sorts variants by their choices, because the order of responses varies. */
export function inOrder(options: readonly OptionV3[], variants: readonly VariantV3[]): VariantV3[] {
  const rank = new Map(combinations(options).map((choices, index) => [keyOf(choices), index]));
  const at = (variant: VariantV3) => rank.get(keyOf(namedChoices(options, variant))) ?? rank.size;
  return [...variants].sort((a, b) => at(a) - at(b));
}

/** Returns all combinations of one choice per option; a single empty combination if there are no options. */
export function combinations(options: readonly OptionV3[]): Choices[] {
  return options.reduce<Choices[]>(
    (combined, option) =>
      combined.flatMap((choices) =>
        choicesOf(option).map((choice) => ({ ...choices, [option.name ?? ""]: choice.name ?? "" })),
      ),
    [{}],
  );
}

/** Returns a key for choices that does not depend on their order. */
export function keyOf(choices: Choices): string {
  return JSON.stringify(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a variant's choices for a request: by name, with the render type that the platform requires. */
export function sentChoices(
  options: readonly OptionV3[],
  choices: Choices,
): NonNullable<VariantV3["choices"]> {
  return Object.entries(choices).map(([optionName, choiceName]) => {
    const renderType = options.find(({ name }) => name === optionName)?.optionRenderType;
    return { optionChoiceNames: { optionName, choiceName, ...(renderType && { renderType }) } };
  });
}

/** Converts options of catalog v1 to v3. Existing options and choices keep their ids and media. */
export function optionsFromV1(options: readonly OptionV1[], present: readonly OptionV3[]): OptionV3[] {
  return options.map(({ name, optionType, choices }) => {
    const known = present.find((option) => option.name === name);
    const colour = optionType === "color";
    return {
      ...(known?.id && { id: known.id }),
      name,
      optionRenderType: known?.optionRenderType ?? (colour ? "SWATCH_CHOICES" : "TEXT_CHOICES"),
      choicesSettings: {
        choices: (choices ?? []).map(({ value, description }) => {
          const existing = choicesOf(known).find((choice) => choice.name === description);
          if (existing) return sentChoice(existing);
          return {
            name: description,
            choiceType: colour ? "ONE_COLOR" : "CHOICE_TEXT",
            ...(colour && { colorCode: value }),
          };
        }),
      },
    };
  });
}

/** Returns the unchanged options of a product for a request, which must contain them with the variants. */
export function sentOptions(options: readonly OptionV3[]): OptionV3[] {
  return options.map((option) => ({
    id: option.id,
    name: option.name,
    optionRenderType: option.optionRenderType,
    choicesSettings: { choices: choicesOf(option).map(sentChoice) },
  }));
}

type ChoiceV3 = ReturnType<typeof choicesOf>[number];

/** Returns the choices of an option. */
export function choicesOf(option: OptionV3 | undefined) {
  return option?.choicesSettings?.choices ?? [];
}

function sentChoice({ choiceId, name, choiceType, colorCode, media }: ChoiceV3): ChoiceV3 {
  return {
    choiceId,
    name,
    choiceType,
    ...(colorCode && { colorCode }),
    ...(media && { media }),
  };
}
