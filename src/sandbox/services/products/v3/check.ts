import {
  bulkLimits,
  type ProductV3,
  type ProductWithInventory,
} from "../../../../api/services/products/models-v3.ts";
import { type Violation, violation } from "../../../../api/violations.ts";
import { forEachItem, type ItemResult } from "../../../kernel/documents/bulk.ts";
import { InvalidInput } from "../../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";

type Given = ProductV3 | ProductWithInventory;

const tooMany = {
  options: "TOO_MANY_OPTIONS_IN_REQUEST",
  modifiers: "TOO_MANY_MODIFIERS_IN_REQUEST",
  infoSections: "TOO_MANY_INFO_SECTIONS_IN_REQUEST",
  variants: "TOO_MANY_VARIANTS",
};

/** Throws InvalidInput for a new product that breaks a rule of the request schema. */
export function checkNewProduct(given: Given): void {
  rejectViolations(violationsOf(given, "product", true));
}

/** Throws InvalidInput for a change of a product that breaks a rule of the request schema. */
export function checkChangedProduct(given: Given): void {
  rejectViolations(violationsOf(given, "product", false));
}

/**
 * Throws for a bulk creation that breaks a rule of the request schema. The platform checks the whole request before it
 * creates the first product, and counts options, modifiers, info sections and variants over all products.
 */
export function checkNewProducts(given: readonly Given[]): void {
  rejectViolations(given.flatMap((product, index) => violationsOf(product, `products[${index}]`, true)));
  rejectTooMany(given);
}

/**
 * Throws for a bulk change that breaks a rule of the request schema, or with a field mask: the platform checks whole
 * products before it applies masks.
 */
export function checkChangedProducts(given: readonly { product?: Given | null | undefined }[]): void {
  rejectViolations(
    given.flatMap(({ product }, index) => violationsOf(product ?? {}, `products[${index}].product`, false)),
  );
  if (!given.some((entry) => "mask" in entry || "fieldMask" in entry)) return;
  const message = "Bulk changes of products support no field masks; send the fields to change only";
  throw new PlatformError(428, "FIELD_MASK_VALUE_NOT_SUPPORTED", message, {});
}

/** Creates each product of a bulk creation. The platform fails those with a choice that has another color before. */
export function createEach<G extends Given, T extends { id: string }>(
  tx: Tx,
  given: readonly G[],
  create: (product: G) => T,
): ItemResult<T>[] {
  const clashes = clashingChoices(given);
  return forEachItem(tx, given, (product, index) => {
    const name = clashes[index];
    if (name === undefined) return create(product);
    const message = `Another product of the request has the choice "${name}" with a different color`;
    throw new PlatformError(400, "ADD_CUSTOMIZATION_CHOICES_FAILED", message, { name });
  });
}

/** Returns for each product the name of a choice that an earlier product has with another color, or undefined. */
function clashingChoices(given: readonly Given[]): (string | undefined)[] {
  const colors = new Map<string, string>();
  return given.map((product) => {
    const choices = (product.options ?? []).flatMap(({ id, name, choicesSettings }) =>
      (choicesSettings?.choices ?? []).map((choice) => ({ ...choice, key: `${id ?? name}/${choice.name}` })),
    );
    const clash = choices.find(
      ({ choiceId, colorCode, key }) =>
        !choiceId && colorCode && (colors.get(key) ?? colorCode).toLowerCase() !== colorCode.toLowerCase(),
    );
    if (clash) return clash.name ?? "";
    for (const { choiceId, colorCode, key } of choices)
      if (!choiceId && colorCode) colors.set(key, colorCode);
    return undefined;
  });
}

function violationsOf(given: Given, path: string, isNew: boolean): Violation[] {
  const { productType, physicalProperties, visibleInPos } = given;
  const found: Violation[] = [];
  if (isNew && productType === "PHYSICAL" && !physicalProperties) {
    const description = "must be set for a PHYSICAL product; an empty object is enough";
    found.push(violation(`${path}.physicalProperties`, "ONE_OF_ALIGNMENT", description));
  }
  found.push(...missingInSubscriptions(given, `${path}.subscriptionDetails`));
  for (const [index, option] of (given.options ?? []).entries())
    if (!option.choicesSettings)
      found.push(
        violation(`${path}.options[${index}].choicesSettings`, "REQUIRED_FIELD", "must not be empty"),
      );
  if (productType === "DIGITAL" && visibleInPos)
    found.push({
      ...violation(`${path}.visibleInPos`, "OTHER", "must not be true for a DIGITAL product"),
      ruleName: "DIGITAL_PRODUCT_CANNOT_BE_VISIBLE_IN_POS",
    });
  return found;
}

/** The platform requires more fields of subscriptions than its reference says. */
function missingInSubscriptions({ subscriptionDetails: details }: Given, path: string): Violation[] {
  if (!details) return [];
  const missing = (details.subscriptions ?? []).flatMap((one, index) => {
    const renewal = one.autoRenewal ?? one.billingCycles;
    const { description, interval } = one;
    return Object.entries({ description, interval, autoRenewal: renewal })
      .filter(([, value]) => value === undefined || value === null || value === "")
      .map(([key]) => `${path}.subscriptions[${index}].${key}`);
  });
  if (typeof details.allowOneTimePurchases !== "boolean") missing.push(`${path}.allowOneTimePurchases`);
  return missing.map((field) => violation(field, "REQUIRED_FIELD", "must not be empty"));
}

function rejectViolations(found: readonly Violation[]): void {
  if (found.length > 0) throw new InvalidInput(found);
}

function rejectTooMany(given: readonly Given[]): void {
  const counts: Record<keyof typeof tooMany, (product: Given) => number> = {
    options: ({ options }) => options?.length ?? 0,
    modifiers: ({ modifiers }) => modifiers?.length ?? 0,
    infoSections: ({ infoSections }) => infoSections?.length ?? 0,
    variants: ({ variantsInfo }) => variantsInfo?.variants?.length ?? 0,
  };
  for (const [list, countOf] of Object.entries(counts) as [
    keyof typeof counts,
    (product: Given) => number,
  ][]) {
    const total = given.reduce((sum, product) => sum + countOf(product), 0);
    const most = bulkLimits[list];
    if (total <= most) continue;
    const code = tooMany[list];
    const message = `The request has ${total} ${list}; the maximum is ${most} over all products`;
    throw new PlatformError(400, code, message, { total, maximum: most });
  }
}
