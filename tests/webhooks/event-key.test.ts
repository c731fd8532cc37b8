import { expect, test } from "vitest";
import { topicBody } from "../../src/api/contract/payloads.ts";
import { topics } from "../../src/api/contract/topics.ts";
import { eventKey } from "../../src/webhooks/forward.ts";

const keyOf = (payload: object) => eventKey({ eventType: "t", instanceId: "app", payload });

test("an event in the envelope has its entity and its id", () => {
  expect(keyOf({ id: "e1", entityId: "o1", productId: "p1" })).toEqual({ entity: "app o1", event: "e1" });
});

test("an older event has the most specific entity and no id, so a repeated one is another event", () => {
  const event = undefined;
  expect(keyOf({ id: "x", productId: "p1", inventoryItemId: "i1" })).toEqual({ entity: "app i1", event });
  expect(keyOf({ eventId: "v1", reservationId: "r1" })).toEqual({ entity: "app r1", event });
  expect(keyOf({ eventId: "v1", orderNumber: "n1", reservationId: "r1" })).toEqual({
    entity: "app n1",
    event,
  });
});

test("without a known entity, all events of the installation are in order", () => {
  expect(keyOf({ productId: 7, cartId: "" })).toEqual({ entity: "app", event: undefined });
});

test.each(topics.filter(({ kind }) => kind === "older"))("$type has a known entity", async (topic) => {
  const { properties } = await topicBody(topic);
  const ids = Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, "1"]));
  expect(keyOf(ids).entity).toBe("app 1");
});
