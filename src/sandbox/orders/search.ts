import { valuesAt } from "../../api/query/filter-match.ts";
import { orders as endpoints } from "../../api/services/orders.ts";
import { isRecord } from "../../kernel/json.ts";
import { amountText, decimal, parseAmount, sum } from "../../kernel/money.ts";
import {
  type ListRequest,
  listFilter,
  listPage,
  matchingDocuments,
  readCursor,
  writeCursor,
} from "../kernel/lists.ts";
import { invalid, type Tx } from "../kernel/tx.ts";
import { showOrder, visibleTo } from "./store.ts";
import { orders, type StoredOrder } from "./tables.ts";

/** A position in the orders by time of creation. */
interface Position {
  filter?: unknown;
  order: "ASC" | "DESC";
  from?: { at: string; id: string; back?: true };
}

interface Page {
  items: StoredOrder[];
  pagingMetadata: { count: number; cursors: { next?: string; prev?: string }; hasNext: boolean };
}

/**
 * Returns one page of orders, newest first by default. Pages by time of creation continue from the last order, so
 * that every page is equally fast and new orders do not shift pages.
 */
export function searchOrders(tx: Tx, request: ListRequest): Page {
  const { filter, sort, cursorPaging } = request;
  const position = cursorPaging?.cursor
    ? readCursor<Position>(cursorPaging.cursor, "search.cursorPaging.cursor")
    : positionOf(filter, sort);
  if (position?.order) return pageAt(tx, position, cursorPaging?.limit ?? 50);
  const { items, pagingMetadata } = listPage(tx, orders, request, endpoints.search, visibleTo(tx.caller));
  const { next, prev } = pagingMetadata.cursors ?? {};
  const cursors = { next: next || undefined, prev: prev || undefined };
  return { items, pagingMetadata: { count: items.length, cursors, hasNext: next !== undefined } };
}

function positionOf(filter: unknown, sort: ListRequest["sort"]): Position | undefined {
  const [first, ...others] = sort ?? [];
  if (first === undefined) return { filter, order: "DESC" };
  if (others.length > 0 || first.fieldName !== "createdDate") return undefined;
  return { filter, order: first.order === "DESC" ? "DESC" : "ASC" };
}

function pageAt(tx: Tx, { filter, order, from }: Position, limit: number): Page {
  const back = from?.back === true;
  const direction = back === (order === "ASC") ? "DESC" : "ASC";
  const visible = visibleTo(tx.caller);
  const request = listFilter({ filter }, endpoints.search);
  const own = visible ? { $and: [visible, request] } : request;
  const found = tx.query(orders, {
    filter: from ? { $and: [own, beyond(from, direction)] } : own,
    sort: [{ fieldName: "createdDate", order: direction }],
    limit: limit + 1,
    withoutTotal: true,
  }).items;
  const more = found.length > limit;
  const page = found.slice(0, limit);
  const items = back ? page.reverse() : page;
  const [hasNext, hasPrev] = back ? [true, more] : [more, from !== undefined];
  const at = (one: StoredOrder | undefined, back?: true) =>
    one && writeCursor({ filter, order, from: { at: one.createdDate, id: one.id, back } });
  const [next, prev] = [hasNext && at(items.at(-1)), hasPrev && at(items[0], true)];
  const cursors = { next: next || undefined, prev: prev || undefined };
  return { items, pagingMetadata: { count: items.length, cursors, hasNext } };
}

/** Returns the filter for everything after an order in a direction. The first condition can use an index. */
function beyond({ at, id }: { at: string; id: string }, direction: "ASC" | "DESC") {
  const [reach, past] = direction === "ASC" ? ["$gte", "$gt"] : ["$lte", "$lt"];
  return {
    createdDate: { [reach]: at },
    $or: [{ createdDate: { [past]: at } }, { id: { [past]: id } }],
  };
}

type FigureRequest = Record<string, unknown>;

/**
 * Returns figures over the orders that match a filter, as `{ name: figure }`: `{ name: { $count: path } }` counts by
 * value; `{ name: { $sum: path } }`, `$min`, `$max` and `$avg` calculate with amounts.
 */
export function aggregateOrders(tx: Tx, filter: unknown, aggregation: unknown): Record<string, unknown> {
  const requested = asRecord(aggregation, "aggregation");
  const docs = [...matchingDocuments(tx, orders, { filter }, endpoints.search)].map(showOrder);
  return Object.fromEntries(
    Object.entries(requested).map(([name, what]) => [
      name,
      figure(docs, name, asRecord(what, `aggregation.${name}`)),
    ]),
  );
}

function figure(docs: readonly object[], name: string, what: FigureRequest): unknown {
  const [operator = "", path] = Object.entries(what)[0] ?? [];
  const field = `aggregation.${name}`;
  const calculate = Object.hasOwn(figures, operator) ? figures[operator] : undefined;
  if (!calculate) throw invalid(field, "FORMAT", `must have one of ${Object.keys(figures).join(", ")}`);
  if (typeof path !== "string")
    throw invalid(`${field}.${operator}`, "FORMAT", "must be the path of a field");
  return calculate(docs.flatMap((doc) => valuesAt(doc, path)));
}

const amounts = (values: readonly unknown[]) => values.flatMap((value) => parseAmount(String(value)) ?? []);
function extreme(values: readonly unknown[], isBetter: (order: number) => boolean): string | null {
  const [first, ...others] = amounts(values);
  if (first === undefined) return null;
  return amountText(others.reduce((best, value) => (isBetter(value.cmp(best)) ? value : best), first));
}

const figures: Readonly<Record<string, (values: readonly unknown[]) => unknown>> = {
  $count(values) {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
  },
  $sum: (values) => amountText(sum(amounts(values))),
  $min: (values) => extreme(values, (order) => order < 0),
  $max: (values) => extreme(values, (order) => order > 0),
  $avg(values) {
    const found = amounts(values);
    if (found.length === 0) return null;
    return amountText(
      sum(found)
        .div(decimal(String(found.length)))
        .round(4, 1),
    );
  },
};

function asRecord(value: unknown, field: string): FigureRequest {
  if (isRecord(value)) return value as FigureRequest;
  throw invalid(field, "FORMAT", "must be an object", { type: "JSON_TYPE" });
}
