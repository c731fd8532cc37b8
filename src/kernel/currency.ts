import { memo } from "./memo.ts";

/** The minor-unit digits of ISO 4217 that are not 2. Intl has display digits (HUF 0), which would lose amounts. */
const digitsOf: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
const currencies = new Map(
  Object.entries(digitsOf).flatMap(([digits, codes]) =>
    codes.split(" ").map((code) => [code, Number(digits)] as const),
  ),
);

/** Returns the number of decimals of a currency (ISO 4217 code, any case): JPY 0, USD 2, KWD 3; 2 if unknown. */
export function currencyDigits(currency: string): number {
  return currencies.get(currency.toUpperCase()) ?? 2;
}

/** Returns whether a text is a plain decimal: `19.99`, `-5`, `.99`. No exponent, no `+`, no thousands separators, no spaces. */
export const isPlainDecimal = (text: string): boolean => /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text);

/**
 * Returns a plain decimal text as people read an amount: `5.00`, rounded half up to the digits of the currency. It needs no
 * library for decimals, which lists without amounts would load as well. Undefined: the text is not a plain decimal.
 */
export function currencyText(amount: string, currency: string): string | undefined {
  return isPlainDecimal(amount) ? formatWith(currencyDigits(currency)).format(exact(amount)) : undefined;
}

/** Returns a plain decimal text without trailing zeros; `percent`: of 0.19, 19. Undefined: it is not a plain decimal. */
export function withoutTrailingZeros(
  amount: string,
  { percent = false }: { percent?: boolean } = {},
): string | undefined {
  if (!isPlainDecimal(amount)) return undefined;
  return formatWith(percent ? "percent" : "decimal")
    .format(exact(amount))
    .replace("%", "");
}

/** Intl takes decimal texts exactly, as its own type says with a template. */
const exact = (amount: string) => amount as `${number}`;

/** Returns the format with this number of decimals, or without trailing zeros. Making one takes 15 times as long as using it. */
const formatWith = memo(
  (form: number | "decimal" | "percent") =>
    new Intl.NumberFormat("en-US", {
      ...(typeof form === "number"
        ? { minimumFractionDigits: form, maximumFractionDigits: form }
        : { maximumFractionDigits: 20, style: form }),
      useGrouping: false,
      roundingMode: "halfExpand",
      signDisplay: "negative",
    }),
);
