import { afterAll, expect, test } from "vitest";
import { topicPayload } from "../../../src/api/contract/payloads.ts";
import { topics } from "../../../src/api/contract/topics.ts";
import { decodeInPlace, toJson } from "../../../src/api/decode.ts";
import { sampleValue } from "../../../src/api/sample.ts";
import { triggerableTopics } from "../../../src/commands/webhooks/recipes.ts";
import { createWorld, type World } from "../../support/world.ts";

const v1 = createWorld();
const v3 = createWorld();
const ready = v3.till("sandbox seed 1 --catalog v3");
afterAll(() => {
  v1.close();
  v3.close();
});

interface EventList {
  items: { seq: number; type: string; entityId: string; payload: Record<string, unknown> }[];
}
const trigger = async (world: World, ...args: string[]) => {
  const result = await world.till(["webhooks", "trigger", ...args, "--json"]);
  return { ...result, events: result.code === 0 ? (JSON.parse(result.stdout) as EventList).items : [] };
};

test.each(triggerableTopics)("%s can be triggered", async (type) => {
  await ready;
  const isV3 = type.includes("catalog.v3");
  const { events, stderr, code } = await trigger(isV3 ? v3 : v1, type);
  expect([code, stderr]).toEqual([0, ""]);
  expect(events.map((event) => event.type)).toContain(type);
});

test.each([["-f entity.id=c-1"], ["-f id=c-1"], ['--input {"id":"c-1"}']])(
  "an object of the shop cannot be chosen for an event that is caused: %s",
  async (flags) => {
    const { code, stderr } = await trigger(v1, "checkout_completed", ...flags.split(" "));
    expect([code, stderr]).toEqual([2, expect.stringContaining("whose id cannot be chosen")]);
  },
);

test.each(triggerableTopics.filter((type) => /\.(cart|checkout|back_in_stock)[^.]*$/.test(type)))(
  "%s can be triggered on catalog v3, too",
  async (type) => {
    await ready;
    const { events, stderr } = await trigger(v3, type);
    expect(stderr).toBe("");
    expect(events.map((event) => event.type)).toContain(type);
  },
);

test.each(triggerableTopics)("%s takes fields of its entity, or says that it has none", async (type) => {
  await ready;
  const isV3 = type.includes("catalog.v3");
  const { code, stderr } = await trigger(isV3 ? v3 : v1, type, "-f", "noSuchField=1");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/noSuchField|created without fields/)]);
});

test("the fields are those of the entity of the event, not of what it needs", async () => {
  for (const [topic, field, entity] of [
    ["wix.ecom.v1.order_payment_request_created", "title=Deposit", { title: "Deposit" }],
    ["wix.events.v2.policy_created", "name=House rules", { name: "House rules" }],
    ["wix.ecom.v1.cart_created", "buyerNote=Leave it", { buyerNote: "Leave it" }],
  ] as const) {
    const { events } = await trigger(v1, topic, "-f", field);
    const event = events.find(({ type }) => type === topic);
    expect(event?.payload, topic).toMatchObject({ createdEvent: { entity } });
  }
});

test("every recipe belongs to an existing topic", () => {
  const types = topics.map(({ type }) => type);
  expect(triggerableTopics.filter((type) => !types.includes(type))).toEqual([]);
  expect(triggerableTopics.length).toBeGreaterThan(40);
});

test("-f and --input set fields of the entity, with and without the entity prefix", async () => {
  const { events } = await trigger(v1, "ProductCreated", "-f", "entity.name=Egg cup", "-f", "brand=Pell");
  expect(events.at(-1)?.payload).toMatchObject({ name: "Egg cup", brand: "Pell" });
  const whole = await trigger(v1, "ProductCreated", "--input", '{"name":"Tea pot","sku":"T1"}');
  expect(whole.events.at(-1)?.payload).toMatchObject({ name: "Tea pot", sku: "T1" });
  const wrong = await trigger(v1, "ProductCreated", "-f", "nmae=Egg cup");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("nmae");
});

test("--sample emits an event without changing the shop and says so", async () => {
  const counts = async () => JSON.parse((await v1.till("sandbox status --json")).stdout).counts;
  const before = await counts();
  const { events, stderr } = await trigger(v1, "order_created", "--sample", "-f", "number=77");
  expect(JSON.parse(stderr).message).toBe("Sent a sample event. Nothing was changed in the sandbox.");
  const [event] = events;
  expect(events).toHaveLength(1);
  expect(event?.payload).toMatchObject({
    entityFqdn: "wix.ecom.v1.order",
    slug: "created",
    entityId: event?.entityId,
    createdEvent: { entity: { id: event?.entityId } },
  });
  expect(await counts()).toEqual(before);
  const { stdout } = await v1.till(`webhooks replay ${event?.seq} --json`);
  const verified = await v1.till("webhooks verify --json", { stdin: JSON.parse(stdout).items[0].jwt });
  expect(JSON.parse(verified.stdout)).toMatchObject({ eventType: "wix.ecom.v1.order_created" });
});

test("a topic without a recipe is sent as a sample", async () => {
  const { events, stderr } = await trigger(v1, "chargeback_approved".padStart(38, "order_transactions_"));
  expect(stderr).toContain("Sent a sample event");
  expect(events).toHaveLength(1);
});

test("an ambiguous or unknown topic sends nothing", async () => {
  const several = await trigger(v1, "order_*");
  expect([several.code, several.events]).toEqual([2, []]);
  expect(several.stderr).toContain("Use one of: wix.ecom.v1.order_");
  expect((await trigger(v1, "order_craeted")).stderr).toContain("Did you mean order_created?");
});

test.each(topics.map((topic) => [topic.type, topic] as const))(
  "a sample of %s fits its model",
  async (_, topic) => {
    const schema = await topicPayload(topic);
    const sample = sampleValue(schema, new Date("2030-01-01T00:00:00.000Z"));
    const decoded = structuredClone(sample);
    expect(decodeInPlace(schema, decoded)).toBeUndefined();
    expect(toJson(schema, decoded)).toEqual(sample);
    expect(JSON.stringify(sample).length).toBeLessThan(100_000);
  },
);
