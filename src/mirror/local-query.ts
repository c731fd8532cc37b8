import type { Endpoint } from "../api/endpoint.ts";
import { type FilterField, operatorRules } from "../api/query/filter.ts";
import { type ContractField, checkedFilter, fieldPlace } from "../api/query/filter-fields.ts";
import { filterToSql, jsonPlace, jsonScalar, type Place, testSql } from "../api/query/filter-sql.ts";
import { UsageError } from "../kernel/errors.ts";
import { join, rawSql, type Sql, sql } from "../kernel/sql.ts";
import { type ListName, type Table, tables } from "./tables.ts";

/** A query of the platform: its filter, and its order. */
export interface PlatformQuery {
  filter?: unknown;
  sort?: readonly { fieldName?: string; order?: string }[] | undefined;
}

/** A query as SQL. */
export interface SqlQuery {
  where: Sql;
  order: Sql;
}

/** A field of `--filter` that is in other tables: what joins them to a row, and its value there. */
interface Joined {
  type: FilterField["type"];
  /** An expression of the row. */
  key: string;
  /** The same in the other table. */
  match: string;
  from: string;
  value: string;
}

const ofItems = (value: string): Joined => ({
  ...{ type: "text", key: "id", match: "orderId", from: "order_lines", value },
});
const customers = `(SELECT lower(email) || currency AS buyer, count(*) AS orders, min(createdDate) AS firstOrder, max(createdDate) AS lastOrder,
  CAST(money(sum(total_minor), currency) AS REAL) AS spent FROM orders WHERE email <> '' AND status NOT IN ('CANCELED', 'REJECTED') GROUP BY 1)`;
const ofCustomer = (type: FilterField["type"], value: string): Joined => ({
  ...{ type, key: "lower(email) || currency", match: "buyer", from: customers, value },
});
const sold = `(SELECT p.id AS product, coalesce(sum(l.quantity), 0) AS units, count(DISTINCT l.orderId) AS orders, max(l.createdDate) AS last
  FROM products p LEFT JOIN order_lines l ON l.productId = p.id AND l.status NOT IN ('CANCELED', 'REJECTED') GROUP BY p.id)`;
const ofSales = (type: FilterField["type"], value: string): Joined => ({
  ...{ type, key: "id", match: "product", from: sold, value },
});
/** The fields that only the local copy can filter by, because it can join: by list and name. */
const joins: Partial<Record<ListName, Readonly<Record<string, Joined>>>> = {
  orders: {
    "item.name": ofItems("name"),
    // An order that was imported may have no SKUs; then they are those of today.
    "item.sku": {
      ...{ type: "text", key: "id", match: "l.orderId", value: "coalesce(nullif(l.sku, ''), v.sku, p.sku)" },
      from: `order_items l LEFT JOIN variants v ON v.productId = l.productId AND v.id = l.variantId
        LEFT JOIN products p ON p.id = l.productId`,
    },
    "item.slug": ofItems("slug"),
    "item.brand": ofItems("brand"),
    "item.quantity": { ...ofItems("quantity"), type: "number" },
    "item.collection": {
      ...ofItems("c.name"),
      from: "order_items i JOIN product_collections m ON m.productId = i.productId JOIN collections c ON c.id = m.collectionId",
    },
    "coupon.code": { ...ofItems("code"), from: "order_discounts" },
    "customer.orders": ofCustomer("number", "orders"),
    "customer.spent": ofCustomer("number", "spent"),
    "customer.firstOrder": ofCustomer("date", "firstOrder"),
    "customer.lastOrder": ofCustomer("date", "lastOrder"),
  },
  products: {
    "sold.units": ofSales("number", "units"),
    "sold.orders": ofSales("number", "orders"),
    "sold.last": ofSales("date", "last"),
    "collection.slug": {
      ...{ type: "text", key: "id", match: "m.productId", value: "c.slug" },
      from: "product_collections m JOIN collections c ON c.id = m.collectionId",
    },
  },
};

const ordered = ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in"];

/** Returns the fields that filters of a list can have besides those of the platform. */
export function joinedFields(list: ListName): FilterField[] {
  return Object.entries(joins[list] ?? {}).map(([name, { type }]) => ({
    ...{ name, type },
    operators: type === "text" ? Object.values(operatorRules).map(({ platform }) => platform) : ordered,
  }));
}

/** Returns the table that has one row per object of a list. */
export function mainTable(list: ListName): Table {
  const found = tables.find((table) => table.list === list && table.rows === undefined);
  if (found === undefined) throw new TypeError(`${list} has no table`);
  return found;
}

/**
 * Returns a query of the platform as SQL, in which the table of the list is called `object`. Throws UsageError for what the local
 * copy cannot filter or sort by.
 */
export function sqlQuery(list: ListName, endpoint: Endpoint, { filter, sort = [] }: PlatformQuery): SqlQuery {
  const terms = sort.map(({ fieldName = "", order }) => {
    const value = columnOf(list, fieldName)?.value ?? jsonScalar("object.json", fieldName);
    if (value === undefined || joins[list]?.[fieldName]) throw unsupported(`sort by ${fieldName}`);
    return sql`${value} ${rawSql(order === "DESC" ? "DESC" : "ASC")}`;
  });
  const checked = checkedFilter(filter, (path) => fieldAt(list, endpoint, path), {
    undeclared: (path) => unsupported(`filter by ${path}`),
    invalid: (description) => unsupported(`use this filter: it ${description}`),
  });
  const where = filterToSql(
    checked,
    (path) => placeAt(list, path),
    (description) => unsupported(`use this filter: it ${description}`),
  );
  return { where, order: join([...terms, rawSql(`"${mainTable(list).owner}"`)], ", ") };
}

const unsupported = (what: string) =>
  new UsageError(`The local copy cannot ${what}.`, { code: "NOT_IN_COPY", hint: "Leave --local out." });

/** Returns a field by its path on the platform. Columns and joins have types of their own. */
function fieldAt(list: ListName, endpoint: Endpoint, path: string): ContractField {
  const joined = joins[list]?.[path];
  const column = columnOf(list, path);
  if (joined === undefined && column === undefined) return { ...fieldPlace(endpoint, path), operators: [] };
  const isNumber = joined?.type === "number" || (column?.isAmount ?? false);
  return { path, type: isNumber ? "decimal" : undefined, isList: false, operators: [] };
}

/** Returns where the value of a field is: in another table, in a column, or in the object. */
function placeAt(list: ListName, path: string): Place {
  const joined = joins[list]?.[path];
  if (joined !== undefined) {
    const { type, key, match, from, value } = joined;
    const read = type === "number" ? "number" : "text";
    return (test) =>
      sql`${rawSql(key)} IN (SELECT ${rawSql(match)} FROM ${rawSql(from)} WHERE ${testSql(rawSql(value), test, read)})`;
  }
  const column = columnOf(list, path);
  if (column !== undefined) return (test) => testSql(column.value, test, column.type);
  const place = jsonPlace("object.json", path);
  if (place === undefined) throw unsupported(`filter by ${path}`);
  return place;
}

/** Returns the column that has the value of a field. An amount is text, in which 9 is greater than 10. */
function columnOf(list: ListName, path: string) {
  const { columns } = mainTable(list);
  const column = columns.find((column) => (column.path ?? column.name) === path);
  if (column === undefined || column.name === "json") return undefined;
  const isAmount = columns.some(({ name }) => name === `${column.name}_minor`);
  const type = isAmount || column.type !== "TEXT" ? "number" : "text";
  return {
    value: rawSql(isAmount ? `CAST("${column.name}" AS REAL)` : `"${column.name}"`),
    type,
    isAmount,
  } as const;
}
