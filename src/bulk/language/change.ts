import { UsageError } from "../../kernel/errors.ts";
import { type Span, syntaxError, unescaped } from "../../kernel/lexer.ts";
import { amountText, type Decimal, decimal, parseAmount, roundMoney } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { evaluateExpression, fieldsRead, parseExpression } from "./expression.ts";
import {
  EvaluationError,
  type FieldSpec,
  fieldNamed,
  isList,
  isNumber,
  type Value,
  type Values,
} from "./values.ts";

/** One `--set`: the new value of one field. */
export interface Change {
  readonly field: FieldSpec;
  /** The text as typed. */
  readonly text: string;
  /** The fields that the result depends on; empty for an absolute value. */
  readonly reads: readonly string[];
  /** The entries of a change of a list. */
  readonly list?: ListChange;
  /** Returns the unrounded result for a row. Throws EvaluationError if there is none. */
  evaluate(values: Values, currency: string): Value;
}

/**
 * Parses all `--set` of a command. Throws UsageError with a caret, and for a field that is set twice. Several changes can
 * add to a list and remove from it.
 */
export function parseChanges(texts: readonly string[], fields: readonly FieldSpec[]): Change[] {
  const changes = texts.map((text) => parseChange(text, fields));
  for (const [index, { field, text, list }] of changes.entries()) {
    const first = changes.findIndex((other) => other.field === field);
    const isPartial = (one: ListChange | undefined) => one !== undefined && one.mode !== "=";
    if (first < index && !(isPartial(list) && isPartial(changes[first]?.list))) {
      throw new UsageError(`${field.name} is set twice, the second time by "${text}".`, {
        hint: "Set each field once.",
      });
    }
  }
  return changes;
}

/**
 * Parses one `--set` (docs/guides/changes.md): `price=19.99`, `price=+10%`, `price=-5`, `visible=false`,
 * `brand=Acme Corp`, `brand=` (clear), `collections += Summer`, or `field = expression`. Throws UsageError with a caret.
 */
export function parseChange(text: string, fields: readonly FieldSpec[]): Change {
  const equals = text.indexOf("=");
  if (equals < 0) {
    throw new UsageError(`"${text}" changes nothing: expected field=value.`, {
      hint: "For example price=+10%",
    });
  }
  const [sign] = /[+-]$/.exec(text.slice(0, equals)) ?? [];
  const field = targetField(text, sign === undefined ? equals : equals - 1, fields);
  const start = equals + 1 + (text.slice(equals + 1).length - text.slice(equals + 1).trimStart().length);
  const valueText = text.slice(start).trimEnd();
  const change = (reads: readonly string[], evaluate: Change["evaluate"]): Change => ({
    field,
    text,
    reads,
    evaluate,
  });
  const absolute = (value: Value) => change([], () => value);

  if (field.type === "list") {
    if (field.positional !== undefined && sign === undefined && !isPlainText(valueText))
      return entryChange(text, start, field, fields, change);
    const list = { mode: `${sign ?? ""}=` as ListChange["mode"], entries: parseEntries(text, start) };
    const reads = list.mode === "=" ? [] : [field.name];
    return withList({ field, text, reads, evaluate: () => null }, list);
  }
  if (sign !== undefined) return signedChange(text, { start, valueText, sign }, field, change);
  if (valueText === "" || valueText === "null") {
    if (field.nullable) return absolute(null);
    throw syntaxError(
      text,
      { position: start, length: Math.max(1, valueText.length) },
      `${field.name} cannot be empty`,
    );
  }
  if (field.type === "text" && isPlainText(valueText)) {
    checkNamed(text, start, valueText, field);
    return absolute(valueText);
  }
  if (field.type === "money" || field.type === "number") {
    const relative = relativeChange(valueText, field.name);
    if (relative !== undefined) return change([field.name], relative);
    const amount = parseAmount(valueText);
    if (amount !== undefined && field.digits === 0 && !amount.eq(amount.round(0, 0)))
      throw syntaxError(
        text,
        { position: start, length: valueText.length },
        `${field.name} is a whole number`,
      );
    if (amount !== undefined) return absolute(amount);
    if (/^[\d.]+\s*%$/.test(valueText)) {
      const at = { position: start, length: valueText.length };
      throw syntaxError(
        text,
        at,
        "A percentage needs a sign",
        `Write ${field.name}=+${valueText} or ${field.name}=-${valueText}`,
      );
    }
  }
  if (field.type === "boolean" && /^\w+$/.test(valueText) && valueText !== "true" && valueText !== "false") {
    if (fieldNamed(valueText, fields)?.type !== "boolean") {
      throw syntaxError(
        text,
        { position: start, length: valueText.length },
        `${field.name} is true or false`,
      );
    }
  }
  return expressionChange(text, start, field, fields, change);
}

/** Returns the change of a list with other entries. */
export function withList(change: Change, list: ListChange): Change {
  const { name } = change.field;
  return { ...change, list, evaluate: (values) => listAfter(list, values[name], change.field) };
}

type MakeChange = (reads: readonly string[], evaluate: Change["evaluate"]) => Change;

/** Returns the change of `price += 5`, which is `price=+5`. */
function signedChange(
  text: string,
  { start, valueText, sign }: { start: number; valueText: string; sign: string },
  field: FieldSpec,
  change: MakeChange,
): Change {
  const isAmount = field.type === "money" || field.type === "number";
  const relative = isAmount ? relativeChange(`${sign}${valueText}`, field.name) : undefined;
  if (relative !== undefined) return change([field.name], relative);
  const at = { position: start, length: Math.max(1, valueText.length) };
  if (isAmount) throw syntaxError(text, at, `Expected an amount or a percentage after ${sign}=`);
  const message = `${sign}= changes numbers and lists; ${field.name} is ${field.type}`;
  throw syntaxError(text, { position: text.indexOf("=") - 1, length: 2 }, message);
}

/** Throws UsageError for a text that is not one of a field's values. */
function checkNamed(text: string, position: number, value: string, { name, values }: FieldSpec): void {
  if (values === undefined || values.includes(value)) return;
  const suggestion = nearest(value, values);
  const message = `${name} cannot be ${value}${suggestion === undefined ? "" : `. Did you mean ${suggestion}?`}`;
  throw syntaxError(text, { position, length: value.length }, message, `Values: ${values.join(", ")}`);
}

function targetField(text: string, equals: number, fields: readonly FieldSpec[]): FieldSpec {
  const name = text.slice(0, equals).trim();
  const field = fieldNamed(name, fields);
  if (field !== undefined) return field;
  const names = fields.map((field) => field.name);
  const suggestion = nearest(name, names);
  const at = { position: Math.max(0, text.indexOf(name)), length: Math.max(1, name.length) };
  const message = name === "" ? "Expected the name of a field before =" : `There is no field ${name} to set`;
  const hint = `Fields: ${names.join(", ")}`;
  throw syntaxError(
    text,
    at,
    suggestion === undefined ? message : `${message}. Did you mean ${suggestion}?`,
    hint,
  );
}

/** Text is plain unless it starts with a quote or has the form of a call, `name(...)`. */
function isPlainText(valueText: string): boolean {
  return !/^["']/.test(valueText) && !/^[a-z]\w*\(.*\)$/s.test(valueText);
}

function relativeChange(valueText: string, name: string): Change["evaluate"] | undefined {
  const [, sign, digits, percent] = /^([+-])\s*([\d.]+)\s*(%?)$/.exec(valueText) ?? [];
  const size = digits === undefined ? undefined : parseAmount(digits);
  if (size === undefined) return undefined;
  const amount = sign === "-" ? size.neg() : size;
  return (values) => {
    const base = values[name];
    if (!isNumber(base))
      throw new EvaluationError(`${name} is empty, so ${valueText} cannot be applied`, name);
    return base.plus(percent === "%" ? base.times(amount).times(hundredth) : amount);
  };
}

const hundredth = decimal("0.01");

const valueNames = { boolean: "true or false", number: "a number", text: "text", list: "a list" };

function expressionChange(
  text: string,
  start: number,
  field: FieldSpec,
  fields: readonly FieldSpec[],
  change: (reads: readonly string[], evaluate: Change["evaluate"]) => Change,
): Change {
  const expected = field.type === "money" ? "number" : field.type;
  requireNumber(text, start, field, fields);
  const { expression, type, position, length } = parseExpression(text, fields, start);
  const isEmpty = type === "null" && field.nullable;
  if (type !== expected && !isEmpty) {
    const message = `${field.name} takes ${valueNames[expected]}, not ${type}`;
    throw syntaxError(text, { position, length }, message);
  }
  return change(fieldsRead(expression), (values, currency) =>
    evaluateExpression(expression, values, currency),
  );
}

/** Returns the change that computes each entry of a list from its own: an entry is a text in the expression, and may be empty. */
function entryChange(
  text: string,
  start: number,
  field: FieldSpec,
  fields: readonly FieldSpec[],
  change: MakeChange,
): Change {
  const entry = { ...field, type: "text", nullable: true } as const;
  const others = fields.map((one) => (one === field ? entry : one));
  return expressionChange(text, start, entry, others, (reads, evaluate) =>
    change(reads, (values, currency) => {
      const [entries, places] = [values[field.name], values[field.positional ?? ""]].map((list) =>
        isList(list) ? list : [],
      );
      const after = (places ?? []).map((_, at) =>
        evaluate({ ...values, [field.name]: entries?.[at] || null }, currency),
      );
      return after.map((one) => (typeof one === "string" ? one : ""));
    }),
  );
}

/** Throws UsageError for a single word where a number is needed, such as `price=abc`, unless it is, or resembles, a field. */
function requireNumber(text: string, start: number, field: FieldSpec, fields: readonly FieldSpec[]): void {
  const [, space = "", word = ""] = /^(\s*)(\p{L}[\p{L}\p{N}_]*)\s*$/u.exec(text.slice(start)) ?? [];
  const isNumber = field.type === "money" || field.type === "number";
  if (!isNumber || /^(|null|true|false)$/.test(word) || fieldNamed(word, fields) !== undefined) return;
  const names = fields.map(({ name }) => name);
  if (nearest(word, names) !== undefined) return;
  const at = { position: start + space.length, length: word.length };
  const examples = field.type === "money" ? ["19.99", "+10%", "cost*2"] : ["5", "+1", "-10%"];
  throw syntaxError(
    text,
    at,
    `${field.name} takes ${field.type === "money" ? "an amount" : "a number"} or an expression, not ${word}`,
    `For example ${examples.map((example) => `${field.name}=${example}`).join(", ")}`,
  );
}

/**
 * Returns the new values of a row, each computed from the original values. Rounds money half up to the digits of the
 * currency, other numbers to the digits of their field. Throws EvaluationError with the field for a missing result, a
 * negative amount, or an empty value that is not allowed.
 */
export function applyChanges(
  changes: readonly Change[],
  values: Values,
  { currency }: { currency: string },
): Record<string, Value> {
  const after: Record<string, Value> = {};
  for (const { field, list, evaluate } of changes) {
    // Each change of a list continues with the list that the one before left.
    const from = list && after[field.name] !== undefined ? { ...values, ...after } : values;
    after[field.name] = finalValue(field, evaluate(from, currency), currency);
  }
  return after;
}

function finalValue(field: FieldSpec, value: Value, currency: string): Value {
  if ((value === null || value === "") && !field.nullable) {
    throw new EvaluationError(`${field.name} would become empty`, field.name);
  }
  if (field.values && typeof value === "string" && !field.values.includes(value))
    throw new EvaluationError(`${field.name} cannot be "${value}": ${field.values.join(", ")}`, field.name);
  if (isList(value) || !isNumber(value)) return value;
  if (field.type === "number") return value.round(field.digits ?? 6, 1);
  const amount: Decimal = roundMoney(value, currency);
  if (amount.lt(decimal("0"))) {
    throw new EvaluationError(
      `${field.name} would become ${amountText(amount)}, and it cannot be negative`,
      field.name,
    );
  }
  return amount;
}

/** One entry as typed, with its position in the text of the change. */
export interface Entry extends Span {
  readonly text: string;
}

/** What a change does with a list: replace it, add entries or remove entries. */
interface ListChange {
  readonly mode: "=" | "+=" | "-=";
  readonly entries: readonly Entry[];
}

/** Parses entries separated by commas; quoted ones may contain commas. Throws UsageError with a caret. */
function parseEntries(source: string, start: number): Entry[] {
  if (source.slice(start).trim() === "" || source.slice(start).trim() === "null") return [];
  const entry = /\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?!\s*["'])([^,]*?))\s*(,|$)/sy;
  const entries: Entry[] = [];
  for (let position = start; ; ) {
    entry.lastIndex = position;
    const [all, plain, end] = entry.exec(source) ?? [];
    const rest = { position, length: Math.max(1, source.length - position) };
    if (all === undefined) throw syntaxError(source, rest, "Expected entries separated by commas");
    const leading = all.length - all.trimStart().length;
    const length = all.slice(leading).replace(/\s*,?$/, "").length;
    const at = { position: position + leading, length: Math.max(1, length) };
    const text = plain ?? unescaped(source, at);
    if (text === "") throw syntaxError(source, at, "Expected an entry");
    entries.push({ text, ...at });
    if (end !== ",") return entries;
    position = entry.lastIndex;
  }
}

/** Returns the list after a change: each entry once, the ones that stay in their order. */
function listAfter(
  { mode, entries }: ListChange,
  present: Value | undefined,
  { titled: isTitled, positional }: Pick<FieldSpec, "titled" | "positional">,
): readonly string[] {
  const texts = entries.map(({ text }) => text);
  const before = isList(present) ? present : [];
  const isNamed = (one: string) =>
    texts.some((text) => one === text || (isTitled && one.startsWith(`${text}: `)));
  if (mode === "-=") return before.filter((one) => !isNamed(one));
  const after = mode === "+=" ? [...before, ...texts] : texts;
  return positional ? after : [...new Set(after)];
}
