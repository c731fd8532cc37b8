import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let order: {
  number: string;
  lineItems: { id: string; quantity: number; productName: { original: string } }[];
};
const readOrder = async () => JSON.parse((await world.till("orders get 10014 --json")).stdout);
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  order = await readOrder();
});
afterEach(() => world.close());
const writes = async (line: string) => {
  const calls: string[] = [];
  const result = await world.till(line, { onRequest: ({ name }) => calls.push(name ?? "") });
  return { ...result, refunds: calls.filter((name) => name === "orderBilling.refund").length };
};

test("restocking with an amount but without items is refused, and nothing is sent", async () => {
  const { code, stderr, refunds } = await writes("orders refund 10014 --amount 10 --restock --yes");
  expect(stderr).toContain("--amount says nothing about items, so --restock would return all of them.");
  expect(stderr).toContain("--item");
  expect({ code, refunds }).toEqual({ code: 2, refunds: 0 });
});

test("an amount restocks the named items only, and the answer lists them", async () => {
  const [item] = order.lineItems;
  const name = item!.productName.original;
  const line = ["orders", "refund", "10014", "--amount", "1", "--restock", "--item", `${name}:1`];
  expect((await world.till([...line, "--dry-run"])).stderr).toContain(
    `and restock 1 x ${name} (order 10014).`,
  );
  const { stdout, code } = await world.till([...line, "--yes", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { refunded: { amount: "1.00" } },
    restocked: [{ lineItemId: item!.id, name, quantity: 1 }],
  });
  const after = (await readOrder()).lineItems as { restockQuantity?: number }[];
  expect(after.map(({ restockQuantity = 0 }) => restockQuantity)).toEqual([
    1,
    ...order.lineItems.slice(1).map(() => 0),
  ]);
});

test("a refund of everything restocks what is left, and the answer lists it", async () => {
  const [item, ...others] = order.lineItems;
  await world.till([
    "orders",
    "refund",
    "10014",
    "--amount",
    "1",
    "--restock",
    "--item",
    `${item!.id}:1`,
    "--yes",
  ]);
  const { stdout, code } = await world.till("orders refund 10014 --all --restock --yes");
  expect(code).toBe(0);
  const left = item!.quantity > 1 ? [`${item!.quantity - 1} x ${item!.productName.original}`] : [];
  const rest = others.map(({ quantity, productName }) => `${quantity} x ${productName.original}`);
  expect(stdout).toContain([...left, ...rest].join(", ") || "nothing");
});

test("errors name the item, not its id", async () => {
  const [item] = order.lineItems;
  const name = item!.productName.original;
  const line = ["orders", "refund", "10014", "--item", `${item!.id}:${item!.quantity}`, "--yes"];
  expect(await world.till([...line, "--restock"])).toMatchObject({ code: 0 });
  const again = await world.till([...line, "--restock"]);
  expect(again.stderr).toContain(
    `Cannot restock ${item!.quantity} x ${name}: 0 of ${item!.quantity} are left.`,
  );
  expect(again.code).toBe(6);
  const refused = await world.till(line);
  expect(refused.stderr).toContain(`"${name}"`);
  expect(refused.stderr).not.toContain(item!.id);
  expect(refused.code).not.toBe(0);
});

test("a refund whose restock cannot be confirmed ends 9 and says so", async () => {
  await world.till("sandbox fault 500 --route orders.get --count 9");
  const { stderr, code } = await world.till("orders refund 10014 --all --restock --yes");
  expect(stderr).toContain("The refund was made, but not all of");
  expect(code).toBe(9);
});
