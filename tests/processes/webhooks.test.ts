import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/library/api.ts";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
import { createHome } from "./program.ts";

test("after kills of any process, every event arrives, and the events of each product are in order", async () => {
  const home = createHome();
  onTestFinished(() => home.close());
  writeFileSync(home.path("key.pem"), (await home.till("sandbox keys")).stdout);
  const log = home.path("log");
  const app = await startApp(home.path("key.pem"), log);
  const listen = (...flags: string[]) =>
    home.start(["webhooks", "listen", "--forward-to", app.url, ...flags]);
  let listener = listen("--after", "start");
  // From here on it has a stored position.
  if (listener.stderr) await once(listener.stderr, "data");

  const shop = await startSandboxServer({
    file: home.path("till/data/sandbox.db"),
    port: 0,
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => await shop.close());
  const { baseUrl, apiKey, siteId } = shop;
  const { products } = createClient({ baseUrl, apiKey, siteId });
  for (let round = 1; round <= 6; round += 1) {
    const before = arrived(log).length;
    for (const name of ["a", "b", "c"]) {
      const { product } = await products.create({
        product: { name: `${name}${round}`, productType: "physical", priceData: { price: 1 } },
      });
      await products.update({ product: { id: product?.id, priceData: { price: round + 1 } } });
    }
    await expect.poll(() => arrived(log).length).toBeGreaterThan(before);
    await app.kill();
    if (round % 2 === 0) {
      await kill(listener);
      // It has a stored position; --after applies to the first start only.
      listener = listen();
    }
    await app.start();
  }

  const everything = await home.till("webhooks listen --after start --once --output ndjson");
  const happened = everything.stdout
    .trim()
    .split("\n")
    .map((line) => described((JSON.parse(line) as { payload: DeliveredEvent }).payload));
  expect(happened.length).toBeGreaterThanOrEqual(18 * 2);
  await expect.poll(() => new Set(arrived(log))).toEqual(new Set(happened));
  for (const product of new Set(happened.map((line) => line.split(" ")[0]))) {
    const of = (lines: string[]) => lines.filter((line) => line.startsWith(`${product} `));
    // Events may repeat; first deliveries are in order.
    expect([...new Set(of(arrived(log)))]).toEqual([...new Set(of(happened))]);
  }
});

/** An app whose process is killed and started again, behind an address that stays. */
async function startApp(keyFile: string, log: string) {
  let child: ChildProcess | undefined;
  let port = 0;
  const address = createServer(async (request, response) => {
    const body = await text(request);
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body }).catch(() => undefined);
    if (answer === undefined) response.destroy();
    else response.writeHead(answer.status).end();
  }).listen(0, "127.0.0.1");
  await once(address, "listening");
  const app = {
    url: `http://127.0.0.1:${(address.address() as AddressInfo).port}`,
    async start() {
      const script = join(import.meta.dirname, "webhook-consumer.ts");
      child = spawn(process.execPath, [script, keyFile, log], { stdio: ["ignore", "pipe", "inherit"] });
      const [line] = await once(
        createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }),
        "line",
      );
      port = Number(line);
    },
    async kill() {
      if (child) await kill(child);
    },
  };
  onTestFinished(async () => {
    address.close();
    await app.kill();
  });
  await app.start();
  return app;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill("SIGKILL");
  await gone;
}

interface DeliveredEvent {
  productId: string;
  price?: { price: number };
  changedFields?: string[];
}

const described = ({ productId, ...rest }: DeliveredEvent) => `${productId} ${JSON.stringify(rest)}`;

/** Returns the events in the log of the app, in order, as `product event`. */
function arrived(log: string): string[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines.filter((line) => line.includes("refused"))).toEqual([]);
  return lines.map((line) => described(JSON.parse(line) as DeliveredEvent));
}
