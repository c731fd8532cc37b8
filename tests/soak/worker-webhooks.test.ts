import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { skipped, startCluster } from "../processes/postgres.ts";
import { createHome } from "../processes/program.ts";
import { random } from "../support/runs.ts";
import { orders, signer, startConsumer } from "../support/webhooks.ts";

const [entities, rounds, kills] = [20, 60, 15];
/** The most events that arrive between two kills: all kills happen while there are events. */
const perKill = (entities * rounds) / kills;

describe.skipIf(skipped)(`webhooks of workers${skipped}`, () => {
  test("kill -9 of receivers and workers at random moments: every event that was answered with 200 arrives, in order", async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.close());
    const home = createHome();
    onTestFinished(() => home.close());
    const consumer = await startConsumer(async (_, count) => {
      await wait(random() * 10);
      return count % 50 === 7 ? 503 : 200;
    });
    onTestFinished(() => consumer.close());
    const app = await signer();
    writeFileSync(home.path("app.pem"), app.pem);
    const url = await cluster.create();
    const env = { TILL_JOURNAL: url };
    await home.till("jobs list", { env });

    const died = Promise.withResolvers<never>();
    /** Starts a program, which ends only if it is killed. Its log is what it writes to stderr. */
    const start = (line: string) => {
      const child = home.start(line, { env });
      let log = "";
      child.stdout?.resume();
      child.stderr?.on("data", (part) => {
        log += part;
      });
      child.once("close", (code, signal) => {
        if (signal !== "SIGKILL") died.reject(new Error(`${line} ended (${code ?? signal}): ${log}`));
      });
      return child;
    };
    let origin = Promise.withResolvers<string>();
    const receive = () => {
      const next = Promise.withResolvers<string>();
      // The one before may have been killed before it listened.
      origin.resolve(next.promise);
      origin = next;
      const child = start(`webhooks receive --key app.pem --forward-to ${consumer.url}`);
      createInterface({ input: child.stderr as NonNullable<typeof child.stderr> }).on("line", (text) => {
        const [found] = /http:\/\/127[\d.:]+\d/.exec(text) ?? [];
        if (found) next.resolve(found);
      });
      return child;
    };
    const work = () => start("worker --webhooks");
    let repeated = 0;
    /** As the platform does: repeats what was not answered with 200. */
    const send = async (entity: string, number: number) => {
      const body = await app.sign({ entity, number, id: `${entity}-${number}` });
      for (;;) {
        const response = await fetch(await origin.promise, { method: "POST", body }).catch(() => undefined);
        if (response?.status === 200) return;
        repeated += 1;
        await wait(20);
      }
    };
    const kill = async (child: ChildProcess) => {
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    };

    let receiver = receive();
    const workers = [work(), work()];
    const sending = Array.from({ length: entities }, async (_, entity) => {
      for (let number = 0; number < rounds; number += 1) {
        await send(`e${entity}`, number);
        await wait(random() * 250);
      }
    });
    const killing = async () => {
      for (let round = 0; round < kills; round += 1) {
        const until = consumer.arrived.length + random() * perKill;
        while (consumer.arrived.length < until) await wait(10);
        await wait(random() * 300);
        // The one that was just started, or the other one.
        const at = Math.round(random());
        await kill(workers[at] as ChildProcess);
        workers[at] = work();
        if (round % 3 === 0) {
          await kill(receiver);
          receiver = receive();
        }
      }
    };
    await Promise.race([died.promise, Promise.all([killing(), ...sending])]);
    const waiting = "SELECT count(*) AS waiting FROM till.outbox WHERE settled IS NULL";
    const drained = async () => {
      while ((await cluster.sql(url, waiting))[0]?.waiting !== 0) await wait(100);
    };
    await Promise.race([died.promise, drained()]);
    const numbers = Array.from({ length: rounds }, (_, number) => number);
    expect(Object.keys(orders(consumer.arrived))).toHaveLength(entities);
    for (const order of Object.values(orders(consumer.arrived))) expect(order).toEqual(numbers);
    const states = await cluster.sql(url, "SELECT DISTINCT state FROM till.outbox");
    expect(states).toEqual([{ state: "delivered" }]);
    const again = consumer.arrived.length - entities * rounds;
    process.stderr.write(
      `${entities * rounds} events, ${kills} kills: ${again} sent again, ${repeated} repeated to receivers\n`,
    );
  });
});
