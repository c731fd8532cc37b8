import { expect, test } from "vitest";
import { createTeller } from "../../../src/commands/webhooks/about.ts";

const event = (payload: unknown, entityId = "1") => ({ entityId, payload });

test("an event is told by the entity's name and by what is not as it was", () => {
  const about = createTeller();
  const cup = { id: "1", name: "Cup", price: 1, revision: "1", updatedDate: "a" };
  expect(about(event({ createdEvent: { entity: cup } }))).toBe("Cup");
  const dearer = { ...cup, price: 2, revision: "2", updatedDate: "b" };
  expect(about(event({ updatedEvent: { currentEntity: dearer } }))).toBe("Cup: price");
  expect(about(event({ updatedEvent: { currentEntity: dearer } }))).toBe("Cup");
  expect(about(event({ deletedEvent: {} }))).toBe("Cup");
});

test("older events name their fields, and leave what is known of the entity", () => {
  const about = createTeller();
  expect(about(event({ productId: "1", name: "Pot" }))).toBe("Pot");
  expect(about(event({ productId: "1", changedFields: ["price", "sku"] }))).toBe("Pot: price, sku");
});

test("where no name is known the id begins the line", () => {
  const about = createTeller();
  expect(about(event({ changedFields: ["price"] }, "52fdae30-0a22-447f"))).toBe("52fdae30: price");
});

test("an action is told by what its body is about, and is no change of the entity", () => {
  const about = createTeller();
  const published = { title: "Gala", timestamp: "t", eventId: "1" };
  expect(about(event({ actionEvent: { body: published } }))).toBe("Gala");
  expect(about(event({ updatedEvent: { currentEntity: { title: "Gala", status: "X" } } }))).toBe("Gala");
  const canceled = { order: { number: 10042 }, action: "x" };
  expect(about(event({ actionEvent: { body: canceled } }, "3"))).toBe("10042");
  expect(about(event({ actionEvent: { body: { inStock: true } } }, "2"))).toBe("");
});

test("anything else says nothing, and is no error", () => {
  const about = createTeller();
  for (const payload of [null, "text", 7, [], {}]) expect(about(event(payload))).toBe("");
});

test("it remembers a bounded number of entities", () => {
  const about = createTeller();
  const told = (id: number, price: number) =>
    about(event({ updatedEvent: { currentEntity: { name: "n", price } } }, String(id)));
  for (let id = 0; id < 2000; id++) told(id, 1);
  expect(told(1999, 2)).toBe("n: price");
  expect(told(0, 2)).toBe("n");
});
