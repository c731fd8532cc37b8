import { expect, test } from "vitest";
import { createCaller } from "../../src/api/caller.ts";
import type { Transport } from "../../src/api/transport/transport.ts";
import type { Step, Work } from "../../src/bulk/journal/step.ts";
import { orderGateway } from "../../src/resources/orders/gateway.ts";
import { paymentWork } from "../../src/resources/payments/work.ts";
import type { Catalog } from "../../src/resources/products/catalog.ts";
import { openCatalog } from "../../src/resources/products/read.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { openTestShop } from "../support/test-shop.ts";
import { draftOf, type Scenario } from "./night.ts";
import { newRow, Platform, type Row } from "./platform.ts";

// The model platform and the sandbox were written independently. The same traffic has the same effects on both.

const callOver = (send: Transport) =>
  createCaller({
    send,
    baseUrl: "https://shop.example",
    headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
  });

const catalogOver = (send: Transport, catalog: "v1" | "v3"): Promise<Catalog> => {
  const call = callOver(send);
  return openCatalog(
    { call: async () => call, can: async () => true, catalog: async () => catalog },
    "admin",
  );
};

const model = (rows: readonly Row[]): Transport => {
  const platform = new Platform(rows.map((row) => ({ ...row })));
  return async (request) => platform.handle(request).response;
};

/** Returns three products of a sandbox as rows of the model. */
async function productsOf(send: Transport, catalog: "v1" | "v3"): Promise<Row[]> {
  const { list } = await catalogOver(send, catalog);
  const { products = [] } = (await (list.call ?? callOver(send))(list.endpoint, {}, {})) as {
    products?: {
      id: string;
      name?: string;
      priceData?: { price?: number };
      stock?: { quantity?: number };
      manageVariants?: boolean;
    }[];
  };
  const simple = products.filter(
    ({ manageVariants, stock }) => !manageVariants && stock?.quantity !== undefined,
  );
  expect(simple.length).toBeGreaterThan(2);
  return simple.slice(0, 3).map(({ id, name, priceData, stock }, n) => ({
    ...newRow(n + 1),
    id,
    name: name ?? "",
    price: String(priceData?.price),
    quantity: String(stock?.quantity),
  }));
}

/** Makes the changes of a job, and returns what each read and write had for a result. */
async function traffic(work: Work, scenario: Scenario, rows: readonly Row[]): Promise<unknown[]> {
  const steps = rows.map(
    (row, index): Step => ({
      ...draftOf(scenario, row),
      seq: index + 1,
      phase: 0,
      state: "sent",
      attempts: 1,
    }),
  );
  const seen: unknown[] = [await work.read(steps)];
  const groups = Map.groupBy(steps, (step) => work.group(step) ?? step.seq);
  for (const group of groups.values()) {
    const outcomes = await work.write(group);
    seen.push(outcomes.map(({ seq, ok, ...rest }) => ({ seq, ok, stale: "stale" in rest && rest.stale })));
  }
  seen.push(await work.read(steps));
  return seen;
}

test.each<[Scenario, "v1" | "v3"]>([
  ["names", "v1"],
  ["prices", "v1"],
  ["stock", "v1"],
  ["names v3", "v3"],
])("%s: the model platform and the sandbox respond alike", async (scenario, version) => {
  const sandbox = openTestShop({ catalog: version });
  const rows = await productsOf(sandbox.send, version);
  const works = await Promise.all(
    [sandbox.send, model(rows)].map(async (send) => await (await catalogOver(send, version)).work()),
  );
  const [real, simulated] = await Promise.all(works.map((work) => traffic(work, scenario, rows)));
  expect(simulated).toEqual(real);
});

test("a revision that is outdated is rejected by both", async () => {
  const sandbox = openTestShop({ catalog: "v3" });
  const rows = await productsOf(sandbox.send, "v3");
  const outcomes = [sandbox.send, model(rows)].map(async (send) => {
    const [first, second] = await Promise.all([1, 2].map(async () => (await catalogOver(send, "v3")).work()));
    const steps = rows.map(
      (row, index): Step => ({
        ...draftOf("names v3", row),
        seq: index + 1,
        phase: 0,
        state: "sent",
        attempts: 1,
      }),
    );
    await first?.read(steps);
    await second?.read(steps);
    await first?.write(steps.slice(0, 1));
    return (await second?.write(steps))?.map(({ seq, ok, ...rest }) => ({
      seq,
      ok,
      stale: "stale" in rest && rest.stale,
    }));
  });
  const [real, simulated] = await Promise.all(outcomes);
  expect(real?.map(({ ok }) => ok)).toEqual([false, true, true]);
  expect(simulated).toEqual(real);
});

test.each<Scenario>(["captures", "voids"])("%s: both move the money of an order", async (scenario) => {
  const sandbox = openTestShop();
  const gateway = orderGateway(callOver(sandbox.send));
  const [page = []] = await Array.fromAsync(gateway.authorized());
  const rows = page.slice(0, 2).map(({ id, authorizations }, n) => ({
    ...newRow(n + 1),
    id,
    paymentId: authorizations[0]?.id ?? "",
  }));
  expect(rows.length).toBeGreaterThan(0);
  const [real, simulated] = await Promise.all(
    [sandbox.send, model(rows)].map((send) =>
      traffic(paymentWork(orderGateway(callOver(send))), scenario, rows),
    ),
  );
  const states = (seen: unknown[] | undefined) =>
    JSON.parse(
      JSON.stringify(seen, (key, value) =>
        key === "amount" || key === "currency" ? undefined : value instanceof Map ? [...value] : value,
      ),
    );
  expect(states(simulated)).toEqual(states(real));
});
