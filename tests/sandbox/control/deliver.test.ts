import { expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openVisitorShop, type VisitorShop } from "../support/visitor-shop.ts";

type Json = ReturnType<JSON["parse"]>;

/** Returns the signed events after a position, decoded as the platform's SDK decodes them. */
async function signedAfter({ control }: VisitorShop, after: number) {
  const { events, last } = await control("GET", `deliveries?after=${after}&limit=500`);
  const decoded = events.map(({ jwt, type }: Json) => {
    const claims = JSON.parse(Buffer.from(jwt.split(".")[1], "base64url").toString());
    const { identity, data, eventType } = JSON.parse(claims.data);
    expect(eventType).toBe(type);
    return { type: type.split(".").at(-1), identity: JSON.parse(identity), payload: JSON.parse(data) };
  });
  return { events: decoded as { type: string; identity: Json; payload: Json }[], last };
}

/** Calls the shop as a member, optionally together with the API key as an elevated storefront does. */
async function memberToken({ ask }: VisitorShop): Promise<{ authorization: string; memberId: string }> {
  const anonymous = await ask("POST", "/oauth2/token", {
    clientId: defaults.clientId,
    grantType: "anonymous",
  });
  const visitor = { authorization: anonymous.body.access_token };
  const login = await ask(
    "POST",
    "/_api/iam/authentication/v2/login",
    { loginId: { email: "mira@example.com" }, password: "till-demo-1" },
    visitor,
  );
  const memberId = login.body.identity.id;
  const grant = { grant_type: "authorized_client", scope: "offline_access", member_id: memberId };
  const elevated = { authorization: `${visitor.authorization},${defaults.apiKey}` };
  const { body } = await ask("POST", "/oauth2/token", grant, elevated);
  return { authorization: body.access_token, memberId };
}

test("signed events carry the visitor, member, site user, app or platform that caused them", async () => {
  const shop = await openVisitorShop();
  const start = (await shop.control("GET", "status")).lastEvent;
  const { authorization, memberId } = await memberToken(shop);
  const lineItems = [{ quantity: 1, catalogReference: await shop.item("espresso-cup-set") }];
  const add = (headers: { authorization: string }) =>
    shop.ask("POST", "/ecom/v1/carts/current/add-to-cart", { lineItems }, headers);
  await add({ authorization });
  const cart = await shop.add("espresso-cup-set", 1);
  await shop.ask("POST", "/stores/v1/collections", { collection: { name: "Spring" } });
  const visitor = await shop.newVisitor();
  const both = `${visitor.authorization},${defaults.apiKey}`;
  await shop.ask(
    "POST",
    "/stores/v1/collections",
    { collection: { name: "Summer" } },
    { authorization: both },
  );
  await shop.control("POST", "advance", { by: "60d" });
  await shop.visitor("GET", "/ecom/v1/carts/current");
  const { events } = await signedAfter(shop, start);
  const of = (type: string) => events.filter((event) => event.type === type).map(({ identity }) => identity);
  expect(of("cart_created")).toContainEqual({ identityType: "MEMBER", memberId });
  expect(of("cart_created")).toContainEqual({
    identityType: "ANONYMOUS_VISITOR",
    anonymousVisitorId: cart.buyerInfo.visitorId,
  });
  expect(of("CollectionCreated")).toEqual([
    { identityType: "WIX_USER", wixUserId: expect.any(String) },
    { identityType: "APP", appId: defaults.clientId },
  ]);
  expect(of("subscription_contract_updated")).toContainEqual({ identityType: "UNKNOWN" });
  shop.close();
});

test("reservation events carry quantities, and how many of each ticket are reserved and sold", async () => {
  const shop = await openVisitorShop();
  const start = (await shop.control("GET", "status")).lastEvent;
  const { events: found } = await shop.visitor("POST", "/events/v3/events/query", {
    query: { filter: { slug: "raku-night" } },
  });
  const eventId = found[0].id;
  const { definitions } = await shop.visitor(
    "GET",
    `/events/v1/checkout/available-tickets?eventId=${eventId}`,
  );
  const ticketDefinitionId = definitions.find(({ free }: Json) => !free).id;
  const reserve = () =>
    shop.visitor("POST", "/events/v1/checkout/reservations", {
      eventId,
      ticketQuantities: [{ ticketDefinitionId, quantity: 2 }],
    });
  const first = await reserve();
  const second = await reserve();
  await shop.visitor("DELETE", `/events/v1/checkout/reservations/${first.id}?eventId=${eventId}`);
  await shop.control("POST", "advance", { by: "1h" });
  await shop.visitor("GET", "/events/v1/checkout/options");
  const { events } = await signedAfter(shop, start);
  const seen = events
    .filter(({ payload }) => [first.id, second.id].includes(payload.reservationId))
    .filter(({ type }) => type.startsWith("Reservation"))
    .map(({ type, payload }) => [
      type,
      payload.reservationId,
      payload.status,
      payload.counts[0].pendingCount,
    ]);
  const before = (seen[0]?.[3] ?? 0) - 2;
  expect(seen).toEqual([
    ["ReservationCreated", first.id, "RESERVATION_PENDING", before + 2],
    ["ReservationCreated", second.id, "RESERVATION_PENDING", before + 4],
    ["ReservationUpdated", first.id, "RESERVATION_CANCELED_MANUALLY", before + 2],
    ["ReservationUpdated", second.id, "RESERVATION_EXPIRED", before],
  ]);
  const [created] = events.filter(({ type }) => type === "ReservationCreated");
  expect(created?.payload).toMatchObject({
    eventId,
    quantities: [{ ticketDefinitionId, quantity: 2 }],
    counts: [{ ticketDefinitionId, confirmedCount: expect.any(Number), paidExists: true }],
  });
  shop.close();
});
