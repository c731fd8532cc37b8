import fc from "fast-check";
import { expect, test } from "vitest";
import type { Event } from "../../../src/api/services/events/events.ts";
import { eventCells, eventHeader, rowParts } from "../../../src/resources/events/csv.ts";
import { eventOfParts, partsChanged, partsOf } from "../../../src/resources/events/parts.ts";
import { readMarkdown, richText } from "../../../src/resources/events/rich-text.ts";
import { runs } from "../../support/runs.ts";

const zone = fc.constantFrom(
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "UTC",
  "Australia/Lord_Howe",
);
const time = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const line = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "");
const event: fc.Arbitrary<Event> = fc.record(
  {
    id: fc.constant("e"),
    title: line,
    shortDescription: line,
    seoSettings: fc.record({ slug: fc.constantFrom("a", "b-1") }),
    dateAndTimeSettings: fc.record({
      timeZoneId: zone,
      startDate: time,
      endDate: time,
      showTimeZone: fc.boolean(),
    }),
    location: fc.record(
      {
        type: fc.constantFrom("VENUE", "ONLINE"),
        name: line,
        address: fc.record(
          {
            formattedAddress: line.map((text) => text.trim()),
            city: fc.constantFrom("Hamburg", "Köln"),
            geocode: fc.record({
              latitude: fc.integer({ min: -90, max: 90 }),
              longitude: fc
                .double({ min: -180, max: 180, noNaN: true })
                .map((value) => Number(value.toFixed(5))),
            }),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ["type"] },
    ),
    registration: fc.record(
      {
        initialType: fc.constantFrom("RSVP", "TICKETING"),
        registrationPaused: fc.boolean(),
        rsvp: fc.record({
          limit: fc.integer({ min: 1, max: 999 }),
          waitlistEnabled: fc.boolean(),
          startDate: time,
        }),
      },
      { requiredKeys: [] },
    ),
    description: fc.constantFrom("# A\n\nB **c**", "- x\n- y").map((text) => richText(readMarkdown(text))),
  },
  { requiredKeys: ["id", "title", "dateAndTimeSettings"] },
);

test("an event written to a row and read back is unchanged", () => {
  fc.assert(
    fc.property(event, (one) => {
      const source = eventCells(one);
      const cells = Object.fromEntries(eventHeader.map((name, index) => [name, source[index] ?? ""]));
      const { parts, problems } = rowParts({ line: 2, cells, source }, one);
      expect(problems).toEqual([]);
      expect(partsChanged(partsOf(one), parts).after).toEqual({});
      // On another site it becomes an equal event.
      const { parts: fresh } = rowParts({ line: 2, cells, source }, undefined);
      const copy = eventOfParts(
        Object.fromEntries(Object.entries(fresh).filter(([, value]) => value !== null)),
      );
      expect(eventCells(copy)).toEqual(source.map((cell, index) => (index < 2 ? "" : cell)));
    }),
    { numRuns: runs(300) },
  );
});
