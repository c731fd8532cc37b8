import { day } from "../../kernel/durations.ts";
import { canonicalAmount } from "../../kernel/money.ts";
import type { Workbook } from "./workbook.ts";

/** How a cell style displays numbers. */
export interface NumberStyle {
  kind: "number" | "date" | "percent";
  /** `stored`: with the digits that are stored; `whole`: without decimals; `formatted`: in another way. */
  shows: "stored" | "whole" | "formatted";
  /** Whole numbers are shown with zeros in front, up to so many digits. */
  digits?: number;
}

export const generalStyle: NumberStyle = { kind: "number", shows: "stored" };

/** The numbers of the built-in formats that display dates and times, East Asian ones included. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Reads how each cell style of a workbook displays numbers. */
export async function readNumberStyles(workbook: Workbook): Promise<NumberStyle[]> {
  if (workbook.styles === undefined) return [];
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isCellStyle = false;
  const steps = workbook.parse(workbook.styles, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") codes.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") isCellStyle = true;
      if (name === "xf" && isCellStyle) styles.push(styleOf(Number(numFmtId), codes));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  for await (const _ of steps);
  return styles;
}

function styleOf(id: number, codes: ReadonlyMap<number, string>): NumberStyle {
  const kind = kindOf(id, codes);
  // Without the locale in front, and the part for texts.
  const code = codes.get(id)?.replace(/^\[\$[^\]]*\]|;@$/g, "");
  if (code === undefined)
    return { kind, shows: id === 0 || id === 49 ? "stored" : id === 1 ? "whole" : "formatted" };
  if (/^(general|@)$/i.test(code)) return { kind, shows: "stored" };
  if (/^0{2,}$/.test(code)) return { kind, shows: "whole", digits: code.length };
  return { kind, shows: /^[0#]$/.test(code) ? "whole" : "formatted" };
}

function kindOf(id: number, codes: ReadonlyMap<number, string>): NumberStyle["kind"] {
  const code = codes.get(id);
  if (code === undefined) return isBuiltInDate(id) ? "date" : id === 9 || id === 10 ? "percent" : "number";
  // Without quoted text, escaped and padding characters, colors and locales; `[h]` counts hours.
  const bare = code.replace(/"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "");
  if (/general/i.test(bare)) return "number";
  if (/[dmyhs]/i.test(bare)) return "date";
  return bare.includes("%") ? "percent" : "number";
}

/** The day after the last one of Excel, 9999-12-31, as a serial number. */
const endOfDates = 2_958_466;

/**
 * Returns the date of a serial number: `2026-05-01`, `2026-05-01T18:30` or, below one day, `18:30`. Returns undefined for a
 * number that is no date.
 */
export function dateText(serial: number, from1904: boolean): string | undefined {
  // Excel counts a 29 February 1900 that did not exist.
  if (!(serial >= 0) || (!from1904 && Math.floor(serial) === 60)) return undefined;
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const seconds = Math.round(days * 86_400);
  if (seconds >= endOfDates * 86_400) return undefined;
  const text = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
  const time = text.slice(11, seconds % 60 === 0 ? 16 : 19);
  if (serial < 1) return time;
  return (seconds * 1000) % day === 0 ? text.slice(0, 10) : `${text.slice(0, 10)}T${time}`;
}

/** Returns a stored ISO date or time as `dateText` writes it; undefined for other text. */
export function isoDateText(stored: string): string | undefined {
  const [, date = "", time = "", seconds = "00"] =
    /^(\d{4}-\d\d-\d\d)?(?:(?:^|T)(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/.exec(stored) ?? [];
  const clock = seconds === "00" ? time : `${time}:${seconds}`;
  if (date === "") return clock === "" ? undefined : clock;
  return clock === "" || clock === "00:00" ? date : `${date}T${clock}`;
}

/** Returns a date or time as the serial number that Excel stores; the inverse of `dateText` for dates of this century. */
export function dateSerial(text: string): number {
  return (Date.parse(text) - Date.UTC(1899, 11, 30)) / day;
}

/** Returns the number of a cell, which may have an exponent; undefined for text that is not a number. */
export const storedNumber = (stored: string): number | undefined =>
  /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(stored) ? Number(stored) : undefined;

/**
 * Returns a stored number as plain decimal text with the 15 digits that Excel displays: 19.989999999999998 is 19.99.
 * Returns undefined for whole numbers with more digits, which Excel has rounded, and for text that is not a number.
 */
export function numberText(stored: string): string | undefined {
  if (/^-?\d{1,15}$/.test(stored)) return String(Number(stored));
  const value = storedNumber(stored);
  if (value === undefined || Math.abs(value) >= 1e15) return undefined;
  return plainText(Number(value.toPrecision(15)));
}

function plainText(value: number): string {
  const [digits = "0", exponent] = String(value).split("e");
  if (exponent === undefined) return digits;
  const sign = digits.startsWith("-") ? "-" : "";
  const bare = digits.replace(/[-.]/g, "");
  return `${sign}0.${"0".repeat(-Number(exponent) - 1)}${bare}`;
}

/** Returns whether Excel stores this text as a number without changing a digit. It has no negative zero. */
export const fitsNumber = (text: string): boolean =>
  /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) &&
  !/^-[0.]*$/.test(text) &&
  numberText(text) === canonicalAmount(text);

/** A cell that is not empty. Numbers are as stored. */
export interface SheetCell {
  /** From 0. */
  column: number;
  kind: "text" | "number" | "date" | "percent" | "boolean" | "error" | "uncalculated";
  value: string;
  /** How a number is displayed. */
  style?: NumberStyle;
}

/** A row that has cells. */
export interface SheetRow {
  /** The number of the row in the sheet, from 1. */
  line: number;
  cells: SheetCell[];
}

/** The most columns and rows of a sheet. */
export const maxColumns = 16_384;
export const maxRows = 1_048_576;

/** Returns the column and row of a reference such as `C12`, both from 0; row -1 if it has none. */
export function cellPosition(reference: string): { column: number; row: number } {
  const [, letters = "", digits = "0"] = /^\$?([A-Z]*)\$?(\d*)$/i.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(digits) - 1 };
}

/** Returns the letters of a column from 0: `C` for 2. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (column % 26));
}

/** Decodes `_x000D_`, as which Excel writes characters that XML cannot hold. */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A character that XML cannot hold or would change. */
const unwritable =
  /[\0-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** A `_` that would begin an escape, also together with the one that replaces the next character. */
const escapeLike = new RegExp(`_(?=x[0-9A-Fa-f]{4}(?:_|${unwritable.source}))`, "g");

/** The inverse of `decodeEscapes`, with the characters that XML cannot hold or would change. */
export const encodeEscapes = (text: string): string =>
  text
    .replace(escapeLike, "_x005F_")
    .replace(
      unwritable,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
