import type { Columns } from "../columns.ts";

/** How many options a product of the platform can have. */
export const mostOptions = 6;

/** The columns of an export in till's own format. */
export const tillHeader: readonly string[] = [
  ..."handle kind delete id name slug productType description sku price cost weight visible ribbon brand".split(
    " ",
  ),
  ..."discountType discountValue collections media inventory infoSections customTextFields".split(" "),
  ...Array.from({ length: mostOptions }, (_, index) =>
    ["Name", "Type", "Choices"].map((part) => `option${index + 1}${part}`),
  ).flat(),
];

export const tillColumns: Columns = {
  carried: new Map(tillHeader.map((name) => [name, name])),
  notCarried: [],
};

const notText =
  /^(kind|delete|productType|price|cost|weight|visible|discountType|discountValue|inventory|option\dType)$/;

/** Whether a column holds text that people write. */
export const isTillText = (column: string): boolean => !notText.test(column);

/** The cell that leaves a field alone where an empty cell would clear it. */
export const keepCell = "(keep)";
const looksKept = /^\(+keep\)$/;

/** A text that is itself `(keep)` gets one more parenthesis in front. */
export const escapeKeep = (text: string): string => (looksKept.test(text) ? `(${text}` : text);
export const unescapeKeep = (text: string): string => (looksKept.test(text) ? text.slice(1) : text);
