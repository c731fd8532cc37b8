import { type ListRequest, listFilter, listPage } from "../../kernel/documents/lists.ts";
import { parseJson } from "../../kernel/documents/pages.ts";
import type { Tx } from "../../kernel/tx.ts";
import { orderFields } from "./fields.ts";
import { visibleTo } from "./store.ts";
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
  const position = cursorPaging?.cursor ? readPosition(cursorPaging.cursor) : positionOf(filter, sort);
  if (position?.order) return pageAt(tx, position, cursorPaging?.limit ?? 50);
  const { items, pagingMetadata } = listPage(tx, orders, request, orderFields, visibleTo(tx.caller));
  const { next, prev } = pagingMetadata.cursors ?? {};
  const cursors = { ...(next && { next }), ...(prev && { prev }) };
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
  const request = listFilter({ filter }, orderFields);
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
    one && writePosition({ filter, order, from: { at: one.createdDate, id: one.id, ...(back && { back }) } });
  const [next, prev] = [hasNext && at(items.at(-1)), hasPrev && at(items[0], true)];
  const cursors = { ...(next && { next }), ...(prev && { prev }) };
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

const writePosition = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");
const readPosition = (cursor: string): Position =>
  parseJson<Position>(Buffer.from(cursor, "base64url").toString(), "search.cursorPaging.cursor");
