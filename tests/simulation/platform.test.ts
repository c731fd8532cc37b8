import { expect, test } from "vitest";
import { createCaller } from "../../src/api/caller.ts";
import type { Refund } from "../../src/api/services/payments.ts";
import type { Transport } from "../../src/api/transport/transport.ts";
import type { Step, StepDraft, StepOutcome, Work } from "../../src/bulk/journal/step.ts";
import { orderGateway } from "../../src/resources/orders/gateway.ts";
import { readTransactions } from "../../src/resources/orders/payments.ts";
import { sendRefund } from "../../src/resources/orders/refund.ts";
import { paymentWork } from "../../src/resources/payments/work.ts";
import type { Catalog } from "../../src/resources/products/catalog.ts";
import { openCatalog } from "../../src/resources/products/read.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { openTestShop } from "../support/test-shop.ts";
import { draftOf, type Scenario, startOf } from "./night.ts";
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
    ids: [id],
    name: name ?? "",
    price: String(priceData?.price),
    quantity: String(stock?.quantity),
  }));
}

const stepOf = (draft: StepDraft, seq: number): Step => ({
  ...draft,
  seq,
  phase: 0,
  state: "sent",
  attempts: 1,
});

/** Makes the changes of a job, and returns what each read and write had for a result. */
async function traffic(work: Work, scenario: Scenario, rows: readonly Row[]): Promise<unknown[]> {
  const steps = rows.map((row, index) => stepOf(draftOf(scenario, row), index + 1));
  const seen: unknown[] = [await work.read(steps)];
  const groups = Map.groupBy(steps, (step) => work.group?.(step) ?? step.seq);
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
    const steps = rows.map((row, index) => stepOf(draftOf("names v3", row), index + 1));
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
    ids: [id],
    paymentId: authorizations?.[0]?.id ?? "",
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

/** What a step shows of an outcome: ids differ. */
const plain = (outcomes: readonly StepOutcome[]) => outcomes.map(({ seq, ok }) => ({ seq, ok }));

test("creates, deletes and the undo of deletes: both have the same products afterwards", async () => {
  const sandbox = openTestShop({ catalog: "v1" });
  const rows = [1, 2, 3].map((n) => ({ ...newRow(n), ...startOf("creates") }));
  const run = async (send: Transport) => {
    const catalog = await catalogOver(send, "v1");
    const work = await catalog.work();
    const seen: unknown[] = [];
    const show = async () => {
      const found = await catalog.find(
        "slug",
        rows.map(({ slug }) => slug),
      );
      const shown = found.map(({ name, slug, priceData, stock }) => ({
        name,
        slug,
        price: priceData?.price,
        quantity: stock?.quantity,
      }));
      seen.push(shown.toSorted((one, other) => (String(one.slug) < String(other.slug) ? -1 : 1)));
    };
    const steps = rows.map((row, index) => stepOf(draftOf("creates", row), index + 1));
    seen.push(await work.find?.(steps));
    const ids: string[] = [];
    for (const step of steps) {
      const outcomes = await work.write([step]);
      seen.push(plain(outcomes));
      for (const outcome of outcomes) ids.push((outcome.ok && outcome.id) || "");
    }
    await show();
    const created = steps.map((step, index): Step => ({ ...step, id: ids[index] }));
    const deletes = created
      .flatMap((step) => work.invert(step) ?? [])
      .map((draft, n) => stepOf(draft, n + 1));
    seen.push(await work.read(deletes));
    for (const step of deletes) seen.push(plain(await work.write([step])));
    seen.push([...(await work.read(deletes)).values()]);
    await expect(work.write(deletes.slice(0, 1))).rejects.toMatchObject({ status: 404 });
    await show();
    const restores = rows.flatMap((row, index) => {
      const deleted = stepOf(draftOf("deletes", { ...row, ids: [ids[index] ?? ""] }), index + 1);
      return work.invert(deleted) ?? [];
    });
    for (const [index, draft] of restores.entries())
      seen.push(plain(await work.write([stepOf(draft, index + 1)])));
    await show();
    return seen;
  };
  const [real, simulated] = await Promise.all([sandbox.send, model(rows)].map(run));
  expect(simulated).toEqual(real);
});

test("a refund: both move the money, and show it among the refunds of the order", async () => {
  const sandbox = openTestShop();
  const gateway = orderGateway(callOver(sandbox.send));
  const [page = []] = await Array.fromAsync(gateway.authorized());
  const [order] = page;
  const [payment] = order?.authorizations ?? [];
  if (!order || !payment) throw new Error("the demo shop has an authorized payment");
  await gateway.perform("capture", order.id, [payment.id]);
  const row = { ...newRow(1), ...startOf("refunds"), id: order.id, ids: [order.id], paymentId: payment.id };
  const refund = async (send: Transport) => {
    const call = callOver(send);
    const { paymentId } = row;
    const made = await sendRefund(call, order.id, {
      parts: [{ paymentId, amount: "5.00", external: false }],
    });
    const refunds = (await readTransactions(call, order.id)).refunds ?? [];
    const shown = ({ transactions }: Refund) =>
      (transactions ?? []).map((one) => [one.paymentId, one.amount?.amount, one.refundStatus]);
    return {
      made: shown(made),
      refunds: refunds.map(shown),
      isListed: refunds.some(({ id }) => id === made.id),
    };
  };
  const real = await refund(sandbox.send);
  expect(await refund(model([row]))).toEqual(real);
  expect(real.isListed).toBe(true);
});
