import type { Fulfillment } from "../../api/services/orders.ts";
import { damage, splitList } from "../../files/cells.ts";
import type { ColumnMap } from "../../files/column-map.ts";
import { type FileLocation, fileError } from "../../files/location.ts";
import { hasName, listColumns, namedColumns, orderColumn } from "../../files/named-columns.ts";
import type { Row, Table } from "../../files/table.ts";

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
  order: orderColumn,
  carrier: ["carrier", "shippingprovider", "carriername"],
  tracking: ["tracking", "trackingnumber", "trackingno", "trackingcode"],
  link: ["link", "trackinglink", "trackingurl", "url"],
  items: ["items", "item", "lineitems"],
  quantity: ["quantity", "qty", "itemquantity"],
} as const;
type Column = keyof typeof names;

/** The columns of a list of parcels. */
export const parcelList = listColumns(names);

/** Returns whether a column has the numbers of orders or parcels. */
export const isParcelKey = (column: string): boolean => hasName(column, [...names.order, ...names.tracking]);

/**
 * Reads a file of parcels, grouped by order in the order of the file. Throws UsageError with line and column for unknown
 * columns (unless ignored), rows without an order, and a tracking number that occurs twice without items.
 */
export async function readParcels(
  table: Table,
  { ignoreUnknown, map }: { ignoreUnknown: boolean; map?: ColumnMap },
): Promise<OrderParcels[]> {
  const { name, sheet, rows } = table;
  const columns = namedColumns(table, names, { ignoreUnknown, map, example: "tracking" });
  const orders = new Map<string, OrderParcels>();
  for await (const row of rows) {
    const cell = (column: Column) => row.cells[columns.get(column) ?? ""]?.trim() ?? "";
    const at = { file: name, sheet, line: row.line };
    const order = cell("order").replace(/^#/, "");
    if (order === "") throw fileError(at, "the row names no order.", "Nothing was sent.");
    const { parcels } = orders.get(order) ?? { parcels: [] };
    orders.set(order, { order, parcels });
    const why = damage(cell("tracking"));
    if (why !== undefined)
      throw fileError({ ...at, field: columns.get("tracking") }, why, "Nothing was sent.");
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
