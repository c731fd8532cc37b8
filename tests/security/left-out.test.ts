import { expect, onTestFinished, test } from "vitest";
import type { Request, Response, Transport } from "../../src/api/transport/transport.ts";
import { createWorld } from "../support/world.ts";

/** A shop with 130 authorized orders. */
async function authorizedShop() {
  const world = createWorld();
  onTestFinished(() => world.close());
  expect(await world.till("sandbox seed demo")).toMatchObject({ code: 0 });
  const listed = await world.till('orders list --filter "authorized > 0" --all --json');
  expect(listed, listed.stderr).toMatchObject({ code: 0 });
  const numbers = (JSON.parse(listed.stdout).items as { number: string }[]).map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(2);
  return { world, numbers };
}

/** Changes the body of the responses of some calls. */
const changing =
  (change: (request: Request, body: Record<string, unknown>) => object | undefined) =>
  (send: Transport): Transport =>
  async (request): Promise<Response> => {
    const response = await send(request);
    const body = response.status === 200 ? change(request, JSON.parse(response.body)) : undefined;
    return body ? { ...response, body: JSON.stringify(body) } : response;
  };

const line = "orders capture --authorized --yes --output ndjson";

test("orders whose payments a list leaves out are read one by one, and captured", async () => {
  const { world, numbers } = await authorizedShop();
  const through = changing(({ name }, body) =>
    name === "orderTransactions.list"
      ? { orderTransactions: (body.orderTransactions as object[]).slice(1) }
      : undefined,
  );
  const { code, stdout } = await world.till(line, { through });
  expect(code).toBe(0);
  const captured = stdout
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one) as { number: string; result: string });
  expect(
    captured
      .filter(({ result }) => result === "captured")
      .map(({ number }) => number)
      .sort(),
  ).toEqual(numbers.toSorted());
});

test("an order whose payments the platform does not return is named, its outcome is unknown, and it is not captured", async () => {
  const { world, numbers } = await authorizedShop();
  let hidden = "";
  const captures: string[] = [];
  const { code, stdout } = await world.till(line, {
    onRequest: ({ name, body }) => {
      if (name === "orderBilling.capture") captures.push(JSON.parse(body ?? "").orderId);
    },
    through: (send) => async (request) => {
      const response = await send(request);
      if (request.name === "orderTransactions.list") {
        const all = JSON.parse(response.body).orderTransactions as { orderId: string }[];
        hidden ||= all[0]?.orderId ?? "";
        const orderTransactions = all.filter(({ orderId }) => orderId !== hidden);
        return { ...response, body: JSON.stringify({ orderTransactions }) };
      }
      return request.name === "orderTransactions.get"
        ? { ...response, status: 404, body: '{"message":"not found","details":{}}' }
        : response;
    },
  });
  expect(code).toBe(10);
  const rows = stdout
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one) as { id: string; result: string; code?: string });
  expect(rows.find(({ id }) => id === hidden)).toMatchObject({ result: "unknown", code: "NOT_READ" });
  expect(rows).toHaveLength(numbers.length);
  expect(captures).not.toContain(hidden);
  expect(captures).toHaveLength(numbers.length - 1);
});

test.each(["", " --allow-empty"])(
  "a search that is answered by {} is no shop without authorized payments%s",
  async (flag) => {
    const { world } = await authorizedShop();
    const through = changing(({ name }) => (name === "orders.search" ? {} : undefined));
    const { code, stdout, stderr } = await world.till(line + flag, { through });
    expect({ code, stdout }).toEqual({ code: 8, stdout: "" });
    expect(stderr).toContain('orders.search: the platform responded 200 with a result without "orders"');
  },
);

test("a capture whose read-back is an error inside a 200 has an unknown outcome", async () => {
  const { world, numbers } = await authorizedShop();
  let captured = false;
  const { code, stdout } = await world.till(`orders capture ${numbers[0]} --yes --output ndjson`, {
    through: (send) => async (request) => {
      const response = await send(request);
      if (request.name === "orderBilling.capture") {
        captured = true;
        return { ...response, body: "" };
      }
      return captured ? { ...response, body: '{"error":{"message":"no"}}' } : response;
    },
  });
  expect(code).toBe(10);
  expect(JSON.parse(stdout)).toMatchObject({ number: numbers[0], result: "unknown" });
});

test.each([
  ["a cursor that is lost", (metadata: object) => ({ ...metadata, cursors: undefined, hasNext: undefined })],
  ["a page that is repeated", undefined],
])("with %s in a list of authorized payments, nothing is captured", async (_, change) => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  let first: Response | undefined;
  const captures: string[] = [];
  const { code, stdout, stderr } = await world.till("orders capture --authorized --yes", {
    onRequest: ({ name }) => void (name === "orderBilling.capture" && captures.push(name)),
    through: (send) => async (request) => {
      const response = await send(request);
      if (request.name !== "orders.search") return response;
      if (first) return first;
      const { orders, metadata } = JSON.parse(response.body) as { orders: object[]; metadata: object };
      const [order] = orders as { id: string }[];
      // A full page: 100 orders.
      const full = Array.from({ length: 100 }, (_, n) => ({
        ...order,
        id: order?.id.replace(/^.{3}/, `${100 + n}`),
      }));
      const more = change?.(metadata) ?? {
        ...metadata,
        hasNext: true,
        cursors: { next: `c${Math.random()}` },
      };
      first ??= { ...response, body: JSON.stringify({ orders: full, metadata: more }) };
      return first;
    },
  });
  expect({ code, stdout }, stderr).toEqual({ code: 8, stdout: "" });
  expect(captures).toEqual([]);
});
