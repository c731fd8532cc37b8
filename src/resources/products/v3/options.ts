import type { Product } from "../../../api/services/products/models/product.ts";
import type { OptionV3 } from "../../../api/services/products/models/product-v3.ts";
import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";

type Choices = Record<string, string>;
export type OptionV1 = NonNullable<Product["productOptions"]>[number];

/** What a variant chooses of each option, by name: `{ Colour: "Ink" }`. */
export function namedChoices(options: readonly OptionV3[], variant: VariantV3): Choices {
  const chosen = (variant.choices ?? []).flatMap(({ optionChoiceIds, optionChoiceNames }) => {
    const option = options.find(
      ({ id, name }) => id === optionChoiceIds?.optionId || name === optionChoiceNames?.optionName,
    );
    const choice = choicesOf(option).find(
      ({ choiceId, name }) =>
        choiceId === optionChoiceIds?.choiceId || name === optionChoiceNames?.choiceName,
    );
    return option && choice ? [[option.name ?? "", choice.name ?? ""]] : [];
  });
  return Object.fromEntries(chosen) as Choices;
}

/** The variants in the order of their choices: whoever lists them, they come the same way. */
export function inOrder(options: readonly OptionV3[], variants: readonly VariantV3[]): VariantV3[] {
  const rank = new Map(combinations(options).map((choices, index) => [keyOf(choices), index]));
  const at = (variant: VariantV3) => rank.get(keyOf(namedChoices(options, variant))) ?? rank.size;
  return [...variants].sort((a, b) => at(a) - at(b));
}

/** Every way to choose one choice of each option; one empty way where there are no options. */
export function combinations(options: readonly OptionV3[]): Choices[] {
  return options.reduce<Choices[]>(
    (ways, option) =>
      ways.flatMap((way) =>
        choicesOf(option).map((choice) => ({ ...way, [option.name ?? ""]: choice.name ?? "" })),
      ),
    [{}],
  );
}

/** Choices as one text that does not depend on their order. */
export function keyOf(choices: Choices): string {
  return JSON.stringify(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A variant's choices as they are sent: by name. */
export function sentChoices(choices: Choices): NonNullable<VariantV3["choices"]> {
  return Object.entries(choices).map(([optionName, choiceName]) => ({
    optionChoiceNames: { optionName, choiceName },
  }));
}

/** Options of catalog v1 as v3 takes them; one that the product has keeps its id, its choices theirs, media included. */
export function optionsFromV1(given: readonly OptionV1[], present: readonly OptionV3[]): OptionV3[] {
  return given.map(({ name, optionType, choices }) => {
    const known = present.find((option) => option.name === name);
    const colour = optionType === "color";
    return {
      ...(known?.id && { id: known.id }),
      name,
      optionRenderType: known?.optionRenderType ?? (colour ? "SWATCH_CHOICES" : "TEXT_CHOICES"),
      choicesSettings: {
        choices: (choices ?? []).map(({ value, description }) => {
          const kept = choicesOf(known).find((choice) => choice.name === description);
          if (kept) return sentChoice(kept);
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

/** The options of a product as they are sent back unchanged: variants cannot be written without them. */
export function sentOptions(options: readonly OptionV3[]): OptionV3[] {
  return options.map((option) => ({
    id: option.id,
    name: option.name,
    optionRenderType: option.optionRenderType,
    choicesSettings: { choices: choicesOf(option).map(sentChoice) },
  }));
}

type ChoiceV3 = ReturnType<typeof choicesOf>[number];

/** The choices of an option. */
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
