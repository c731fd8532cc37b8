import type {
  CustomizationChoice,
  ModifierV3,
  OptionV3,
} from "../../../../api/services/products/models-v3.ts";
import { ruleViolation } from "../../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { addChoices, createCustomization } from "./customizations.ts";
import {
  customizations,
  type StoredCustomization,
  type StoredModifier,
  type StoredOptionV3,
  type StoredProductChoice,
} from "./tables.ts";

type Given = OptionV3 | ModifierV3;
type GivenChoice = NonNullable<NonNullable<Given["choicesSettings"]>["choices"]>[number] & {
  addedPrice?: string | null;
};

/** Returns a product's options: existing customizations, by id or by name and type, or new ones. */
export function connectOptions(tx: Tx, given: readonly OptionV3[]): StoredOptionV3[] {
  const options = given.map((option) => {
    const customization = customizationOf(tx, option, "PRODUCT_OPTION", option.optionRenderType);
    const choices = connectChoices(tx, customization, option.choicesSettings?.choices ?? []);
    if (choices.length === 0) {
      const message = `The option "${customization.name}" requires at least one choice`;
      throw new PlatformError(400, "PRODUCT_OPTION_CHOICE_NAME_AND_TYPE_REQUIRED", message, {
        id: customization.id,
      });
    }
    return {
      id: customization.id,
      name: customization.name,
      key: customization.key,
      optionRenderType: customization.customizationRenderType,
      choicesSettings: { choices },
    };
  });
  const ids = options.map(({ id }) => id);
  const twice = options.find(({ id }, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return options;
  throw new PlatformError(
    400,
    "DUPLICATE_PRODUCT_OPTIONS",
    `The product has the option "${twice.name}" twice`,
    {
      optionId: twice.id,
    },
  );
}

/** Returns a product's modifiers, found or created like options. */
export function connectModifiers(tx: Tx, given: readonly ModifierV3[]): StoredModifier[] {
  const modifiers = given.map((modifier) => {
    const customization = customizationOf(tx, modifier, "MODIFIER", modifier.modifierRenderType);
    const mandatory = modifier.mandatory ?? customization.modifierSettings?.defaultMandatory ?? false;
    const text = modifier.freeTextSettings ?? customization.freeTextInput;
    const choices = modifier.choicesSettings?.choices;
    return {
      id: customization.id,
      name: customization.name,
      key: customization.key,
      modifierRenderType: customization.customizationRenderType,
      mandatory,
      ...(text && { freeTextSettings: text }),
      ...(choices && { choicesSettings: { choices: connectChoices(tx, customization, choices) } }),
    };
  });
  const ids = modifiers.map(({ id }) => id);
  if (new Set(ids).size === ids.length) return modifiers;
  throw ruleViolation("product.modifiers", "MODIFIERS_ID_DUPLICATION_ERROR", "contains a modifier twice", {
    ids,
  });
}

function customizationOf(
  tx: Tx,
  given: Given,
  type: string,
  renderType: string | null | undefined,
): StoredCustomization {
  if (given.id) {
    const known = tx.get(customizations, given.id);
    if (known?.customizationType === type) return known;
    const message = `There is no customization ${given.id} of type ${type}`;
    throw new PlatformError(404, "CUSTOMIZATION_NOT_EXIST", message, { customizationId: given.id });
  }
  const word = type === "MODIFIER" ? "MODIFIER" : "PRODUCT_OPTION";
  if (!given.name || !renderType) {
    const message = "An option or modifier requires an id, or a name and a render type";
    throw new PlatformError(400, `${word}_NAME_AND_TYPE_REQUIRED`, message, {});
  }
  const filter = { name: given.name, customizationType: type, customizationRenderType: renderType };
  const [known] = tx.query(customizations, { filter, limit: 1 }).items;
  if (known !== undefined) return known;
  const choices = (given.choicesSettings?.choices ?? []).map((choice) => newChoice(choice, word));
  const { freeTextSettings: freeText }: ModifierV3 = given;
  return createCustomization(tx, {
    name: given.name,
    customizationType: type,
    customizationRenderType: renderType,
    ...(freeText && { freeTextInput: freeText }),
    ...(given.choicesSettings && { choicesSettings: { choices } }),
  });
}

function connectChoices(
  tx: Tx,
  customization: StoredCustomization,
  given: readonly GivenChoice[],
): StoredProductChoice[] {
  const word = customization.customizationType === "MODIFIER" ? "MODIFIER" : "PRODUCT_OPTION";
  const missing = given.filter((one) => !one.choiceId && choiceNamed(customization, one.name) === undefined);
  const owner =
    missing.length === 0
      ? customization
      : addChoices(
          tx,
          customization,
          missing.map((one) => newChoice(one, word)),
        );
  const names = given.map(({ name }) => name).filter(Boolean);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw ruleViolation("choicesSettings.choices", "DUPLICATE_CHOICE_NAME", `contains "${twice}" twice`, {
      name: twice,
    });
  return given.map((one) => {
    const known = one.choiceId
      ? owner.choicesSettings?.choices.find(({ id }) => id === one.choiceId)
      : choiceNamed(owner, one.name);
    if (known === undefined) {
      const message = `"${customization.name}" has no choice ${one.choiceId}`;
      throw new PlatformError(404, "CHOICE_NOT_EXIST", message, { choiceId: one.choiceId });
    }
    const { id, name, key, choiceType, colorCode, defaultAddedPrice } = known;
    const addedPrice = one.addedPrice ?? defaultAddedPrice;
    return {
      choiceId: id,
      choiceType,
      key,
      name,
      ...(colorCode && { colorCode }),
      ...(customization.customizationType === "MODIFIER" && addedPrice && { addedPrice }),
      ...(one.displayImage && { displayImage: one.displayImage }),
      ...(one.linkedMedia && { linkedMedia: one.linkedMedia }),
      ...(one.media && { media: one.media }),
    };
  });
}

function choiceNamed({ choicesSettings }: StoredCustomization, name: string | null | undefined) {
  return choicesSettings?.choices.find((choice) => choice.name === name);
}

function newChoice(given: GivenChoice, word: string): CustomizationChoice {
  const { name, choiceType, colorCode, colorCodes, image, displayImage, addedPrice } = given;
  if (!name || !choiceType) {
    const message = "A new choice requires a name and a type";
    throw new PlatformError(400, `${word}_CHOICE_NAME_AND_TYPE_REQUIRED`, message, { name: name ?? null });
  }
  return {
    name,
    choiceType,
    ...(colorCode && { colorCode }),
    ...(colorCodes && { colorCodes }),
    ...(image && { image }),
    ...(displayImage && { displayImage }),
    ...(addedPrice && { defaultAddedPrice: addedPrice }),
  };
}
