import { currencyText, withoutTrailingZeros } from "../kernel/currency.ts";
import { capitalized } from "../kernel/text.ts";
import { formatZoned } from "../kernel/zoned-text.ts";
import type { Cell } from "./csv.ts";
import { cellAt, dataAt, pick } from "./fields.ts";
import type { Column, ColumnOptions } from "./table.ts";

/** A field of a record, described once for tables, CSV files, details and pages. */
export interface Field<Row> extends Omit<ColumnOptions<Row>, "as"> {
  /** The path in the record. Default: the name of the field, if it has no `value`. */
  path?: string;
  /** Default: the value at the path. */
  value?: (row: Row) => Cell | Date;
  /** What is shown where the record has no value. */
  absent?: Cell;
  /** The words in tables, if they are shorter there. */
  brief?: ColumnOptions<Row>["words"];
  /** Its label in details: `Sold until`. Default: the last part of its name. */
  label?: string;
  /** Its heading in tables. Default: the label in capitals. */
  heading?: string;
  /** `date` is an age in tables and a time in details; `time` is a time in both. A `share` of 0.19 is shown as 19%. */
  as?: "date" | "money" | "number" | "share" | "text" | "time";
  /** The path of the currency that an amount is shown with. */
  currency?: string;
  /** Lists do not return it: it is there once the record itself has been read. */
  late?: boolean;
  /** The path of the time zone that a time is written in. */
  zone?: string;
}

/** The fields of a record by name. */
export type Fields<Row> = Readonly<Record<string, Field<Row>>>;

/** Returns the columns of a table: these fields, named in one text with spaces between. Default: all. */
export function columnsOf<Row>(fields: Fields<Row>, names?: string): Column<Row>[] {
  return chosen(fields, names).map(([name, field]) => {
    const {
      label = labelFrom(name),
      heading = label.toUpperCase(),
      as,
      align,
      grow,
      min,
      spare,
      perUnit,
      cut,
      late,
    } = field;
    const shownAs = as === "date" ? "ago" : as === "share" ? "number" : as;
    const content = contentOf(name, field);
    return {
      header: heading,
      ...content,
      words: field.brief ?? content.words,
      as: shownAs,
      align,
      grow,
      min,
      spare,
      perUnit,
      cut,
      late,
    };
  });
}

/** Returns the lines of details: these fields, named in one text with spaces between. Default: all. */
export function detailColumns<Row>(fields: Fields<Row>, names?: string): Column<Row>[] {
  return chosen(fields, names).map(([name, field]) => {
    const { label = labelFrom(name), as, currency, late, below } = field;
    const isTime = as === "date" || as === "time";
    const isMoney = as === "money" || currency !== undefined;
    return {
      header: label,
      ...contentOf(name, field),
      as: isTime ? "time" : isMoney ? "money" : undefined,
      late,
      below,
    };
  });
}

function chosen<Row>(fields: Fields<Row>, names: string | undefined): [name: string, field: Field<Row>][] {
  if (names === undefined) return Object.entries(fields);
  return names.split(" ").map((name) => {
    const field = fields[name];
    if (field === undefined) throw new TypeError(`There is no field "${name}" among ${Object.keys(fields)}.`);
    return [name, field];
  });
}

/** Returns what a field shows, wherever it is shown. */
function contentOf<Row>(name: string, field: Field<Row>): Omit<Column<Row>, "header"> {
  const { value, absent, zone, tone, computed, data, status } = field;
  const path = field.path ?? (value === undefined ? name : undefined);
  const valueAt = (row: Row) => {
    const cell = cellAt(row, path ?? name) ?? absent;
    if (zone === undefined || typeof cell !== "string") return cell;
    const timeZone = cellAt(row, zone);
    return typeof timeZone === "string" ? inZone(cell, timeZone) : cell;
  };
  const isFigure = field.as === "share" || field.currency !== undefined;
  const words = isFigure ? (row: Row) => [figure(field, row, path ?? name)] as const : field.words;
  return {
    name,
    value: value ?? valueAt,
    path,
    data: data ?? recordData(path, absent),
    words,
    tone,
    computed,
    status,
  };
}

/** Returns what programs get of a field: its data, else what the record has under its name, else what it shows. */
export function dataOf<Row>(
  { name = "", data, value }: Pick<Column<Row>, "data" | "name" | "value">,
  row: Row,
): unknown {
  if (data) return data(row);
  const record = row as Readonly<Record<string, unknown>>;
  return Object.hasOwn(record, name) ? record[name] : value(row);
}

/** Returns the record with only these fields and paths, in their order. Missing values are null. */
export function chosenRecord<Row>(
  row: Row,
  fields: readonly string[],
  named: readonly Column<Row>[],
): Record<string, unknown> {
  // A field whose name is its path keeps the form of the record.
  const own = new Map(
    named.flatMap((column) => (column.name === column.path ? [] : [[column.name, column]])),
  );
  const paths = fields.filter((name) => !own.has(name));
  const picked = pick(row, paths) as Record<string, unknown>;
  const values = fields.map((name): [string, unknown] => {
    const field = own.get(name);
    const [top = ""] = name.split(".");
    return field === undefined ? [top, picked[top] ?? null] : [name, dataOf(field, row) ?? null];
  });
  return Object.fromEntries(values);
}

function recordData<Row>(path: string | undefined, absent: Cell | undefined) {
  if (path === undefined) return undefined;
  const names = path.split(".");
  return (row: Row) => dataAt(row, names) ?? absent;
}

/** Returns a time in its zone; unchanged if the platform named no zone that is known here. */
function inZone(time: string, zone: string): string {
  try {
    return formatZoned(new Date(time), zone);
  } catch {
    return time;
  }
}

/** Returns an amount with its currency, or a share in percent, as people read it; "" if the record has none. */
function figure<Row>({ as, currency = "" }: Field<Row>, row: Row, path: string): string {
  const amount = String(cellAt(row, path) ?? "");
  if (as === "share") {
    const percent = withoutTrailingZeros(amount, { percent: true });
    return percent === undefined ? "" : `${percent}%`;
  }
  const code = String(cellAt(row, currency) ?? "");
  if (code === "") return withoutTrailingZeros(amount) ?? "";
  const text = currencyText(amount, code);
  return text === undefined ? "" : `${text} ${code}`;
}

/** Returns the label for a name: `Created date` for `activity.createdDate`. */
function labelFrom(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return capitalized(last.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
