import fc from "fast-check";
import { expect, test } from "vitest";
import type { Event } from "../../../src/api/services/events.ts";
import { eventCells, eventHeader, rowParts } from "../../../src/resources/events/csv.ts";
import { eventOfParts, partsChanged, partsOfEvent } from "../../../src/resources/events/parts.ts";
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
      expect(partsChanged(partsOfEvent(one), parts).after).toEqual({});
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

test("an empty cell of an address clears that part, and a point needs both coordinates", () => {
  const address = {
    formattedAddress: "Deichstr. 9, Hamburg",
    addressLine: "Deichstr. 9",
    city: "Hamburg",
    postalCode: "20459",
    country: "DE",
    geocode: { latitude: 53.5, longitude: 9.9 },
  };
  const venue = { id: "e", location: { address } } as Event;
  const read = (cells: Record<string, string>, present: Event | null = venue) => {
    const { parts, problems } = rowParts({ line: 2, cells, source: [] }, present ?? undefined);
    return problems.length > 0 ? problems.map(({ column }) => column) : parts["location.address"];
  };
  const { formattedAddress: _, postalCode, geocode, ...street } = address;
  expect(read({ postalCode: "" })).toEqual({ ...street, geocode });
  expect(
    read({ city: "" }, {
      id: "e",
      location: { address: { city: "Graz", formattedAddress: "Graz" } },
    } as Event),
  ).toEqual({});
  expect(read({ latitude: "", longitude: "" })).toEqual({ ...address, geocode: undefined });
  const moved = {
    address: "Gasse 1",
    city: "Graz",
    postalCode: "",
    country: "AT",
    latitude: "",
    longitude: "",
  };
  expect(read(moved)).toEqual({
    addressLine: "Gasse 1",
    formattedAddress: "Gasse 1",
    city: "Graz",
    country: "AT",
  });
  expect(read({ address: "", city: "Graz" })).toEqual({ city: "Graz", postalCode, country: "DE", geocode });
  expect(read({ latitude: "53.6" })).toMatchObject({ geocode: { latitude: 53.6, longitude: 9.9 } });
  const streetAddress = { name: "Lange Gasse", number: "3" };
  const unformatted = { id: "e", location: { address: { streetAddress, city: "Graz" } } } as Event;
  expect(read({ city: "Linz" }, unformatted)).toEqual({ streetAddress, city: "Linz" });
  expect(read({ longitude: "" })).toEqual(["longitude"]);
  expect(read({ city: "Graz", latitude: "47.1" }, null)).toEqual(["longitude"]);
  expect(read({ latitude: "91", longitude: "-181" }, null)).toEqual(["latitude", "longitude"]);
  expect(read({ latitude: "5°" })).toEqual(["latitude"]);
});

test("a change of one end of an event has both, which the platform replaces together", () => {
  const [start = "", end = "", zone = ""] = ["startDate", "endDate", "timeZoneId"].map(
    (name) => `dateAndTimeSettings.${name}`,
  );
  const present = { [start]: "2030-05-01T17:00:00.000Z", [end]: "2030-05-01T19:00:00.000Z", [zone]: "UTC" };
  const later = "2030-05-01T18:00:00.000Z";
  expect(partsChanged(present, { [start]: later })).toEqual({
    before: { [start]: present[start], [end]: present[end] },
    after: { [start]: later, [end]: present[end] },
  });
  expect(partsChanged(present, { [end]: later, title: "A" }).after).toEqual({
    [start]: present[start],
    [end]: later,
    title: "A",
  });
  expect(partsChanged(present, { [zone]: "Europe/Berlin" }).after).toEqual({ [zone]: "Europe/Berlin" });
  expect(partsChanged({}, { [start]: later }).after).toEqual({ [start]: later });
});
