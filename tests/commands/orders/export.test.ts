import { createReadStream } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Order } from "../../../src/api/services/orders.ts";
import { readTable } from "../../../src/files/table.ts";
import { amountText, decimal, sum } from "../../../src/kernel/money.ts";
import { collect } from "../../files/load.ts";
import { runs } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterEach(() => world.close());

async function run(line: string) {
  const done = await world.till(line);
  if (done.code !== 0) throw new Error(`${line}: ${done.stderr}`);
  return done.stdout;
}

async function readExport(name: string, options: string) {
  await run(`orders export ${name} ${options}`);
  const table = await readTable(createReadStream(world.path(name)), { name });
  return (await collect(table.rows)).map(({ cells }) => cells);
}

const total = (rows: readonly Readonly<Record<string, string>>[], column: string) =>
  amountText(sum(rows.map((row) => decimal(row[column] ?? ""))));

const purchase = fc.record({
  products: fc.uniqueArray(fc.constantFrom("oven-mitt", "coffee-scale", "brewing-at-home"), {
    minLength: 1,
  }),
  quantity: fc.integer({ min: 1, max: 7 }),
  gift: fc.boolean(),
  coupon: fc.boolean(),
  refund: fc.integer({ min: 0, max: 500 }),
});

test("the rows of each order add up to it to the cent, with discounts, taxes, delivery and refunds", async () => {
  await fc.assert(
    fc.asyncProperty(purchase, async ({ products, quantity, gift, coupon, refund }) => {
      await run(`cart add ${products.join(" ")} --quantity ${quantity}`);
      if (gift) await run("cart add --custom 'Gift wrap' --price 4.99 --quantity 3");
      await run(
        "cart update --email ada@example.com --first-name Ada --ship-to 'US-NY, 10001, New York, 5 Main St'",
      );
      if (coupon) await run("cart coupon WELCOME10");
      await run("cart checkout --bill-to 'US-CA, 94107, San Francisco, 1 Main St'");
      await run("checkout complete --pay approved");
      const [order] = JSON.parse(await run("orders list --limit 1 --json")).items as Order[];
      if (refund > 0) await run(`orders refund ${order?.number} --amount ${refund / 100} --yes`);
    }),
    { numRuns: runs(4) },
  );
  const orders = JSON.parse(await run("orders list --all --json")).items as Order[];
  const lines = await readExport("lines.csv", "");
  const sums = await readExport("orders.xlsx", "--per order");
  expect(sums.map(({ number }) => number)).toEqual(orders.map(({ number }) => number).reverse());
  expect(sums.some(({ tax }) => tax !== "0")).toBe(true);
  for (const order of orders) {
    const own = lines.filter(({ number }) => number === order.number);
    const [one = {}] = sums.filter(({ number }) => number === order.number);
    expect(own).toHaveLength(order.lineItems?.length ?? 0);
    const { priceSummary: price, balanceSummary: balance } = order;
    for (const rows of [own, [one]]) {
      const tax = sum(["tax", "shippingTax", "feesTax"].map((name) => decimal(total(rows, name))));
      expect({
        lineTotal: total(rows, "lineTotal"),
        discount: total(rows, "discount"),
        shipping: total(rows, "shipping"),
        fees: total(rows, "fees"),
        tax: amountText(tax),
        total: total(rows, "total"),
        refund: total(rows, "refund"),
      }).toEqual({
        lineTotal: plain(price?.subtotal),
        discount: plain(price?.discount),
        shipping: plain(price?.shipping),
        fees: plain(price?.totalAdditionalFees),
        tax: plain(price?.tax),
        total: plain(price?.total),
        refund: plain(balance?.refunded),
      });
    }
  }
});

const plain = (price: { amount?: string | null } | null | undefined) =>
  amountText(decimal(price?.amount ?? "0"));

test("an order with fees, options and taxes has them in its rows", async () => {
  const amount = (value: string) => ({ amount: value });
  const line = (name: string, lines: object[], price: string, tax: string) => ({
    productName: { original: name },
    quantity: 1,
    price: amount(price),
    itemType: { preset: "PHYSICAL" },
    descriptionLines: lines,
    taxInfo: { taxAmount: amount(tax), taxRate: "0.1", taxIncludedInPrice: false },
  });
  const order = {
    channelInfo: { type: "WEB" },
    currency: "USD",
    lineItems: [
      line(
        "Shirt",
        [
          { name: { original: "Size" }, plainText: { original: "L" } },
          { name: { original: "Color" }, colorInfo: { original: "Ink", code: "#112233" } },
        ],
        "20.00",
        "2.00",
      ),
      line("Cap", [], "10.00", "1.00"),
    ],
    additionalFees: [
      { name: "Wrapping", price: amount("5.00"), taxInfo: { taxAmount: amount("0.50") } },
      { name: "Handling", price: amount("1.00"), taxInfo: { taxAmount: amount("0.10") } },
    ],
    priceSummary: {
      subtotal: amount("30.00"),
      totalAdditionalFees: amount("6.00"),
      tax: amount("3.60"),
      total: amount("39.60"),
    },
  };
  const created = await world.till([
    "api",
    "orders.create",
    "--input",
    JSON.stringify({ order }),
    "--yes",
    "--json",
  ]);
  const { number } = JSON.parse(created.stdout).order;
  const own = async (options: string) =>
    (await readExport("one.csv", options)).filter((row) => row.number === number);
  expect(await own("")).toMatchObject([
    {
      item: "Shirt",
      options: "Size: L; Color: Ink",
      tax: "2.00",
      fees: "6.00",
      feesTax: "0.60",
      total: "28.60",
    },
    { item: "Cap", options: "", tax: "1.00", fees: "0.00", feesTax: "0.00", total: "11.00" },
  ]);
  expect(await own("--per order")).toMatchObject([
    { tax: "3.00", fees: "6.00", feesTax: "0.60", total: "39.60" },
  ]);
});

test("--since, --until and --status restrict the orders, and a workbook has dates", async () => {
  const all = JSON.parse(await run("orders list --all --json")).items as Order[];
  const dates = all.map(({ createdDate }) => String(createdDate)).sort();
  const [first = "", last = ""] = [dates[2], dates[5]];
  const rows = await readExport("some.csv", `--per order --since ${first} --until ${last}`);
  expect(rows.map(({ date }) => date)).toEqual(dates.slice(2, 5));
  const day = await readExport("day.csv", `--per order --until ${first.slice(0, 10)}`);
  expect(day.map(({ date }) => date)).toEqual(
    dates.filter((date) => date.slice(0, 10) <= first.slice(0, 10)),
  );
  const canceled = await readExport("canceled.xlsx", "--per order --status CANCELED");
  expect(canceled.map(({ status, date }) => [status, /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(date ?? "")])).toEqual(
    [["CANCELED", true]],
  );
  expect(await world.till("orders export --since yesterday")).toMatchObject({ code: 0 });
  expect(await world.till("orders export --since someday")).toMatchObject({ code: 2 });
  expect(await world.till("orders export --since 2026-01-01T10:00")).toMatchObject({ code: 2 });
});

test("NDJSON has the same rows", async () => {
  const rows = await readExport("lines.csv", "--filter 'number = \"10001\"'");
  const records = (await run("orders export --format ndjson --filter 'number = \"10001\"'"))
    .trim()
    .split("\n");
  expect(records.map((line) => JSON.parse(line))).toEqual(
    rows.map((row) => ({ _kind: "order.line", ...row })),
  );
});
