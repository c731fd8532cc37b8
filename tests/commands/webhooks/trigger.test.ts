import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { sampleOf } from "../../../src/api/sample.ts";
import { topicPayload } from "../../../src/api/topics/topic-payloads.ts";
import { topics } from "../../../src/api/topics/topics.ts";
import { realTopics } from "../../../src/commands/webhooks/recipes.ts";
import { createWorld, type World } from "../../support/world.ts";

const v1 = createWorld();
const v3 = createWorld();
const ready = v3.till("sandbox seed 1 --catalog v3");
afterAll(() => {
  v1.close();
  v3.close();
});

interface Told {
  items: { seq: number; type: string; entityId: string; payload: Record<string, unknown> }[];
}
const trigger = async (world: World, ...words: string[]) => {
  const said = await world.till(["webhooks", "trigger", ...words, "--json"]);
  return { ...said, told: said.code === 0 ? (JSON.parse(said.stdout) as Told).items : [] };
};

test.each(realTopics)("%s really happens", async (type) => {
  await ready;
  const isV3 = type.includes("catalog.v3");
  const { told, stderr, code } = await trigger(isV3 ? v3 : v1, type);
  expect([code, stderr]).toEqual([0, ""]);
  expect(told.map((event) => event.type)).toContain(type);
});

test("every recipe is of a topic that exists", () => {
  const types = topics.map(({ type }) => type);
  expect(realTopics.filter((type) => !types.includes(type))).toEqual([]);
  expect(realTopics.length).toBeGreaterThan(40);
});

test("-f and --input fill in the entity, under its own name or as entity", async () => {
  const { told } = await trigger(v1, "ProductCreated", "-f", "entity.name=Egg cup", "-f", "brand=Pell");
  expect(told.at(-1)?.payload).toMatchObject({ name: "Egg cup", brand: "Pell" });
  const whole = await trigger(v1, "ProductCreated", "--input", '{"name":"Tea pot","sku":"T1"}');
  expect(whole.told.at(-1)?.payload).toMatchObject({ name: "Tea pot", sku: "T1" });
  const wrong = await trigger(v1, "ProductCreated", "-f", "nmae=Egg cup");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("nmae");
});

test("a sample says that it is one, is heard like any other event, and leaves the shop alone", async () => {
  const counts = async () => JSON.parse((await v1.till("sandbox status --json")).stdout).counts;
  const before = await counts();
  const { told, stderr } = await trigger(v1, "order_created", "--sample", "-f", "number=77");
  expect(stderr).toBe("A sample: nothing of the kind happened in the sandbox.\n");
  const [event] = told;
  expect(told).toHaveLength(1);
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

test("what the sandbox cannot do is told as a sample", async () => {
  const { told, stderr } = await trigger(v1, "chargeback_approved".padStart(38, "order_transactions_"));
  expect(stderr).toContain("A sample");
  expect(told).toHaveLength(1);
});

test("a name that means several, or none, sends nothing", async () => {
  const several = await trigger(v1, "order_*");
  expect([several.code, several.told]).toEqual([2, []]);
  expect(several.stderr).toContain("Say one of them: wix.ecom.v1.order_");
  expect((await trigger(v1, "order_craeted")).stderr).toContain("Did you mean order_created?");
});

test.each(topics.map((topic) => [topic.type, topic] as const))(
  "a sample of %s fits its model",
  (_, topic) => {
    const schema = topicPayload(topic);
    const sample = sampleOf(schema, new Date("2030-01-01T00:00:00.000Z"));
    const decoded = z.safeDecode(schema, sample as never);
    expect(decoded.error).toBeUndefined();
    expect(z.encode(schema, decoded.data)).toEqual(sample);
    expect(JSON.stringify(sample).length).toBeLessThan(100_000);
  },
);
