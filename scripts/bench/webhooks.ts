import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { operator } from "../../src/sandbox/control/control.ts";
import { signingKey } from "../../src/sandbox/kernel/keys.ts";
import { openSandbox } from "../../src/sandbox/server/router.ts";
import { alternate, type Figure, perSecond, rate } from "./figures.ts";
import { baselines, run, till } from "./programs.ts";

/** Measures events signed and forwarded from the outbox to a server on loopback, against plain node:http. */
export async function webhooks(folder: string, events: number, quick: boolean): Promise<Figure[]> {
  const file = join(folder, "data", "sandbox.db");
  mkdirSync(folder, { recursive: true });
  fill(file, events);
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      received += 1;
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const timed = async (args: readonly string[]) => {
    received = 0;
    const { ms } = await run(args, { TILL_HOME: folder });
    if (received !== events) throw new Error(`${events} events were expected, not ${received}`);
    return ms;
  };
  try {
    const medians = await alternate(quick ? 1 : 3, {
      till: () => timed([till, "webhooks", "listen", "--forward-to", url, "--after", "start", "--once"]),
      bare: () => timed([baselines.forward, file, url]),
    });
    const many = events.toLocaleString("en-US");
    return [
      rate(`${many} events signed and forwarded`, medians.till, { name: "node:http", ms: medians.bare }, 0.5),
      perSecond("the same, events a second", events, medians.till, 1000),
    ];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Creates a sandbox with the given number of product changes in its outbox. */
function fill(file: string, events: number): void {
  const { store, close } = openSandbox({ file });
  store.write(operator, (tx) => {
    signingKey(tx);
    for (let count = 0; count < events; count++) {
      const productId = `00000000-0000-4000-8000-${String(count % 1000).padStart(12, "0")}`;
      const changedFields = ["priceData.price", "discountedPricePerUnit"];
      const payload = { productId, price: { currency: "USD", price: count }, changedFields, name: "Egg cup" };
      tx.emit("com.wix.ecommerce.catalog.api.v1.ProductChanged", productId, payload);
    }
  });
  close();
}
