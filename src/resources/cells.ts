import { applyChanges, parseChange } from "../bulk/language/change.ts";
import { type FieldSpec, isList, isNumber, type Value } from "../bulk/language/values.ts";
import { UsageError } from "../kernel/errors.ts";
import { amountText, moneyText, parseAmount, sum } from "../kernel/money.ts";
import { countOf } from "../kernel/text.ts";
import type { BrowseChanges, BrowseColumn } from "../ui/screens/browse/browse-resource.ts";

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
        const word = words[text.toLowerCase()] ?? text;
        if (literal && !/^(true|false)$/.test(word))
          throw new UsageError(`${name} is yes or no, not "${text}".`, { hint: notCalculated });
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
      const results: Value[] = [];
      for (const cell of each) {
        const textFor = (field: string) => (field === name ? cell : cellOf(field, cells));
        const known = change.reads.map((one) => [one, valueIn(textFor(one), typeOf(one))] as const);
        if (type === "list" || known.some(([, value]) => value === undefined)) return undefined;
        const after = applyChanges([change], Object.fromEntries(known), { currency: currency ?? "USD" });
        results.push(after[name] ?? null);
      }
      const shown = (value: Value) => textOf(value, type === "money" ? currency : undefined);
      if (results.length === 1) return shown(results[0] ?? null);
      return `${shown(sum(results.filter((value) => isNumber(value))))}, ${countOf(results.length, "variant")}`;
    },
  };
}

const words: Readonly<Record<string, string>> = { yes: "true", no: "false" };

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

/** Returns whether a text means itself after `name=`: it is not an expression, and not the word for nothing. */
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
