import { expect, test } from "vitest";
import { createSummarizer } from "../../../src/commands/webhooks/events.ts";

const event = (payload: unknown, entityId = "1") => ({ entityId, payload });

test("summarizes an event by the entity's name and its changed fields", () => {
  const about = createSummarizer();
  const cup = { id: "1", name: "Cup", price: 1, revision: "1", updatedDate: "a" };
  expect(about(event({ createdEvent: { entity: cup } }))).toBe("Cup");
  const dearer = { ...cup, price: 2, revision: "2", updatedDate: "b" };
  expect(about(event({ updatedEvent: { currentEntity: dearer } }))).toBe("Cup: price");
  expect(about(event({ updatedEvent: { currentEntity: dearer } }))).toBe("Cup");
  expect(about(event({ deletedEvent: {} }))).toBe("Cup");
});

test("uses the changed fields listed by older events and keeps the known entity", () => {
  const about = createSummarizer();
  expect(about(event({ productId: "1", name: "Pot" }))).toBe("Pot");
  expect(about(event({ productId: "1", changedFields: ["price", "sku"] }))).toBe("Pot: price, sku");
});

test("uses the start of the id if no name is known", () => {
  const about = createSummarizer();
  expect(about(event({ changedFields: ["price"] }, "52fdae30-0a22-447f"))).toBe("52fdae30: price");
});

test("names an action by the object in its body, without changed fields", () => {
  const about = createSummarizer();
  const published = { title: "Gala", timestamp: "t", eventId: "1" };
  expect(about(event({ actionEvent: { body: published } }))).toBe("Gala");
  expect(about(event({ updatedEvent: { currentEntity: { title: "Gala", status: "X" } } }))).toBe("Gala");
  const canceled = { order: { number: 10042 }, action: "x" };
  expect(about(event({ actionEvent: { body: canceled } }, "3"))).toBe("10042");
  expect(about(event({ actionEvent: { body: { inStock: true } } }, "2"))).toBe("");
});

test("returns an empty text for any other payload", () => {
  const about = createSummarizer();
  for (const payload of [null, "text", 7, [], {}]) expect(about(event(payload))).toBe("");
});

test("remembers a bounded number of entities", () => {
  const about = createSummarizer();
  const emitted = (id: number, price: number) =>
    about(event({ updatedEvent: { currentEntity: { name: "n", price } } }, String(id)));
  for (let id = 0; id < 2000; id++) emitted(id, 1);
  expect(emitted(1999, 2)).toBe("n: price");
  expect(emitted(0, 2)).toBe("n");
});
