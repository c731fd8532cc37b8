import type { Call } from "../api/caller.ts";
import { type FilterField, filterText, joinFilters } from "../api/query/filter.ts";
import { UsageError } from "../kernel/errors.ts";
import type { Narrowed } from "./narrowing.ts";
import { type Condition, filterQuoted } from "./resource.ts";

/** Joins conditions and a `--filter` text, in the filter language or as the platform's JSON. */
export function withConditions(
  conditions: readonly Condition[],
  filter: string | undefined,
): string | undefined {
  if (conditions.length === 0) return filter;
  if (filter?.trimStart().startsWith("{")) {
    const fields = conditions.map(([field, values]) => [
      field,
      values.length === 1 ? values[0] : { $in: values },
    ]);
    return `{"$and":[${JSON.stringify(Object.fromEntries(fields))},${filter}]}`;
  }
  const parts = conditions.map(([field, values]) =>
    values.length === 1
      ? `${field} = ${filterQuoted(values[0] ?? "")}`
      : `${field} in (${values.map(filterQuoted).join(", ")})`,
  );
  return [...parts, ...(filter ? [`(${filter})`] : [])].join(" and ");
}

/**
 * Joins two `--filter` texts by `and`; either may be absent. Throws UsageError if one is in the filter language and the other
 * the platform's JSON.
 */
export function joinFilterTexts(a: string | undefined, b: string | undefined): string | undefined {
  if (!a || !b) return a || b;
  const isJson = [a, b].map((text) => text.trimStart().startsWith("{"));
  if (isJson[0] !== isJson[1])
    throw new UsageError("A filter in JSON cannot be joined with one in the filter language.", {
      field: "--filter",
      hint: "Write both in the same way: till help filters",
    });
  return isJson[0] ? `{"$and":[${a},${b}]}` : `(${a}) and (${b})`;
}

/** The options of a list command that are conditions, each with its field. */
export interface ConditionOptions {
  fields: Readonly<Record<string, string>>;
  filterFields: readonly FilterField[];
}

/** Returns options of a list command as conditions. Throws UsageError for a value that the field never has. */
export function optionConditions(options: object, { fields, filterFields }: ConditionOptions): Condition[] {
  const optionValues = options as Readonly<Record<string, string | readonly string[] | undefined>>;
  return Object.entries(fields).flatMap(([option, name]): Condition[] => {
    const values = [optionValues[option] ?? []].flat();
    const known = filterFields.find((field) => field.name === name)?.values;
    const unknown = known && values.find((value) => !known.includes(value));
    if (unknown !== undefined)
      throw new UsageError(`--${option} must be one of: ${known?.join(", ")}, not "${unknown}".`, {
        field: `--${option}`,
      });
    return values.length === 0 ? [] : [[name, values]];
  });
}

/** Returns the arguments and options of a list command over events as conditions. */
export async function eventConditions(
  call: Call,
  [event]: readonly string[],
  options: object,
  known: ConditionOptions,
): Promise<Condition[]> {
  const { findEventId } = await import("./events/read.ts");
  return [
    ...(event === undefined ? [] : [["eventId", [await findEventId(call, event)]] as const]),
    ...optionConditions(options, known),
  ];
}

/**
 * Returns the arguments of a list command over events that lists the same: the event, the flag of each option that a
 * condition has, and the rest as `--filter`.
 */
export function eventListArgs(
  command: readonly string[],
  { input, rest }: Narrowed,
  { fields }: ConditionOptions,
  search: string | undefined,
): string[] {
  const { eventId = [], ...others } = input;
  const optionOf = (field: string) => Object.keys(fields).find((option) => fields[option] === field) ?? field;
  return [
    ...command,
    ...eventId,
    ...Object.entries(others).flatMap(([field, values]) =>
      values.flatMap((value) => [`--${optionOf(field)}`, value]),
    ),
    ...(rest.length > 0 ? ["--filter", filterText(joinFilters("and", rest))] : []),
    ...(search ? ["--search", search] : []),
  ];
}
