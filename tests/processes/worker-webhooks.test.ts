import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Consumer, orders, type SignedEvent, signer, startConsumer } from "../support/webhooks.ts";
import { type Cluster, skipped, workerCluster } from "./postgres.ts";
import { createHome, type Home } from "./program.ts";

describe.skipIf(skipped)(`webhooks of workers${skipped}`, () => {
  let cluster: Cluster;
  let home: Home;
  let consumer: Consumer;
  let isHeld = ({ entity }: SignedEvent) => entity === "a";
  const app = signer();

  beforeAll(async () => {
    cluster = await workerCluster();
    home = createHome();
    consumer = await startConsumer((event) => (isHeld(event) ? undefined : 200));
    writeFileSync(home.path("app.pem"), (await app).pem);
  });
  afterAll(async () => {
    home?.close();
    await consumer?.close();
  });

  const kill = async (child: ChildProcess) => {
    const gone = once(child, "close");
    child.kill("SIGKILL");
    await gone;
  };
  const lineOf = async (child: ChildProcess, stream: "stdout" | "stderr", fits: RegExp) => {
    for await (const line of createInterface({ input: child[stream] as NonNullable<typeof child.stderr> }))
      if (fits.test(line)) return line;
    throw new Error("The program ended.");
  };

  test("a receiver is killed after its responses, and a worker while it sends: another one sends again, in order", async () => {
    const env = { TILL_JOURNAL: await cluster.create() };
    const line = `webhooks receive --key app.pem --forward-to ${consumer.url}`;
    const receiver = home.start(line, { env });
    const [origin = ""] = /http:\S+\d/.exec(await lineOf(receiver, "stderr", /Receiving/)) ?? [];
    for (const [entity, number] of [
      ["a", 1],
      ["a", 2],
      ["b", 1],
    ] as const) {
      const body = await (await app).sign({ entity, number, id: `${entity}${number}` });
      expect((await fetch(origin, { method: "POST", body })).status).toBe(200);
    }
    await kill(receiver);

    const first = home.start("worker --webhooks", { env });
    await expect.poll(() => orders(consumer.arrived)).toEqual({ a: [1], b: [1] });
    const second = home.start("worker --webhooks", { env });
    await lineOf(second, "stdout", /worker\.started/);
    expect(consumer.arrived).toHaveLength(2);
    isHeld = () => false;
    await kill(first);
    await expect.poll(() => orders(consumer.arrived)).toEqual({ a: [1, 2], b: [1] });
    expect(consumer.arrived.map(({ id }) => id).sort()).toEqual(["a1", "a1", "a2", "b1"]);
  });
});
