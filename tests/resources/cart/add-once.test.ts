import * as fc from "fast-check";
import { expect, test } from "vitest";
import { UnknownOutcomeError } from "../../../src/kernel/errors.ts";
import { addOnce, addOutcome, countAddition } from "../../../src/resources/cart/add-once.ts";
import { parseAddress } from "../../../src/resources/cart/address.ts";
import type { Addition, CartPort, CartRecord } from "../../../src/resources/cart/cart.ts";

const counts = fc
  .dictionary(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 9 }))
  .map((record) => new Map(Object.entries(record)));
const some = counts.filter(({ size }) => size > 0);
const plus = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  new Map([...one.keys(), ...other.keys()].map((key) => [key, (one.get(key) ?? 0) + (other.get(key) ?? 0)]));

test("outcomeOf distinguishes added, not added and unclear for any cart", () => {
  fc.assert(
    fc.property(counts, some, some, (before, added, others) => {
      expect(addOutcome(before, plus(before, added), added)).toBe("added");
      expect(addOutcome(before, before, added)).toBe("not added");
      // Someone else added items, too, so the origin is unclear.
      const mixed = plus(plus(before, added), others);
      expect(addOutcome(before, mixed, added)).toBe("unclear");
    }),
  );
});

const addition: Addition = {
  products: [],
  custom: [{ name: "Wrap", price: "5.00", quantity: 2, type: "SERVICE" }],
};
const cartWith = (quantity: number) =>
  ({ lineItems: quantity > 0 ? [{ custom: true, name: "Wrap", quantity }] : [] }) as unknown as CartRecord;

/** A cart whose addition gets no response, and that has this quantity afterwards. */
function silentCart(after: number): { port: CartPort; sent: () => number } {
  let sent = 0;
  const port = {
    add: async () => {
      sent += 1;
      throw new UnknownOutcomeError("no response");
    },
    read: async () => cartWith(after),
  } as unknown as CartPort;
  return { port, sent: () => sent };
}

test.each([
  [3, undefined],
  [1, 8],
  [5, 10],
])("after a lost response with quantity %i the exit code is %o", async (after, exitCode) => {
  const { port, sent } = silentCart(after);
  const notices: string[] = [];
  const outcome = addOnce(port, addition, cartWith(1), {
    notice: async (text) => void notices.push(text),
    sleep: async () => {},
  });
  if (exitCode === undefined) expect((await outcome).lineItems[0]?.quantity).toBe(after);
  else await expect(outcome).rejects.toMatchObject({ exitCode });
  expect(sent()).toBe(1);
  expect(notices).toEqual(
    exitCode === undefined ? ["No response; checked the cart: the items were added once."] : [],
  );
});

test("an accepted addition that adds nothing is an error", async () => {
  const port = { add: async () => cartWith(1) } as unknown as CartPort;
  await expect(
    addOnce(port, addition, cartWith(1), { notice: async () => {}, sleep: async () => {} }),
  ).rejects.toMatchObject({
    code: "NOT_ADDED",
    exitCode: 6,
  });
});

test("counts an item twice if it is added twice", () => {
  const reference = { appId: "shop", catalogItemId: "mug" };
  const product = { catalogReference: reference, name: "Mug", quantity: 2 };
  expect(countAddition({ products: [product, product], custom: [] })).toEqual(new Map([["mug", 4]]));
});

test("parseAddress reads parts from the left and names an invalid part", () => {
  expect(parseAddress("--ship-to", "us-ca, 94107, San Francisco, 1 Main St, Floor 2")).toEqual({
    country: "US",
    subdivision: "US-CA",
    postalCode: "94107",
    city: "San Francisco",
    addressLine: "1 Main St, Floor 2",
  });
  expect(parseAddress("--ship-to", "DE")).toEqual({ country: "DE" });
  expect(parseAddress("--ship-to", "DE, , Berlin")).toEqual({ country: "DE", city: "Berlin" });
  for (const [text, part] of [
    ["", "country"],
    ["Germany, 10115", "country"],
    ["DE, Unter den Linden 1 in Berlin", "postal code"],
    ["DE, Berlin, 10115", "city"],
    ['{"country":"de"}', "country"],
    ['{"street":"x"}', "street"],
    ["{", "JSON"],
  ] as const)
    expect(() => parseAddress("--ship-to", text), text).toThrow(part);
});
