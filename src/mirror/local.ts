import type { Call } from "../api/caller.ts";
import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { type Fakes, maskResult } from "../api/personal-data.ts";
import type { Context, LocalCopy } from "../context/context.ts";
import { minute, parseDuration } from "../kernel/durations.ts";
import { ApiError, TillError, UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { Sql } from "../kernel/sql.ts";
import { sqlFunctions } from "../kernel/sql-functions.ts";
import { joinedFields, mainTable, type PlatformQuery, sqlQuery } from "./local-query.ts";
import { ageOf, oldestOf, openReader, type Reader } from "./reader.ts";
import type { ListName } from "./tables.ts";

/** The calls that the local copy answers, and the lists that they read. */
const lists: Readonly<Record<string, ListName>> = {
  "abandonedCheckouts.query": "abandonedCheckouts",
  "abandonedCheckouts.search": "abandonedCheckouts",
  "collections.query": "collections",
  "coupons.query": "coupons",
  "discountRules.query": "discountRules",
  "eventGuests.query": "guests",
  "events.query": "events",
  "orders.search": "orders",
  "products.query": "products",
  "tickets.list": "tickets",
};

/** The calls that read one object: its list, the input that names it and its key in the response. */
const singles: Readonly<Record<string, { list: ListName; input: string; column: string; key: string }>> = {
  "events.get": { list: "events", input: "eventId", column: "id", key: "event" },
  "events.getBySlug": { list: "events", input: "slug", column: "slug", key: "event" },
  "products.get": { list: "products", input: "id", column: "id", key: "product" },
};

/** The age up to which `--local=auto` reads the local copy, in milliseconds. */
const defaultAge = 10 * minute;

/**
 * Returns the context of a command whose calls read the local copy. `maxAge` is true, or the age that the copy may have (`10m`,
 * `auto`, `auto 10m`): undefined if it is older, or if there is none. Throws TillError (exit 5) if there is none, and UsageError
 * for another one.
 */
export async function openLocal(context: Context, maxAge: string | true): Promise<LocalCopy | undefined> {
  const max = maxAge === true ? undefined : ageIn(maxAge);
  const { mask } = context;
  // The calls select by what is there, as those of the platform do, and what they return is masked.
  const reader = await openReader({ ...context, mask: undefined }).catch((error: unknown) => {
    if (max !== undefined && error instanceof TillError && error.code === "NO_LOCAL_COPY") return undefined;
    throw error;
  });
  if (reader === undefined) return undefined;
  const all = (sql: string) => reader.db.all(sql);
  const oldest = oldestOf(all, Object.values(lists));
  if (max !== undefined && (oldest === undefined || context.now().getTime() - oldest.getTime() > max)) {
    reader.close();
    return undefined;
  }
  const read = new Set<ListName>();
  const call = localCall(reader, read, mask);
  const { facts } = reader;
  return {
    context: {
      ...context,
      call: async () => call,
      can: async (role) => role === "admin",
      // The objects of all catalogs are stored in one form.
      catalog: async () => "v1",
      profile: async () => ({ ...(await context.profile()), role: undefined }),
      site: async () => ({ ...(await context.site()), id: facts.site, hosted: true }),
    },
    catalog: facts.catalog,
    age() {
      const chosen = read.size > 0 ? [...read] : Object.values(lists);
      return ageOf(
        all,
        chosen.map((list) => mainTable(list).name),
        context.now(),
      );
    },
    async refresh() {
      // Substitutes do not belong into the copy.
      if (mask) return;
      const { updateCopy } = await import("./sync.ts");
      await updateCopy(context, {}).catch((error: unknown) => {
        if (!(error instanceof TillError) && !context.signal.aborted) throw error;
      });
    },
    close: () => reader.close(),
  };
}

/** Returns the age in milliseconds. */
function ageIn(maxAge: string): number {
  const [, text] = /^auto\s*(.*)$/.exec(maxAge.trim()) ?? [undefined, maxAge.trim()];
  const age = text === "" ? defaultAge : parseDuration(text ?? "");
  if (age !== undefined) return age;
  throw new UsageError(`Invalid value "${maxAge}" for --local: expected auto, or an age such as 10m.`, {
    field: "--local",
    hint: "--local alone reads the local copy, however old it is.",
  });
}

/** Returns a call that answers lists from the local copy, and nothing else. `read` gets the lists that were read. */
export function localCall({ db }: Pick<Reader, "db">, read = new Set<ListName>(), mask?: Fakes): Call {
  for (const [name, work] of Object.entries(sqlFunctions)) db.define(name, work as never);
  const totals = new Map<string, number>();
  /** Lists by cursor that have more rows. */
  const open = new Map<string, IterableIterator<unknown[]>>();
  let cursors = 0;
  const take = (rows: IterableIterator<unknown[]>, limit: number): object[] => {
    const items: object[] = [];
    while (items.length < limit) {
      const next = rows.next();
      if (next.done) break;
      items.push(JSON.parse(String(next.value[0])) as object);
    }
    return items;
  };
  const answer = (endpoint: Endpoint, input: unknown): object => {
    const single = singles[endpoint.name];
    if (single !== undefined) {
      const { list, column, key } = single;
      const [row] = db.all<{ json: string }>(
        `SELECT json FROM "${mainTable(list).name}" WHERE "${column}" = ?`,
        String(valueAt(input, single.input)),
      );
      if (row) return { [key]: JSON.parse(row.json) };
      throw new ApiError("It is not in the local copy.", { status: 404, code: "NOT_FOUND" });
    }
    if (endpoint.name === "products.queryStoreVariants")
      return variantsBySku(db, valueAt(input, "query.filter.sku"));
    const list = lists[endpoint.name];
    if (list === undefined)
      throw new UsageError(`The local copy has no answer to ${endpoint.name}.`, {
        code: "NOT_IN_COPY",
        hint: "Leave --local out.",
      });
    read.add(list);
    const { name } = mainTable(list);
    const { query, limit, offset, cursor } = requestOf(list, input);
    const known = cursor === undefined ? undefined : open.get(cursor);
    const { where, order } = sqlQuery(list, endpoint, query);
    const isByCursor = endpoint.paging === "cursor";
    const page = isByCursor ? "" : ` LIMIT ${limit} OFFSET ${offset}`;
    const rows =
      known ??
      db.rows(`SELECT json FROM "${name}" AS object WHERE ${where.text} ORDER BY ${order.text}${page}`, [
        ...where.values,
        ...order.values,
      ]);
    const items = take(rows, limit);
    const key = JSON.stringify([name, where]);
    const total = known ? undefined : (totals.get(key) ?? count(name, where));
    if (total !== undefined) totals.set(key, total);
    if (!isByCursor) return body(endpoint, items, { total });
    if (cursor !== undefined) open.delete(cursor);
    const next = items.length === limit ? String(++cursors) : undefined;
    if (next !== undefined) open.set(next, rows);
    return body(endpoint, items, { total, cursors: { next } });
  };
  const count = (name: string, { text, values }: Sql) => {
    const [[n] = [0]] = db.rows(`SELECT count(*) FROM "${name}" AS object WHERE ${text}`, values);
    return Number(n);
  };
  const call = async (endpoint: Endpoint, input: unknown) => {
    const body = answer(endpoint, input);
    return mask ? maskResult(endpoint, body, mask) : body;
  };
  return Object.assign(call as Call, {
    joined: ({ name }: Endpoint) => {
      const list = lists[name];
      return list === undefined ? [] : joinedFields(list);
    },
  });
}

/** Returns the variants with a SKU: a text, one of `$in`, or one that begins with `$startsWith`. */
function variantsBySku(db: Reader["db"], sku: unknown): object {
  const [test, value] =
    isRecord(sku) && "$startsWith" in sku
      ? ["instr(fold(v.sku), ?) = 1", String(sku.$startsWith).toLowerCase()]
      : ["v.sku IN (SELECT value FROM json_each(?))", JSON.stringify([valueAt(sku, "$in") ?? sku].flat())];
  const variants = db.all(
    `SELECT v.sku, v.productId, p.name AS productName, v.id AS variantId, v.choices AS variantName
     FROM variants v JOIN products p ON p.id = v.productId WHERE v.sku <> '' AND ${test} ORDER BY v.sku LIMIT 100`,
    value,
  );
  return { variants, totalResults: variants.length };
}

/** Returns a response of a list call: items and facts where the endpoint says that they are. */
function body({ items: at = "items", metadata }: Endpoint, items: object[], facts: object): object {
  const placed =
    metadata === undefined
      ? { ...facts, ...("total" in facts && { totalResults: facts.total }) }
      : { [metadata]: facts };
  return { ...placed, [at]: items };
}

interface ListRequest {
  query: PlatformQuery;
  limit: number;
  offset: number;
  cursor?: string | undefined;
}

/** The inputs of the list of tickets that are fields of tickets. */
const ticketInputs = ["eventId", "orderNumber", "orderStatus", "ticketDefinitionId", "ticketNumber"];

/** Reads the input of a list call: a query or a search, or, for tickets, inputs of their own. */
function requestOf(list: ListName, input: unknown): ListRequest {
  const holder = valueAt(input, "query") ?? valueAt(input, "search") ?? {};
  const parsed = (value: unknown): unknown => (typeof value === "string" ? JSON.parse(value) : value);
  const { filter, sort } = holder as { filter?: unknown; sort?: unknown };
  const sorted = parsed(sort);
  const paging = [valueAt(holder, "cursorPaging"), valueAt(holder, "paging"), input].find(isRecord) ?? {};
  const { limit = 100, offset = 0, cursor } = paging as { limit?: number; offset?: number; cursor?: string };
  const query: PlatformQuery = {
    filter: list === "tickets" ? ticketFilter(input as Readonly<Record<string, unknown>>) : parsed(filter),
    sort: Array.isArray(sorted) ? sorted.filter((one) => isRecord(one) && "fieldName" in one) : undefined,
  };
  return { query, limit, offset, cursor };
}

function ticketFilter({
  searchPhrase,
  fieldset,
  limit,
  offset,
  ...input
}: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  const strange = entries.find(([name]) => !ticketInputs.includes(name));
  if (strange !== undefined)
    throw new UsageError(`The local copy cannot filter tickets by ${strange[0]}.`, {
      code: "NOT_IN_COPY",
      hint: "Leave --local out.",
    });
  const texts = [
    "guestDetails.firstName",
    "guestDetails.lastName",
    "guestDetails.email",
    "ticketNumber",
    "orderNumber",
  ];
  return {
    $and: [
      ...entries.map(([name, value]) => ({ [name]: { $in: value } })),
      ...(typeof searchPhrase === "string"
        ? [{ $or: texts.map((name) => ({ [name]: { $contains: searchPhrase } })) }]
        : []),
    ],
  };
}
