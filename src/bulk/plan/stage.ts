import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { isRecord, sameJson } from "../../kernel/json.ts";
import { insertRows, transaction } from "../../kernel/sqlite.ts";
import type { FieldChange, StepDescription } from "../engine/job-kinds.ts";
import type { Journal } from "../journal/journal.ts";
import type { Json, Step } from "../journal/step.ts";

/** A row of an imported file; rows with the same handle belong together. */
export interface StagedRow {
  handle: string;
  /** Line in the file, 1 is the header. */
  line: number;
  json: Json;
}

/** The rows of one handle, in the order of the file. */
export interface StagedGroup {
  handle: string;
  rows: StagedRow[];
}

/** Begins handles that are not from a file: no text has this character. NUL would end the text when Node 22 reads it. */
export const ownMark = "\uffff";

/** The handle of the row that describes the file itself. */
export const fileHandle = `${ownMark}file`;

/** Rows that are staged in one transaction, and keys that are written in one. */
const batchSize = 1000;

/** Stores rows in the journal, in constant memory; rows of a handle need not be adjacent. */
export async function stageRows(
  { db }: Journal,
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): Promise<void> {
  for await (const batch of streamBatches(rows, batchSize)) {
    const values = batch.map(({ handle, line, json }) => [handle, line, JSON.stringify(json)]);
    transaction(db, "immediate", () => insertRows(db, "stage (handle, line, json)", values));
  }
}

/** Returns the number of staged rows. */
export function countStaged({ db }: Journal): number {
  const counted = db.prepare("SELECT count(*) AS rows FROM stage WHERE handle <> ?");
  return counted.get<{ rows: number }>(fileHandle)?.rows ?? 0;
}

/** Returns the number of objects that the staged rows describe. */
export function countStagedHandles({ db }: Journal): number {
  const counted = db.prepare("SELECT count(DISTINCT handle) AS handles FROM stage WHERE handle <> ?");
  return counted.get<{ handles: number }>(fileHandle)?.handles ?? 0;
}

/** Adds facts to the row that describes the file itself. */
export function addFileFacts(journal: Journal, facts: Readonly<Record<string, string>>): void {
  const known = stagedRows(journal, fileHandle)[0]?.json as object | undefined;
  journal.db
    .prepare("UPDATE stage SET json = ? WHERE handle = ?")
    .run(JSON.stringify({ ...known, ...facts }), fileHandle);
}

/** Gives staged rows other handles, in one transaction: pairs of the old and the new handle. */
export function renameHandles({ db }: Journal, pairs: Iterable<readonly [string, string]>): void {
  const update = db.prepare("UPDATE stage SET handle = ?2 WHERE handle = ?1");
  transaction(db, "immediate", () => {
    for (const [from, to] of pairs) update.run(from, to);
  });
}

/** Yields the staged rows in the order of the file. */
export function* allStaged({ db }: Journal): Generator<StagedRow> {
  const page = db.prepare("SELECT seq, handle, line, json FROM stage WHERE seq > ? ORDER BY seq LIMIT 500");
  for (let after = 0; ; ) {
    const rows = page.all<{ seq: number; handle: string; line: number; json: string }>(after);
    if (rows.length === 0) return;
    after = rows.at(-1)?.seq ?? after;
    for (const { handle, line, json } of rows)
      if (handle !== fileHandle) yield { handle, line, json: JSON.parse(json) as Json };
  }
}

/** The handles after a row, a hundred a page, each with the seq of its first row. */
const firsts = `
  SELECT seq, handle FROM stage s
  WHERE seq > ? AND NOT EXISTS (SELECT 1 FROM stage e WHERE e.handle = s.handle AND e.seq < s.seq)
  ORDER BY seq LIMIT 100`;

/** Yields the handles of the staged rows, in the order in which they first occur. */
export function* stagedHandles({ db }: Journal): Generator<string> {
  const handles = db.prepare(firsts);
  for (let after = 0; ; ) {
    const page = handles.all<{ seq: number; handle: string }>(after);
    if (page.length === 0) return;
    after = page.at(-1)?.seq ?? after;
    for (const { handle } of page) yield handle;
  }
}

/** Yields the staged rows by handle, in the order in which the handles first occur, and perhaps the row of the file itself. */
export function* stagedGroups(journal: Journal): Generator<StagedGroup> {
  const { db } = journal;
  if (countStaged(journal) === countStagedHandles(journal)) {
    // Each handle has one row: reading them in order takes a third of the time.
    for (const row of allStaged(journal)) yield { handle: row.handle, rows: [row] };
    return;
  }
  const members = db.prepare(
    `SELECT first.seq AS first, s.handle, s.line, s.json
     FROM (${firsts}) first CROSS JOIN stage s ON s.handle = first.handle ORDER BY first.seq, s.seq`,
  );
  for (let after = 0; ; ) {
    const page = members.all<{ first: number; handle: string; line: number; json: string }>(after);
    if (page.length === 0) return;
    after = page.at(-1)?.first ?? after;
    let group: StagedGroup | undefined;
    for (const { handle, line, json } of page) {
      if (group && group.handle !== handle) yield group;
      if (group?.handle !== handle) group = { handle, rows: [] };
      group.rows.push({ handle, line, json: JSON.parse(json) as Json });
    }
    if (group) yield group;
  }
}

/** Returns the handle of the staged row at a line of the file. */
export function stagedHandleAt({ db }: Journal, line: number): string | undefined {
  return db.prepare("SELECT handle FROM stage WHERE line = ?").get<{ handle: string }>(line)?.handle;
}

/** Returns the handle of a step's row in the staged file; undefined if its source is not such a row. */
export function stagedHandleOf(journal: Journal, step: { source?: string }): string | undefined {
  return step.source === undefined ? undefined : stagedHandleAt(journal, sourceLine(step));
}

/** Returns the id that an object had which a step creates again, if its row is staged with it. */
export function restoredIdOf({ db }: Journal, step: { source?: string }): string | undefined {
  const row = db.prepare("SELECT json FROM stage WHERE line = ?").get<{ json: string }>(sourceLine(step));
  const { restores } = (row === undefined ? {} : (JSON.parse(row.json) ?? {})) as { restores?: unknown };
  return typeof restores === "string" ? restores : undefined;
}

/** Returns the line in a step's source: 12 for `shop.csv:12`. */
export function sourceLine({ source = "" }: { source?: string }): number {
  return Number(source.split(":").at(-1));
}

/** Returns the dialect of the staged file, or of the file whose plan was read; undefined for other jobs. */
export function stagedDialect(journal: Journal): string | undefined {
  const { dialect } = (stagedRows(journal, fileHandle)[0]?.json ?? {}) as { dialect?: string };
  return dialect;
}

/** Returns the staged rows of a handle, in the order of the file. */
export function stagedRows({ db }: Journal, handle: string): StagedRow[] {
  const rows = db
    .prepare("SELECT handle, line, json FROM stage WHERE handle = ? ORDER BY seq")
    .all<{ handle: string; line: number; json: string }>(handle);
  return rows.map((row) => ({ ...row, json: JSON.parse(row.json) as Json }));
}

/** Keys that must be unique in a job, such as the slugs of an import. */
export interface UniqueKeys {
  has(key: string): boolean;
  add(key: string): unknown;
  /** Prepares for the keys that are looked up next, at the cost of one lookup. */
  load?(keys: readonly string[]): void;
}

/** The number that belongs to each key, such as the line of a file. */
export interface KeyedNumbers {
  get(key: string): number | undefined;
  set(key: string, value: number): unknown;
  /** Prepares for the keys that are looked up next, at the cost of one lookup. */
  load?(keys: readonly string[]): void;
}

/**
 * Keys on disk, until the journal is closed: a million of them would need a hundred megabytes of memory. Only those that were loaded last, and
 * the new ones that are not written yet, are in memory. Each name has one user.
 */
export class StagedKeys implements UniqueKeys, KeyedNumbers {
  readonly #db;
  readonly #name;
  #loaded = new Map<string, number | undefined>();
  #unwritten = new Map<string, number>();

  constructor({ db }: Pick<Journal, "db">, name: "slugs" | "products" | "skus" | "barcodes") {
    // The table is gone with the connection: it needs no journal on the disk.
    db.exec(`PRAGMA temp.journal_mode = MEMORY;
      CREATE TEMP TABLE ${name} ("key" TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID`);
    this.#db = db;
    this.#name = `temp.${name}`;
  }

  load(keys: readonly string[]): void {
    this.#write();
    this.#loaded = new Map(keys.map((key) => [key, undefined]));
    const found = this.#db
      .prepare(`SELECT "key", value FROM ${this.#name} WHERE "key" IN (SELECT value FROM json_each(?))`)
      .all<{ key: string; value: number }>(JSON.stringify(keys));
    for (const { key, value } of found) this.#loaded.set(key, value);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  add(key: string): void {
    this.set(key, 0);
  }

  get(key: string): number | undefined {
    if (!this.#loaded.has(key)) this.load([key]);
    return this.#loaded.get(key);
  }

  set(key: string, value: number): void {
    this.#loaded.set(key, value);
    this.#unwritten.set(key, value);
  }

  #write(): void {
    insertRows(this.#db, `${this.#name} ("key", value)`, [...this.#unwritten], "INSERT OR REPLACE");
    this.#unwritten.clear();
  }
}

/** The longest line, in characters. */
const maxLine = 16 * 1024 * 1024;

/**
 * Yields the lines of UTF-8 text without line feeds, and without an empty last line. Throws UsageError for other encodings, and
 * for a line that does not end.
 */
export async function* textLines(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new UsageError(`${name} is not UTF-8 text.`, { cause });
    }
  };
  let rest = "";
  let passed = 0;
  for await (const chunk of bytes) {
    const lines = (rest + decode(chunk)).split("\n");
    rest = lines.pop() ?? "";
    passed += lines.length;
    if (rest.length > maxLine)
      throw new UsageError(`${name}:${passed + 1}: the line is longer than 16 MiB. Is this a plan file?`);
    yield* lines;
  }
  rest += decode();
  if (rest !== "") yield rest;
}

/** Returns the changes of a step whose `before` and `after` are flat fields. The action is the last word of its kind. */
export function fieldChanges({
  kind,
  before,
  after,
}: Pick<Step, "kind" | "before" | "after">): FieldChange[] {
  const action = kind.split(".").at(-1) ?? kind;
  const [from, to] = [fieldsIn(before), fieldsIn(after)];
  const fields = Object.keys(to ?? from ?? {});
  if (fields.length === 0 || after === null) return [{ action, field: "", before: null, after: null }];
  return fields
    .map((field) => ({ action, field, before: from?.[field] ?? null, after: to?.[field] ?? null }))
    .filter((one) => !sameJson(one.before, one.after));
}

function fieldsIn(value: Json): Readonly<Record<string, Json>> | undefined {
  return isRecord(value) ? value : undefined;
}

/** Returns a value as text: lists of words as `a; b`, other structures as JSON, nothing as empty text. */
export function valueText(value: Json): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  const isWords = Array.isArray(value) && value.every((one) => one === null || typeof one !== "object");
  return isWords ? value.map(valueText).join("; ") : JSON.stringify(value);
}

/**
 * Returns a change with its whole values: `Moss / L (MUG-ML), price: 24 → 26.40`. Of an object that is created, or whose values before
 * are not known, only the new value.
 */
export function changeText(
  { action, variant, sku, field, before, after }: FieldChange,
  { arrow, isKnown = true }: { arrow: string; isKnown?: boolean },
): string {
  const of = variant === undefined ? "" : sku === undefined ? variant : `${variant} (${sku})`;
  const what = [of, field === "" ? action : field].filter(Boolean).join(", ");
  if (field === "") return what;
  const isNew = before === null && action === "create";
  return isNew || !isKnown ? `${what}: ${full(after)}` : `${what}: ${full(before)} ${arrow} ${full(after)}`;
}

const full = (value: Json): string => valueText(value) || "(none)";

/** Returns a change as a line of a preview. Long values are truncated. */
export function describeChange(
  label: string,
  { action, variant, field, before, after }: FieldChange,
): StepDescription {
  if (field === "") return { label, what: action, before: "", after: "" };
  const what = variant === undefined ? field : `variant ${variant}: ${field}`;
  return { label, what, before: brief(before), after: brief(after) };
}

/** Returns the first of several changes as a line, with the number of the others: `price (+2)`. */
export function describeChanges(label: string, [first, ...more]: readonly FieldChange[]): StepDescription {
  if (first === undefined) return { label, what: "", before: "", after: "" };
  const line = describeChange(label, first);
  return { ...line, what: more.length > 0 ? `${line.what} (+${more.length})` : line.what };
}

function brief(value: Json): string {
  const text = plain(value).replace(/\s+/g, " ");
  return text.length > briefLength ? `${text.slice(0, briefLength - 1)}…` : text;
}

/** Returns a list as its texts if they are short, else as the number of its items. */
function listText(list: readonly Json[]): string {
  if (list.length === 0) return "(none)";
  const texts = list.map((one) => (one === "" ? "-" : one)).join("; ");
  if (list.every((one) => typeof one === "string") && texts.length <= briefLength) return texts;
  return list.length === 1 ? "1 item" : `${list.length} items`;
}

/** The length of a value in one line of a preview. */
const briefLength = 32;

function plain(value: Json): string {
  if (value === null || value === "") return "(none)";
  if (Array.isArray(value)) return listText(value);
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${plain(one)}`)
    .join(", ");
}
