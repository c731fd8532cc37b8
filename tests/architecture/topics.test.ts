import { beforeAll, expect, test } from "vitest";
import { createCaller } from "../../src/api/caller.ts";
import { topicPayload } from "../../src/api/contract/payloads.ts";
import { topics } from "../../src/api/contract/topics.ts";
import { decodeInPlace, toJson } from "../../src/api/decode.ts";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import { type OutboxEvent, readEvents } from "../../src/sandbox/kernel/outbox.ts";
import { sampleSets } from "./samples/index.ts";
import { base, createSampleSandboxes } from "./samples/sample-set.ts";

const noEntity = "the sandbox has no such entity";

/** The topics that the sandbox never emits, with the reason. Must not grow. */
const neverEmitted: Readonly<Record<string, string>> = {
  "com.wix.ecommerce.cart.abandonment.api.v1.CartAbandonedEvent":
    "the older form of abandoned_checkout_created",
  "com.wix.ecommerce.cart.abandonment.api.v1.CartRecoveredEvent":
    "the older form of abandoned_checkout_recovered",
  "wix.billing.v1.contact_tax_details_created": noEntity,
  "wix.billing.v1.contact_tax_details_deleted": noEntity,
  "wix.billing.v1.contact_tax_details_tags_modified": noEntity,
  "wix.billing.v1.contact_tax_details_updated": noEntity,
  "wix.billing.v1.tax_exempt_group_created": noEntity,
  "wix.billing.v1.tax_exempt_group_deleted": noEntity,
  "wix.billing.v1.tax_exempt_group_tags_modified": noEntity,
  "wix.billing.v1.tax_exempt_group_updated": noEntity,
  "wix.ecom.subscription_contracts.v1.subscription_contract_deleted":
    "no call of the platform deletes a contract; the control call expire does: tests/sandbox/control/expire.test.ts",
  "wix.ecom.v1.checkout_deleted":
    "no call of the platform deletes a checkout; the control call expire does: tests/sandbox/control/expire.test.ts",
  "wix.ecom.v1.order_transactions_chargeback_approved": "payments of the sandbox have no chargebacks",
  "wix.ecom.v1.order_transactions_chargeback_reversed": "payments of the sandbox have no chargebacks",
  "wix.ecom.v1.order_transactions_details_updated": "details of a payment never change in the sandbox",
  "wix.iam.signon.v1.sign_on_policy_updated": noEntity,
};
/** Topics that the sandbox emits, but not within 30 days after one sample call. */
const notAfterOneCall = [
  "com.wix.ecommerce.inventory.api.v1.InventoryItemChanged",
  "wix.categories.v1.category_item_added_to_category",
  "wix.ecom.subscription_contracts.v1.subscription_contract_created",
  "wix.ecom.v1.abandoned_checkout_recovered",
  "wix.ecom.v1.order_payment_request_expired",
  "wix.events.guests.v1.guest_guest_event_canceled",
  "wix.events.notifications.v2.notification_config_updated",
  "wix.events.ticketing.events.OrderDeleted",
  "wix.events.v3.ticket_definition_sale_period_updated",
];

interface EmittedEvent extends Pick<OutboxEvent, "type" | "payload"> {
  /** The call that preceded it. */
  call: string;
}

const worlds = createSampleSandboxes();
const emitted = new Map<string, EmittedEvent[]>();
beforeAll(async () => {
  const endpoints = new Map(walk(services));
  for (const set of sampleSets) {
    const note = (call: string, events: readonly OutboxEvent[]) => {
      for (const event of events) {
        const list = emitted.get(event.type) ?? [];
        if (list.length < 20) list.push({ ...event, call });
        emitted.set(event.type, list);
      }
    };
    const idle = await worlds.open(set);
    const due = idle.due();
    note("preparation", readEvents(idle.store.db, 0, 10_000));
    await idle.advance("30d");
    note("30 days", idle.newEvents());
    idle.close();
    for (const name of set.calls) {
      const endpoint = endpoints.get(name);
      if (!endpoint || endpoint.effect === "read") continue;
      const world = await worlds.open(set);
      const headersFor = async () => world.headers[endpoint.role];
      const call = createCaller({ send: world.send, baseUrl: base, headersFor });
      await call(endpoint, world.inputOf(name)).catch(() => {});
      // Work that was due before has run in the shop without a call.
      if (world.due() !== due) await world.advance("30d");
      note(name, world.newEvents());
      world.close();
    }
  }
});

test("the sandbox emits only topics of the platform", () => {
  const known = new Set(topics.map(({ type }) => type));
  expect([...emitted.keys()].filter((type) => !known.has(type))).toEqual([]);
});

test("no call of the platform deletes checkouts and subscription contracts", () => {
  const deleting = [...walk(services)].filter(([, { method }]) => method === "DELETE").map(([name]) => name);
  expect(deleting.filter((name) => /^(checkouts|subscriptionContracts)\./.test(name))).toEqual([]);
});

test("the sandbox emits every topic except the listed ones", () => {
  expect(topics.map(({ type }) => type).filter((type) => !emitted.has(type))).toEqual(
    [...Object.keys(neverEmitted), ...notAfterOneCall].sort(),
  );
});

test.each(topics.map((topic) => [topic.type, topic] as const))(
  "%s: payloads match the model",
  async (type, topic) => {
    const schema = await topicPayload(topic);
    for (const { payload, call } of emitted.get(type) ?? []) {
      const decoded = structuredClone(payload);
      expect(decodeInPlace(schema, decoded), `after ${call}: ${JSON.stringify(payload)}`).toBeUndefined();
      expect(toJson(schema, decoded), `after ${call}`).toEqual(payload);
    }
  },
);
