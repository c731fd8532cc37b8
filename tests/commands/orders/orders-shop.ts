import { amountText, decimal, sum } from "../../../src/kernel/money.ts";
import { type CommandOptions, type CommandResult, createWorld, type World } from "../../support/world.ts";

/** One line of the output of a capture or void. */
export interface OrderResult {
  id: string | null;
  number: string | null;
  result: string;
  amount: string | null;
  currency: string | null;
  code?: string;
  reason?: string;
  source?: string;
  requestId?: string;
  scheduled?: { action: string; at: string };
}

/** A world with the demo shop and its ledger. */
export interface OrdersShop extends World {
  /** Runs a command line and parses its NDJSON output. */
  run(
    line: string,
    typed?: CommandOptions,
  ): Promise<CommandResult & { records: OrderResult[]; results: Record<string, string> }>;
  /** Returns the movements of one kind in the sandbox's ledger: `CAPTURED`. */
  moved(kind: string): Promise<{ orderId: string; amount: string; currency: string }[]>;
  /** Makes an API request and resolves with its response. */
  call(name: string, input: object): Promise<ReturnType<JSON["parse"]>>;
  /** Creates an order with a card authorization for each amount. Resolves with its number. */
  authorized(currency: string, ...amounts: string[]): Promise<string>;
}

export async function openOrdersShop(): Promise<OrdersShop> {
  const world = createWorld();
  await world.till("sandbox seed");
  const call: OrdersShop["call"] = async (name, input) => {
    const result = await world.till(["api", name, "--input", JSON.stringify(input), "--yes", "--json"]);
    if (result.code !== 0) throw new Error(`${name}: ${result.stderr}`);
    return JSON.parse(result.stdout);
  };
  return {
    ...world,
    call,
    async run(line, typed) {
      const result = await world.sh(line, typed);
      const lines = result.stdout.split("\n").filter((one) => one.startsWith("{"));
      const records = lines.map((one) => JSON.parse(one) as OrderResult);
      const results = Object.fromEntries(records.map((one) => [one.number ?? "?", one.result]));
      return { ...result, records, results };
    },
    async moved(kind) {
      const { stdout } = await world.till("api GET /__till/ledger?limit=100000 --json");
      return (
        JSON.parse(stdout).movements as { kind: string; orderId: string; amount: string; currency: string }[]
      ).filter((one) => one.kind === kind);
    },
    async authorized(currency, ...amounts) {
      const item = (amount: string) => ({
        productName: { original: "Thing" },
        quantity: 1,
        price: { amount },
        itemType: { preset: "PHYSICAL" },
      });
      const { order } = await call("orders.create", {
        order: {
          currency,
          channelInfo: { type: "WEB" },
          lineItems: amounts.map(item),
          priceSummary: { subtotal: { amount: amountText(sum(amounts.map(decimal))) } },
        },
      });
      for (const amount of amounts) {
        await call("orderBilling.charge", {
          orderId: order.id,
          regularCharge: {
            amount: { amount },
            delayedCharge: true,
            delayedCaptureSettings: { scheduledAction: "VOID", delayDuration: { count: 3, unit: "DAYS" } },
          },
        });
      }
      return order.number;
    },
  };
}
