import { amountText, type Decimal } from "../../../../kernel/money.ts";
import { ruleViolation } from "../../../kernel/documents/entities.ts";
import { rangeOf, unitPrice } from "./amounts.ts";
import type { StoredProductV3 } from "./tables.ts";

/** Adds the price per base unit (per 1 kg) to each variant with a content. */
export function priceUnits(product: StoredProductV3, currency: string): StoredProductV3 {
  const base = product.physicalProperties?.pricePerUnit;
  const values: Decimal[] = [];
  const variants = product.variantsInfo.variants.map((variant, index) => {
    const { settings } = variant.physicalProperties?.pricePerUnit ?? {};
    if (!settings) return variant;
    const value = unitPrice(variant.price.actualPrice, settings, base, currency);
    if (value === undefined) {
      const field = `product.variantsInfo.variants[${index}].physicalProperties.pricePerUnit`;
      throw ruleViolation(
        field,
        "PRICE_PER_UNIT_NOT_ALIGNED",
        "must have the same dimension as the product's pricePerUnit",
      );
    }
    values.push(value);
    const description = `${base?.quantity} ${base?.measurementUnit}`;
    const pricePerUnit = { settings, value: amountText(value), description };
    return { ...variant, physicalProperties: { ...variant.physicalProperties, pricePerUnit } };
  });
  const range = rangeOf(values);
  if (range === undefined) return { ...product, variantsInfo: { variants } };
  const pricePerUnitRange = {
    minValue: { value: range.minValue.amount },
    maxValue: { value: range.maxValue.amount },
  };
  return {
    ...product,
    variantsInfo: { variants },
    physicalProperties: { ...product.physicalProperties, pricePerUnitRange },
  };
}
