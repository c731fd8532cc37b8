import type { Context } from "../context/context.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { formatZoned, instantsOf, isTimeZone } from "../kernel/zoned-time.ts";
import { timeIn } from "../resources/events/when.ts";

/**
 * A time as ISO text; without a zone of its own it is one of `zone`. A local time that exists twice is asked about on a
 * terminal, and refused elsewhere; one that does not exist is refused.
 */
export async function resolveTime(
  context: Context,
  zone: string,
  what: string,
  text: string,
): Promise<string> {
  const { terminal } = context.streams;
  const found = isTimeZone(zone) ? (instantsOf(text, zone) ?? []) : [];
  if (found.length < 2 || terminal === undefined || context.globals.json) return timeIn(zone, what, text);
  const { askSelect } = await import("../ui/screens/prompt.tsx");
  const choices = found.map((time) => ({ label: formatZoned(time, zone), value: time.toISOString() }));
  const question = `${what}: ${text} happens twice in ${zone}. Which one?`;
  const asked = await askSelect(terminal, { question, choices, signal: context.signal });
  if (typeof asked === "object") return asked.answer;
  throw new TillError(
    asked === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
    "Nothing was done.",
  );
}
