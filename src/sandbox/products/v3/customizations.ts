import { maximumOf } from "../../../api/schema-fields.ts";
import {
  Customization,
  type CustomizationChoice,
  type ModifierV3,
  type OptionV3,
} from "../../../api/services/products.ts";
import { repeated } from "../../../kernel/text.ts";
import {
  insertEntity,
  newEntity,
  replaceEntity,
  requiredName,
  ruleViolation,
  slugOf,
} from "../../kernel/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import {
  customizationKind,
  customizations,
  type StoredChoice,
  type StoredCustomization,
  type StoredModifier,
  type StoredOptionV3,
  type StoredProductChoice,
} from "./tables.ts";

const maxChoices = () => maximumOf(Customization, "choicesSettings.choices");
const choiceTypes: Readonly<Record<string, readonly string[]>> = {
  TEXT_CHOICES: ["CHOICE_TEXT"],
  SWATCH_CHOICES: ["ONE_COLOR", "MULTIPLE_COLORS", "IMAGE"],
};
const drawnBy: Readonly<Record<string, keyof CustomizationChoice>> = {
  ONE_COLOR: "colorCode",
  MULTIPLE_COLORS: "colorCodes",
  IMAGE: "image",
};

/** Returns the read-only key that the platform derives from a name. */
export const keyOfName = (name: string) => slugOf(name) || name;

/** Stores a new option or modifier. */
export function createCustomization(tx: Tx, given: Customization): StoredCustomization {
  if (given.id) throw ruleViolation("customization.id", "ID_NOT_ALLOWED_IN_REQUEST", "must not be set");
  const name = requiredName("customization.name", given.name);
  const created: StoredCustomization = {
    ...newEntity(tx),
    name,
    key: keyOfName(name),
    customizationType: given.customizationType ?? "PRODUCT_OPTION",
    customizationRenderType: given.customizationRenderType ?? "TEXT_CHOICES",
    modifierSettings: given.modifierSettings || undefined,
    freeTextInput: given.freeTextInput || undefined,
  };
  checkCustomizationKind(created);
  if (given.choicesSettings) {
    created.choicesSettings = { choices: [], sortOrder: given.choicesSettings.sortOrder ?? "DEFAULT" };
    putChoices(tx, created, given.choicesSettings.choices ?? []);
  }
  if (isFreeText(created) === (created.choicesSettings !== undefined)) throw unsupported(created);
  return insertEntity(tx, customizationKind, created);
}

/** Adds choices to an option or modifier and stores it as its next revision. */
export function addChoices(
  tx: Tx,
  before: StoredCustomization,
  given: readonly CustomizationChoice[],
): StoredCustomization {
  if (before.choicesSettings === undefined) throw unsupported(before);
  const after = { ...before, choicesSettings: { ...before.choicesSettings } };
  putChoices(
    tx,
    after,
    given.map(({ id, ...choice }) => choice),
  );
  return replaceEntity(tx, customizationKind, after);
}

/** Throws PlatformError 400 for settings that do not match the customization type. */
export function checkCustomizationKind({
  customizationType,
  modifierSettings,
  freeTextInput,
  ...one
}: StoredCustomization) {
  const isOption = customizationType === "PRODUCT_OPTION";
  if (isOption && one.customizationRenderType === "FREE_TEXT") {
    const message = `The option "${one.name}" cannot be free text; it must have choices`;
    throw new PlatformError(400, "INVALID_CUSTOMIZATION_RENDER_TYPE", message, { name: one.name });
  }
  if (isOption && modifierSettings) {
    const message = `"${one.name}" is an option and cannot have modifier settings`;
    throw new PlatformError(400, "MODIFIER_SETTINGS_NOT_SUPPORTED_FOR_PRODUCT_OPTION", message, {
      name: one.name,
    });
  }
  if (!freeTextInput) return;
  const { minCharCount, maxCharCount, title } = freeTextInput;
  if ((minCharCount ?? 0) <= (maxCharCount ?? 500) && title) return;
  const message = `The free text of "${one.name}" requires a title, and its maximum length must not be below its minimum`;
  throw new PlatformError(400, "INVALID_FREE_TEXT_SETTINGS", message, { name: one.name });
}

const isFreeText = (customization: StoredCustomization) =>
  customization.customizationRenderType === "FREE_TEXT";

function unsupported(customization: StoredCustomization): PlatformError {
  const code = isFreeText(customization) ? "DOESNT_SUPPORT_CHOICES" : "DOESNT_SUPPORT_FREE_TEXT";
  const message = isFreeText(customization)
    ? `"${customization.name}" is free text and cannot have choices`
    : `"${customization.name}" requires choices`;
  return new PlatformError(400, code, message, { id: customization.id });
}

function putChoices(tx: Tx, customization: StoredCustomization, given: readonly CustomizationChoice[]): void {
  const choices = [...(customization.choicesSettings?.choices ?? [])];
  for (const choice of given) choices.push(newChoice(tx, customization, choice));
  checkCustomizationChoices(customization, choices);
  customization.choicesSettings = { ...customization.choicesSettings, choices };
}

/** Throws PlatformError 400 for too many choices, InvalidInput for duplicate names and wrong primary choices. */
export function checkCustomizationChoices(
  { id, name }: StoredCustomization,
  choices: readonly StoredChoice[],
): void {
  if (choices.length > maxChoices()) {
    const message = `"${name}" would have ${choices.length} choices; the maximum is ${maxChoices()}`;
    throw new PlatformError(400, "CHOICES_LIMIT_EXCEEDED", message, { id });
  }
  const names = choices.map((choice) => choice.name);
  const twice = repeated(names);
  if (twice !== undefined)
    throw ruleViolation("choices.name", "DUPLICATE_CHOICE_NAME", `contains "${twice}" twice`, {
      name: twice,
    });
  for (const choice of choices)
    for (const primary of choice.primaryChoiceIds ?? []) rejectPrimary(choices, primary, choice.id);
}

function rejectPrimary(choices: readonly StoredChoice[], id: string, self: string): void {
  const field = "choices.choice.primaryChoiceIds";
  if (id === self)
    throw ruleViolation(field, "PRIMARY_CHOICE_SELF_REFERENCE", "must not reference the choice itself");
  const primary = choices.find((choice) => choice.id === id);
  if (primary === undefined) throw ruleViolation(field, "PRIMARY_CHOICE_NOT_FOUND", `has no choice ${id}`);
  if (primary.primaryChoiceIds?.length)
    throw ruleViolation(field, "PRIMARY_CHOICE_HIERARCHY_VIOLATION", "must reference top-level choices");
}

/** Returns a choice with its id, generated if missing. */
export function newChoice(tx: Tx, owner: StoredCustomization, given: CustomizationChoice): StoredChoice {
  const name = requiredName("choices.name", given.name);
  const allowed = choiceTypes[owner.customizationRenderType] ?? [];
  const choiceType = given.choiceType ?? allowed[0] ?? "";
  if (!allowed.includes(choiceType)) {
    const description = `must be ${allowed.join(" or ")} for ${owner.customizationRenderType}`;
    throw ruleViolation("choices.choiceType", "INVALID_CHOICE_TYPE", description);
  }
  const value = drawnBy[choiceType];
  if (value !== undefined && !given[value])
    throw ruleViolation(
      `choices.${String(value)}`,
      "INVALID_CHOICE_VALUE",
      `must be set for a ${choiceType}`,
    );
  return { ...given, id: given.id || tx.newId(), name, key: keyOfName(name), choiceType };
}

type GivenOption = OptionV3 | ModifierV3;
type GivenChoice = NonNullable<NonNullable<GivenOption["choicesSettings"]>["choices"]>[number] & {
  addedPrice?: string | null;
};

/** Returns a product's options: existing customizations, by id or by name and type, or new ones. */
export function connectOptions(tx: Tx, given: readonly OptionV3[]): StoredOptionV3[] {
  const options = given.map((option) => {
    const customization = customizationOf(tx, option, "PRODUCT_OPTION", option.optionRenderType);
    const choices = connectChoices(tx, customization, option.choicesSettings?.choices ?? []);
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
      freeTextSettings: text || undefined,
      choicesSettings: choices ? { choices: connectChoices(tx, customization, choices) } : undefined,
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
  given: GivenOption,
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
  const choices = (given.choicesSettings?.choices ?? []).map((choice) => requestedChoice(choice, word));
  const { freeTextSettings: freeText }: ModifierV3 = given;
  return createCustomization(tx, {
    name: given.name,
    customizationType: type,
    customizationRenderType: renderType,
    freeTextInput: freeText || undefined,
    choicesSettings: given.choicesSettings ? { choices } : undefined,
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
          missing.map((one) => requestedChoice(one, word)),
        );
  const choices = given.map((one) => {
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
      colorCode: colorCode || undefined,
      addedPrice: customization.customizationType === "MODIFIER" && addedPrice ? addedPrice : undefined,
      displayImage: one.displayImage || undefined,
      linkedMedia: one.linkedMedia ?? undefined,
      media: one.media || undefined,
    };
  });
  const ids = choices.map(({ choiceId }) => choiceId);
  const twice = choices.find(({ choiceId }, index) => ids.indexOf(choiceId) !== index);
  if (twice === undefined) return choices;
  const { name } = twice;
  throw ruleViolation("choicesSettings.choices", "DUPLICATE_CHOICE_NAME", `contains "${name}" twice`, {
    name,
  });
}

function choiceNamed({ choicesSettings }: StoredCustomization, name: string | null | undefined) {
  return choicesSettings?.choices.find((choice) => choice.name === name);
}

function requestedChoice(given: GivenChoice, word: string): CustomizationChoice {
  const { name, choiceType, colorCode, colorCodes, image, displayImage, addedPrice } = given;
  if (!name || !choiceType) {
    const message = "A new choice requires a name and a type";
    throw new PlatformError(400, `${word}_CHOICE_NAME_AND_TYPE_REQUIRED`, message, { name: name ?? null });
  }
  return {
    name,
    choiceType,
    colorCode: colorCode || undefined,
    colorCodes: colorCodes || undefined,
    image: image || undefined,
    displayImage: displayImage || undefined,
    defaultAddedPrice: addedPrice || undefined,
  };
}
