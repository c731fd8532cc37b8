import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { createCaller } from "../../src/api/caller.ts";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import { sandbox as control } from "../../src/api/services/sandbox/sandbox.ts";
import { topicPayload } from "../../src/api/topics/topic-payloads.ts";
import { topics } from "../../src/api/topics/topics.ts";
import { base, createWorlds } from "./family.ts";
import { families } from "./samples.ts";

/** Topics that the sandbox has no code for: of entities and older services that it does not emulate. May only shrink. */
const neverTold = [
  "com.wix.ecommerce.cart.abandonment.api.v1.CartAbandonedEvent",
  "com.wix.ecommerce.cart.abandonment.api.v1.CartRecoveredEvent",
  "wix.billing.v1.contact_tax_details_created",
  "wix.billing.v1.contact_tax_details_deleted",
  "wix.billing.v1.contact_tax_details_tags_modified",
  "wix.billing.v1.contact_tax_details_updated",
  "wix.billing.v1.tax_exempt_group_created",
  "wix.billing.v1.tax_exempt_group_deleted",
  "wix.billing.v1.tax_exempt_group_tags_modified",
  "wix.billing.v1.tax_exempt_group_updated",
  "wix.ecom.v1.checkout_deleted",
  "wix.ecom.v1.order_transactions_chargeback_approved",
  "wix.ecom.v1.order_transactions_chargeback_reversed",
  "wix.ecom.v1.order_transactions_details_updated",
  "wix.events.rsvp.events.RsvpCreated",
  "wix.events.rsvp.events.RsvpDeleted",
  "wix.events.rsvp.events.RsvpUpdated",
  "wix.events.ticketing.events.ReservationCreated",
  "wix.events.ticketing.events.ReservationUpdated",
  "wix.events.ticketing.events.TicketDefinitionCreated",
  "wix.events.ticketing.events.TicketDefinitionDeleted",
  "wix.events.ticketing.events.TicketDefinitionUpdated",
  "wix.iam.signon.v1.sign_on_policy_updated",
  "wix.stores.catalog.v3.promotion_created",
  "wix.stores.catalog.v3.promotion_deleted",
  "wix.stores.catalog.v3.promotion_tags_modified",
  "wix.stores.catalog.v3.promotion_updated",
];
/** Topics that the sandbox tells of, but not after a single sample call of the contract and a month: it takes a longer story. */
const toldElsewhere = [
  "com.wix.ecommerce.inventory.api.v1.InventoryItemChanged",
  "wix.categories.v1.category_item_added_to_category",
  "wix.ecom.subscription_contracts.v1.subscription_contract_created",
  "wix.ecom.subscription_contracts.v1.subscription_contract_deleted",
  "wix.ecom.v1.abandoned_checkout_recovered",
  "wix.ecom.v1.order_payment_request_expired",
  "wix.events.guests.v1.guest_guest_event_canceled",
  "wix.events.notifications.v2.notification_config_updated",
  "wix.events.ticketing.events.OrderDeleted",
  "wix.events.v3.ticket_definition_sale_period_updated",
];

interface Told {
  type: string;
  payload: unknown;
  /** The call after which it was heard. */
  call: string;
}

const worlds = createWorlds();
const told = new Map<string, Told[]>();
beforeAll(async () => {
  const endpoints = new Map([...walk(services), ...walk({ sandbox: control })]);
  const { events, advance } = control;
  for (const family of families) {
    // What the family's world tells of from the beginning is read once; after a call, what it brought.
    let before = 0;
    for (const name of family.calls) {
      const endpoint = endpoints.get(name);
      if (!endpoint || endpoint.effect === "read") continue;
      const world = await worlds.open(family);
      const call = createCaller({
        send: world.send,
        baseUrl: base,
        headersFor: async (role) => world.headers[role],
      });
      const hear = async (after: number) => {
        const { body } = await call("sandbox.events", events, { after, limit: 1000 });
        const heard = (body as { events: (Told & { seq: number })[] }).events;
        for (const event of heard) {
          const list = told.get(event.type) ?? [];
          if (list.length < 20) list.push({ ...event, call: name });
          told.set(event.type, list);
        }
        return heard.at(-1)?.seq ?? after;
      };
      if (before === 0) before = await hear(0);
      await call(name, endpoint, world.inputOf(name)).catch(() => {});
      await call("sandbox.advance", advance, { by: "30d" });
      await hear(before);
      world.close();
    }
  }
}, 120_000);
afterAll(worlds.close);

test("what the sandbox tells of are topics of the platform", () => {
  const known = new Set(topics.map(({ type }) => type));
  expect([...told.keys()].filter((type) => !known.has(type))).toEqual([]);
});

test("it tells of every topic but those that are listed", () => {
  expect(topics.map(({ type }) => type).filter((type) => !told.has(type))).toEqual(
    [...neverTold, ...toldElsewhere].sort(),
  );
});

test.each(topics.map((topic) => [topic.type, topic] as const))(
  "%s: what is told fits its model",
  (type, topic) => {
    const schema = topicPayload(topic);
    for (const { payload, call } of told.get(type) ?? []) {
      const decoded = z.safeDecode(schema, payload as never);
      expect(decoded.error, `after ${call}: ${JSON.stringify(payload)}`).toBeUndefined();
      expect(z.encode(schema, decoded.data), `after ${call}`).toEqual(payload);
    }
  },
);
