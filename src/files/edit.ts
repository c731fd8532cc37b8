import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  Scalar,
} from "yaml";
import * as z from "zod/mini";
import { amountText, amountToJson, fitsJson, parseAmount } from "../kernel/money.ts";
import { nearest, sanitizeLine } from "../kernel/text.ts";
import { yamlText } from "../output/yaml.ts";

type Schema = z.core.$ZodType;
type Path = readonly PropertyKey[];

/** One document of an edited text. */
export interface EditedDocument<T> {
  values: T;
  /** The line of its first field. */
  line: number;
  /** Returns the line of a field, or of what contains it: `["variants", 0, "price"]`. */
  lineOf(path: Path): number;
}

/** The most mistakes of the syntax that are reported at once: one often causes others. */
const maxSyntax = 3;

/**
 * Reads the YAML documents of an edited text by the schema of their fields. Text and amounts are read as they were typed, so
 * that `0012`, `yes` and `19.90` stay what they are. Returns the mistakes with their lines; documents with mistakes are left out.
 */
export function readDocuments<S extends Schema>(
  text: string,
  schema: S,
): { documents: EditedDocument<z.output<S>>[]; mistakes: Mistake[] } {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents: EditedDocument<z.output<S>>[] = [];
  const mistakes: Mistake[] = [];
  const lineAt = (offset: number) => lines.linePos(offset).line;
  for (const { contents, errors } of "empty" in parsed ? [] : parsed) {
    const syntax = errors.slice(0, maxSyntax).map(({ pos, message }) => ({
      line: lineAt(pos[0]),
      message: `the text is not YAML: ${message}`,
    }));
    mistakes.push(...syntax);
    if (syntax.length > 0 || contents === null || isEmpty(contents)) continue;
    const found: Mistake[] = [];
    const positions = new Map<string, number>();
    const report = (node: Node, message: string) =>
      found.push({ line: lineAt(node.range?.[0] ?? 0), message });
    const line = lineAt(contents.range?.[0] ?? 0);
    if (!isMap(contents)) {
      mistakes.push({ line, message: "expected fields, such as name: Mug" });
      continue;
    }
    const values = read(contents, schema, [], { report, keep: (path, at) => positions.set(keyOf(path), at) });
    const lineOf = (path: Path): number => {
      const at = positions.get(keyOf(path));
      return at !== undefined ? lineAt(at) : path.length > 0 ? lineOf(path.slice(0, -1)) : line;
    };
    const checked = z.safeParse(schema, values);
    const known = new Set(found.map(({ line }) => line));
    for (const issue of checked.error?.issues ?? [])
      if (!known.has(lineOf(issue.path)))
        found.push({ line: lineOf(issue.path), message: describe(issue, valueAt(values, issue.path)) });
    mistakes.push(...found);
    if (checked.success && found.length === 0) documents.push({ values: checked.data, line, lineOf });
  }
  return { documents, mistakes };
}

const isEmpty = (node: Node): boolean => isScalar(node) && node.value === null && node.source === "";
const keyOf = (path: Path): string => JSON.stringify(path.map(String));

interface Reading {
  report(node: Node, message: string): void;
  /** Keeps the position of a field. */
  keep(path: Path, offset: number): void;
}

function read(node: Node | null, schema: Schema, path: Path, reading: Reading): unknown {
  if (node === null) return null;
  if (isAlias(node)) {
    reading.report(node, "aliases, such as *name, cannot be used here; write the value itself");
    return undefined;
  }
  if (isSeq(node)) {
    const item = itemOf(schema);
    return node.items.map((one, index) => {
      const own = [...path, index];
      reading.keep(own, (one as Node).range?.[0] ?? 0);
      return read(one as Node, item, own, reading);
    });
  }
  if (isMap(node)) return readFields(node, schema, path, reading);
  return isScalar(node) ? scalarValue(node, schema) : undefined;
}

function readFields(node: Node, schema: Schema, path: Path, reading: Reading): Record<string, unknown> {
  const values: [string, unknown][] = [];
  for (const pair of isMap(node) ? node.items : []) {
    if (!isPair(pair) || !isScalar(pair.key)) {
      reading.report(node, "expected the name of a field");
      continue;
    }
    const key = pair.key as Scalar;
    const name = key.source ?? String(key.value);
    const own = [...path, name];
    reading.keep(own, key.range?.[0] ?? 0);
    const below = fieldOf(schema, name);
    if (name === "__proto__") reading.report(key, `there is no field "${name}" here`);
    else if (below !== undefined) values.push([name, read(pair.value as Node | null, below, own, reading)]);
    else if (shapeOf(schema)) reading.report(key, unknownField(name, Object.keys(shapeOf(schema) ?? {})));
    else values.push([name, read(pair.value as Node | null, anything, own, reading)]);
  }
  return Object.fromEntries(values);
}

const anything = z.unknown();

/** Returns what a schema is made of, without optional and nullable. */
function definitionOf(schema: Schema): z.core.$ZodTypes["_zod"]["def"] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "optional" || def.type === "nullable" ? definitionOf(def.innerType) : def;
}

/** Returns the fields of an object, or undefined for another schema. */
function shapeOf(schema: Schema): z.core.$ZodShape | undefined {
  const def = definitionOf(schema);
  return def.type === "object" ? def.shape : undefined;
}

function itemOf(schema: Schema): Schema {
  const def = definitionOf(schema);
  return def.type === "array" ? def.element : anything;
}

/** Returns the schema of a field; undefined if there is none of the name. */
function fieldOf(schema: Schema, name: string): Schema | undefined {
  const def = definitionOf(schema);
  if (def.type === "record") return def.valueType;
  if (def.type === "object") return Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
  return def.type === "unknown" ? anything : undefined;
}

function unknownField(name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  const instead = guess === undefined ? `use ${known.join(", ")}` : `did you mean ${guess}?`;
  return `there is no field "${name}" here; ${instead}`;
}

/** Returns a scalar as its schema wants it: text as it was typed, anything else by the rules of YAML. */
function scalarValue({ value, source = "" }: Scalar, schema: Schema): unknown {
  return definitionOf(schema).type === "string" && value !== null && typeof value !== "string"
    ? source
    : value;
}

function valueAt(values: unknown, path: Path): unknown {
  let value = values;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

const expected: Readonly<Record<string, string>> = {
  string: "text",
  number: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "fields",
  record: "fields",
};

/** Returns what is wrong with a value, beginning with the name of its field. */
function describe(issue: z.core.$ZodIssue, value: unknown): string {
  const name = issue.path.findLast((step) => typeof step === "string");
  const field = name === undefined ? "" : `${String(name)}: `;
  const [last] = issue.path.slice(-1);
  if (value === undefined) return `${field}this field is missing`;
  const got =
    value === null ? "nothing" : typeof value === "object" ? "several values" : JSON.stringify(value);
  const entry = typeof last === "number" ? "an entry of the list: " : "";
  if (issue.code === "invalid_type")
    return `${field}${entry}expected ${expected[issue.expected] ?? issue.expected}, got ${got}`;
  if (issue.code === "invalid_value")
    return `${field}expected ${issue.values.map(String).join(" or ")}, got ${got}`;
  return `${field}${issue.message}, got ${got}`;
}

/** An object as it is shown for editing. */
export interface ShownObject {
  /** Its name, as a comment. */
  label: string;
  /** Its fields in the order in which they are shown. */
  fields: Readonly<Record<string, unknown>>;
}

/** Returns objects as YAML documents in one text, below the lines of a comment. */
export function editText(head: readonly string[], objects: readonly ShownObject[]): string {
  const documents = objects.map(({ label, fields }) => `--- # ${sanitizeLine(label)}\n${yamlText(fields)}`);
  // Without blank lines in between, which a block of lines at the end of a document could take for its own.
  return `${head.map((line) => `# ${line}`.trimEnd()).join("\n")}\n${documents.join("")}`;
}

/** Returns an amount as an unquoted number with at least this many decimals; text that is none, and null, unchanged. */
export function shownAmount(text: string | null | undefined, digits = 0): unknown {
  const amount = parseAmount(text ?? "");
  if (amount === undefined || !fitsJson(amount)) return text;
  const scalar = new Scalar(amountToJson(amount));
  // A number that would be written with an exponent stays text.
  if (String(scalar.value) !== amountText(amount)) return text;
  scalar.minFractionDigits = digits;
  return scalar;
}

/** Returns a text as a block of lines; in quotes if an editor could remove the end of a line. Null stays as it is. */
export function shownBlock(text: string | null | undefined): unknown {
  if (!text) return text;
  const scalar = new Scalar(text);
  scalar.type = /\s$/m.test(text) ? Scalar.QUOTE_DOUBLE : Scalar.BLOCK_LITERAL;
  return scalar;
}

/** A mistake in an edited text. Lines are counted from 1. */
export interface Mistake {
  line: number;
  message: string;
  /** Another line of the text, with which the message ends: `the SKU "MUG" is also on line 12`. */
  also?: number;
}

/** A text with its mistakes as comments. */
export interface MarkedText {
  text: string;
  /** The comments that were added, which are removed before the text is read again. */
  comments: ReadonlySet<string>;
  /** The mistakes with their lines in this text: `line 9: price: …`. */
  summary: string[];
}

/** How comments with mistakes begin. */
const marker = "# ERROR: ";

/** Returns a text with a comment above each line that has a mistake, and how many there are at the top. */
export function withMistakes(text: string, mistakes: readonly Mistake[]): MarkedText {
  const lines = text.split("\n");
  const last = text.endsWith("\n") ? lines.length - 1 : lines.length;
  const at = (line: number) => Math.max(1, Math.min(line, last));
  const sorted = mistakes
    .map((mistake) => ({ ...mistake, line: at(mistake.line) }))
    .sort((a, b) => a.line - b.line);
  // Each comment moves the lines below it, and so does the one at the top.
  const moved = (line: number) => line + 1 + sorted.filter((one) => one.line <= line).length;
  const found = sorted.map(({ line, message, also }) => ({
    line,
    text: sanitizeLine(also === undefined ? message : `${message} on line ${moved(at(also))}`),
  }));
  const numbers = [...new Set(found.map(({ line }) => moved(line)))];
  const head = `${marker}${countText(found.length, numbers)} Fix them and save. To cancel, save the file as it is.`;
  const comments = new Set([head]);
  const marked = lines.flatMap((line, index) => {
    const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
    const own = found.filter((one) => one.line === index + 1).map((one) => `${marker}${one.text}`);
    for (const comment of own) comments.add(comment);
    return [...own.map((comment) => indent + comment), line];
  });
  return {
    text: [head, ...marked].join("\n"),
    comments,
    summary: found.map(({ line, text }) => `line ${moved(line)}: ${text}`),
  };
}

/** The most lines that are listed at the top. */
const shownLines = 10;

function countText(count: number, lines: readonly number[]): string {
  if (count === 1) return `1 mistake, on line ${lines[0]}.`;
  const [first, last] = [lines.slice(0, -1), lines.at(-1)];
  const all =
    lines.length > shownLines
      ? `lines ${lines.slice(0, shownLines).join(", ")} …`
      : lines.length === 1
        ? `line ${last}`
        : `lines ${first.join(", ")} and ${last}`;
  return `${count} mistakes, on ${all}.`;
}

/** Returns a text without the comments that withMistakes() has added. */
export function withoutMistakes(text: string, comments: ReadonlySet<string>): string {
  if (comments.size === 0) return text;
  return text
    .split("\n")
    .filter((line) => !comments.has(line.trim()))
    .join("\n");
}

/** Returns a text without all comments of mistakes, for a text that an earlier command has kept. */
export function withoutOldMistakes(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(marker))
    .join("\n");
}
