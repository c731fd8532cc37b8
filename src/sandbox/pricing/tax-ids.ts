/** Weights of the check digits. A check digit is 11 minus (the weighted sum modulo 11), or 0 if that is 10 or more. */
const weights = {
  CPF: [
    [10, 9, 8, 7, 6, 5, 4, 3, 2],
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  ],
  CNPJ: [
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  ],
} as const;

/** Returns whether text is a Brazilian tax ID with valid check digits. Dots, dashes and slashes are ignored. */
export function isTaxId(type: "CPF" | "CNPJ", text: string): boolean {
  const digits = text.replace(/[.\-/ ]/g, "");
  const [first] = weights[type];
  const bare = first.length;
  if (!/^\d+$/.test(digits) || digits.length !== bare + 2) return false;
  if (new Set(digits).size === 1) return false;
  return weights[type].every((row, index) => checkDigit(row, digits) === digits[bare + index]);
}

function checkDigit(row: readonly number[], digits: string): string {
  const rest = row.reduce((all, weight, index) => all + weight * Number(digits[index]), 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
