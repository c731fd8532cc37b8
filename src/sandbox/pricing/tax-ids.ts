/** The weights of the check digits; each digit is 11 less the weighted sum's rest, and 0 where that is 10 or more. */
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

/** Whether text is a Brazilian tax id with right check digits; dots, dashes and slashes may stand in it. */
export function isTaxId(type: "CPF" | "CNPJ", text: string): boolean {
  const digits = text.replace(/[.\-/ ]/g, "");
  const [first] = weights[type];
  const bare = first.length;
  if (!/^\d+$/.test(digits) || digits.length !== bare + 2) return false;
  if (new Set(digits).size === 1) return false;
  return weights[type].every((row, place) => checkDigit(row, digits) === digits[bare + place]);
}

function checkDigit(row: readonly number[], digits: string): string {
  const rest = row.reduce((all, weight, place) => all + weight * Number(digits[place]), 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
