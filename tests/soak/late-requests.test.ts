import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createHome, endOf, type Home, serve } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { random } from "../support/runs.ts";

/** For how long the server holds each write before the shop sees it. */
const holdMs = 25_000;
/** The processes that are killed, all at a time. */
const kills = 10;
const products = 3;

const homes: Home[] = [];
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  for (const home of homes) home.close();
});

/** Passes requests on to a sandbox, writes after the hold. What was accepted is carried out, even if its sender has died. */
async function holdingServer(target: string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const isWrite = request.method === "PATCH" || /\/bulk\//.test(request.url ?? "");
      const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
      const send = async () => {
        const answer = await fetch(target + request.url, {
          method: request.method ?? "GET",
          headers: headers as Record<string, string>,
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        });
        const body = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, {
          "content-type": answer.headers.get("content-type") ?? "application/json",
        });
        response.end(body);
      };
      if (isWrite) setTimeout(() => void send().catch(() => response.destroy()), holdMs);
      else void send().catch(() => response.destroy());
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Changes all prices with a process that is killed at a random moment, and resumes it at once. */
async function killOnce(catalog: "v1" | "v3"): Promise<void> {
  const home = createHome();
  homes.push(home);
  const served = await serve(home);
  await served.control("POST seed", { count: products, catalog });
  const before = effectsOf(served.file).at(-1)?.seq ?? 0;
  const env = { ...served.env, TILL_BASE_URL: await holdingServer(served.baseUrl) };
  const change = ["products", "update", "--filter", "price > 0", "--set", "price=+1", "--yes"];
  const child = home.start(change, { env });
  const ended = endOf(child);
  // It begins to write after about a second, and ends after the hold.
  setTimeout(() => child.kill("SIGKILL"), 500 + random() * (holdMs + 3000));
  await ended;
  const [job] = jobsOf(home);
  const line = job && job.state !== "unplanned" ? ["jobs", "resume", job.id, "--yes"] : change;
  const resumed = await home.till(line, { env });
  expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
  // A late request of the killed process would arrive by now.
  await new Promise((resolve) => setTimeout(resolve, holdMs + 2000));
  const event = catalog === "v1" ? "ProductChanged" : "product_updated";
  expect(timesOf(effectsOf(served.file, before), event)).toEqual({ once: products });
  await served.stop();
}

test.each(["v1", "v3"] as const)(
  "a server that holds writes for 25 s, kills at 10 random moments on catalog %s: nothing is written twice",
  async (catalog) => {
    await Promise.all(Array.from({ length: kills }, async () => await killOnce(catalog)));
  },
);
