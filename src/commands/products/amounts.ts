import { UsageError } from "../../kernel/errors.ts";
import { parseAmount } from "../../kernel/money.ts";

const amountFlags = ["price", "cost", "weight"] as const;

/** Throws UsageError unless the amounts of `--price`, `--cost` and `--weight` can be parsed. */
export function checkAmounts(options: { [flag in (typeof amountFlags)[number]]?: string }): void {
  for (const flag of amountFlags) {
    const value = options[flag];
    if (value !== undefined && parseAmount(value) === undefined) {
      throw new UsageError(`--${flag} takes an amount such as 12.50, not "${value}".`, {
        field: `--${flag}`,
      });
    }
  }
}
