import type { Handlers } from "../../../api/endpoint.ts";
import {
  type Customization,
  type CustomizationChoice,
  customizationsV3 as endpoints,
} from "../../../api/services/products.ts";
import { sameJson } from "../../../kernel/json.ts";
import {
  checkRevision,
  entityOf,
  replaceEntity,
  requiredName,
  ruleViolation,
} from "../../kernel/entities.ts";
import { beforeOf } from "../../kernel/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import {
  addChoices,
  checkCustomizationChoices,
  checkCustomizationKind,
  createCustomization,
  keyOfName,
  newChoice,
} from "./customizations.ts";
import { refreshProduct } from "./products.ts";
import { referenceHandlers } from "./reference-calls.ts";
import {
  customizationKind,
  products,
  type StoredChoice,
  type StoredCustomization,
  type StoredModifier,
  type StoredOptionV3,
  type StoredProductV3,
} from "./tables.ts";

const { handlers, show, bulk } = referenceHandlers({
  kind: customizationKind,
  calls: endpoints,
  item: "customization",
  count: "assignedProductsCount",
  usedBy: productsWith,
  create: createCustomization,
  change: changeCustomization,
  beforeRemove(tx, one) {
    if (one.customizationType !== "PRODUCT_OPTION") return;
    if (tx.query(products, { filter: productsWith(one), limit: 1 }).total === 0) return;
    const rule = "NOT_ALLOWED_DELETE_CUSTOMIZATION_ASSIGNED_TO_PRODUCT";
    throw ruleViolation("customizationId", rule, "is an option of a product");
  },
  updateProduct: (product, id, after) =>
    after
      ? describeOnProduct(product, after)
      : { ...product, modifiers: product.modifiers.filter((modifier) => modifier.id !== id) },
});

/** Options and modifiers of catalog v3, which products share. Renaming one updates its products. */
export const customizationsV3: Handlers<typeof endpoints, Tx> = {
  ...handlers,
  addChoices: (tx, { customizationId, choices, fields }) => ({
    customization: show(tx, addChoices(tx, customizationOf(tx, customizationId), choices), fields),
  }),
  setChoices(tx, { customizationId, choices, fields }) {
    const before = customizationOf(tx, customizationId);
    const known = choicesOf(before);
    const next = choices.map((choice) => {
      const existing =
        known.find(({ id }) => id === choice.id) ?? known.find(({ name }) => name === choice.name);
      return newChoice(tx, before, { ...choice, id: existing?.id });
    });
    const left = new Set(next.map(({ id }) => id));
    for (const { id, name } of known) {
      if (left.has(id)) continue;
      rejectUsed(tx, before, id, () =>
        ruleViolation(
          "choices",
          "NOT_ALLOWED_DELETE_CHOICE_ASSIGNED_TO_PRODUCT",
          `must contain "${name}", which a product has`,
        ),
      );
    }
    const after = storeChoices(tx, before, next);
    for (const product of tx.each(products, productsWith(after)))
      refreshProduct(tx, describeOnProduct(product, after));
    return { customization: show(tx, after, fields) };
  },
  removeChoices(tx, { customizationId, choiceIds, revision, fields }) {
    const before = customizationOf(tx, customizationId);
    if (revision) checkRevision(before, revision, "customization");
    const removed = new Set(choiceIds.map((id) => choiceOf(before, id).id));
    for (const id of removed)
      rejectUsed(tx, before, id, () => {
        const message = `A product has the choice "${choiceOf(before, id).name}"`;
        return new PlatformError(409, "CHOICE_ASSIGNED_TO_PRODUCT", message, { choiceId: id });
      });
    const left = choicesOf(before).filter(({ id }) => !removed.has(id));
    if (left.length === 0)
      throw ruleViolation(
        "choiceIds",
        "NOT_ALLOWED_CUSTOMIZATION_WITHOUT_CHOICES",
        "must leave at least one choice",
      );
    const below = left.find(({ primaryChoiceIds }) => primaryChoiceIds?.some((id) => removed.has(id)));
    if (below !== undefined)
      throw ruleViolation(
        "choiceIds",
        "PRIMARY_CHOICE_DELETE_REFERENCED",
        `contains a primary choice of "${below.name}"`,
      );
    return { customization: show(tx, storeChoices(tx, before, left), fields) };
  },
  updateChoices(tx, { customizationId, revision, choices, fields }) {
    const before = beforeOf(tx, customizationKind, { id: customizationId, revision });
    const next = [...choicesOf(before)];
    for (const { choice } of choices) {
      const known = choiceOf(before, choice?.id ?? "");
      const { primaryChoiceIds = known.primaryChoiceIds, ...others } = choice ?? {};
      rejectUnsupported(known, others);
      const index = next.findIndex(({ id }) => id === known.id);
      next[index] = { ...known, primaryChoiceIds: primaryChoiceIds ?? [] };
    }
    return { customization: show(tx, storeChoices(tx, before, next), fields) };
  },
  reorderChoices(tx, { customizationId, revision, choiceIds, fields }) {
    const before = beforeOf(tx, customizationKind, { id: customizationId, revision });
    const ids = new Set(choiceIds);
    const known = choicesOf(before);
    if (ids.size !== known.length || known.some(({ id }) => !ids.has(id))) {
      const message = `choiceIds must contain all ${known.length} choices of "${before.name}"`;
      throw new PlatformError(400, "CHOICE_IDS_MISMATCH", message, { customizationId: before.id });
    }
    const next = [...ids].map((id) => choiceOf(before, id));
    return { customization: show(tx, storeChoices(tx, before, next, "MANUAL"), fields) };
  },
  bulkAddChoices: (tx, { customizationsChoices, ...asked }) =>
    bulk(
      tx,
      customizationsChoices,
      ({ customizationId, choices }) => addChoices(tx, customizationOf(tx, customizationId), choices ?? []),
      asked,
    ),
};

function customizationOf(tx: Tx, id: string | null | undefined): StoredCustomization {
  return entityOf(tx, customizationKind, id ?? "");
}

/** Returns a filter for products with an option or modifier. */
function productsWith({ id, customizationType }: StoredCustomization) {
  return customizationType === "MODIFIER" ? { "modifiers[].id": id } : { "options[].id": id };
}

/** Changes name, free text or modifier settings. Type and choices stay. */
function changeCustomization(
  _tx: Tx,
  before: StoredCustomization,
  given: Customization,
): StoredCustomization {
  const { name: newName = before.name } = given;
  const name = requiredName("customization.name", newName);
  const next: StoredCustomization = { ...before, name, key: keyOfName(name) };
  if (given.modifierSettings) next.modifierSettings = given.modifierSettings;
  if (given.freeTextInput && before.choicesSettings) {
    const message = `"${before.name}" has choices and cannot have free text`;
    throw new PlatformError(400, "DOESNT_SUPPORT_FREE_TEXT", message, { id: before.id });
  }
  if (given.freeTextInput) next.freeTextInput = { ...before.freeTextInput, ...given.freeTextInput };
  checkCustomizationKind(next);
  return next;
}

/** Returns a product with the names of a customization, and the names and colors of its choices. */
function describeOnProduct(
  product: StoredProductV3,
  { id, name, key, choicesSettings }: StoredCustomization,
): StoredProductV3 {
  const known = new Map(choicesSettings?.choices.map((choice) => [choice.id, choice]));
  const described = <T extends StoredOptionV3 | StoredModifier>(one: T): T => {
    if (one.id !== id) return one;
    const choices = one.choicesSettings?.choices.map((choice) => {
      const { choiceType, key, name, colorCode } = known.get(choice.choiceId) ?? choice;
      return { ...choice, choiceType, key, name, colorCode };
    });
    return { ...one, name, key, choicesSettings: choices && { choices } };
  };
  const variants = product.variantsInfo.variants.map((variant) => ({
    ...variant,
    choices: variant.choices.map((choice) => {
      const { optionChoiceIds: ids, optionChoiceNames: names } = choice;
      if (ids.optionId !== id) return choice;
      const choiceName = known.get(ids.choiceId)?.name ?? names.choiceName;
      return { ...choice, optionChoiceNames: { ...names, optionName: name, choiceName } };
    }),
  }));
  const [options, modifiers] = [product.options.map(described), product.modifiers.map(described)];
  return { ...product, options, modifiers, variantsInfo: { variants } };
}

function choicesOf({ choicesSettings, name, id }: StoredCustomization): StoredChoice[] {
  if (choicesSettings) return choicesSettings.choices;
  throw new PlatformError(400, "DOESNT_SUPPORT_CHOICES", `"${name}" is free text and cannot have choices`, {
    id,
  });
}

function choiceOf(customization: StoredCustomization, id: string): StoredChoice {
  const choice = choicesOf(customization).find((one) => one.id === id);
  if (choice !== undefined) return choice;
  throw new PlatformError(404, "CHOICE_NOT_FOUND", `"${customization.name}" has no choice ${id}`, {
    choiceId: id,
  });
}

/** Throws the rejection for a choice of an option that a product uses. Choices of modifiers can be deleted. */
function rejectUsed(tx: Tx, owner: StoredCustomization, id: string, rejection: () => Error): void {
  if (owner.customizationType === "MODIFIER") {
    const filter = { "modifiers[].choicesSettings.choices[].choiceId": id };
    for (const product of tx.each(products, filter)) {
      const modifiers = product.modifiers.map(({ choicesSettings, ...one }) => ({
        ...one,
        choicesSettings: choicesSettings
          ? { choices: choicesSettings.choices.filter(({ choiceId }) => choiceId !== id) }
          : undefined,
      })) as typeof product.modifiers;
      refreshProduct(tx, { ...product, modifiers });
    }
    return;
  }
  const filter = { "options[].choicesSettings.choices[].choiceId": id };
  if (tx.query(products, { filter, limit: 1 }).total > 0) throw rejection();
}

/** Throws InvalidInput for a change of a choice besides its primary choices. */
function rejectUnsupported(known: StoredChoice, given: CustomizationChoice): void {
  const changed = Object.keys(given).find((key) => !sameJson(given[key], known[key]));
  if (changed === undefined) return;
  const field = `choices.choice.${changed}`;
  throw ruleViolation(field, "UNSUPPORTED_CHOICE_FIELD", "cannot be changed; set the choices instead");
}

function storeChoices(tx: Tx, before: StoredCustomization, choices: StoredChoice[], sortOrder?: string) {
  checkCustomizationChoices(before, choices);
  const choicesSettings = {
    ...before.choicesSettings,
    choices,
    sortOrder: sortOrder || before.choicesSettings?.sortOrder,
  };
  return replaceEntity(tx, customizationKind, { ...before, choicesSettings });
}
