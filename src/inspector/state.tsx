import { useDeferredValue, useState } from "react";
import { useRead } from "./hooks.ts";
import { Json } from "./json.tsx";
import { type Column, Rows } from "./rows.tsx";

type Doc = Record<string, unknown>;

/** The tables that people look for, first and in words; the others follow under their own names. */
const labels: Readonly<Record<string, string>> = {
  products: "Products",
  "v3-products": "Products (catalog v3)",
  carts: "Carts",
  checkouts: "Checkouts",
  orders: "Orders",
  members: "Members",
  events: "Events",
  coupons: "Coupons",
};
const mostRows = 100;

/** What the shop has stored: a table, its newest rows, and the selected one as JSON. */
export function State() {
  const counts = useRead(async (control) => (await control("status")).counts ?? {}) ?? {};
  const [table, setTable] = useState("products");
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState<string>();
  const contains = useDeferredValue(search);
  const isKnown = table in counts;
  const found = useRead(
    async (control) =>
      isKnown
        ? await control("documents", { table, contains, limit: mostRows })
        : { documents: [], total: 0 },
    `${isKnown} ${table} ${contains}`,
  );
  const rows = (found?.documents ?? []) as readonly Doc[];
  const total = found?.total ?? 0;
  const names = Object.keys(counts);
  const sorted = [
    ...Object.keys(labels).filter((name) => name in counts || name === table),
    ...names.filter((name) => !(name in labels) && (counts[name] ?? 0) > 0),
  ];
  const doc = rows.find((row, index) => idOf(row, index) === selected);
  return (
    <>
      <h2>State</h2>
      <search className="bar">
        <label>
          Show
          <select
            value={table}
            onChange={(event) => {
              setTable(event.target.value);
              setSelected(undefined);
            }}
          >
            {sorted.map((name) => (
              <option key={name} value={name}>
                {labels[name] ?? name} ({counts[name] ?? 0})
              </option>
            ))}
          </select>
        </label>
        <label>
          Contains
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
      </search>
      <div className="split">
        <div className="scroll">
          <Rows
            caption={total > rows.length ? `The newest ${rows.length} of ${total}` : `${total} stored`}
            rows={rows}
            columns={[nameColumn, ...columnsOf(table)]}
            idOf={(row) => idOf(row, rows.indexOf(row))}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
        {doc && (
          <section className="detail" aria-labelledby="document">
            <h3 id="document">{nameOf(doc)}</h3>
            <Json value={doc} />
          </section>
        )}
      </div>
    </>
  );
}

const idOf = (doc: Doc, index: number) => String(doc.id ?? doc._id ?? index);

/** Returns the text in the first field that has one. */
function firstOf(doc: Doc, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const value = path
      .split(".")
      .reduce<unknown>((inner, key) => (inner as Doc | undefined | null)?.[key], doc);
    if (value !== undefined && value !== null && value !== "" && typeof value !== "object")
      return String(value);
  }
  return undefined;
}

const nameOf = (doc: Doc) =>
  firstOf(doc, "name", "title", "number", "email", "orderNumber", "ticketNumber", "code", "id", "_id") ??
  "document";
const nameColumn: Column<Doc> = { title: "Name", isName: true, show: nameOf };
const column = (title: string, ...paths: string[]): Column<Doc> => ({
  title,
  show: (doc) => firstOf(doc, ...paths),
});
const counted = (title: string, path: string): Column<Doc> => ({
  title,
  isNumber: true,
  show: (doc) => (Array.isArray(doc[path]) ? doc[path].length : ""),
});

/** Returns the columns of a table besides the name. */
function columnsOf(table: string): readonly Column<Doc>[] {
  if (table === "products")
    return [
      column("Price", "priceData.formatted.discountedPrice", "priceData.price"),
      column("Stock", "stock.quantity", "stock.inventoryStatus"),
    ];
  if (table === "v3-products")
    return [column("Price", "actualPriceRange.minValue.formattedAmount", "actualPriceRange.minValue.amount")];
  if (table === "carts" || table === "checkouts")
    return [
      counted("Lines", "lineItems"),
      column("Buyer", "buyerInfo.email", "buyerInfo.memberId", "buyerInfo.visitorId"),
    ];
  if (table === "orders")
    return [
      column("Total", "priceSummary.total.formattedAmount", "priceSummary.total.amount"),
      column("Payment", "paymentStatus"),
      column("Status", "status"),
    ];
  return [column("Status", "status", "state")];
}
