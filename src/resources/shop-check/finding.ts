/** Something that keeps buyers from buying. */
export interface ShopFinding {
  /** The name of the check: `price`, `stock`, `sku`, `delivery` … */
  check: string;
  /** What it is about: a product, country, rule, event or order. */
  subject: string;
  problem: string;
  /** The command that fixes it. */
  fix: string;
}

/** Quotes a word of a command line for a shell, if necessary. */
export const quotedWord = (word: string): string =>
  /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
