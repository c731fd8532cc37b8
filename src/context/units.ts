import type { StepDescription, Units } from "../bulk/engine/job-kinds.ts";
import { withCurrency } from "../output/amounts.ts";

/** Returns the field of a line whose value may have a unit: `price` of `variant Moss: price`. */
const measured = ({ what, after }: StepDescription): string =>
  what === "create" && after.startsWith("at ")
    ? "price"
    : (/(?:^|: )(price|cost|salePrice|weight)(?: \(\+\d+\))?$/.exec(what)?.[1] ?? "");

/**
 * Returns lines of changes with the digits and the units of their values: `24.00` and `26.40 USD`. The units are asked for if a line
 * needs them.
 */
export async function withUnits<Line extends StepDescription>(
  lines: readonly Line[],
  units: (() => Promise<Units | undefined>) | undefined,
): Promise<readonly Line[]> {
  // Without an answer, amounts have no currency.
  const known = lines.some(measured) ? await units?.().catch(() => undefined) : undefined;
  return lines.map((line) => {
    const unit = known?.[measured(line)];
    return unit === undefined ? line : withCurrency(line, unit);
  });
}
