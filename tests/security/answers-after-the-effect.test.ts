import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Request, Response, Transport } from "../../src/api/transport/transport.ts";
import { TransportError } from "../../src/kernel/errors.ts";
import { createWorld, type World } from "../support/world.ts";

let seeded: World;
beforeAll(async () => {
  seeded = createWorld();
  expect(await seeded.till("sandbox seed demo")).toMatchObject({ code: 0 });
  expect(await seeded.till("cart add stoneware-mug --option Color=Moss --option Size=L")).toBeDefined();
});
afterAll(() => seeded.close());

const answer = (status: number, body: string, headers: Record<string, string> = {}): Response => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body,
});

const page = "<html><title>Gateway</title></html>";
const answers: readonly (readonly [string, Response])[] = [
  ["429", answer(429, "{}")],
  ["429 with Retry-After", answer(429, '{"message":"slow down"}', { "retry-after": "1" })],
  ["403 without a reason", answer(403, '{"message":"","details":{}}')],
  ["503 with Retry-After", answer(503, "{}", { "retry-after": "1" })],
  ["500", answer(500, "{}")],
  ["502 with a page", answer(502, page)],
  ["403 with a page", answer(403, page)],
  ["409 with an empty object", answer(409, "{}")],
  ["408", answer(408, "{}")],
  ["a redirect", answer(307, "", { location: "https://proxy.example/" })],
];
const empty = ["200 with an empty object", answer(200, "{}")] as const;

const lines: readonly (readonly [line: string, call: string])[] = [
  ["orders refund 10001 --amount 1 --yes", "orderBilling.refund"],
  ["orders capture 10008 --yes", "orderBilling.capture"],
  ["orders void 10008 --yes", "orderBilling.void"],
  ["orders cancel 10012 --yes", "orders.cancel"],
  ["orders mark-paid 10012 --yes", "orders.markAsPaid"],
  ["orders mark-paid 10012 --amount 1 --yes", "orders.recordPayment"],
  ["orders fulfill 10010", "orderFulfillments.create"],
  ["products stock increment serving-bowl --by 12", "inventory.increment"],
  ["products stock decrement serving-bowl --by 2", "inventory.decrement"],
  ["products create --name Egg-cup --price 8", "products.create"],
  ["collections create --name Sale", "collections.create"],
];

/** The answers that say that nothing was done and that a later request may work. */
const limits = answers.filter(([name]) => ["429", "503 with Retry-After"].includes(name));

/** Returns the answers to try on a command: all of them on a few commands. */
function answersFor(line: string) {
  if (line.startsWith("orders refund") || line.startsWith("orders capture")) return [...answers, empty];
  return line.startsWith("products stock increment") ? answers : limits;
}

/** Runs a line while the platform answers a call otherwise than it did. Returns how often it carried the call out, too. */
async function run(line: string, replace: (request: Request, send: Transport) => Promise<Response>) {
  const world = createWorld({ from: seeded.home });
  try {
    let effects = 0;
    const through =
      (send: Transport): Transport =>
      async (request) =>
        await replace(request, async (one) => {
          const response = await send(one);
          if (one.effect !== "read" && response.status < 300) effects += 1;
          return response;
        });
    const result = await world.till(line.split(" "), { through });
    const resumed = await world.till("jobs resume last --yes --no-wait");
    return { ...result, effects, resumed };
  } finally {
    world.close();
  }
}

describe.each(lines)("%s", (line, name) => {
  test.each(answersFor(line))(
    "%s after it was done, on every try: done once, exit 0, and the record says so",
    async (_, replaced) => {
      const result = await run(line, async (request, send) => {
        const response = await send(request);
        return request.name === name ? replaced : response;
      });
      expect(result).toMatchObject({ code: 0, effects: 1, resumed: { code: 0 } });
      expect(result.stderr).not.toMatch(/bug in till|not sent/);
    },
  );

  test.each(limits)("%s before it was done: read, sent again, exit 0", async (_, replaced) => {
    let tries = 0;
    const result = await run(line, async (request, send) =>
      request.name === name && tries++ === 0 ? replaced : await send(request),
    );
    expect(result).toMatchObject({ code: 0, effects: 1, resumed: { code: 0 } });
    expect(tries).toBe(2);
  });

  test.each(limits.slice(0, 1))(
    "%s after it was done, and nothing can be read: exit 10",
    async (_, replaced) => {
      let isSent = false;
      const result = await run(line, async (request, send) => {
        if (isSent && request.effect === "read") return answer(400, '{"message":"cannot be read"}');
        const response = await send(request);
        if (request.name !== name) return response;
        isSent = true;
        return replaced;
      });
      // A job reads its payments again when it is resumed, and a refund the refunds of its order.
      const isRead = /^orders (capture|void|refund)/.test(line);
      expect(result).toMatchObject({ code: 10, effects: 1, resumed: { code: isRead ? 0 : 10 } });
    },
  );
});

test.each(["orders capture", "orders void"])(
  "%s that is rate limited on every try, and not carried out, is not sent, which a read has shown",
  async (command) => {
    let reads = 0;
    const result = await run(`${command} 10008 --yes`, async (request, send) => {
      if (request.name.startsWith("orderBilling.")) return answer(429, "{}");
      reads += 1;
      return await send(request);
    });
    expect(result).toMatchObject({ code: 7, effects: 0 });
    expect(JSON.parse(result.stdout)).toMatchObject({ result: "failed", code: "NOT_SENT" });
    expect(reads).toBeGreaterThan(4);
  },
);

test.each(limits)("cart add: %s after it was done: the cart says so, added once", async (_, replaced) => {
  const result = await run("cart add serving-bowl", async (request, send) => {
    const response = await send(request);
    return request.name === "currentCart.addToCart" ? replaced : response;
  });
  expect(result).toMatchObject({ code: 0, effects: 1 });
  expect(result.stderr).toContain("the items were added once");
});

test.each([
  ["was carried out", true, { code: 0, stdout: expect.stringContaining("1 change, 1 ok") }],
  ["never arrived", false, { code: 1, stderr: expect.stringContaining("was not carried out") }],
])(
  "a refund without an answer that %s: resume reads the refunds of the order",
  async (_, isSent, outcome) => {
    const lost = new TransportError("the connection broke", "maybe");
    let isLost = false;
    const result = await run("orders refund 10001 --amount 1 --yes", async (request, send) => {
      if (isLost) throw lost;
      if (request.name !== "orderBilling.refund") return await send(request);
      isLost = true;
      if (isSent) await send(request);
      throw lost;
    });
    expect(result).toMatchObject({ code: 10, effects: isSent ? 1 : 0, resumed: outcome });
  },
);

test.each([
  ["products create --name Egg-cup --price 8", "products.create"],
  ["collections create --name Sale", "collections.create"],
])("%s, found by reading after a lost answer, can be undone", async (line, name) => {
  const world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
  const through =
    (send: Transport): Transport =>
    async (request) => {
      const response = await send(request);
      if (request.name === name) throw new TransportError("the connection broke", "maybe");
      return response;
    };
  expect(await world.till(line.split(" "), { through })).toMatchObject({ code: 0 });
  const undone = await world.till("jobs undo last --yes");
  expect(undone, undone.stderr).toMatchObject({ code: 0 });
  const list = await world.till(
    line.startsWith("products") ? "products get egg-cup" : "collections get sale",
  );
  expect(list).toMatchObject({ code: 5 });
});
