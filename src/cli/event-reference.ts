import { valueAt } from "../api/endpoint.ts";
import type { Finder, GenericArg, PrepareOptions } from "./generic/generic-resource.ts";

/** An event by its id or slug. */
export const eventFinder: Finder = async (call, reference) =>
  (await import("../resources/events/read.ts")).findEventId(call, reference);

/** An argument or flag that names an event; the field takes its id. */
export const eventArg = (field = "eventId", name = "<event>"): GenericArg => ({
  name,
  describe: "the event's id or slug",
  field,
  finds: eventFinder,
});

/** Paths of an input and the flags that give them. */
type TimeFields = Readonly<Record<string, string>>;

/**
 * Reads times of an input in the zone of its event, whose id stands at `event` (or in what was read before): a local time
 * is one of there; where it exists twice it is asked about on a terminal, else refused.
 */
export const inEventZone =
  (event: string, times: TimeFields) =>
  async (input: unknown, { context, call, before }: PrepareOptions): Promise<unknown> => {
    const given = Object.entries(times).filter(([path]) => typeof valueAt(input, path) === "string");
    if (given.length === 0) return input;
    const { findEvent } = await import("../resources/events/read.ts");
    const { zoneOf } = await import("../resources/events/when.ts");
    const { resolveTime } = await import("./resolve-time.ts");
    const id = valueAt(input, event) ?? before?.eventId;
    const zone = zoneOf(await findEvent(call, String(id)));
    let settled = input;
    for (const [path, flag] of given) {
      const time = await resolveTime(context, zone, flag, String(valueAt(input, path)));
      settled = withValue(settled, path.split("."), time);
    }
    return settled;
  };

/** An input with one value in place. */
export function withValue(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const fields = { ...(input as Record<string, unknown>) };
  return { ...fields, [key]: withValue(fields[key] ?? {}, rest, value) };
}

/** `check-in-guests` as the platform writes it: `CHECK_IN_GUESTS`. */
export const constant = (word: string): string => word.toUpperCase().replaceAll(/[\s-]/g, "_");
