import type { Call } from "../api/caller.ts";
import { joinFilters } from "../api/query/filter.ts";
import { filterText } from "../api/query/filter-text.ts";
import { findEventId } from "./events/read.ts";
import type { Narrowed } from "./narrowing.ts";
import { quoted } from "./resource.ts";

/** A list command over events: what has a flag or an argument of its own is said with it, the rest as a filter. */
export function listedWords(
  command: readonly string[],
  { input, rest }: Narrowed,
  flags: Readonly<Record<string, string>>,
  search: string | undefined,
): string[] {
  const { eventId = [], ...others } = input;
  return [
    ...command,
    ...eventId,
    ...Object.entries(others).flatMap(([name, values]) =>
      values.flatMap((value) => [flags[name] ?? "", value]),
    ),
    ...(rest.length > 0 ? ["--filter", filterText(joinFilters("and", rest))] : []),
    ...(search ? ["--search", search] : []),
  ];
}

/** What such a command was given, as a filter: an event, and the values of its flags under the fields they stand for. */
export async function narrowedBy(
  call: Call,
  [event]: readonly string[],
  options: object,
  fields: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const given = options as Readonly<Record<string, readonly string[] | undefined>>;
  const parts = [
    ...(event === undefined ? [] : [`eventId = ${quoted(await findEventId(call, event))}`]),
    ...Object.entries(fields).flatMap(([option, field]) => {
      const values = given[option] ?? [];
      return values.length === 0 ? [] : [`${field} in (${values.map(quoted).join(", ")})`];
    }),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}
