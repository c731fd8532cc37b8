import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import type { Event } from "../../../src/api/services/events/events.ts";
import { planEvents } from "../../../src/resources/events/import.ts";

const event = {
  title: "Glaze night",
  dateAndTimeSettings: {
    startDate: "2030-05-01T17:00:00.000Z",
    endDate: "2030-05-01T19:00:00.000Z",
    timeZoneId: "Europe/Berlin",
  },
};

/** A shop with one event, as the filters for ids, slugs and titles find it. */
const call = (async (_endpoint: unknown, { query }: { query: { filter: object } }) => {
  const stored: Record<string, unknown> = { ...event, id: "e", slug: "glaze-night" };
  const [[field = "", { $in: values }] = ["", { $in: [] }]] = Object.entries(
    query.filter as Record<string, { $in: readonly unknown[] }>,
  );
  expect(values).not.toContain(undefined);
  return { events: values.includes(stored[field]) ? [stored] : [], pagingMetadata: { total: 1 } };
}) as unknown as Call;

test.each([
  ["the same start", event, []],
  [
    "another start",
    {
      ...event,
      dateAndTimeSettings: { ...event.dateAndTimeSettings, startDate: "2030-05-01T18:00:00.000Z" },
    },
    ["event.create"],
  ],
])("a record without an id and a slug is the event with its title and %s", async (_, record, kinds) => {
  const row = { line: 1, source: "events.ndjson:1", record: record as Event };
  const [planned] = await planEvents(call, [row], { newSlugs: new Set(), lines: new Map() });
  expect(Array.isArray(planned) ? planned.map(({ kind }) => kind) : planned).toEqual(kinds);
});
