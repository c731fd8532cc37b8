import { valueAt } from "../api/endpoint.ts";
import { type FilterExpression, type FilterField, filterText } from "../api/query/filter.ts";
import { applyChanges, parseChange } from "../bulk/language/change.ts";
import { type FieldSpec, isList, isNumber, type Value } from "../bulk/language/values.ts";
import { commandLine, inShell, type Shell, shellWord } from "../kernel/command-line.ts";
import { TillError, UsageError } from "../kernel/errors.ts";
import { amountText, moneyText, parseAmount, sum } from "../kernel/money.ts";
import { countOf, inSentence } from "../kernel/text.ts";
import {
  type Column,
  cellText,
  isRight,
  isStatus,
  shortTime,
  type TimeDisplay,
  timeFrom,
  wordFor,
} from "../output/table.ts";
import {
  type BrowseChanges,
  type BrowseColumn,
  type BrowseResource,
  type BrowseRow,
  type ColumnValue,
  type Match,
  maxSortedRows,
  type RowParts,
  unread,
} from "../ui/screens/browse/browse-resource.ts";
import { type Listing, type ListQuery, sortFields } from "./listing.ts";
import {
  type Access,
  type Describer,
  type Page,
  queryFlags,
  type Resource,
  textSection,
  toneOf,
} from "./resource.ts";

/** Options for browsing a resource on the screen. */
export interface BrowseOptions<Row> {
  /** Returns how times are shown. */
  times(): TimeDisplay;
  /** Describes the steps of jobs in histories. */
  describer: Describer;
  /** Returns an access that reads until the signal ends. Default: the given access. */
  cancelable?(signal: AbortSignal): Promise<Access<Row>>;
  /** The global flags of this run, added to the command lines shown so that they use the same shop. */
  flags: readonly string[];
  /** The shell for which command lines are quoted. Default: a POSIX shell. */
  shell?: Shell;
}

/** The number of rows whose fields are known without reading the row again. */
const keptRows = 500;

/** Returns a resource as the screen browses it. */
export function browseResource<Row extends object>(
  resource: Resource<Row>,
  access: Access<Row>,
  { times, describer, flags, shell = "posix", cancelable = async () => access }: BrowseOptions<Row>,
): BrowseResource {
  const { name, singular, title, details, relations = [], changeFields = [], emptyHint } = resource;
  const { extraColumns = [] } = resource;
  const columns = [...(resource.screenColumns ?? resource.columns), ...extraColumns];
  const { actions = [], changes, totals, listOptions = {} } = access;
  const { searched = { fields: "names" } } = resource;
  const filterFields = access.filterFields ?? resource.filterFields;
  const sortable = sortFields({ fields: filterFields, sortPaths: access.sortPaths ?? resource.sortPaths });
  const recent = new Map<string, Row>();
  const linesOf = (row: Row, now: TimeDisplay, late = "") =>
    (resource.pageColumns ?? details)
      .map((column) => ({
        label: column.header,
        text: cellText(column, row, now) || (column.late ? late : ""),
        tone: toneOf(column, row, now),
        isStatus: isStatus(column) || undefined,
        isBelow: column.below,
      }))
      .filter(({ text }) => text !== "");
  const line = (...args: readonly string[]) => inShell(commandLine(...args, ...flags), shell);
  /** `output`: the path of a column that was read for all rows. */
  const toRow = (row: Row, output?: string): BrowseRow => {
    const now = times();
    const textOf = (column: Column<Row>) => {
      const text = cellText(column, row, now);
      if (text === "") return column.late && column.path !== output ? unread : "";
      return column.as === "ago" ? shortTime(text) : text;
    };
    const id = resource.id(row);
    recent.delete(id);
    recent.set(id, row);
    if (recent.size > keptRows) recent.delete(recent.keys().next().value ?? "");
    const { at, amount = "" } = resource.pulse?.(row) ?? {};
    const time = at && timeFrom(at)?.getTime();
    return {
      id,
      label: resource.label(row),
      cells: columns.map(textOf),
      variants: resource.variants?.(row),
      tones: ifAny(columns.map((column) => toneOf(column, row, now))),
      found: searched.text ? searched.text(row) : undefined,
      reference: resource.reference?.(row) ?? id,
      pulse: time ? { at: time, amount } : undefined,
      unavailable: ifAny(actions.map((action) => action.unavailable?.(row))),
      limits: ifAny(actions.map((action) => action.limit?.(row))),
    };
  };
  const isFieldOf =
    ({ path }: Column<Row>) =>
    (field: { name: string; path?: string }) =>
      path !== undefined && (field.path ?? field.name) === path;
  const fields = columns.map((column) => filterFields.find(isFieldOf(column)));
  const valued = columns.map((column, index) => columnValue(column, fields[index]));
  const toColumn = (column: Column<Row>, index: number): BrowseColumn => {
    const { header, align, as, min, spare, perUnit, cut } = column;
    return {
      title: header,
      align: isRight({ align, as }) ? "right" : "left",
      min,
      isExtra: extraColumns.includes(column),
      ages: as === "ago",
      isStatus: isStatus(column),
      isWhole: as === "ago" || as === "time",
      isSpare: spare,
      perUnit,
      cut,
      sort: sortable.find(isFieldOf(column))?.name,
      set: changes && changeFields.find((change) => change.name === fields[index]?.name)?.name,
    };
  };
  const shown = columns.map(toColumn);
  const listed: typeof access.list = (given) => {
    const listing = access.list({ ...given, fuzzy: given.search ? true : given.fuzzy });
    return access.complete === undefined ? listing : { ...listing, rows: access.complete(listing.rows) };
  };
  return {
    name,
    singular,
    title,
    columns: shown,
    filterFields,
    searched: { fields: searched.fields, fuzzy: searched.text !== undefined },
    relations: relations.map(({ resource, title }) => ({ resource, title })),
    changes: changes && {
      ...cellRules(shown, changeFields),
      effects: changes.effects,
      commands: (edit) =>
        changes
          .commands(edit)
          .map((command) => inShell([command, ...flags.map((flag) => shellWord(flag))].join(" "), shell)),
    },
    actions,
    totals,
    hasPulse: resource.pulse !== undefined,
    hasPages: resource.address !== undefined,
    emptyHint,
    open({ sort = access.sort, sortHere, ...query }) {
      if (sortHere === undefined)
        return readInParts(listed, { ...listOptions, ...query, sort }, (row) => toRow(row));
      // An invalid filter is reported now, not with the first row.
      readInParts(listed, { ...listOptions, ...query }, (row) => row).close();
      const index = columns.findIndex(({ header }) => header === sortHere.column);
      const valueIn = valued[index];
      const output = columns[index]?.path;
      const open = async function* (signal: AbortSignal) {
        for await (const row of listed({ ...listOptions, ...query, output, all: true, signal }).rows)
          yield { row: toRow(row, output), value: valueIn?.(row, times()) ?? { kind: "none" as const } };
      };
      return sortedParts(open, sortHere.descending, () => tooManyToSort(title, sortHere.column));
    },
    filterBy(index, match) {
      const field = fields[index];
      const found = "equals" in match ? field?.finds?.[match.equals] : undefined;
      if (found !== undefined) return found;
      return field === undefined || field.type === "list" ? undefined : filterText(matchFilter(field, match));
    },
    async *values({ filter, search }, index, signal) {
      const valueIn = valued[index];
      // What `complete` adds is only shown, not counted.
      const fuzzy = search ? { fuzzy: true } : {};
      const output = columns[index]?.path;
      const { rows } = access.list({ ...listOptions, filter, search, ...fuzzy, output, all: true, signal });
      for await (const row of rows) yield valueIn?.(row, times()) ?? { kind: "none" };
    },
    fieldsOf(id) {
      const row = recent.get(id);
      return row && linesOf(row, times(), unread);
    },
    async detail(id, signal) {
      const reader = signal === undefined ? access : await cancelable(signal);
      const found = await reader.get(id, {});
      const { row, sections } = await pageOf(reader, found);
      signal?.throwIfAborted();
      const now = times();
      return {
        id,
        label: resource.label(row),
        lines: linesOf(row, now),
        sections: sections.map((section) => section(now)),
        related: relations.map(({ filter }) => filter(row)),
        address: resource.address?.(row),
        picture: resource.picture?.(row),
        code: resource.code?.(row),
        history: (await reader.history?.(row, times(), describer)) ?? [],
      };
    },
    copyText: async (action, id) => (await actions[action]?.copy?.(await access.get(id, {}))) ?? "",
    listCommand: (query) =>
      line(
        ...(access.listArgs?.(query) ?? [...name.split(" "), "list", ...queryFlags(query)]),
        ...Object.keys(listOptions).map((option) => `--${option}`),
      ),
    getCommand: (reference) =>
      line(...(access.getArgs?.(reference) ?? [...name.split(" "), "get", reference])),
    commandLine: (args) => line(...args),
  };
}

function tooManyToSort(title: string, column: string): Error {
  return new UsageError(
    `The platform cannot sort by ${column}, and more than ${maxSortedRows.toLocaleString("en-US")} ${inSentence(title)} are too many to sort here.`,
    { hint: "Press Esc, then filter first (f)." },
  );
}

/** Returns values if there is one among them. */
const ifAny = <Value>(values: readonly (Value | undefined)[]) =>
  values.some((value) => value !== undefined) ? values : undefined;

/** Reads the page of an object. Parts that cannot be read are reported below the fields. */
async function pageOf<Row>(access: Access<Row>, row: Row): Promise<Page<Row>> {
  try {
    return (await access.page?.(row)) ?? { row, sections: [] };
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    return { row, sections: [textSection("Could not be read", error.message)] };
  }
}

/**
 * Reads a list in parts: any part by its index if the platform supports it, else from the start as far as needed, keeping
 * all rows read so far. `convert` returns the part of a row that is kept.
 */
export function readInParts<Row, Part>(
  list: (query: ListQuery) => Listing<Row>,
  query: ListQuery,
  convert: (row: Row) => Part,
): RowParts<Part> {
  const stop = new AbortController();
  const whole = list({ ...query, all: true, signal: stop.signal });
  const close = () => stop.abort();
  if (whole.inOrder) return { ...inOrder(whole.rows, convert), random: false, close };
  return {
    random: true,
    close,
    async read(from, count) {
      const part = list({ ...query, offset: from, limit: count, signal: stop.signal });
      const rows: Part[] = [];
      for await (const row of part.rows) rows.push(convert(row));
      const end = rows.length < count ? from + rows.length : undefined;
      return { rows, total: part.total() ?? end };
    },
  };
}

/** The time between two reports of the rows that were read so far, in milliseconds. */
const partialMs = 100;

function inOrder<Row, Part>(
  rows: AsyncIterable<Row>,
  convert: (row: Row) => Part,
): Pick<RowParts<Part>, "read"> {
  const converted: Part[] = [];
  const iterator = rows[Symbol.asyncIterator]();
  let ended = false;
  let reading = Promise.resolve();
  const readTo = async (end: number) => {
    while (!ended && converted.length < end) {
      const next = await iterator.next();
      if (next.done) ended = true;
      else converted.push(convert(next.value));
    }
  };
  return {
    async read(from, count, onRows) {
      let told = from;
      const tell = () => {
        if (converted.length <= told) return;
        told = converted.length;
        onRows?.(converted.slice(from, from + count));
      };
      // A search reads many rows for each that it finds.
      const timer = onRows && setInterval(tell, partialMs);
      try {
        // One more row shows whether there is a next part.
        // After an error, the iterator is at its end, but the list is not.
        reading = reading.then(() => readTo(from + count + 1));
        await reading;
      } finally {
        clearInterval(timer);
      }
      return { rows: converted.slice(from, from + count), total: ended ? converted.length : undefined };
    },
  };
}

/**
 * Returns a function that returns the value of a column as it is compared and counted: that of its filter field, if it has one,
 * so that a filter finds the rows that were counted.
 */
function columnValue<Row extends object>(
  column: Column<Row>,
  field: FilterField | undefined,
): (row: Row, times: TimeDisplay) => ColumnValue {
  return (row, times) => {
    const shown = column.value(row);
    const isComputed = field === undefined || column.computed;
    const value: unknown = isComputed ? shown : valueAt(row, field.path ?? field.name);
    if (value === undefined || value === null) return { kind: "none" };
    if (value === "") return { kind: "text", key: "", label: "(empty)" };
    const type = field?.type ?? typeOf(column, value);
    if (type === "number") {
      const amount = Number(String(value).split(" ")[0]);
      const currency = / ([A-Z]{3})$/.exec(String(shown))?.[1];
      if (Number.isFinite(amount)) return { kind: "number", amount, currency: currency || undefined };
    }
    if (type === "date") {
      const time = timeFrom(value as string)?.getTime();
      if (time !== undefined) return { kind: "time", time };
    }
    const word = field?.finds && cellText(column, row, {});
    if (word && field.finds?.[word] !== undefined) return { kind: "text", key: word, label: word };
    return { kind: "text", key: String(value), label: labelOf(column, field, { row, value, times }) };
  };
}

function typeOf<Row>({ as }: Column<Row>, value: unknown): FilterField["type"] {
  if (as === "number" || as === "money" || typeof value === "number") return "number";
  return as === "ago" || as === "time" ? "date" : "text";
}

/** The label is the same for all rows with the value: of words that depend on more, those of the filter are used. */
function labelOf<Row>(
  column: Column<Row>,
  field: FilterField | undefined,
  { row, value, times }: { row: Row; value: unknown; times: TimeDisplay },
): string {
  const { words } = column;
  if (field === undefined) return cellText(column, row, times);
  if (typeof value === "boolean" && words === undefined) return value ? "yes" : "no";
  if (words === undefined) return String(value);
  if (typeof words !== "function") return wordFor(words, String(value))[0];
  const word = Object.entries(field.words ?? {}).find(([, known]) => known === value)?.[0];
  return word ?? wordFor({}, String(value))[0];
}

/** Returns the filter for values of a field. */
function matchFilter(field: FilterField, match: Match): FilterExpression {
  const compare = (operator: "=" | ">=" | "<", text: string): FilterExpression => ({
    kind: "compare",
    field,
    operator,
    value: field.type === "boolean" ? text === "true" : text,
  });
  if ("none" in match) return { kind: "exists", field, value: false };
  if ("equals" in match) return compare("=", match.equals);
  return { kind: "and", filters: [compare(">=", match.from), compare("<", match.to)] };
}

/** A row that was read, and its value. */
export interface ValuedRow {
  readonly row: BrowseRow;
  readonly value: ColumnValue;
}

/**
 * Reads all rows and returns them in the order of their values; rows without a value come first, as on the platform. Rejects if
 * there are more rows than `maxSortedRows`.
 */
export function sortedParts(
  open: (signal: AbortSignal) => AsyncIterable<ValuedRow>,
  descending: boolean,
  tooMany: () => Error,
): RowParts {
  const stop = new AbortController();
  let all: Promise<BrowseRow[]> | undefined;
  const found: ValuedRow[] = [];
  const readAll = async () => {
    for await (const one of open(stop.signal)) if (found.push(one) > maxSortedRows) throw tooMany();
    const sign = descending ? -1 : 1;
    return found.sort((a, b) => sign * compareCells(a.value, b.value)).map(({ row }) => row);
  };
  return {
    random: false,
    close: () => stop.abort(),
    async read(from, count, onRows) {
      all ??= readAll();
      const timer = onRows && setInterval(() => onRows([], found.length), partialMs);
      try {
        const rows = await all;
        return { rows: rows.slice(from, from + count), total: rows.length };
      } finally {
        clearInterval(timer);
      }
    },
  };
}

const ranks = { none: 0, number: 1, time: 2, text: 3 } as const;
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Compares two values of a column: amounts and times by size, texts by the alphabet and the numbers in them. */
export function compareCells(a: ColumnValue, b: ColumnValue): number {
  if (a.kind === "number" && b.kind === "number") return a.amount - b.amount;
  if (a.kind === "time" && b.kind === "time") return a.time - b.time;
  if (a.kind === "text" && b.kind === "text") return collator.compare(a.label, b.label);
  return ranks[a.kind] - ranks[b.kind];
}

/** How texts in the cells of a list become `--set` texts and back. */
export type CellRules = Pick<BrowseChanges, "fields" | "check" | "editText" | "setOf" | "after">;

/** Returns the rules of a list with these columns and fields. */
export function cellRules(
  columns: readonly Pick<BrowseColumn, "set">[],
  fields: readonly FieldSpec[],
): CellRules {
  const typeOf = (name: string) => fields.find((field) => field.name === name)?.type ?? "text";
  const cellOf = (name: string, cells: readonly string[]) =>
    cells[columns.findIndex(({ set }) => set === name)];
  return {
    fields,
    check: (set) => void parseChange(set, fields),
    editText(name, cell) {
      const type = typeOf(name);
      if (type === "text") return isLiteral(cell, name, fields) ? cell : JSON.stringify(cell);
      const text = withoutUnit(cell);
      const isFigure = type === "money" || type === "number";
      return isFigure && parseAmount(text) === undefined ? "" : text;
    },
    setOf(name, text, { literal = false, cell = "" } = {}) {
      const type = typeOf(name);
      if (type === "boolean") {
        const word = words.get(text.toLowerCase()) ?? text;
        // Another field, and what has operators, is calculated.
        const isValue = literal || (/^[+-]?[\w.]+%?$/.test(text) && typeOf(text) !== "boolean");
        if (isValue && !/^(true|false)$/.test(word))
          throw new UsageError(
            `${name} is yes or no, not "${text}".`,
            literal ? { hint: notCalculated } : {},
          );
        return `${name}=${word}`;
      }
      if (type === "money" || type === "number") {
        const amount = ownAmount(text, name, type === "money" ? unit.exec(cell)?.[1] : undefined);
        return `${name}=${literal ? plainAmount(text, amount, name) : amount}`;
      }
      const isText = !literal || type !== "text" || isLiteral(text, name, fields);
      return `${name}=${isText ? text : JSON.stringify(text)}`;
    },
    after(set, { cells, variants = {} }) {
      const change = parseChange(set, fields);
      const { name, type } = change.field;
      const each = variants[name] ?? [cellOf(name, cells) ?? ""];
      const [, currency] = unit.exec(cellOf(name, cells) ?? "") ?? [];
      // Each variant has its own values of the other fields.
      if (each.length > 1 && change.reads.some((read) => read !== name)) return undefined;
      const results: Value[] = [];
      for (const cell of each) {
        const textFor = (field: string) => (field === name ? cell : cellOf(field, cells));
        const known = change.reads.map((read) => [read, valueIn(textFor(read), typeOf(read))] as const);
        if (type === "list" || known.some(([, value]) => value === undefined)) return undefined;
        const after = applyChanges([change], Object.fromEntries(known), { currency: currency ?? "USD" });
        results.push(after[name] ?? null);
      }
      const shown = (value: Value) => textOf(value, type === "money" ? currency : undefined);
      if (results.length === 1) return shown(results[0] ?? null);
      const numbers = results.filter(isNumber);
      if (type !== "money") return `${shown(sum(numbers))}, ${countOf(results.length, "variant")}`;
      const sorted = numbers.toSorted((a, b) => a.cmp(b));
      const [least = null, max = null] = [sorted[0], sorted.at(-1)];
      const counted = countOf(results.length, "variant");
      return shown(least) === shown(max)
        ? `${shown(max)} for all ${counted}`
        : `${withoutUnit(shown(least))}–${shown(max)}, ${counted}`;
    },
  };
}

const words = new Map([
  ["yes", "true"],
  ["no", "false"],
]);

/** The currency behind an amount: ` USD`. */
const unit = / ([A-Z]{3})$/;

/** Returns an amount without its currency and without separators of thousands; other texts as they are. */
function withoutUnit(text: string): string {
  const amount = text
    .trim()
    .replace(unit, "")
    .replace(/^[$€£¥]\s*/, "");
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(",", "") : amount;
}

const notCalculated = "What is pasted or read from a file is not calculated. Type it to calculate.";

/**
 * Returns an amount without its currency and without separators of thousands; expressions as they are. Throws UsageError for
 * a sign or code of another currency than that of the row.
 */
function ownAmount(text: string, name: string, currency: string | undefined): string {
  const mark = String.raw`\p{Sc}|\p{Lu}{1,2}\$|\p{Lu}{3}`;
  const parts = new RegExp(`^(${mark})?\\s*([+-]?[\\d.,]+%?)\\s*(${mark})?$`, "u").exec(text.trim());
  if (parts === null) return text.trim();
  const [, before, amount = "", after] = parts;
  for (const found of [before, after])
    if (found !== undefined && !(currency !== undefined && currencyMarks(currency).has(found)))
      throw new UsageError(
        currency === undefined
          ? `"${text}" has the currency ${found}, and ${name} has none here.`
          : `"${text}" has the currency ${found}, and ${name} is in ${currency}.`,
        { hint: "Give the amount without a currency." },
      );
  return withoutUnit(amount);
}

/** Returns the code of a currency and its signs: `USD`, `US$` and `$`. */
function currencyMarks(currency: string): ReadonlySet<string> {
  const sign = (locale: string, currencyDisplay: "symbol" | "narrowSymbol") =>
    new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? currency;
  return new Set([currency, sign("en-CA", "symbol"), sign("en", "narrowSymbol")]);
}

/** Returns an amount that is not calculated. Throws UsageError for other texts, and for amounts with two meanings. */
function plainAmount(text: string, amount: string, name: string): string {
  const unclear = /^\D*([1-9]\d{0,2})[.,](\d{3})\D*$/.exec(text);
  if (unclear !== null) {
    const [, whole = "", digits = ""] = unclear;
    throw new UsageError(
      `"${text}" could be ${Number(`${whole}.${digits}`)} or ${whole}${digits}. Type the one that you mean.`,
    );
  }
  if (amount === "" || (/^[^-]/.test(amount) && parseAmount(amount) !== undefined)) return amount;
  throw new UsageError(`"${text}" is not an amount for ${name}.`, { hint: notCalculated });
}

/** Returns whether a text is taken literally after `name=`: it is not an expression, and not the word for no value. */
function isLiteral(text: string, name: string, fields: readonly FieldSpec[]): boolean {
  if (text === "") return true;
  try {
    const { reads, evaluate } = parseChange(`${name}=${text}`, fields);
    return reads.length === 0 && evaluate({}, "USD") === text;
  } catch {
    return false;
  }
}

/** Returns the value that a cell shows; undefined if it shows something else, such as `in stock`. */
function valueIn(cell: string | undefined, type: FieldSpec["type"]): Value | undefined {
  if (cell === undefined || type === "list") return undefined;
  if (cell === "") return null;
  if (type === "text") return cell;
  if (type === "boolean") return { yes: true, no: false }[cell];
  return parseAmount(withoutUnit(cell));
}

function textOf(value: Value, currency: string | undefined): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isList(value)) return value.join(", ");
  if (!isNumber(value)) return value;
  return currency === undefined ? amountText(value) : `${moneyText(value, currency)} ${currency}`;
}
