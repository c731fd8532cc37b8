import { beforeEach, expect, test } from "vitest";
import { openPageShop, type PageShop } from "../support/page-browser.ts";

let shop: PageShop;
beforeEach(async () => {
  shop = await openPageShop();
});

const callbacks = { thankYouPageUrl: "http://localhost:3000/thanks", postFlowUrl: "http://localhost:3000/" };
const ada = { "guest0.firstName": "Ada", "guest0.lastName": "Lovelace", "guest0.email": "ada@example.com" };

async function eventBySlug(slug = "raku-night") {
  const { events } = await shop.ok("POST", "/events/v3/events/query", { query: { filter: { slug } } });
  return events[0];
}
async function definitionsOf(eventId: string) {
  const path = "/events-ticket-definitions/v3/ticket-definitions/query";
  const query = { query: { filter: { eventId } } };
  return (await shop.ok("POST", path, query)).ticketDefinitions as { id: string; name: string }[];
}
/** Reserves tickets as the visitor and opens the ticket checkout of a redirect session. */
async function open({ name = "Two bowls", quantity = 2, given = { callbacks } as object } = {}) {
  const { id: eventId, slug: eventSlug } = await eventBySlug();
  const ticketDefinitionId = (await definitionsOf(eventId)).find((one) => one.name === name)?.id;
  const ticketReservation = { tickets: [{ ticketDefinitionId, quantity }] };
  const created = await shop.visitor("POST", "/events/v1/ticket-reservations", { ticketReservation });
  const { id: reservationId } = created.ticketReservation;
  const url = await shop.session({ eventsCheckout: { reservationId, eventSlug }, ...given });
  return { eventId, reservationId, url, page: await shop.browser.open(url) };
}
const order = async (eventId: string, orderNumber: string | null) =>
  (await shop.ok("GET", `/events/v1/events/${eventId}/orders/${orderNumber}?fieldset=TICKETS&fieldset=FORM`))
    .order;

test("sells tickets and leads to the thank-you page with event and order number", async () => {
  const { eventId, page } = await open();
  expect(page.text).toContain("Your tickets are reserved for 20 more minutes.");
  expect(page.text).toContain("Two bowls 2 $136.00");
  const { url } = await shop.browser.press("Pay $136.00", ada);
  const { origin, pathname, searchParams } = new URL(url);
  expect([origin + pathname, searchParams.get("eventId")]).toEqual([callbacks.thankYouPageUrl, eventId]);
  const bought = await order(eventId, searchParams.get("orderNumber"));
  expect(bought).toMatchObject({ status: "PAID", email: "ada@example.com", fullName: "Ada Lovelace" });
  expect((await shop.newBrowser().open(bought.ticketsPdf)).title).toBe("Thank you! See you soon");
  expect((await shop.newBrowser().open(bought.tickets[0].ticketPdfUrl)).title).toBe("Raku night");
});

test("sends the tickets to the buyer, whose link opens them, and the door accepts them", async () => {
  const { eventId } = await open();
  await shop.browser.press("Pay $136.00", ada);
  const mail = await shop.mailTo("ada@example.com");
  expect(mail).toMatchObject({ subject: "Your tickets for Raku night", code: expect.stringMatching(/01$/) });
  const tickets = await shop.browser.open(mail.link);
  expect([tickets.title, tickets.text]).toEqual([
    "Thank you! See you soon",
    expect.stringContaining(mail.code),
  ]);
  expect(tickets.body.match(/<svg role="img" aria-label="Check-in code of ticket /g)).toHaveLength(2);
  await shop.ok("POST", "/events/v1/tickets/check-in", { eventId, ticketNumber: [mail.code] });
  await shop.browser.follow("Open this ticket alone");
  expect(shop.browser.shown.text).toContain("Checked in Yes");
});

test("asks every guest if the event assigns tickets separately, with all types of questions", async () => {
  const { id } = await eventBySlug();
  const registration = { tickets: { guestsAssignedSeparately: true } };
  await shop.ok("PATCH", `/events/v3/events/${id}`, { event: { registration } });
  const add = (control: object) => shop.ok("POST", `/events/v1/events/${id}/form/control`, control);
  await add({ phone: { label: "Phone" } });
  await add({ address: { full: true, labels: { addressLine: "Home" } } });
  await add({ date: { label: "Birthday" } });
  await add({ dropdown: { label: "Size", options: ["S", "M"], mandatory: true } });
  await add({ checkbox: { label: "Topics", options: ["Glaze", "Fire"] } });
  await add({ radioButton: { label: "Lunch", options: ["Yes", "No"] } });
  await add({ text: { label: "Wishes", multiLine: true, maxLength: 100 } });
  await shop.ok("POST", `/events/v1/events/${id}/form/publish`);
  const { eventId, page } = await open();
  expect(page.text).toContain("Ticket 1: Two bowls");
  expect(page.text).toContain("Ticket 2: Two bowls");
  const nameOf = (label: string) => {
    const match =
      new RegExp(`<fieldset id="guest0\\.([\\w-]+)"[^>]*><legend>${label}`).exec(page.body) ??
      new RegExp(`<label for="guest0\\.([\\w-]+)">${label}`).exec(page.body);
    return match?.[1] ?? label;
  };
  const guest = (index: number, firstName: string) => ({
    [`guest${index}.firstName`]: firstName,
    [`guest${index}.lastName`]: "Lovelace",
    [`guest${index}.email`]: `${firstName.toLowerCase()}@example.com`,
    [`guest${index}.address.addressLine`]: "1 St James's Square",
    [`guest${index}.address.country`]: "GB",
    [`guest${index}.date`]: "1815-12-10",
    [`guest${index}.${nameOf("Size")}`]: "M",
    [`guest${index}.${nameOf("Topics")}`]: ["Glaze", "Fire"],
    [`guest${index}.${nameOf("Lunch")}`]: "No",
    [`guest${index}.${nameOf("Wishes")}`]: "Tea\nand cake",
  });
  const { [`guest1.${nameOf("Size")}`]: _, ...incomplete } = guest(1, "Byron");
  const rejected = await shop.browser.press("Pay $136.00", { ...guest(0, "Ada"), ...incomplete });
  expect([rejected.status, rejected.body]).toEqual([
    400,
    expect.stringContaining(`<a href="#guest1.${nameOf("Size")}">This field is required.</a>`),
  ]);
  const { url } = await shop.browser.press("Pay $136.00", { ...guest(0, "Ada"), ...guest(1, "Byron") });
  const bought = await order(eventId, new URL(url).searchParams.get("orderNumber"));
  expect(bought.tickets.map(({ guestFullName }: { guestFullName: string }) => guestFullName)).toEqual([
    "Ada Lovelace",
    "Byron Lovelace",
  ]);
  const answers = Object.fromEntries(
    bought.checkoutForm.inputValues.map(({ inputName, ...value }: { inputName: string }) => [
      inputName,
      value,
    ]),
  );
  expect(answers).toMatchObject({
    address: { address: { formatted: "1 St James's Square, GB", address: { country: "GB" } } },
    date: { dateTime: "1815-12-10T00:00:00.000Z" },
    [nameOf("Size")]: { value: "M" },
    [nameOf("Topics")]: { values: ["Glaze", "Fire"] },
    [nameOf("Lunch")]: { value: "No" },
    [nameOf("Wishes")]: { value: "Tea\nand cake" },
  });
});

test("applies a coupon, and says why another one does not apply", async () => {
  await open();
  const wrong = await shop.browser.press("Apply coupon", { ...ada, coupon: "NOPE" });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    expect.stringContaining('<a href="#coupon">There is no coupon'),
  ]);
  expect((await shop.browser.press("Apply coupon", { coupon: "WELCOME10" })).text).toContain(
    "Discount -$13.60",
  );
  expect(shop.browser.shown.body).toContain('value="Lovelace"');
  expect((await shop.browser.press("Pay $122.40")).url).toContain("orderNumber=");
});

test("shows errors at their fields and keeps what was typed", async () => {
  await open();
  const { status, body } = await shop.browser.press("Pay $136.00", { ...ada, "guest0.email": "ada" });
  expect(status).toBe(400);
  expect(body).toContain('<a href="#guest0.email">Enter an email address, such as ada@example.com.</a>');
  expect(body).toMatch(
    /<input id="guest0\.email"[^>]* aria-invalid="true" aria-describedby="guest0\.email-error"/,
  );
  expect(body).toContain('value="Lovelace"');
});

test("a declined payment keeps the reservation, and the next card pays the same order", async () => {
  const { eventId, reservationId } = await open();
  const declined = await shop.browser.press("Pay $136.00", { ...ada, payment: "declined" });
  expect(declined.text).toContain("The payment was declined. Nothing was charged.");
  expect(declined.body).toContain('value="Lovelace"');
  const { url } = await shop.browser.press("Pay $136.00", { payment: "approved" });
  const { orders } = await shop.ok("GET", `/events/v1/orders?eventId=${eventId}&limit=100`);
  expect(
    orders.filter((one: { reservationId: string }) => one.reservationId === reservationId),
  ).toMatchObject([{ status: "PAID", orderNumber: new URL(url).searchParams.get("orderNumber") }]);
});

test("a bank confirms or rejects the payment", async () => {
  const { eventId } = await open();
  const bank = await shop.browser.press("Pay $136.00", { ...ada, payment: "challenge" });
  expect([bank.title, bank.text]).toEqual(["Confirm your payment", expect.stringContaining("$136.00")]);
  const rejected = await shop.browser.press("Reject payment");
  expect(rejected.text).toContain("The payment was declined.");
  await shop.browser.press("Pay $136.00", { payment: "challenge" });
  const { url } = await shop.browser.press("Confirm payment");
  expect(await order(eventId, new URL(url).searchParams.get("orderNumber"))).toMatchObject({
    status: "PAID",
  });
});

test("waits for a pending payment, and mails the tickets when it arrives", async () => {
  const { eventId } = await open({ given: {} });
  const waiting = await shop.browser.press("Pay $136.00", { ...ada, payment: "pending" });
  expect([waiting.title, waiting.body.includes("<svg")]).toEqual(["Waiting for your payment", false]);
  expect(await shop.mailTo("ada@example.com")).toBeUndefined();
  const orderNumber = new URL(waiting.url).searchParams.get("orderNumber") ?? "";
  await shop.ok("POST", `/events/v1/events/${eventId}/orders/confirm`, { orderNumber: [orderNumber] });
  expect((await shop.browser.follow("Check again")).title).toBe("Thank you! See you soon");
  expect((await shop.mailTo("ada@example.com")).link).toContain(orderNumber);
});

test("says that a reservation has expired, and leads to the tickets", async () => {
  const { url } = await open();
  shop.tick(21 * 60_000);
  const late = await shop.browser.press("Pay $136.00", ada);
  expect([late.status, late.title]).toEqual([410, "Your reservation has expired"]);
  expect((await shop.newBrowser().open(url)).status).toBe(410);
  expect((await shop.browser.follow("Choose tickets again")).title).toBe("Raku night");
});

test("two submits at once sell the tickets once, and both lead to the order", async () => {
  const { eventId, reservationId } = await open();
  const request = shop.browser.request("Pay $136.00", ada);
  const [one, two] = await Promise.all([shop.newBrowser().send(request), shop.newBrowser().send(request)]);
  expect(one.url).toContain("orderNumber=");
  expect(two.url).toBe(one.url);
  const { orders } = await shop.ok("GET", `/events/v1/orders?eventId=${eventId}&limit=100`);
  const own = orders.filter((found: { reservationId: string }) => found.reservationId === reservationId);
  expect(own).toHaveLength(1);
});

test("the reservation of another visitor cannot be bought", async () => {
  const { reservationId } = await open();
  const { authorization } = await shop.newVisitor();
  const url = await shop.session(
    { eventsCheckout: { reservationId, eventSlug: "raku-night" } },
    authorization,
  );
  expect((await shop.newBrowser().open(url)).status).toBe(404);
});

test("says on the page of a canceled ticket that it was canceled", async () => {
  const { eventId } = await open();
  const { url } = await shop.browser.press("Pay $136.00", { ...ada, payment: "authorized" });
  const { orderNumber, tickets } = await order(eventId, new URL(url).searchParams.get("orderNumber"));
  await shop.ok("POST", `/events/v1/events/orders/${orderNumber}/void`, {});
  expect((await shop.newBrowser().open(tickets[0].ticketPdfUrl)).text).toContain("was canceled.");
});
