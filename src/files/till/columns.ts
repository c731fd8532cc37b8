import { maximumOf } from "../../api/schema-fields.ts";
import { Product } from "../../api/services/products/products.ts";
import { type Columns, columnsOf } from "../columns.ts";
import { productFieldTable } from "../product-fields.ts";

/** The most options of a product on the platform. */
export const maxOptions = maximumOf(Product, "productOptions");

/** The columns of an export in the till format. */
export const tillHeader: readonly string[] = [
  ...["handle", "kind", "delete", "id"],
  ...productFieldTable.flatMap(({ name, column, only }) => (only === "set" ? [] : [column ?? name])),
  ...Array.from({ length: maxOptions }, (_, index) =>
    ["Name", "Type", "Choices"].map((part) => `option${index + 1}${part}`),
  ).flat(),
];

export const tillColumns: Columns = {
  carried: new Map(tillHeader.map((name) => [name, name])),
  notCarried: [],
};

/** Returns the column of a draft's field. */
export const tillColumnOf = columnsOf(tillColumns, { discount: "discountValue", options: "option1Choices" });

const notText =
  /^(kind|delete|productType|price|cost|weight|visible|discountType|discountValue|inventory|option\dType)$/;

/** Returns whether a column holds free text. */
export const isTillText = (column: string): boolean => !notText.test(column);

/** The cell that leaves a field unchanged, where an empty cell would clear it. */
export const keepCell = "(keep)";
const looksKept = /^\(+keep\)$/;

/** Escapes a text that is itself `(keep)` with a leading parenthesis. */
export const escapeKeep = (text: string): string => (looksKept.test(text) ? `(${text}` : text);
export const unescapeKeep = (text: string): string => (looksKept.test(text) ? text.slice(1) : text);
