import { type Decimal, decimal } from "../../../../kernel/money.ts";

/** Factors to the base unit. Units of one row convert into each other. */
const dimensions: readonly Readonly<Record<string, string>>[] = [
  {
    ML: "1",
    CL: "10",
    L: "1000",
    CBM: "1000000",
    FLOZ: "29.5735295625",
    PT: "473.176473",
    QT: "946.352946",
    GAL: "3785.411784",
  },
  { MG: "1", G: "1000", KG: "1000000", OZ: "28349.523125", LB: "453592.37" },
  { MM: "1", CM: "10", M: "1000", IN: "25.4", FT: "304.8", YD: "914.4" },
  { SQM: "1", SQFT: "0.09290304" },
];

/** Converts a quantity exactly to another unit. Returns undefined if the units have different dimensions. */
export function convertUnits(quantity: Decimal, from: string, to: string): Decimal | undefined {
  const dimension = dimensions.find((units) => from in units && to in units);
  const [fromFactor, toFactor] = [dimension?.[from], dimension?.[to]];
  if (fromFactor === undefined || toFactor === undefined) return from === to ? quantity : undefined;
  return quantity.times(decimal(fromFactor)).div(decimal(toFactor));
}
