import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { endOf, type Home, type Served, serve } from "./program.ts";

interface Logged {
  at: string;
  ms: number;
  method: string;
  path: string;
  call?: string;
  status: number;
}

/** Returns the requests to one site of a served sandbox, oldest first. */
async function requestsOf({ baseUrl, controlToken }: Served, site: string): Promise<Logged[]> {
  const answer = await fetch(`${baseUrl}/__till/log?limit=1000`, {
    headers: { "x-till-control": controlToken, "x-sandbox-branch": site },
  });
  const { requests } = (await answer.json()) as { requests: Logged[] };
  return requests.filter(({ path }) => !path.startsWith("/__till/"));
}

/** Returns the most requests that arrived in any minute. */
function busiestMinute(requests: readonly Logged[]): number {
  const arrivals = requests.map(({ at, ms }) => Date.parse(at) - ms).sort((one, other) => one - other);
  let from = 0;
  return arrivals.reduce((most, time, index) => {
    while ((arrivals[from] ?? 0) <= time - 60_000) from++;
    return Math.max(most, index - from + 1);
  }, 0);
}

interface Fleet {
  sites: number;
  /** The products of each site. */
  products: number;
  /** The requests a minute that each site allows. */
  limit: number;
  /** The sites that each run works on at a time. */
  atOnce: number;
}

/**
 * Changes all products of many sites behind one server with two runs at once. The second is killed once it has begun to
 * write, and resumed. Every product must be written once, and no request rejected. Returns the requests of the busiest minute
 * of any site.
 */
export async function runFleet(home: Home, { sites, products, limit, atOnce }: Fleet): Promise<number> {
  const served = await serve(home, "--seed", `${products}`, "--sites", `${sites}`, "--quiet");
  await served.control("POST settings", { name: "rateLimit", value: `${limit}` });
  const ids = Array.from(
    { length: sites },
    (_, index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
  );
  writeFileSync(home.path("sites.csv"), `site\n${ids.join("\n")}\n`);
  const env = { ...served.env, TILL_MAX_REQUESTS: `${limit}/m` };
  const each = (filter: string) =>
    home.start(
      [
        ...`each --sites sites.csv --at-once ${atOnce} --yes -- products update --set price=+1 --filter`.split(
          " ",
        ),
        filter,
      ],
      { env },
    );
  const jobs = async () =>
    JSON.parse((await home.till("jobs list --json", { env })).stdout).items as {
      run: string;
      state: string;
      done: number;
      command: string;
    }[];

  const kept = endOf(each("price >= 100"));
  const killed = each("price < 100");
  const ended = endOf(killed);
  const isSecond = ({ command }: { command: string }) => command.includes("price < 100");
  const hasWritten = async () => (await jobs()).some((job) => isSecond(job) && job.done > 1);
  await expect.poll(hasWritten, { interval: 100 }).toBe(true);
  killed.kill("SIGKILL");
  await ended;
  const run = (await jobs()).find(isSecond)?.run ?? "";
  const resumed = await home.till(
    ["jobs", "resume", "--run", run, "--yes", "--no-wait", "--at-once", `${atOnce}`],
    {
      env,
    },
  );
  expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
  const first = await kept;
  expect(first, first.stderr).toMatchObject({ code: 0 });

  const busiest: number[] = [];
  for (const site of ids) {
    const requests = await requestsOf(served, site);
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
    const writes = requests.filter(({ method, status }) => method === "PATCH" && status === 200);
    const perProduct = Map.groupBy(writes, ({ path }) => path);
    expect(perProduct.size).toBe(products);
    expect([...perProduct.values()].filter(({ length }) => length > 1)).toEqual([]);
    busiest.push(busiestMinute(requests));
  }
  return Math.max(...busiest);
}
