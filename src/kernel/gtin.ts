/**
 * Returns a barcode as a global trade item number (GTIN): 8, 12, 13 or 14 digits without blanks and dashes. Undefined if it is none: its
 * check digit is wrong, or its prefix is one that shops give to goods of their own (2, 02 and 04 of an EAN) or to coupons (05, 98 and 99).
 */
export function gtinOf(barcode: string): string | undefined {
  const digits = barcode.replace(/[\s-]/g, "");
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return undefined;
  const all = digits.padStart(14, "0");
  const sum = [...all].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  // Short numbers have prefixes of their own.
  const isReserved = digits.length > 8 && /^.(2|02|04|05|98|99)/.test(all);
  return sum % 10 === 0 && !isReserved && !/^0+$/.test(digits) ? digits : undefined;
}
