import { type FilterField, type Json, operatorRules, type PlatformFilter } from "../api/query/filter.ts";
import { UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { SqlValue } from "../kernel/sqlite.ts";
import { type ListName, type Table, tables } from "./tables.ts";

/** A query of the platform: its filter, and its order. */
export interface PlatformQuery {
  filter?: unknown;
  sort?: readonly { fieldName?: string; order?: string }[] | undefined;
}

/** A query as SQL with named values. */
export interface SqlQuery {
  where: string;
  order: string;
  values: Record<string, SqlValue>;
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

/** The lists in objects that filters lead through. */
const listsIn: Partial<Record<ListName, readonly string[]>> = {
  orders: ["lineItems", "appliedDiscounts", "activities"],
  products: ["collectionIds", "variants", "media.items", "productOptions"],
  abandonedCheckouts: ["lineItems"],
  events: ["categories"],
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

/** Returns a query of the platform as SQL, in which the table of the list is called `object`. Throws UsageError for what the local copy cannot filter or sort by. */
export function sqlQuery(list: ListName, { filter, sort = [] }: PlatformQuery): SqlQuery {
  const values: Record<string, SqlValue> = {};
  const value = (one: SqlValue) => {
    const name = `:v${Object.keys(values).length}`;
    values[name] = one;
    return name;
  };
  const { owner } = mainTable(list);
  const terms = sort.map(({ fieldName = "", order }) => {
    const { one } = place(list, fieldName);
    if (one === undefined) throw unsupported(`sort by ${fieldName}`);
    return `${one} ${order === "DESC" ? "DESC" : "ASC"}`;
  });
  const where = isRecord(filter) ? conditions(list, filter as PlatformFilter, value) : "1";
  return { where, order: [...terms, `"${owner}"`].join(", "), values };
}

const unsupported = (what: string) =>
  new UsageError(`The local copy cannot ${what}.`, { code: "NOT_IN_COPY", hint: "Leave --local out." });

type AddValue = (value: SqlValue) => string;

const all = (parts: readonly string[]) => (parts.length === 0 ? "1" : `(${parts.join(" AND ")})`);
const any = (parts: readonly string[]) => (parts.length === 0 ? "0" : `(${parts.join(" OR ")})`);
/** A condition on nothing is not met, so that its opposite is. */
const not = (part: string) => `NOT coalesce(${part}, 0)`;
const listed = (value: Json): PlatformFilter[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => isRecord(one)) as PlatformFilter[];

function conditions(list: ListName, filter: PlatformFilter, value: AddValue): string {
  return all(
    Object.entries(filter).map(([key, operand]) => {
      const parts = () => listed(operand).map((part) => conditions(list, part, value));
      if (key === "$and") return all(parts());
      if (key === "$or") return any(parts());
      if (key === "$not") return not(all(parts()));
      const tests: [string, Json][] =
        isRecord(operand) && !Array.isArray(operand) ? Object.entries(operand) : [["$eq", operand]];
      return all(tests.map(([operator, expected]) => condition(place(list, key), operator, expected, value)));
    }),
  );
}

/** Where a field is: one value of a row, or any of several. */
interface Place {
  one?: string;
  /** Returns whether one of the values meets a test. */
  some(test: (value: string) => string): string;
  as: "number" | "text" | "time";
}

/** Returns where the value of a field is: in a column, in another table, or in the object. */
function place(list: ListName, path: string): Place {
  const joined = joins[list]?.[path];
  if (joined !== undefined) {
    const { type, key, match, from, value } = joined;
    return {
      some: (test) => `${key} IN (SELECT ${match} FROM ${from} WHERE ${test(value)})`,
      as: type === "date" ? "time" : type === "number" ? "number" : "text",
    };
  }
  const { columns } = mainTable(list);
  const column = columns.find((one) => (one.path ?? one.name) === path);
  if (column !== undefined && column.name !== "json") {
    // The text of 9 is greater than that of 10.
    const isAmount = columns.some(({ name }) => name === `${column.name}_minor`);
    const one = isAmount ? `CAST("${column.name}" AS REAL)` : `"${column.name}"`;
    const as = isAmount ? "number" : column.unit?.includes("UTC") ? "time" : "text";
    return { one, some: (test) => test(one), as };
  }
  if (!/^[\w-]+(\.[\w-]+)*$/.test(path)) throw unsupported(`filter by ${path}`);
  const through = listsIn[list]?.find((one) => path === one || path.startsWith(`${one}.`));
  if (through !== undefined) {
    const rest = path.slice(through.length + 1);
    const item = rest === "" ? "each.value" : `json_extract(each.value, '${jsonPath(rest)}')`;
    return {
      some: (test) =>
        `EXISTS (SELECT 1 FROM json_each(object.json, '${jsonPath(through)}') each WHERE ${test(item)})`,
      as: "text",
    };
  }
  const one = `json_extract(object.json, '${jsonPath(path)}')`;
  return { one, some: (test) => test(one), as: "text" };
}

const jsonPath = (path: string) =>
  `$${path
    .split(".")
    .map((key) => `."${key}"`)
    .join("")}`;

function condition({ some, as }: Place, operator: string, operand: Json, value: AddValue): string {
  const expected = (one: Json): SqlValue => {
    if (typeof one === "boolean") return Number(one);
    if (as === "number" && typeof one === "string") return Number(one);
    if (typeof one === "string") return instant(one) ?? one;
    if (typeof one === "number") return one;
    throw unsupported("filter by such a value");
  };
  /** A time that is not in a column has the form in which the platform sent it. */
  const read = (found: string, one: Json) =>
    as === "text" && typeof one === "string" && instant(one) !== undefined
      ? `coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${found}), ${found})`
      : found;
  const equal = (one: Json): string =>
    one === null
      ? not(some((found) => `${found} IS NOT NULL`))
      : some((found) => `${read(found, one)} = ${value(expected(one))}`);
  const compare = (sign: string): string => {
    const kinds = typeof expected(operand) === "number" ? "'integer', 'real'" : "'text'";
    return some(
      (found) =>
        `(${read(found, operand)} ${sign} ${value(expected(operand))} AND typeof(${found}) IN (${kinds}))`,
    );
  };
  const folded = () => value(String(operand).toLowerCase());
  const each = Array.isArray(operand) ? (operand as readonly Json[]) : [operand];
  switch (operator) {
    case "$eq":
      return equal(operand);
    case "$ne":
      return not(equal(operand));
    case "$in":
    case "$hasSome":
      return any(each.map(equal));
    case "$nin":
      return not(any(each.map(equal)));
    case "$hasAll":
      return all(each.map(equal));
    case "$gt":
      return compare(">");
    case "$gte":
      return compare(">=");
    case "$lt":
      return compare("<");
    case "$lte":
      return compare("<=");
    case "$startsWith":
      return some((found) => `instr(fold(${found}), ${folded()}) = 1`);
    case "$endsWith":
      return some((found) => `substr(fold(${found}), -length(${folded()})) = ${folded()}`);
    case "$contains":
      return some((found) => `instr(fold(${found}), ${folded()}) > 0`);
    case "$exists": {
      const present = some((found) => `${found} IS NOT NULL`);
      return operand === false ? not(present) : present;
    }
    case "$isEmpty": {
      const filled = some((found) => `${found} <> ''`);
      return operand === false ? filled : not(filled);
    }
    default:
      throw unsupported(`filter with ${operator}`);
  }
}

/** Returns a time in the form of the columns; undefined for other texts. */
function instant(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
