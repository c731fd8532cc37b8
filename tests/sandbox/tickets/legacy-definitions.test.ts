import { expect, onTestFinished, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

const path = "/events/v1/ticket-definitions";

test("both services of ticket definitions read and write the same ones", async () => {
  const shop = openTestShop({ seed: "demo" });
  onTestFinished(shop.close);
  const { ok, ask } = shop;
  const { event } = await ok("GET", "/events/v3/events/slug/raku-night");
  const created = await ok("POST", path, {
    eventId: event.id,
    definition: {
      name: "Balcony",
      price: { value: "12.50", currency: "USD" },
      limited: true,
      quantity: 5,
      policy: "No dogs",
      wixFeeConfig: { type: "FEE_ADDED" },
    },
  });
  const { id } = created.definition;
  expect(created.definition).toMatchObject({
    policy: "No dogs",
    free: false,
    dashboard: { limited: true, quantity: 5 },
    wixFeeConfig: { type: "FEE_ADDED_AT_CHECKOUT" },
  });
  const current = await ok("GET", `/events/v3/ticket-definitions/${id}`);
  expect(current.ticketDefinition).toMatchObject({ name: "Balcony", initialLimit: 5, policyText: "No dogs" });

  const prices = await ok("POST", path, {
    eventId: event.id,
    definition: {
      name: "Stalls",
      pricing: { pricingOptions: { options: [{ id: event.id, name: "Child", price: { value: "5" } }] } },
    },
  });
  const stalls = await ok("GET", `/events/v3/ticket-definitions/${prices.definition.id}`);
  expect(stalls.ticketDefinition.pricingMethod.pricingOptions.optionDetails).toMatchObject([
    { optionId: event.id, name: "Child", price: { value: "5", currency: "USD" } },
  ]);
  expect(prices.definition.pricing.pricingOptions.options).toMatchObject([{ id: event.id, name: "Child" }]);

  const change = { eventId: event.id, definition: { name: "Gallery", hidden: true }, fields: "hidden" };
  expect((await ok("PATCH", `${path}/${id}`, change)).definition.name).toBe("Balcony");
  const listed = async (state: string) => {
    const { definitions } = await ok("GET", `${path}?eventId=${event.id}&state=${state}`);
    return definitions.map(({ name }: { name: string }) => name);
  };
  expect(await listed("HIDDEN")).toContain("Balcony");
  expect(await listed("VISIBLE")).not.toContain("Balcony");
  expect(await listed("FREE")).toEqual(["Crew"]);

  const all = (await listed("VISIBLE")).concat(await listed("HIDDEN"));
  expect((await listed("VISIBLE&state=HIDDEN")).sort()).toEqual(all.sort());
  expect(await listed(`HIDDEN&eventCreatorId=${event.userId}`)).toEqual(await listed("HIDDEN"));
  expect(await listed("HIDDEN&eventCreatorId=00000000-0000-4000-8000-000000000001")).toEqual([]);

  const page = await ok("POST", `${path}/query`, { filter: { name: "Balcony" }, facet: ["hidden"] });
  expect(page).toMatchObject({ total: 1, definitions: [{ id }] });
  const second = await ok("POST", "/events/v2/ticket-definitions/query", { query: { filter: { id } } });
  expect(second.definitions).toMatchObject([{ id, dashboard: { hidden: true } }]);

  const { status, body } = await ask(
    "DELETE",
    `${path}?eventId=00000000-0000-4000-8000-000000000001&byId.definitionId=${id}`,
  );
  expect([status, body.details.applicationError.code]).toEqual([404, "TICKET_DEFINITION_NOT_FOUND"]);
  await ok("DELETE", `${path}?eventId=${event.id}&byId.definitionId=${id}`);
  expect((await ask("GET", `${path}/${id}`)).status).toBe(404);
});
