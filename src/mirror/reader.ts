import { existsSync } from "node:fs";
import { type Fakes, substitute } from "../api/personal-data.ts";
import type { Context } from "../context/context.ts";
import { currencyDigits } from "../kernel/currency.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { openReadOnly, type ReadOnlyDatabase, type SqlRow, type SqlValue } from "../kernel/sqlite.ts";
import { relativeTime } from "../output/table.ts";
import { factsIn, type ListState, type MirrorFacts, mirrorFile, wholeSchema } from "./file.ts";
import { maskObject } from "./masks.ts";
import { type ListName, tables, views } from "./tables.ts";

/** How old a table is. */
export interface TableStatus {
  table: string;
  rows: number;
  /** When its list was last compared with the platform; absent: it is not complete yet. */
  syncedAt?: string | undefined;
  /** Whether its rows were proved to be those of the platform then. */
  exact: boolean;
}

/** A local copy of a shop, to read. */
export interface Reader {
  db: ReadOnlyDatabase;
  facts: MirrorFacts;
  status(): TableStatus[];
  close(): void;
}

/** Opens the local copy of the profile's shop. Throws TillError (exit 5) if there is none. */
export async function openReader(context: Pick<Context, "paths" | "profile" | "mask">): Promise<Reader> {
  const profile = await context.profile();
  const file = mirrorFile({ paths: context.paths, profile });
  const missing = (message: string) =>
    new TillError(exitCodes.notFound, message, { code: "NO_LOCAL_COPY", hint: "Make it: till data sync" });
  if (!existsSync(file)) throw missing("There is no local copy of this shop yet.");
  const db = openTables(file, context.mask);
  try {
    const hasFacts = db.all("SELECT 1 FROM pragma_table_list WHERE name = '_fact'").length > 0;
    const facts = hasFacts ? factsIn(db.all("SELECT name, value FROM _fact")) : undefined;
    if (facts === undefined) throw missing("The local copy of this shop was not finished.");
    if (facts.schema !== wholeSchema()) throw missing("The local copy was made by another version of till.");
    if (profile.siteId !== undefined && facts.site !== profile.siteId)
      throw missing(`The local copy is of another shop: ${facts.site}.`);
    return { db, facts, status: () => statusOfTables((sql) => db.all(sql)), close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the tables of a local copy to read them. `mask` replaces personal data; `isGuarded`: a query sees nothing but the documented
 * tables, and its memory is limited. Throws TillError if the file cannot be read.
 */
export function openTables(file: string, mask?: Fakes, isGuarded = mask !== undefined): ReadOnlyDatabase {
  const db = openReadOnly(
    file,
    isGuarded ? { views: (schema) => guardedViews(schema, mask !== undefined) } : {},
  );
  db.define("money", (minor: unknown, currency: unknown) => decimalText(minor, currency));
  db.define("change", (now: unknown, before: unknown) => percentText(now, before));
  if (mask === undefined) return db;
  db.define("_mask", (value: SqlValue, column: string) =>
    typeof value === "string" ? substitute(value, column, mask) : value,
  );
  db.define("_masked", (value: SqlValue, list: ListName) =>
    typeof value === "string" ? JSON.stringify(maskObject(list, JSON.parse(value), mask)) : value,
  );
  return db;
}

/** Returns views with the documented columns, which replace personal data. */
function guardedViews(schema: string, isMasked: boolean): string {
  const shown = tables.map(({ name: table, list, columns }) => {
    const selected = columns.map(({ name, personal }) => {
      if (!isMasked || (!personal && name !== "json")) return `"${name}"`;
      const masked = name === "json" ? `_masked("json", '${list}')` : `_mask("${name}", '${name}')`;
      const shown =
        typeof personal === "string" ? `CASE WHEN ${personal} THEN ${masked} ELSE "${name}" END` : masked;
      return `${shown} AS "${name}"`;
    });
    return `CREATE TEMP VIEW "${table}" AS SELECT ${selected.join(", ")} FROM ${schema}."${table}";`;
  });
  return [...shown, ...views.map(({ name, sql }) => `CREATE TEMP VIEW "${name}" AS ${sql};`)].join("\n");
}

/** Returns an amount in minor units as decimal text: 1999 USD is 19.99; null without an amount. */
function decimalText(minor: unknown, currency: unknown): string | null {
  if (typeof minor !== "number" && typeof minor !== "bigint") return null;
  const digits = currencyDigits(String(currency ?? ""));
  const text = BigInt(Math.round(Number(minor)))
    .toString()
    .replace("-", "")
    .padStart(digits + 1, "0");
  const sign = Number(minor) < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Returns the difference of two amounts in percent: `+12%`; null if there was nothing before. */
function percentText(now: unknown, before: unknown): string | null {
  if (typeof now !== "number" || typeof before !== "number" || before === 0) return null;
  const percent = Math.round((100 * (now - before)) / Math.abs(before));
  return `${percent > 0 ? "+" : ""}${percent}%`;
}

/** Returns how old each table is, in their documented order. */
export function statusOfTables(all: (sql: string) => SqlRow[]): TableStatus[] {
  const states = new Map(
    all("SELECT name, state FROM _list").map(({ name, state }) => [
      name,
      JSON.parse(String(state)) as ListState,
    ]),
  );
  // Tables that were not asked for are left out.
  const filled = tables.filter((table) => table.with === undefined || states.has(table.list));
  return filled.map(({ name, list }) => {
    const { syncedAt, proved = false } = states.get(list) ?? {};
    const [row] = all(`SELECT count(*) AS n FROM "${name}"`);
    return { table: name, rows: Number(row?.n ?? 0), syncedAt, exact: proved };
  });
}

/** Prints how old each table is. */
export async function printStatus(context: Context, status: readonly TableStatus[]): Promise<void> {
  await context.print(
    status.map((one) => ({ ...one, syncedAt: one.syncedAt ?? null })),
    {
      kind: "tableStatus",
      fields: {
        table: { label: "Table" },
        rows: { label: "Rows", as: "number" },
        syncedAt: { label: "Synced", as: "date", absent: "not complete" },
        exact: { label: "Exact" },
      },
    },
  );
}

/** Returns the lists that tables and views are filled from. */
export function listsOf(names: Iterable<string>): Set<ListName> {
  const found = new Set<ListName>();
  for (const name of names) {
    const sql = views.find((view) => view.name === name)?.sql;
    for (const table of tables)
      if (table.name === name || (sql !== undefined && new RegExp(`\\b${table.name}\\b`).test(sql)))
        found.add(table.list);
  }
  return found;
}

/** Returns when the oldest of some lists was compared with the platform; undefined if one is not complete. */
export function oldestOf(all: (sql: string) => SqlRow[], lists: readonly ListName[]): Date | undefined {
  const states = new Map(
    all("SELECT name, state FROM _list").map(({ name, state }) => [
      String(name),
      (JSON.parse(String(state)) as ListState).syncedAt,
    ]),
  );
  const times = lists.map((list) => states.get(list) ?? "");
  const [oldest = ""] = times.sort();
  return oldest === "" ? undefined : new Date(oldest);
}

/** Returns how old the tables of a query are, as a sentence: `From the copy of 3 minutes ago.` */
export function ageOf(all: (sql: string) => SqlRow[], names: Iterable<string>, now: Date): string {
  const lists = listsOf(names);
  const times = all("SELECT name, state FROM _list").flatMap(({ name, state }) => {
    const { syncedAt } = JSON.parse(String(state)) as ListState;
    return lists.has(name as ListName) ? [[String(name), syncedAt] as const] : [];
  });
  const known = times.flatMap(([, time]) => time ?? []).sort();
  const [oldest] = known;
  if (lists.size === 0) return "";
  if (oldest === undefined || known.length < lists.size) {
    const missing = tables.find(
      (table) => table.with && lists.has(table.list) && !times.some(([list]) => list === table.list),
    );
    return `The local copy of these tables is not complete. Finish it: till data sync${missing ? ` --with ${missing.with}` : ""}`;
  }
  const age = relativeTime(new Date(oldest), now);
  return `From the local copy of ${oldest.slice(0, 16).replace("T", " ")} UTC (${age}).`;
}
