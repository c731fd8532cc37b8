import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import type { Event } from "../../../src/api/services/events.ts";
import { eventImport, planEvents } from "../../../src/resources/events/import.ts";

const event = {
  title: "Glaze night",
  dateAndTimeSettings: {
    startDate: "2030-05-01T17:00:00.000Z",
    endDate: "2030-05-01T19:00:00.000Z",
    timeZoneId: "Europe/Berlin",
  },
};

/** A shop with events of one title, as the filters for ids, slugs and titles find them. */
function shop(...slugs: string[]): Call {
  const all: Record<string, unknown>[] = slugs.map((slug, index) => ({ ...event, id: `e${index}`, slug }));
  return (async (_endpoint: unknown, { query }: { query: { filter: object } }) => {
    const [[field = "", { $in: values }] = ["", { $in: [] }]] = Object.entries(
      query.filter as Record<string, { $in: readonly unknown[] }>,
    );
    expect(values).not.toContain(undefined);
    expect(values.length).toBeLessThanOrEqual(100);
    const found = all.filter((stored) => values.includes(stored[field]));
    return { events: found, pagingMetadata: { total: found.length } };
  }) as unknown as Call;
}
const call = shop("glaze-night");
const later = {
  ...event,
  dateAndTimeSettings: { ...event.dateAndTimeSettings, startDate: "2030-05-01T18:00:00.000Z" },
};
const rowsOf = (...records: object[]) =>
  records.map((record, index) => ({
    line: index + 1,
    source: `events.ndjson:${index + 1}`,
    record: record as Event,
  }));

test.each([
  ["the same start", event, []],
  ["another start", later, ["event.create"]],
])("a record without an id and a slug is the event with its title and %s", async (_, record, kinds) => {
  const [planned] = await planEvents(call, rowsOf(record), eventImport());
  expect(Array.isArray(planned) ? planned.map(({ kind }) => kind) : planned).toEqual(kinds);
});

test("new events get slugs that no event of the shop and no earlier row has", async () => {
  const numbered = Array.from({ length: 104 }, (_, index) => `glaze-night-${index + 1}`);
  const other = { ...later, title: "Kiln night" };
  const rows = rowsOf(later, { ...later, title: "Glaze Night" }, other, other);
  const state = eventImport();
  const many = shop("glaze-night", "kiln-night-1", ...numbered.filter((slug) => slug !== "glaze-night-9"));
  const planned = (await planEvents(many, rows, state)) as unknown as { key?: string }[][];
  expect(planned.map(([step]) => step?.key)).toEqual([
    "glaze-night-9",
    "glaze-night-105",
    "kiln-night",
    "kiln-night-2",
  ]);
});

test("an event is found by its id in capitals", async () => {
  const id = "0a4c7d52-6f1e-4b58-9c2d-8d3e5f607182";
  const stored = { ...event, id, slug: "s" };
  const one = (async (_: unknown, { query }: { query: { filter: object } }) => ({
    events: JSON.stringify(query.filter).includes(id) ? [stored] : [],
  })) as unknown as Call;
  const state = eventImport();
  const planned = await planEvents(one, rowsOf({ ...later, id: id.toUpperCase() }), state);
  expect(planned).toMatchObject([[{ kind: "event.update", id }]]);
});
