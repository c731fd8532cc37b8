import type { VariantChoice, VariantV3, VariantWithInventory } from "../../../api/services/products.ts";
import { ruleViolation } from "../../kernel/entities.ts";
import { invalid, PlatformError, type Tx } from "../../kernel/tx.ts";
import { decimalOf, revenueOf, storedAmount } from "./prices.ts";
import {
  type StoredOptionV3,
  type StoredVariantChoice,
  type StoredVariantV3,
  variantRows,
} from "./tables.ts";

type Given = VariantV3 | VariantWithInventory;

/** The product data that variants depend on. */
export interface VariantSetting {
  options: readonly StoredOptionV3[];
  productType: string;
  /** The current variants of the product. Those referenced by id keep their choices. */
  before: readonly StoredVariantV3[];
}

/** Returns a product's variants: each with exactly one choice of every option, without duplicates. */
export function readVariants(tx: Tx, given: readonly Given[], setting: VariantSetting): StoredVariantV3[] {
  const { options, before } = setting;
  if (options.length === 0 && given.length !== 1) {
    const message = `A product without options has one variant, not ${given.length}`;
    throw new PlatformError(400, "INVALID_DEFAULT_VARIANT", message, {});
  }
  const variants = given.map((one, index) => {
    const existing = before.find(({ id }) => id === one.id);
    const choices = one.choices ?? existing?.choices ?? [];
    if (one.barcode) rejectBarcode(tx, one.barcode, before);
    for (const choice of one.choices ?? []) rejectUnaligned(options, choice, index);
    return readVariant(one, `product.variantsInfo.variants[${index}]`, setting.productType, {
      id: idOf(tx, one.id, existing),
      choices: options.map((option) => choiceOf(option, choices, index)),
      inventoryStatus: existing?.inventoryStatus ?? { inStock: false, preorderEnabled: false },
    });
  });
  rejectDuplicates(variants);
  return variants;
}

function idOf(tx: Tx, id: string | null | undefined, existing: StoredVariantV3 | undefined): string {
  if (!id) return tx.newId();
  if (existing !== undefined || tx.get(variantRows, id) === undefined) return id;
  throw new PlatformError(409, "VARIANT_ID_ALREADY_EXISTS", `A variant ${id} already exists`, {
    variantId: id,
  });
}

const isOf = ({ id, name }: StoredOptionV3, { optionChoiceIds, optionChoiceNames }: VariantChoice): boolean =>
  optionChoiceIds?.optionId === id || optionChoiceNames?.optionName === name;

/** Throws PlatformError 400 for a choice of an option that the product does not have. */
function rejectUnaligned(options: readonly StoredOptionV3[], choice: VariantChoice, index: number): void {
  if (options.some((option) => isOf(option, choice))) return;
  const option = choice.optionChoiceNames?.optionName ?? choice.optionChoiceIds?.optionId;
  const message = `Variant ${index + 1} has a choice of "${option}", which is no option of the product`;
  throw new PlatformError(400, "VARIANTS_ARE_NOT_ALIGNED_WITH_PRODUCT", message, {});
}

function choiceOf(
  option: StoredOptionV3,
  given: readonly VariantChoice[],
  index: number,
): StoredVariantChoice {
  const requested = given.find((choice) => isOf(option, choice));
  if (requested === undefined) {
    const message = `Variant ${index + 1} has no choice of "${option.name}"`;
    throw new PlatformError(428, "MISSING_VARIANT_OPTION_CHOICE", message, { optionId: option.id });
  }
  const { optionChoiceIds: ids, optionChoiceNames: names } = requested;
  // The platform looks a choice up by option name, choice name and render type. All three must match.
  const named = !ids?.choiceId;
  const sameType = names?.renderType === option.optionRenderType;
  const choice = option.choicesSettings.choices.find((one) =>
    named ? sameType && one.name === names?.choiceName : one.choiceId === ids?.choiceId,
  );
  if (choice === undefined && named) {
    const message = `Variant ${index + 1} has no choice of "${option.name}": no choice has the name "${names?.choiceName}" and the render type ${names?.renderType ?? "(none)"}`;
    throw new PlatformError(428, "MISSING_VARIANT_OPTION_CHOICE", message, { optionId: option.id });
  }
  if (choice === undefined) {
    const message = `"${option.name}" has no choice ${ids?.choiceId} (variant ${index + 1})`;
    throw new PlatformError(400, "VARIANTS_ARE_NOT_ALIGNED_WITH_PRODUCT", message, { optionId: option.id });
  }
  return {
    optionChoiceIds: { optionId: option.id, choiceId: choice.choiceId },
    optionChoiceNames: {
      optionName: option.name,
      choiceName: choice.name,
      renderType: option.optionRenderType,
    },
  };
}

function readVariant(
  given: Given,
  field: string,
  productType: string,
  fixed: Pick<StoredVariantV3, "id" | "choices" | "inventoryStatus">,
): StoredVariantV3 {
  const { physicalProperties, digitalProperties, sku, barcode, price, revenueDetails } = given;
  if (productType === "DIGITAL" ? physicalProperties : digitalProperties) {
    const description = `must be those of a ${productType} product`;
    throw ruleViolation(field, "VARIANTS_TYPED_PROPERTIES_ARE_NOT_ALIGNED", description);
  }
  return {
    ...fixed,
    visible: given.visible ?? true,
    sku: sku || undefined,
    barcode: barcode || undefined,
    ...priced({ price, revenueDetails }, field),
    ...(productType === "DIGITAL"
      ? digitalProperties && { digitalProperties }
      : { physicalProperties: physicalProperties ?? {} }),
  };
}

/** Returns price, cost and derived amounts. Throws PlatformError 400 for a compare-at price that is not above the price. */
export function priced(
  { price, revenueDetails }: Pick<VariantV3, "price" | "revenueDetails">,
  field: string,
): Pick<StoredVariantV3, "price" | "revenueDetails"> {
  if (!price) throw invalid(`${field}.price`, "REQUIRED_FIELD", "must not be empty");
  const actualPrice = storedAmount(`${field}.price.actualPrice`, price.actualPrice);
  const compareAtPrice = price.compareAtPrice?.amount
    ? storedAmount(`${field}.price.compareAtPrice`, price.compareAtPrice)
    : undefined;
  if (compareAtPrice && decimalOf(compareAtPrice).lte(decimalOf(actualPrice))) {
    const message = `The compare-at price ${compareAtPrice.amount} is not higher than the price ${actualPrice.amount}`;
    throw new PlatformError(400, "COMPARE_AT_PRICE_LOWER_THAN_ACTUAL_PRICE", message, {});
  }
  const cost = revenueDetails?.cost?.amount
    ? storedAmount(`${field}.revenueDetails.cost`, revenueDetails.cost)
    : undefined;
  return {
    price: { actualPrice, compareAtPrice },
    ...(cost && { revenueDetails: revenueOf(cost, actualPrice) }),
  };
}

/** Throws PlatformError 409 if a variant of another product has the barcode. Those of this product are replaced. */
function rejectBarcode(tx: Tx, barcode: string, own: readonly StoredVariantV3[]): void {
  const owner = tx.findBy(variantRows, "barcode", barcode);
  if (owner === undefined || own.some(({ id }) => id === owner.id)) return;
  const message = `Another variant has the barcode ${barcode}`;
  throw new PlatformError(409, "BARCODE_ALREADY_EXIST_ERROR", message, { barcode, variantId: owner.id });
}

function rejectDuplicates(variants: readonly StoredVariantV3[]): void {
  const seen = new Map<string, StoredVariantV3>();
  const barcodes = new Set<string>();
  for (const variant of variants) {
    const key = variant.choices.map(({ optionChoiceIds }) => optionChoiceIds.choiceId).join();
    if (seen.has(key)) {
      const names = variant.choices.map(({ optionChoiceNames }) => optionChoiceNames.choiceName).join(", ");
      throw new PlatformError(
        400,
        "DUPLICATE_VARIANT_OPTION_CHOICE",
        `Two variants are the same: ${names}`,
        {},
      );
    }
    seen.set(key, variant);
    const { barcode } = variant;
    if (barcode && barcodes.has(barcode))
      throw new PlatformError(400, "DUPLICATE_BARCODE_ERROR", `Two variants have the barcode ${barcode}`, {
        barcode,
      });
    if (barcode) barcodes.add(barcode);
  }
  const ids = variants.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw invalid("product.variantsInfo.variants", "FORMAT", "contains an id twice");
}
