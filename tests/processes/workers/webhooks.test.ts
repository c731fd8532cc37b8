import { writeFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Consumer, orders, signer, startConsumer } from "../../support/webhooks.ts";
import { createWorld } from "../../support/world.ts";
import { type Cluster, skipped, workerCluster } from "../postgres.ts";
import { type Computer, openSharedShop, type SharedShop } from "./shared-shop.ts";

let cluster: Cluster;
let shop: SharedShop;
let app: Awaited<ReturnType<typeof signer>>;
const open: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  app = await signer();
  if (!skipped) cluster = await workerCluster();
});
beforeEach(async () => {
  if (!skipped) shop = await openSharedShop(cluster, 1);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await shop?.close();
});

const check = test.skipIf(skipped !== "");
const names = ["a", "b", "c", "d"];

async function consume(...answer: Parameters<typeof startConsumer>): Promise<Consumer> {
  const consumer = await startConsumer(...answer);
  open.push(consumer);
  return consumer;
}

/** Starts a receiver; returns a function that sends it an event and returns the status. */
async function receive(computer: Computer, { url }: Pick<Consumer, "url">) {
  writeFileSync(computer.path("app.pem"), app.pem);
  const stopping = new AbortController();
  const listening = Promise.withResolvers<string>();
  const ended = computer.till(["webhooks", "receive", "--key", "app.pem", "--forward-to", url, "--json"], {
    signal: stopping.signal,
    onOutput(text) {
      const [origin] = /http:\/\/127[\d.:]+\d/.exec(text) ?? [];
      if (origin) listening.resolve(origin);
    },
  });
  void ended.then(({ stderr }) => listening.reject(new Error(stderr)));
  const origin = await listening.promise;
  const stop = async () => {
    stopping.abort("SIGTERM");
    return await ended;
  };
  open.push({ close: stop });
  const send = async (entity: string, number: number, id = `${entity}${number}`) => {
    const body = await app.sign({ entity, number, id });
    return (await fetch(origin, { method: "POST", body })).status;
  };
  return { origin, send, stop };
}

check(`two workers send each event once, and the events of each entity in order${skipped}`, async () => {
  const [one, other] = [await shop.computer(), await shop.computer({ profile: false })];
  // Every seventh attempt is rejected, and some take longer than others.
  const consumer = await consume(async ({ number }, count) => {
    for (let turn = 0; turn < (number * 7) % 20; turn++) await new Promise(setImmediate);
    return count % 7 === 3 ? 503 : 200;
  });
  const receiver = await receive(one, consumer);
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  for (const number of numbers) for (const name of names) expect(await receiver.send(name, number)).toBe(200);
  expect(consumer.arrived).toEqual([]);
  const workers = [one.worker({ flags: "--webhooks --metrics=0" }), other.worker({ flags: "--webhooks" })];
  const sent = () => workers.flatMap(({ log }) => log).filter(({ event }) => event === "webhook.delivered");
  await expect.poll(() => sent().length).toBe(48);
  expect(orders(consumer.arrived)).toEqual(Object.fromEntries(names.map((name) => [name, numbers])));
  const rejected = workers.flatMap(({ log }) => log).filter(({ event }) => event === "webhook.waiting");
  expect(consumer.arrived).toHaveLength(48 + rejected.length);
  for (const { log } of workers) expect(log.some(({ event }) => event === "webhook.delivered")).toBe(true);
  expect(sent()[0]).toMatchObject({ type: "wix.test.v1.thing_updated", status: 200 });
  expect(sent().reduce((sum, { attempt }) => sum + Number(attempt), 0)).toBe(48 + rejected.length);
  expect(JSON.stringify(sent())).not.toContain("canary");
  const metrics = await workers[0]?.until(({ event }) => event === "metrics.started");
  expect(await (await fetch(String(metrics?.url))).text()).toMatch(
    /till_worker_webhooks_total{state="delivered"} [1-9]/,
  );
  for (const worker of workers) expect(await worker.stop()).toMatchObject({ code: 0, stderr: "" });
});

check("an event that the platform repeats is stored once, and a forged one not at all", async () => {
  const computer = await shop.computer({ profile: false });
  const consumer = await consume();
  const receiver = await receive(computer, consumer);
  expect([await receiver.send("a", 1), await receiver.send("a", 1), await receiver.send("a", 2)]).toEqual([
    200, 200, 200,
  ]);
  const forged = await (await signer()).sign({ entity: "a", number: 3, id: "a3" });
  expect((await fetch(receiver.origin, { method: "POST", body: forged })).status).toBe(400);
  const { stdout, stderr } = await receiver.stop();
  expect(stdout.trim().split("\n")).toHaveLength(2);
  expect(stderr).toContain("No worker sends webhooks, so the events wait for one: till worker --webhooks");
  const worker = computer.worker({ flags: "--webhooks" });
  await worker.until(({ event, webhook }) => event === "webhook.delivered" && webhook !== 1);
  await worker.stop();
  expect(orders(consumer.arrived)).toEqual({ a: [1, 2] });
  expect(Date.parse(String(consumer.headers[0]?.["x-till-received"]))).toBeLessThanOrEqual(Date.now());
  const stored = await cluster.sql(shop.url, "SELECT DISTINCT body, state, status FROM till.outbox");
  expect(stored).toEqual([{ body: "", state: "delivered", status: 200 }]);
});

check("after eight rejections an event is dropped, and the next of its entity is sent", async () => {
  const computer = await shop.computer({ profile: false });
  const consumer = await consume(({ number }) => (number === 1 ? 400 : 200));
  const receiver = await receive(computer, consumer);
  for (const number of [1, 2]) await receiver.send("a", number);
  await cluster.sql(shop.url, "UPDATE till.outbox SET attempts = 6, rejections = 6 WHERE due IS NOT NULL");
  const worker = computer.worker({ flags: "--webhooks" });
  const facts = { entity: "app a", status: 400, url: consumer.url.replace("?key=canary", "") };
  const waiting = await worker.until(({ event }) => event === "webhook.waiting");
  expect(waiting).toMatchObject({ ...facts, attempt: 7, seconds: 10 });
  await cluster.sql(shop.url, "UPDATE till.outbox SET due = now() WHERE due IS NOT NULL");
  const dropped = await worker.until(({ event }) => event === "webhook.dropped");
  expect(dropped).toMatchObject({ ...facts, attempt: 8 });
  await worker.until(({ event }) => event === "webhook.delivered");
  await worker.stop();
  expect(consumer.arrived.map(({ number }) => number)).toEqual([1, 1, 2]);
});

check("an unreachable server is waited for, and SIGTERM waits for the response", async () => {
  const computer = await shop.computer({ profile: false });
  const gone = await startConsumer();
  await gone.close();
  const receiver = await receive(computer, gone);
  await receiver.send("a", 1);
  const worker = computer.worker({ flags: "--webhooks" });
  expect(await worker.until(({ event }) => event === "webhook.waiting")).toMatchObject({ seconds: 0.2 });
  await expect
    .poll(
      async () =>
        (await cluster.sql(shop.url, "SELECT attempts > 1 AS tried, rejections FROM till.outbox"))[0],
    )
    .toEqual({ tried: true, rejections: 0 });
  const answered = Promise.withResolvers<number>();
  const slow = await consume(() => answered.promise);
  await cluster.sql(shop.url, "UPDATE till.outbox SET url = $1, due = now()", [slow.url]);
  await expect.poll(() => slow.arrived.length).toBe(1);
  const stopped = worker.stop();
  await worker.until(({ event }) => event === "worker.stopping");
  answered.resolve(200);
  expect(await stopped).toMatchObject({ code: 0, stderr: "" });
  expect(worker.log.map(({ event }) => event).slice(-2)).toEqual(["webhook.delivered", "worker.stopped"]);
});

check("a receiver answers 500 while the database is away", async () => {
  const computer = await shop.computer({ profile: false });
  const receiver = await receive(computer, { url: "https://app.example/hooks" });
  await cluster.stop();
  try {
    expect(await receiver.send("a", 1)).toBe(500);
  } finally {
    await cluster.start();
  }
  expect(await receiver.send("a", 1)).toBe(200);
  const { stderr } = await receiver.stop();
  expect(stderr).toContain("The receiver failed: PostgreSQL");
});

test("without a shared journal, or with a bad URL, nothing is received", async () => {
  const world = createWorld();
  open.push({ close: async () => world.close() });
  writeFileSync(world.path("app.pem"), app.pem);
  const line = "webhooks receive --key app.pem --forward-to";
  const none = await world.till(`${line} https://app.example/hooks`);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("till webhooks receive --forward-to needs a journal in PostgreSQL");
  expect(none.stderr).toContain("till config set journal postgres://");
  expect(await world.till("worker --webhooks")).toMatchObject({ code: 2, stdout: "" });
  const bad = await world.till(`${line} http://app.example/hooks`);
  expect(bad).toMatchObject({ code: 2 });
  expect(bad.stderr).toContain("expected an https URL or an http URL on this computer");
});
