import { amountText, type Decimal, decimal } from "../kernel/money.ts";
import { columnFields } from "./product-fields.ts";

/** The units in which shops have weights. */
export type WeightUnit = "kg" | "lb";

/** A unit in the name of a column, and what its values are multiplied with, if that is exact. */
interface Unit {
  readonly names: RegExp;
  /** By the unit of the shop. */
  readonly factors: Readonly<Partial<Record<WeightUnit, string>>>;
}

/** The units at the end of the name of a column: `Gewicht (g)`, `Weight lb`. */
const unitsOfWeight: readonly Unit[] = [
  { names: /(?:^|[\s([_])(mg)[)\]]?$/i, factors: { kg: "0.000001" } },
  { names: /(?:^|[\s([_])(g|gr|gramm?s?)[)\]]?$/i, factors: { kg: "0.001" } },
  { names: /(?:^|[\s([_])(kg|kilos?|kilogramm?s?)[)\]]?$/i, factors: { kg: "1" } },
  { names: /(?:^|[\s([_])(tonnes?)[)\]]?$/i, factors: { kg: "1000" } },
  { names: /(?:^|[\s([_])(oz|ounces?)[)\]]?$/i, factors: { kg: "0.028349523125", lb: "0.0625" } },
  { names: /(?:^|[\s([_])(lbs?|pounds?)[)\]]?$/i, factors: { kg: "0.45359237", lb: "1" } },
];

/** The hundredth part of an amount: `VK in ct`. */
const cents = /(?:^|[\s([_])(cents?|ct|cts|pence|pennies|centimes?|c[eé]ntimos)[)\]]?$/i;

/** What the values of a column are in, and their factor: undefined if they cannot be converted. */
interface ColumnUnit {
  unit: string;
  factor: string | undefined;
}

/**
 * Returns the unit that the name of a column has, if the values of its field are in another one: weights are in the unit of the shop,
 * which has to be known for that, and amounts in the currency.
 */
export function columnUnit(column: string, field: string, shop?: WeightUnit): ColumnUnit | undefined {
  if (column === field) return undefined;
  const text = column.trim();
  const { name, type } = columnFields.find((known) => known.name === field) ?? {};
  if (type === "money") {
    const unit = cents.exec(text)?.[1];
    return unit === undefined ? undefined : { unit, factor: "0.01" };
  }
  const found = name === "weight" ? unitsOfWeight.find(({ names }) => names.test(text)) : undefined;
  const unit = found?.names.exec(text)?.[1];
  if (found === undefined || unit === undefined) return undefined;
  // A weight in kilograms is the usual one.
  const factor = found.factors[shop ?? "kg"];
  if (factor === "1") return undefined;
  return { unit, factor: shop && factor };
}

/** Returns the name of a column without a unit at its end. */
export function withoutUnit(column: string): string {
  const unit = [cents, ...unitsOfWeight.map(({ names }) => names)].find((names) => names.test(column.trim()));
  return unit === undefined ? column : column.trim().replace(unit, "");
}

/** Returns the factors of the columns that have another unit than the shop, by the names that till has for them. */
export function scalesOf(
  header: readonly string[],
  columns: readonly string[],
  shop?: WeightUnit,
): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((field, index): [string, string][] => {
      const factor = columnUnit(header[index] ?? "", field, shop)?.factor;
      return factor === undefined ? [] : [[field, factor]];
    }),
  );
}

/** Returns which columns are converted, with an example; undefined if none is. */
export function conversionNotice(
  header: readonly string[],
  columns: readonly string[],
  shop?: WeightUnit,
): string | undefined {
  const scales = scalesOf(header, columns, shop);
  const all = columns.flatMap((field, index) => {
    const scale = scales[field];
    return scale === undefined
      ? []
      : [
          `"${header[index]}": 100 becomes ${amountText(inShopUnit(decimal("100"), scale))}${field === "weight" ? ` ${shop}` : ""}`,
        ];
  });
  return all.length === 0 ? undefined : `Converted: ${all.join("; ")}.`;
}

/** Returns an amount in the unit of the shop. */
export const inShopUnit = (amount: Decimal, factor: string): Decimal => amount.times(decimal(factor));
