import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHome, endOf, type Home, type Served, serve } from "../processes/program.ts";

const sites = Number(process.env.TILL_SOAK_SITES ?? 200);
/** What the server needs for each request; it works on one at a time. What a busy machine adds is small beside it. */
const requestMs = 50;

let home: Home;
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  home.close();
});

/** Passes requests on to a sandbox, one after the other. */
async function slowed({ baseUrl }: Served): Promise<string> {
  let last: Promise<unknown> = Promise.resolve();
  server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
      last = last
        .then(async () => {
          await new Promise((resolve) => setTimeout(resolve, requestMs));
          const answer = await fetch(baseUrl + request.url, {
            method: request.method ?? "GET",
            headers: headers as Record<string, string>,
            ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
          });
          const body = Buffer.from(await answer.arrayBuffer());
          response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
        })
        .catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function begin() {
  home = createHome();
  const served = await serve(home, "--seed", "4", "--sites", `${sites}`, "--quiet");
  const ids = Array.from(
    { length: sites },
    (_, index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
  );
  writeFileSync(home.path("sites.csv"), `site\n${ids.join("\n")}\n`);
  // A request that waits behind those of all sites takes longer than this.
  const env = { ...served.env, TILL_BASE_URL: await slowed(served), TILL_TIMEOUT: "10s" };
  const line = `each --sites sites.csv --at-once ${sites} --yes -- products update --filter`.split(" ");
  const jobs = async () =>
    JSON.parse((await home.till("jobs list --json", { env })).stdout).items as { state: string }[];
  return { env, line: [...line, "price > 0", "--set", "price=+1"], jobs };
}

test(`each over ${sites} sites on one slowed server ends with 0, and no job is left`, async () => {
  const { env, line, jobs } = await begin();
  const ended = await home.till(line, { env });
  expect(ended, ended.stderr.slice(-2000)).toMatchObject({ code: 0 });
  const states = (await jobs()).map(({ state }) => state);
  expect(states).toHaveLength(sites);
  expect(new Set(states)).toEqual(new Set(["done"]));
});

test("the same after a kill: the resume ends with 0, and no job is left", async () => {
  const { env, line, jobs } = await begin();
  const child = home.start(line, { env });
  const ended = endOf(child);
  while (!(await jobs()).some(({ state }) => state === "done"))
    await new Promise((resolve) => setTimeout(resolve, 200));
  child.kill("SIGKILL");
  await ended;
  const resumed = await home.till(["jobs", "resume", "--run", "last", "--at-once", `${sites}`, "--yes"], {
    env,
  });
  expect(resumed, resumed.stderr.slice(-2000)).toMatchObject({ code: 0 });
  expect(new Set((await jobs()).map(({ state }) => state))).toEqual(new Set(["done"]));
});
