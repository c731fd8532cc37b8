import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "./program.ts";

let home: Home;
const consumers = new Set<ChildProcess>();
beforeAll(() => {
  home = createHome();
});
afterAll(() => {
  for (const consumer of consumers) consumer.kill("SIGKILL");
  home?.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function consume(port: number): Promise<ChildProcess> {
  const args = [
    resolve("tests/processes/webhook-consumer.ts"),
    String(port),
    home.path("key.pem"),
    home.path("log"),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  consumers.add(child);
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "close");
  child.kill("SIGKILL");
  await gone;
  consumers.delete(child);
}

interface DeliveredEvent {
  productId: string;
  price?: { price: number };
  changedFields?: string[];
}

/** Returns the events in the log of the consumer, in order, as `product event`. */
function emitted(): string[] {
  if (!existsSync(home.path("log"))) return [];
  const lines = readFileSync(home.path("log"), "utf8").trim().split("\n");
  return lines.map((line) => {
    expect(line).not.toContain("refused");
    const { productId, ...rest } = JSON.parse(line) as DeliveredEvent;
    return `${productId} ${JSON.stringify(rest)}`;
  });
}

test("after kills of any process, every event arrives, and the events of each product are in order", async () => {
  writeFileSync(home.path("key.pem"), (await home.till("sandbox keys")).stdout);
  const port = await freePort();
  const listen = () =>
    home.start(["webhooks", "listen", "--forward-to", `http://127.0.0.1:${port}`, "--from", "start"]);
  let consumer = await consume(port);
  let listener = listen();
  // From here on it has a stored position.
  if (listener.stderr) await once(listener.stderr, "data");

  const causeEvents = (async () => {
    for (let round = 1; round <= 6; round += 1) {
      const names = ["a", "b", "c"].map((letter) => `${letter}${round}`);
      for (const name of names) {
        const created = await home.till(["products", "create", "--name", name, "--price", "1"]);
        expect(created.code).toBe(0);
      }
      await home.till(["products", "update", ...names, "--set", `price=${round + 1}`, "--yes", "--quiet"]);
    }
  })();
  const killProcesses = (async () => {
    for (let round = 0; round < 5; round += 1) {
      await wait(150 + 100 * (round % 3));
      await kill(consumer);
      await wait(100);
      if (round % 2 === 0) {
        listener.kill("SIGKILL");
        await once(listener, "close");
        // It has a stored position; --from applies to the first start only.
        listener = home.start(["webhooks", "listen", "--forward-to", `http://127.0.0.1:${port}`]);
      }
      consumer = await consume(port);
    }
  })();
  await Promise.all([causeEvents, killProcesses]);

  const everything = await home.till("webhooks listen --from start --once --output ndjson");
  const happened = everything.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { payload: DeliveredEvent })
    .map(({ payload: { productId, ...rest } }) => `${productId} ${JSON.stringify(rest)}`);
  expect(happened.length).toBeGreaterThanOrEqual(18 * 3);

  await expect.poll(() => new Set(emitted()).size, { timeout: 20_000 }).toBe(new Set(happened).size);
  const arrived = emitted();
  expect(new Set(arrived)).toEqual(new Set(happened));
  for (const product of new Set(happened.map((line) => line.split(" ")[0]))) {
    const of = (lines: string[]) => lines.filter((line) => line.startsWith(`${product} `));
    // Events may repeat; first deliveries are in order.
    expect([...new Set(of(arrived))]).toEqual([...new Set(of(happened))]);
  }
}, 60_000);
