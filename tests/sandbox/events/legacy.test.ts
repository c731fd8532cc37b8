import { expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

const v2 = (shop: TestShop, request: object) => shop.ok("POST", "/events/v2/events/query", request);
const slugs = ({ events }: { events: { slug: string }[] }) => events.map(({ slug }) => slug);

test("the SDK of 2023 gets events with the fields of its groups, sorted by start", async () => {
  const shop = openTestShop();
  const sort = [{ fieldName: "start", order: "ASC" }];
  const all = await v2(shop, { query: { sort, paging: { limit: 100 } }, fieldset: ["FULL"] });
  expect(all.pagingMetadata).toEqual({ count: all.events.length, offset: 0, total: all.events.length });
  type Scheduled = { scheduling: { config: { startDate: string } } };
  const starts: string[] = all.events.map(({ scheduling }: Scheduled) => scheduling.config.startDate);
  expect(starts).toEqual([...starts].sort());
  const filter = { slug: "raku-night" };
  const { events: plain } = await v2(shop, { query: { filter } });
  expect(plain[0]).toMatchObject({ slug: "raku-night", status: "SCHEDULED", location: { type: "VENUE" } });
  expect(plain[0].registration ?? plain[0].description).toBeUndefined();
  const { events } = await v2(shop, { query: { filter }, fieldset: ["REGISTRATION", "DETAILS", "URLS"] });
  expect(events[0]).toMatchObject({
    registration: { type: "TICKETS", status: "OPEN_TICKETS", ticketing: { currency: "USD", soldOut: false } },
    eventPageUrl: { path: expect.stringContaining("raku-night") },
    calendarLinks: { ics: expect.any(String) },
  });
});

test("events are found by the older status, and by its opposite", async () => {
  const shop = openTestShop();
  const found = async (filter?: object) =>
    slugs(await v2(shop, { query: { filter, paging: { limit: 100 } } }));
  const all = await found();
  const scheduled = await found({ status: "SCHEDULED" });
  expect(scheduled.length).toBeGreaterThan(0);
  expect(scheduled.length + (await found({ status: { $ne: "SCHEDULED" } })).length).toBe(all.length);
  expect(await found({ status: { $hasSome: ["SCHEDULED"] } })).toEqual(scheduled);
});

test("the older documentation's query has totals, and its sort as text", async () => {
  const shop = openTestShop();
  const request = {
    filter: { title: { $contains: "throwing" } },
    limit: 2,
    order: "start:desc",
    fieldset: [],
  };
  const answer = await shop.ok("POST", "/events/v1/events/query", request);
  expect(answer).toMatchObject({ offset: 0, limit: 2, facets: {} });
  expect([answer.events.length, answer.total > 2]).toEqual([2, true]);
  const refused = await shop.ask("POST", "/events/v1/events/query", { order: "price" });
  expect(refused.status).toBe(400);
});
