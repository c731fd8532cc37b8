import type { Decimal } from "../../kernel/money.ts";
import { zero } from "./allocate.ts";

/**
 * A summary of prices. `total` is subtotal less discount plus shipping, fees and the tax that is not in the prices
 * already (`taxAdded`); `tax` is all tax, added or included.
 */
export interface Sums {
  subtotal: Decimal;
  discount: Decimal;
  shipping: Decimal;
  additionalFees: Decimal;
  tax: Decimal;
  taxAdded: Decimal;
  total: Decimal;
}

/** The sums of some parts, their total among them. */
export function addUp(parts: readonly Partial<Omit<Sums, "total">>[]): Sums {
  const of = (key: keyof Sums) =>
    parts.reduce((all, part) => all.plus((part as Partial<Sums>)[key] ?? zero), zero);
  const [subtotal, discount, shipping] = [of("subtotal"), of("discount"), of("shipping")];
  const [additionalFees, tax, taxAdded] = [of("additionalFees"), of("tax"), of("taxAdded")];
  const total = subtotal.minus(discount).plus(shipping).plus(additionalFees).plus(taxAdded);
  return { subtotal, discount, shipping, additionalFees, tax, taxAdded, total };
}
