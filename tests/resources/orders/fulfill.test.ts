import { expect, test } from "vitest";
import type { Order } from "../../../src/api/services/orders.ts";
import { fulfillSteps } from "../../../src/resources/orders/fulfill.ts";

const order = {
  id: "o",
  number: "10001",
  status: "APPROVED",
  lineItems: [
    { id: "mug", quantity: 3, productName: { original: "Mug" } },
    { id: "bowl", quantity: 2, productName: { original: "Bowl" } },
  ],
} as Order;

/** Plans a parcel without a tracking number after some items were sent without one. */
const planned = (items: string[], lineItems: { id: string; quantity: number }[]) =>
  fulfillSteps(
    "parcels.csv",
    { order: "10001", parcels: [{ line: 2, tracking: {}, items }] },
    [order],
    [{ id: "f", lineItems }],
  );

test.each([
  ["all of it was sent", ["Mug"], [{ id: "mug", quantity: 3 }]],
  ["all of it was sent, with a quantity", ["Mug:2"], [{ id: "mug", quantity: 3 }]],
  [
    "all of both was sent",
    ["Mug", "Bowl:1"],
    [
      { id: "mug", quantity: 3 },
      { id: "bowl", quantity: 2 },
    ],
  ],
  [
    "a parcel like it was sent",
    ["Mug", "Bowl:1"],
    [
      { id: "mug", quantity: 3 },
      { id: "bowl", quantity: 1 },
    ],
  ],
  [
    "the whole order was sent",
    [],
    [
      { id: "mug", quantity: 3 },
      { id: "bowl", quantity: 2 },
    ],
  ],
])("a parcel that was sent before is left out: %s", (_, items, sent) => {
  expect(planned(items, sent)).toEqual([]);
});

test.each([
  ["a part of it was sent", ["Mug"], [{ id: "mug", quantity: 1 }], '"Mug": only 2 of it are not fulfilled'],
  [
    "one of its items was sent",
    ["Mug", "Bowl"],
    [{ id: "mug", quantity: 3 }],
    '"Mug": only 0 of it are not fulfilled',
  ],
  ["an item is unknown", ["Mug", "Cup"], [{ id: "mug", quantity: 3 }], '"Mug": only 0'],
])("what is left of a parcel is reported: %s", (_, items, sent, message) => {
  expect(planned(items, sent)).toMatchObject({ problems: [{ message: expect.stringContaining(message) }] });
});
