import { maximumOf } from "../../../../api/schema-fields.ts";
import { Customization, type CustomizationChoice } from "../../../../api/services/products/models-v3.ts";
import {
  insertEntity,
  newEntity,
  replaceEntity,
  requiredName,
  ruleViolation,
} from "../../../kernel/documents/entities.ts";
import { slugOf } from "../../../kernel/slugs.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { customizationKind } from "./kinds.ts";
import type { StoredChoice, StoredCustomization } from "./tables.ts";

const mostChoices = () => maximumOf(Customization, "choicesSettings.choices");
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
  const name = requiredName("customization.name", given.name);
  const created: StoredCustomization = {
    ...newEntity(tx),
    name,
    key: keyOfName(name),
    customizationType: given.customizationType ?? "PRODUCT_OPTION",
    customizationRenderType: given.customizationRenderType ?? "TEXT_CHOICES",
    ...(given.modifierSettings && { modifierSettings: given.modifierSettings }),
    ...(given.freeTextInput && { freeTextInput: given.freeTextInput }),
  };
  checkKind(created);
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
  putChoices(tx, after, given);
  return replaceEntity(tx, customizationKind, after);
}

/** Throws PlatformError 400 for settings that do not match the customization type. */
export function checkKind({
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

const isFreeText = (one: StoredCustomization) => one.customizationRenderType === "FREE_TEXT";

function unsupported(one: StoredCustomization): PlatformError {
  const code = isFreeText(one) ? "DOESNT_SUPPORT_CHOICES" : "DOESNT_SUPPORT_FREE_TEXT";
  const message = isFreeText(one)
    ? `"${one.name}" is free text and cannot have choices`
    : `"${one.name}" requires choices`;
  return new PlatformError(400, code, message, { id: one.id });
}

function putChoices(tx: Tx, customization: StoredCustomization, given: readonly CustomizationChoice[]): void {
  const choices = [...(customization.choicesSettings?.choices ?? [])];
  for (const choice of given) choices.push(newChoice(tx, customization, choice));
  checkChoices(customization, choices);
  customization.choicesSettings = { ...customization.choicesSettings, choices };
}

/** Throws PlatformError 400 for too many choices, InvalidInput for duplicate names. */
export function checkChoices({ id, name }: StoredCustomization, choices: readonly StoredChoice[]): void {
  if (choices.length > mostChoices()) {
    const message = `"${name}" would have ${choices.length} choices; the maximum is ${mostChoices()}`;
    throw new PlatformError(400, "CHOICES_LIMIT_EXCEEDED", message, { id });
  }
  const names = choices.map((choice) => choice.name);
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice !== undefined)
    throw ruleViolation("choices.name", "DUPLICATE_CHOICE_NAME", `contains "${twice}" twice`, {
      name: twice,
    });
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
