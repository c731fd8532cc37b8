import { beforeEach, expect, test } from "vitest";
import { openPageShop, type PageShop } from "../support/page-browser.ts";

let shop: PageShop;
beforeEach(async () => {
  shop = await openPageShop();
});

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
const openEvent = (slug: string) => shop.browser.open(`${shop.pages}/event?slug=${slug}`);
async function eventBySlug(slug: string) {
  const { events } = await shop.ok("POST", "/events/v3/events/query", {
    query: { filter: { slug } },
    fields: ["REGISTRATION"],
  });
  return events[0];
}
async function change(slug: string, event: object) {
  const { id } = await eventBySlug(slug);
  await shop.ok("PATCH", `/events/v3/events/${id}`, { event });
}
const rsvps = async () => (await shop.ok("POST", "/events/v2/rsvps/query", { query: { sort: [] } })).rsvps;
const rsvpOf = async (email: string) => (await rsvps()).find((one: { email: string }) => one.email === email);
/** Returns the ID of a ticket whose number can be chosen on the page. */
const ticketIn = (body: string, name: string) =>
  new RegExp(`for="count-([\\w-]+)">Number of tickets: ${name}`).exec(body)?.[1] ?? "";

test("reserves the chosen tickets and leads to their checkout", async () => {
  const { body, text } = await openEvent("raku-night");
  expect(text).toContain("Two bowls, $68.00 Glaze and fire two bowls.");
  expect(text).toContain("Late seats, $75.00 On sale from");
  expect(text).not.toContain("Crew");
  const [bowls, fund] = [ticketIn(body, "Two bowls"), ticketIn(body, "Kiln fund")];
  // Without a step, browsers allow whole numbers only.
  expect(body).toMatch(new RegExp(`name="price-${fund}"[^>]* step="any"`));
  const low = { [`count-${fund}`]: "1", [`price-${fund}`]: "2" };
  const rejected = await shop.browser.press("Reserve tickets", low);
  expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining("must be 5 USD or more")]);
  const chosen = { [`count-${bowls}`]: "1", [`count-${fund}`]: "1", [`price-${fund}`]: "7.50" };
  const { title, text: checkout } = await shop.browser.press("Reserve tickets", chosen);
  expect(title).toBe("Add your details");
  expect(checkout).toMatch(/Two bowls 1 \$68\.00 Kiln fund 1 \$7\.50/);
});

test("shows the lowest of the prices to choose from, and the service fee of the chosen one", async () => {
  const { id: eventId } = await eventBySlug("raku-night");
  const optionDetails = ["40", "20"].map((value) => ({ name: `Seat ${value}`, price: { value } }));
  await shop.ok("POST", "/events-ticket-definitions/v3/ticket-definitions", {
    ticketDefinition: {
      eventId,
      name: "Gallery",
      feeType: "FEE_ADDED_AT_CHECKOUT",
      pricingMethod: { pricingOptions: { optionDetails } },
    },
  });
  const { body, text } = await openEvent("raku-night");
  expect(text).toContain("Gallery, from $20.00");
  const gallery = ticketIn(body, "Gallery");
  const choice = /<option value="([\w-]+)"[^>]*>Seat 20, \$20\.00/.exec(body)?.[1] ?? "";
  const chosen = { [`count-${gallery}`]: "2", [`option-${gallery}`]: choice };
  const { text: checkout } = await shop.browser.press("Reserve tickets", chosen);
  expect(checkout).toMatch(/Gallery 2 \$40\.00 Subtotal \$40\.00 .*Service fee \$1\.00 Total/);
});

test("asks for at least one ticket, and says how many are allowed", async () => {
  const { body } = await openEvent("raku-night");
  expect((await shop.browser.press("Reserve tickets")).text).toContain("Choose at least one ticket.");
  const counts = {
    [`count-${ticketIn(body, "Two bowls")}`]: "4",
    [`count-${ticketIn(body, "Onlooker")}`]: "1",
  };
  const { text } = await shop.browser.press("Reserve tickets", counts);
  expect(text).toContain("An order can have at most 4 tickets, not 5.");
});

test("says that tickets are sold out, and that an event sells none", async () => {
  const { id } = await eventBySlug("raku-night");
  const path = "/events-ticket-definitions/v3/ticket-definitions";
  const { ticketDefinitions } = await shop.ok("POST", `${path}/query`, {
    query: { filter: { eventId: id } },
    fields: ["SALES_DETAILS"],
  });
  for (const { id: own, revision, salesDetails, hidden } of ticketDefinitions) {
    const initialLimit = (salesDetails?.soldCount ?? 0) + (salesDetails?.reservedCount ?? 0);
    const ticketDefinition = { revision, initialLimit };
    if (!hidden) await shop.ok("PATCH", `${path}/${own}`, { ticketDefinition });
  }
  const { text } = await openEvent("raku-night");
  expect(text).toContain("This event is sold out.");
  expect(text).not.toContain("Reserve tickets");
  expect((await openEvent("winter-tasting")).text).toContain("Tickets are not on sale");
  expect((await openEvent("kiln-sale")).text).toContain("This event needs no registration.");
  expect((await openEvent("nowhere")).status).toBe(404);
});

test("says when the sale and the registration begin, in the time of the event", async () => {
  const event = { start: "2030-05-02T19:00", timeZone: "Asia/Tokyo" };
  const events = [
    { ...event, title: "Tea", tickets: [{ name: "Seat", price: 30 }] },
    { ...event, title: "Talk" },
  ];
  await shop.control("POST", "seed", { data: { events } });
  const afterMidnight = "2030-04-30T15:30:00.000Z";
  const { id } = await eventBySlug("tea");
  const path = "/events-ticket-definitions/v3/ticket-definitions";
  const { ticketDefinitions } = await shop.ok("POST", `${path}/query`, {
    query: { filter: { eventId: id } },
  });
  const [{ id: own, revision }] = ticketDefinitions;
  const salePeriod = { startDate: afterMidnight, endDate: "2030-05-02T09:00:00.000Z" };
  await shop.ok("PATCH", `${path}/${own}`, { ticketDefinition: { revision, salePeriod } });
  const { registration } = await eventBySlug("talk");
  await change("talk", { registration: { rsvp: { ...registration.rsvp, startDate: afterMidnight } } });
  expect((await openEvent("tea")).text).toContain("On sale from 2030-05-01");
  expect((await openEvent("talk")).text).toContain("Registration opens on 2030-05-01.");
});

test("answers an invitation, once per address", async () => {
  await openEvent("studio-open-day");
  const { title, text } = await shop.browser.press("RSVP", ada);
  expect([title, text]).toEqual(["Thank you! See you soon", expect.stringContaining("Answer YES")]);
  expect(await rsvpOf(ada.email)).toMatchObject({ status: "YES", firstName: "Ada" });
  await openEvent("studio-open-day");
  const again = await shop.browser.press("RSVP", ada);
  expect([again.status, again.text]).toEqual([400, expect.stringContaining("already responded YES")]);
  const no = await shop.browser.press("RSVP", { ...ada, email: "no@example.com", status: "NO" });
  expect(no.title).toBe("Maybe next time");
});

test("brings guests whose names the form asks for", async () => {
  const { id } = await eventBySlug("studio-open-day");
  const control = { additionalGuests: { maxGuests: 3, namesMandatory: true } };
  await shop.ok("POST", `/events/v1/events/${id}/form/control`, control);
  await shop.ok("POST", `/events/v1/events/${id}/form/publish`);
  await openEvent("studio-open-day");
  const nameless = await shop.browser.press("RSVP", { ...ada, additionalGuests: "2" });
  expect(nameless.text).toContain("The names of all 2 additional guests are required");
  const { text } = await shop.browser.press("RSVP", { additionalGuests: "2", guestNames: "Byron\nAnne" });
  expect(text).toContain("Guests 3");
  expect((await rsvpOf(ada.email)).additionalGuestDetails.guestNames).toEqual(["Byron", "Anne"]);
});

test("a full event has a waitlist, or is full", async () => {
  const { registration } = await eventBySlug("studio-open-day");
  const rsvp = { ...registration.rsvp, limit: 1 };
  await change("studio-open-day", { registration: { rsvp } });
  expect((await openEvent("studio-open-day")).text).toContain("Join the waitlist");
  const { title, text } = await shop.browser.press("RSVP", ada);
  expect([title, text]).toEqual(["You are on the waitlist", expect.stringContaining("Answer WAITLIST")]);
  await change("studio-open-day", { registration: { rsvp: { ...rsvp, waitlistEnabled: false } } });
  expect((await openEvent("studio-open-day")).text).toContain("This event is full.");
});

test("an event for members asks visitors to log in, and fills in the form", async () => {
  await change("studio-open-day", { registration: { allowedGuestTypes: "MEMBER" } });
  expect((await openEvent("studio-open-day")).text).toContain("This event is for members.");
  await shop.browser.follow("Log in to register");
  const { title, body } = await shop.browser.press("Log in", {
    email: "mira@example.com",
    password: "till-demo-1",
  });
  expect([title, body]).toEqual(["Studio open day", expect.stringContaining('value="mira@example.com"')]);
  await shop.browser.press("RSVP", { email: "mira.l@example.com" });
  expect(await rsvpOf("mira.l@example.com")).toMatchObject({ memberId: expect.any(String) });
});

test("shows the schedule in the time of the event", async () => {
  await openEvent("studio-open-day");
  const { title, text } = await shop.browser.follow("Schedule");
  expect(title).toBe("Schedule: Studio open day");
  expect(text).toContain("Kiln tour Yard 3:00 PM – 3:30 PM");
  expect((await shop.browser.open(`${shop.pages}/schedule?slug=raku-night`)).status).toBe(404);
});
