import { isRecord, sameJson } from "../../kernel/json.ts";
import type { FieldChange, StepDescription } from "../engine/job-kinds.ts";
import type { Json, Step } from "../journal/step.ts";

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
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
}

function plain(value: Json): string {
  if (value === null || value === "") return "(none)";
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${plain(one)}`)
    .join(", ");
}
