import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  fulfillmentStatuses,
  orderStatuses,
  paymentStatuses,
} from "../../../src/resources/orders/statuses.ts";
import { createWorld, type World } from "../../support/world.ts";
import { type OrdersShop, openOrdersShop } from "./orders-shop.ts";

let seeded: OrdersShop;
beforeAll(async () => {
  seeded = await openOrdersShop();
});
afterAll(() => seeded.close());

const json = async (world: Pick<World, "sh">, line: string) => {
  const result = await world.sh(line);
  expect(result, line).toMatchObject({ code: 0 });
  return JSON.parse(result.stdout);
};

describe("orders list and summary", () => {
  test("a summary on a terminal has the words of the statuses, and no word for all orders", async () => {
    const { stdout } = await seeded.till("orders summary", { terminal: true });
    const words = stdout.split("\n").map((line) => line.trim().replaceAll(/\s{2,}/g, "|"));
    expect(words).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^all\|14\|/),
        expect.stringMatching(/^payment\|paid\|3\|/),
        expect.stringMatching(/^fulfillment\|partly fulfilled\|1\|/),
      ]),
    );
  });

  test.each([
    ["--status", "status", orderStatuses],
    ["--payment-status", "paymentStatus", paymentStatuses],
    ["--fulfillment", "fulfillmentStatus", fulfillmentStatuses],
  ] as const)(
    "%s filters by every status, and the parts add up to all orders",
    async (flag, field, statuses) => {
      let count = 0;
      for (const status of statuses) {
        const { items } = await json(seeded, `till orders list ${flag} ${status} --all --json`);
        expect(new Set(items.map((one: Record<string, string>) => one[field])).size).toBeLessThanOrEqual(1);
        if (items.length > 0) expect(items[0][field]).toBe(status);
        count += items.length;
        const same = await json(seeded, `till orders list --filter '${field} = ${status}' --all --json`);
        expect(same.items).toEqual(items);
      }
      expect(count).toBe(14);
    },
  );

  test("combines status flags with a filter in till's language or in platform JSON", async () => {
    const numbers = async (line: string) =>
      (await json(seeded, `till orders list ${line} --json`)).items.map(
        (one: { number: string }) => one.number,
      );
    const both = await numbers("--payment-status NOT_PAID --filter 'total > 100 or total < 40'");
    expect(both).toEqual(["10008", "10007"]);
    expect(await numbers(`--payment-status NOT_PAID --filter '{"number":"10007"}'`)).toEqual(["10007"]);
    expect(await numbers("--filter 'total >= 150.5 and total <= 150.5'")).toEqual(["10007"]);
    expect(await numbers("--search 'serving bowl' --limit 1")).toHaveLength(1);
    expect(await numbers("--filter 'email = \"pia.conti@example.com\"'")).toEqual(["10007"]);
  });

  test("pages through all orders without gaps", async () => {
    const all = (await json(seeded, "till orders list --all --json")).items;
    const first = await json(seeded, "till orders list --limit 5 --json");
    const second = await json(seeded, "till orders list --limit 20 --offset 5 --json");
    expect([...first.items, ...second.items]).toEqual(all);
  });

  test("CSV output has the currency and the id of each order", async () => {
    const { stdout } = await seeded.sh("till orders list --limit 1 --output csv");
    expect(stdout.split("\n")[0]).toBe(
      "number,createdDate,customer,total,paymentStatus,fulfillmentStatus,units,status,currency,id",
    );
  });

  test("the summary counts each order once per group and separates currencies", async () => {
    const world = await openOrdersShop();
    try {
      await world.authorized("JPY", "1200");
      const { items } = await json(world, "till orders summary --json");
      const [all, ...groups] = items as { by: string; orders: number; totals: object[] }[];
      expect(all).toMatchObject({ orders: 15 });
      expect(all?.totals).toContainEqual({ currency: "JPY", amount: "1200" });
      for (const by of ["status", "payment", "fulfillment"])
        expect(groups.filter((one) => one.by === by).reduce((sum, { orders }) => sum + orders, 0)).toBe(15);
    } finally {
      world.close();
    }
  });
});

describe("commands that change orders", () => {
  let world: World;
  beforeEach(() => {
    world = createWorld({ from: seeded.home });
    return () => world.close();
  });
  const under = async (fault: string, route: string, line: string) => {
    expect(await world.till(`sandbox fault ${fault} --route ${route}`)).toMatchObject({ code: 0 });
    return await world.sh(line);
  };
  const refunds = async (number: string) => {
    const { id } = await json(world, `till orders get ${number} --json`);
    return (await json(world, `till api orderTransactions.get -f orderId=${id} --json`)).orderTransactions
      .refunds;
  };

  test("a refund with a lost response is found and made only once", async () => {
    const result = await under(
      "drop-after",
      "refund-payments",
      "till orders refund 10001 --amount 5 --yes --json",
    );
    expect(result).toMatchObject({ code: 0 });
    expect(await refunds("10001")).toHaveLength(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ id: (await refunds("10001"))[0].id });
  });

  test("a refund that never arrived exits with 10 and names the command to check", async () => {
    const result = await under("drop-before", "refund-payments", "till orders refund 10001 --amount 5 --yes");
    expect(result.code).toBe(10);
    expect(result.stderr).toContain("till orders payments");
    expect(await refunds("10001")).toHaveLength(0);
  });

  test("refunds the price of items and restocks them", async () => {
    const dry = await world.sh("till orders refund 10001 --item 'Stoneware Mug:1' --dry-run");
    expect(dry.stderr).toContain("Would refund 24.00 USD");
    expect(await refunds("10001")).toHaveLength(0);
    const line = "till orders refund 10001 --item 'Stoneware Mug:1' --restock --yes --json";
    expect(await json(world, line)).toMatchObject({ summary: { refunded: { amount: "24.00" } } });
    expect(await world.sh("till orders refund 10001 --item 'Stoneware Mug:99' --yes")).toMatchObject({
      code: 2,
    });
  });

  test("rejects a refund above the paid amount or a second refund, and records an external one", async () => {
    expect(await world.sh("till orders refund 10001 --amount 122.51 --yes")).toMatchObject({ code: 6 });
    expect(await world.sh("till orders refund 10001 --all --yes")).toMatchObject({ code: 0 });
    const again = await world.sh("till orders refund 10001 --all --yes");
    expect(again.code).toBe(6);
    expect(again.stderr).toContain("it is already refunded (ALREADY_REFUNDED)");
    expect(await world.sh("till orders refund 10010 --all --yes")).toMatchObject({ code: 6 });
    expect(await world.sh("till orders refund 10010 --all --external --yes")).toMatchObject({ code: 0 });
  });

  test.each([
    ["cancel 10012 --yes", "orders.cancel"],
    ["invoice 10001 --create", "orderInvoices.generate"],
    ["activities 10001 --comment Hm", "orders.addActivity"],
    ["fulfill 10010", "orderFulfillments.create"],
  ])("%s: never sends a request twice", async (line, route) => {
    const result = await under("drop-before", route, `till orders ${line}`);
    expect(result.code).toBe(10);
    expect(result.stderr).toContain("Check before you run it again: till orders");
  });

  test("reads the order again after a lost response to a cancellation", async () => {
    const result = await under("drop-after", "orders.cancel", "till orders cancel 10012 --yes --json");
    expect(result).toMatchObject({ code: 0 });
    expect(JSON.parse(result.stdout)).toMatchObject({ status: "CANCELED" });
  });

  test("fulfills some items, then the rest, then rejects another fulfillment", async () => {
    const some = await json(world, "till orders fulfill 10007 --item 'Stoneware Mug:2' --json");
    expect(some.items).toMatchObject([{ lineItems: [{ quantity: 2 }] }]);
    await json(world, "till orders fulfill 10007 --tracking X --carrier dhl --json");
    expect(await json(world, "till orders get 10007 --json")).toMatchObject({
      fulfillmentStatus: "FULFILLED",
    });
    expect(await world.sh("till orders fulfill 10007")).toMatchObject({ code: 6 });
    const two = await world.sh("till orders track 10007 --tracking Y");
    expect(two).toMatchObject({ code: 2 });
    expect(two.stderr).toContain("has 2 fulfillments");
  });

  test("imports an order once and explains why an order cannot be imported", async () => {
    const order = {
      id: "8a1c2a52-40a7-4ac0-8f5b-3d2d5a9b1c11",
      channelInfo: { type: "OTHER_PLATFORM" },
      billingInfo: { contactDetails: { firstName: "Ada" } },
      lineItems: [
        {
          productName: { original: "Jug" },
          quantity: 1,
          price: { amount: "18" },
          itemType: { preset: "PHYSICAL" },
        },
      ],
      priceSummary: { subtotal: { amount: "18" }, total: { amount: "18" } },
      paymentStatus: "PAID",
      status: "APPROVED",
    };
    writeFileSync(world.path("order.json"), JSON.stringify(order));
    for (let time = 0; time < 2; time++)
      expect(await world.sh("till orders import --input @order.json")).toMatchObject({ code: 0 });
    const { items } = await json(world, "till orders list --filter 'imported = true' --json");
    expect(items).toHaveLength(1);
    writeFileSync(world.path("order.json"), JSON.stringify({ ...order, status: "PENDING" }));
    const rejected = await world.sh("till orders import --input @order.json");
    expect(rejected.stderr).toContain("only approved orders are supported (ORDER_STATUS_IS_NOT_SUPPORTED)");
  });

  test("finds an order by number, #number or id only", async () => {
    const { id } = await json(world, "till orders get #10007 --json");
    expect(await json(world, `till orders get ${id} --json`)).toMatchObject({ number: "10007" });
    for (const name of ["10099", "00000000-0000-4000-8000-000000000000", "1000"])
      expect(await world.sh(`till orders get ${name}`)).toMatchObject({ code: 5 });
  });
});
