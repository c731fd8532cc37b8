import { valueAt } from "../api/endpoint.ts";
import type { Finder, GenericArg, PrepareOptions } from "./generic/generic-resource.ts";

/** Finds an event by id or slug. */
export const eventFinder: Finder = async (call, reference) =>
  (await import("../resources/events/read.ts")).findEventId(call, reference);

/** Declares an argument or flag that names an event; `field` receives the event's id. */
export const eventArg = (field = "eventId", name = "<event>"): GenericArg => ({
  name,
  describe: "event id or slug",
  field,
  finds: eventFinder,
});

/** Paths of input fields, with the flag that sets each one. */
type TimeFields = Readonly<Record<string, string>>;

/**
 * Converts local times of an input to ISO text in the time zone of its event. `event` is the path of the event's id; the
 * id of the stored object is used if the input has none. Ambiguous times are handled by resolveTime.
 */
export const inEventZone =
  (event: string, times: TimeFields) =>
  async (input: unknown, { context, call, before }: PrepareOptions): Promise<unknown> => {
    const localTimes = Object.entries(times).filter(([path]) => typeof valueAt(input, path) === "string");
    if (localTimes.length === 0) return input;
    const { findEvent } = await import("../resources/events/read.ts");
    const { zoneOf } = await import("../resources/events/when.ts");
    const { resolveTime } = await import("./answers.ts");
    const id = valueAt(input, event) ?? before?.eventId;
    const zone = zoneOf(await findEvent(call, String(id)));
    let resolved = input;
    for (const [path, flag] of localTimes) {
      const time = await resolveTime(context, zone, flag, String(valueAt(input, path)));
      resolved = withValue(resolved, path.split("."), time);
    }
    return resolved;
  };

/** Returns a copy of an input with one value set. */
export function withValue(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const fields = { ...(input as Record<string, unknown>) };
  return { ...fields, [key]: withValue(fields[key] ?? {}, rest, value) };
}

/** Converts `check-in-guests` to the platform's constant `CHECK_IN_GUESTS`. */
export const constant = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, "_");
