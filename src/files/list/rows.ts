import type { Columns } from "../columns.ts";
import type { Row } from "../csv/csv.ts";
import { cellReader } from "../csv/read-cells.ts";
import type { NumberFormat, RowProblem } from "../dialect.ts";
import type { Inventory, ProductDraft } from "../draft.ts";
import { commandOf, type RowCommand } from "../row-command.ts";
import { readProduct } from "../till/products.ts";
import { productList, stockList } from "./columns.ts";

/** One row of a list: a product or a variant by its key, and the fields that it sets. */
export interface ListRow {
  line: number;
  /** Empty if the cell is. */
  key: string;
  command?: RowCommand;
  /** The choices of a variant, as in `till inventory list`: `Large / Blue`. */
  variant?: string;
  /** Fields by column; those of empty cells are absent. */
  fields: Partial<ProductDraft>;
  problems: RowProblem[];
}

const columnsOf = (names: readonly string[]): Columns => ({
  carried: new Map(names.map((name) => [name, name])),
  notCarried: [],
});
const products = columnsOf(productList.fields);
const stock = columnsOf(stockList.fields);

/** Reads a row of a list of products. An empty cell leaves its field unchanged. */
export function readListRow(row: Row, key: string, numbers: NumberFormat): ListRow {
  const { problems, filled, base } = begin(row, key);
  return { ...base, fields: readProduct(cellReader(products, filled, numbers, problems)), problems };
}

/**
 * Reads a row of a list of stock: a quantity, else whether it is in stock. With `adjust`, the quantity is a difference, such as
 * -3.
 */
export function readStockRow(
  row: Row,
  key: string,
  { adjust, ...numbers }: NumberFormat & { adjust: boolean },
): ListRow {
  const { problems, filled, base } = begin(row, key);
  const { quantity = "" } = filled.cells;
  const signed = adjust ? quantity.trim().replace(/^\+(?=\d)/, "") : quantity;
  const read = { ...filled, cells: { ...filled.cells, quantity: signed } };
  const cells = cellReader(stock, read, numbers, problems);
  const inStock = adjust ? undefined : cells.flag("inStock");
  const inventory: Inventory | undefined =
    cells.inventory("quantity") ?? (inStock === undefined ? undefined : { inStock });
  if (adjust && inventory && "inStock" in inventory)
    cells.problem("quantity", "whole", "--adjust needs a difference such as 12 or -3.");
  if (!adjust && inventory && "quantity" in inventory && inventory.quantity < 0)
    cells.problem("quantity", "whole", "stock cannot be negative. To subtract, use --adjust.");
  if (base.command === "create" || base.command === "delete") {
    cells.problem("command", "command", "stock is set for products that exist. Use UPDATE or SKIP.");
    delete base.command;
  }
  return { ...base, fields: inventory ? { inventory } : {}, problems };
}

function begin(row: Row, key: string) {
  const problems: RowProblem[] = [];
  const command = commandOf(row, problems);
  const cells = Object.entries(row.cells).filter(([, cell]) => cell.trim() !== "");
  const variant = row.cells.variant?.trim() || undefined;
  return {
    problems,
    filled: { ...row, cells: Object.fromEntries(cells) as Record<string, string> },
    base: {
      line: row.line,
      key: (row.cells[key] ?? "").trim(),
      ...(command !== undefined && { command }),
      ...(variant !== undefined && { variant }),
    },
  };
}
