import type { Context } from "../context/context.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { formatZoned, instantsOf, isTimeZone } from "../kernel/zoned-time.ts";
import { timeIn } from "../resources/events/when.ts";

/**
 * Resolves a time to ISO text; a time without a zone is local to `zone`. Prompts on a terminal if a local time occurs
 * twice (daylight saving); throws UsageError otherwise, and for a local time that does not exist.
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
  const question = `${what}: ${text} occurs twice in ${zone}. Which one?`;
  const prompted = await askSelect(terminal, { question, choices, signal: context.signal });
  if (typeof prompted === "object") return prompted.answer;
  throw new TillError(
    prompted === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
    "Nothing was done.",
  );
}
