import type { Fulfillment } from "../../api/services/orders.ts";
import { splitList } from "../../files/cells.ts";
import { type ColumnMap, isIgnored, mappedHeader } from "../../files/column-map.ts";
import type { Row, Table } from "../../files/csv.ts";
import type { ListColumns } from "../../files/list.ts";
import { type FileLocation, fileError } from "../../files/location.ts";
import { nearest } from "../../kernel/text.ts";

/** A parcel of a file: one or more rows with the same order and tracking number. */
export interface Parcel {
  /** The line of its first row. */
  line: number;
  tracking: NonNullable<Fulfillment["trackingInfo"]>;
  /** `NAME`, `SKU`, `ID`, each with an optional `:2`; empty for all that is not fulfilled. */
  items: string[];
}

/** The parcels of one order of a file. */
export interface OrderParcels {
  /** The number or id of the order, without `#`. */
  order: string;
  parcels: Parcel[];
}

const names = {
  order: ["order", "ordernumber", "orderid", "number", "id", "name"],
  carrier: ["carrier", "shippingprovider", "carriername"],
  tracking: ["tracking", "trackingnumber", "trackingno", "trackingcode"],
  link: ["link", "trackinglink", "trackingurl", "url"],
  items: ["items", "item", "lineitems"],
  quantity: ["quantity", "qty", "itemquantity"],
} as const;
type Column = keyof typeof names;

/** The columns of a list of parcels. */
export const parcelList: ListColumns = {
  fields: Object.keys(names),
  ignored: [],
  aliases: Object.fromEntries(
    Object.entries(names).flatMap(([column, all]) => all.map((name) => [name, column])),
  ),
};

const normalized = (header: string) => header.toLowerCase().replace(/[\s_-]|#$/g, "");

/** Returns whether a column has the numbers of orders or parcels. */
export const isParcelKey = (column: string): boolean =>
  [...names.order, ...names.tracking].some((name) => name === normalized(column));

/**
 * Reads a file of parcels, grouped by order in the order of the file. Throws UsageError with line and column for unknown
 * columns (unless ignored), rows without an order, and a tracking number that occurs twice without items.
 */
export async function readParcels(
  { name, sheet, header, headerLine: line, rows }: Table,
  { ignoreUnknown, map = {} }: { ignoreUnknown: boolean; map?: ColumnMap },
): Promise<OrderParcels[]> {
  const at = { file: name, sheet, line };
  const columns = columnsOf(header, mappedHeader(header, map, at), {
    at,
    ignoreUnknown,
  });
  const orders = new Map<string, OrderParcels>();
  for await (const row of rows) {
    const cell = (column: Column) => row.cells[columns.get(column) ?? ""]?.trim() ?? "";
    const at = { file: name, sheet, line: row.line };
    const order = cell("order").replace(/^#/, "");
    if (order === "") throw fileError(at, "the row names no order.", "Nothing was sent.");
    const { parcels } = orders.get(order) ?? { parcels: [] };
    orders.set(order, { order, parcels });
    addRow(parcels, row, cell, at);
  }
  return [...orders.values()];
}

function addRow(parcels: Parcel[], { line }: Row, cell: (column: Column) => string, at: FileLocation): void {
  const link = cell("link");
  if (link !== "" && !/^https?:$/.test(URL.parse(link)?.protocol ?? ""))
    throw fileError(at, `"${link}" is not an http or https URL.`, "Nothing was sent.");
  const tracking = {
    ...(cell("tracking") && { trackingNumber: cell("tracking") }),
    ...(cell("carrier") && { shippingProvider: cell("carrier") }),
    ...(link && { trackingLink: link }),
  };
  const items = withQuantity(
    splitList(cell("items")).map((item) => item.trim()),
    cell("quantity"),
    at,
  );
  const same = parcels.find((parcel) => parcel.tracking.trackingNumber === tracking.trackingNumber);
  if (same === undefined) {
    parcels.push({ line, tracking, items });
    return;
  }
  if (items.length === 0 || same.items.length === 0) {
    const what = tracking.trackingNumber
      ? `tracking number ${tracking.trackingNumber}`
      : "order without items";
    throw fileError(
      at,
      `the same ${what} is in line ${same.line}.`,
      "Name the items of each row, or remove one.",
    );
  }
  for (const name of ["shippingProvider", "trackingLink"] as const) {
    const [before, now] = [same.tracking[name], tracking[name]];
    if (before && now && before !== now)
      throw fileError(
        at,
        `"${now}" is not "${before}", which the same parcel has in line ${same.line}.`,
        "Give each parcel a tracking number of its own, or its rows the same carrier and link.",
      );
  }
  Object.assign(same.tracking, tracking);
  same.items.push(...items);
}

/** Returns the items of a row with the quantity that has a column of its own. */
function withQuantity(items: string[], quantity: string, at: FileLocation): string[] {
  if (quantity === "") return items;
  const [item, second] = items;
  const field = { ...at, field: "quantity" };
  if (!/^[1-9]\d*$/.test(quantity))
    throw fileError(field, `"${quantity}" is not a quantity.`, "Use a whole number of at least 1.");
  if (item === undefined || second !== undefined || /:\d+$/.test(item))
    throw fileError(
      field,
      "a quantity needs one item in its row, without a quantity of its own.",
      'Name one item a row, or write quantities into the items: "Mug:2;Bowl".',
    );
  return [`${item}:${quantity}`];
}

function columnsOf(
  header: readonly string[],
  mapped: readonly string[],
  { at, ignoreUnknown }: { at: FileLocation; ignoreUnknown: boolean },
): Map<Column, string> {
  const columns = new Map<Column, string>();
  const known = Object.entries(names) as [Column, readonly string[]][];
  for (const [index, title] of header.entries()) {
    const target = mapped[index] ?? title;
    if (isIgnored(target)) continue;
    const column = known.find(([, all]) => all.includes(normalized(target)))?.[0];
    const location = { ...at, column: index + 1, field: title };
    if (column === undefined) {
      if (ignoreUnknown) continue;
      const near = nearest(title, Object.keys(names));
      const guess = near === undefined ? "" : ` Did you mean "${near}"?`;
      throw fileError(
        location,
        `unknown column.${guess}`,
        `Say what it is with --map '${title}=tracking', or ignore unknown columns with --ignore-unknown.`,
      );
    }
    const before = columns.get(column);
    if (before !== undefined)
      throw fileError(location, `"${before}" and "${title}" are the same column.`, "Remove one of the two.");
    columns.set(column, title);
  }
  if (columns.has("order")) return columns;
  throw fileError(at, "no column has order numbers.", `Name it: --map '${header[0] ?? "COLUMN"}=order'`);
}
