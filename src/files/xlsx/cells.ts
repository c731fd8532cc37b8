import type { NumberStyle } from "./formats.ts";

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
export const mostColumns = 16_384;
export const mostRows = 1_048_576;

/** Returns the column and row of a reference such as `C12`, both from 0; row -1 if it has none. */
export function positionOf(reference: string): { column: number; row: number } {
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
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The inverse of `decodeEscapes`, with the characters that XML cannot hold or would change. */
export function encodeEscapes(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(
      /[\0-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}
