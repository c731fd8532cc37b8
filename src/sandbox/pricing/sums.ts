import type { Decimal } from "../../kernel/money.ts";
import { zero } from "./allocate.ts";

/**
 * A price summary. `total` is subtotal minus discount plus shipping, fees and the tax that prices do not include
 * (`taxAdded`); `tax` is all tax, added or included.
 */
export interface PriceSums {
  subtotal: Decimal;
  discount: Decimal;
  shipping: Decimal;
  additionalFees: Decimal;
  tax: Decimal;
  taxAdded: Decimal;
  total: Decimal;
}

/** Adds up parts and calculates their total. */
export function addUp(parts: readonly Partial<Omit<PriceSums, "total">>[]): PriceSums {
  const of = (key: keyof PriceSums) =>
    parts.reduce((all, part) => all.plus((part as Partial<PriceSums>)[key] ?? zero), zero);
  const [subtotal, discount, shipping] = [of("subtotal"), of("discount"), of("shipping")];
  const [additionalFees, tax, taxAdded] = [of("additionalFees"), of("tax"), of("taxAdded")];
  const total = subtotal.minus(discount).plus(shipping).plus(additionalFees).plus(taxAdded);
  return { subtotal, discount, shipping, additionalFees, tax, taxAdded, total };
}
