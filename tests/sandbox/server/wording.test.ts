import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../../../src/sandbox/server/router.ts";
import { createRequester } from "../../support/test-shop.ts";

async function open(catalog = "v1") {
  const { send, close } = openSandbox({ file: ":memory:", origin: "https://shop.example" });
  onTestFinished(close);
  const ask = createRequester(send);
  await ask("POST", "/__till/seed", { count: 1, catalog });
  /** Returns the field and the description of each violation. */
  return async (path: string, body: object): Promise<[string, string][]> => {
    const answer = await ask("POST", path, body);
    expect(answer.status).toBe(400);
    const found = answer.body.details.validationError.fieldViolations;
    return found.map(({ field, description }: Record<string, string>) => [field, description]);
  };
}

const event = (more: object) => ({
  event: {
    title: "Fair",
    location: { type: "VENUE", name: "Hall" },
    dateAndTimeSettings: {
      startDate: "2040-01-10T18:00:00Z",
      endDate: "2040-01-10T22:00:00Z",
      timeZoneId: "Europe/Berlin",
    },
    registration: { initialType: "RSVP" },
    ...more,
  },
});

test("words event types and places as the live platform does, also for unknown values", async () => {
  const violations = await open();
  const type = "initialType is unexpected. Expected: [RSVP,TICKETS,RSVP_AND_TICKETS]";
  const create = async (more: object) => await violations("/events/v3/events", event(more));
  expect(await create({ registration: {} })).toEqual([["event.registration.initialType", type]]);
  expect(await create({ registration: undefined })).toEqual([["event.registration", type]]);
  // At the root of the event, the field is unknown and therefore ignored.
  expect(await create({ registration: undefined, initialType: "RSVP" })).toEqual([
    ["event.registration", type],
  ]);
  expect(await create({ registration: { initialType: "TICKETS" } })).toEqual([
    ["event.registration.initialType", type],
  ]);
  expect(await create({ location: { type: "TBD", name: "Hall" } })).toEqual([
    ["event.location.type", "type enum must be in [VENUE(0), ONLINE(1)]"],
  ]);
  expect(await create({ description: "A fair" })).toEqual([["event.description", "Expected an object"]]);
  const startDate = { seconds: 1, nanos: 0 };
  expect(await create({ dateAndTimeSettings: { startDate } })).toEqual([
    ["event.dateAndTimeSettings.startDate", "Expected a string."],
  ]);
});

test("words fee types and prices of tickets as the live platform does", async () => {
  const violations = await open();
  const definition = async (more: object) => {
    const pricingMethod = { fixedPrice: { value: "5", currency: "USD" } };
    const own = { eventId: "00000000-0000-4000-8000-000000000001", name: "Seat", feeType: "FEE_INCLUDED" };
    const ticketDefinition = { ...own, pricingMethod, ...more };
    return await violations("/events-ticket-definitions/v3/ticket-definitions", { ticketDefinition });
  };
  const required = [["ticketDefinition.feeType", "feeType value is required"]];
  expect(await definition({ feeType: undefined })).toEqual(required);
  expect(await definition({ feeType: "SOME_FEE" })).toEqual(required);
  expect(await definition({ pricingMethod: { fixedPrice: { value: 5, currency: "USD" } } })).toEqual([
    ["ticketDefinition.pricingMethod.fixedPrice.value", "Unexpected value for field value"],
  ]);
});

test("reports the outermost missing object once", async () => {
  const violations = await open("v3");
  expect(
    await violations("/categories/v1/categories", { category: { name: "Tea", treeReference: {} } }),
  ).toEqual([["treeReference", "must not be empty"]]);
  const products = [{ id: "00000000-0000-4000-8000-000000000001", revision: "1" }];
  expect(await violations("/stores/v3/bulk/products/update", { products })).toEqual([
    ["products[0].product", "must not be empty"],
  ]);
});

test("names the type of a wrapped amount of a discount rule", async () => {
  const violations = await open();
  const values = [
    { targetType: "SPECIFIC_ITEMS", discountType: "FIXED_AMOUNT", fixedAmount: { value: "5" } },
  ];
  const discountRule = { name: "Sale", active: true, discounts: { values } };
  expect(await violations("/ecom/v1/discount-rules", { discountRule })).toEqual([
    ["discountRule.discounts.values[0].fixedAmount", "Unexpected value for StringValue"],
  ]);
});
