import type { FilterField } from "../../../api/query/filter.ts";
import type { LineEdit } from "../../components/field.tsx";

/** The texts that can take the place of the word before the cursor. */
export interface Completion {
  /** The text before the word. */
  readonly before: string;
  readonly candidates: readonly string[];
  /** The index of the one that is in the line, once Tab was pressed. */
  readonly at?: number;
}

/** What filters and their completion know of a field. */
export type CompletedField = Pick<FilterField, "name" | "type" | "values">;

const texts = ["=", "!=", "contains", "startsWith", "endsWith", "in (", "exists"];
const orders = ["=", "!=", ">", ">=", "<", "<=", "exists"];
const operators: Readonly<Record<FilterField["type"], readonly string[]>> = {
  text: texts,
  enum: ["=", "!=", "in (", "exists"],
  boolean: ["=", "!="],
  number: orders,
  date: orders,
  list: ["hasSome (", "hasAll (", "exists"],
};

/** Returns what can follow in a filter: a field, an operator, a known value, or `and` and `or`. Quoted texts have none. */
export function completeFilter(fields: readonly CompletedField[], text: string): Completion {
  const [word = ""] = /[\w.]*$/.exec(text) ?? [];
  const before = text.slice(0, text.length - word.length);
  const none = { before, candidates: [] };
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1 || (text.match(/'/g)?.length ?? 0) % 2 === 1) return none;
  const wanted = word.toLowerCase();
  const matching = (all: readonly string[]) => {
    const placed = all.map((one) => ({ one, at: one.replace(/^"/, "").toLowerCase().indexOf(wanted) }));
    const begins = placed.filter(({ at }) => at === 0);
    return { before, candidates: [...begins, ...placed.filter(({ at }) => at > 0)].map(({ one }) => one) };
  };
  const start = before.trimEnd();
  if (start === "" || /(^|\W)(and|or|not)$|(^|\s)\($/i.test(start))
    return matching(fields.map(({ name }) => name));
  const fieldNamed = (name: string | undefined) => fields.find((field) => field.name === name);
  const compared = fieldNamed(
    /([\w.]+)\s*(?:!?=|\b(?:in|hasSome|hasAll)\s*\((?:[^()]*,)?)$/.exec(start)?.[1],
  );
  if (compared) {
    const { type, values = type === "boolean" ? ["true", "false"] : [] } = compared;
    return matching(values.map((value) => (/^[\w.-]+$/.test(value) ? value : `"${value}"`)));
  }
  if (!/\s$/.test(before)) return none;
  const field = fieldNamed(/([\w.]+)$/.exec(start)?.[1]);
  const isNamed = field !== undefined && !/[=<>]\s*[\w.]+$/.test(start);
  if (isNamed) return matching(operators[field.type]);
  return /[\w.)"']$/.test(start) ? matching(["and", "or"]) : none;
}

/** Returns a line with the next candidate, or with the previous one, in the place of the word before its cursor. */
export function withNext({ after }: LineEdit, { before, candidates, at }: Completion, by: 1 | -1) {
  const count = candidates.length;
  const next = at === undefined ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
  const text = candidates[next] ?? "";
  const completion: Completion = { before, candidates, at: next };
  return { line: { before: before + text + (text.endsWith("(") ? "" : " "), after }, completion };
}
