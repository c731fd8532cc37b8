// Simulates shops that are too large to try: the built program changes the prices of a million products in one shop, and of a thousand
// shops, at the platform's limit. The platform answers from a template, and time passes only while everything waits for it.
//   npm run build && node scripts/scale.ts [--products 1000000] [--sites 1000] [--each 100]
// It prints the figures of docs/scale.md. A million products take about three minutes of processor time for each catalog version.
import { fork } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Request, Transport } from "../src/api/transport/transport.ts";
import { readEnvironment } from "../src/config/environment.ts";
import type { Host } from "../src/context/host.ts";
import type { main as Main } from "../src/main.ts";
import { memoryStreams } from "../src/output/memory-streams.ts";
import { atLimit } from "../tests/support/at-limit.ts";

type Version = "v1" | "v3";
type Json = ReturnType<typeof JSON.parse>;

const perMinute = 200;
const { main } = (await import(new URL("../dist/main.js", import.meta.url).href)) as { main: typeof Main };

/** Runs a command line of the built program in a folder, with a platform of its own. Returns the virtual milliseconds. */
async function run(
  home: string,
  argv: readonly string[],
  watch: Host["watch"],
  now: () => number,
): Promise<void> {
  const streams = memoryStreams();
  const sites = { TILL_BASE_URL: "http://127.0.0.1:9", TILL_API_KEY: "key", TILL_SITE_ID: siteOf(0) };
  const own =
    argv[0] === "sandbox" || argv.includes("--dry-run")
      ? {}
      : argv[0] === "each"
        ? { ...sites, TILL_SITE_ID: undefined }
        : sites;
  const host: Host = {
    streams,
    environment: readEnvironment({ TILL_HOME: home, ...own }, "linux"),
    platform: "linux",
    signal: new AbortController().signal,
    stop: () => {},
    takeStop: () => ({ signal: new AbortController().signal, end: () => {} }),
    now: () => new Date(Date.UTC(2026, 0, 1) + now()),
    sleep: async () => {},
    cwd: home,
    program: [process.execPath, resolve("bin/till.js")],
    who: () => ({ actor: "scale", host: "scale" }),
    ...(watch && { watch }),
  };
  const code = await main(argv, host);
  if (code !== 0)
    throw new Error(`till ${argv.join(" ")} ended with ${code}:\n${streams.text.stderr.slice(-2000)}`);
}

const siteOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const idOf = (index: number) => `${index.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
const indexOf = (id: string) => Number.parseInt(id.slice(0, 8), 16);
const idsIn = (input: Json): string[] =>
  JSON.stringify(input).match(/[0-9a-f]{8}-0000-4000-8000-0{12}/g) ?? [];
const change = ["products", "update", "--filter", "price > 0", "--set", "price=+10%"];

/** Returns the requests of a plan for a hundred products in a sandbox, with their responses. */
async function recorded(home: string, version: Version): Promise<Map<string, Json>> {
  await run(home, ["sandbox", "seed", "100", "--catalog", version], undefined, () => 0);
  const answers = new Map<string, Json>();
  const watch =
    (send: Transport): Transport =>
    async (request) => {
      const response = await send(request);
      answers.set(request.name, JSON.parse(response.body));
      return response;
    };
  await run(home, [...change, "--dry-run"], watch, () => 0);
  return answers;
}

/** Returns a platform whose sites have `count` products each: those of the recorded answers, again and again with other ids. */
function platform(
  answers: ReadonlyMap<string, Json>,
  count: number,
): { send: Transport; requests: Map<string, number> } {
  const products: Json[] = (answers.get("products.query") ?? answers.get("productsV3.search")).products;
  const variants = Map.groupBy(
    (answers.get("variantsV3.query")?.variants ?? []) as Json[],
    (one) => one.productData.productId,
  );
  const templates = products.map((product) => {
    const own = variants.get(product.id) ?? [];
    const price = String(product.priceData?.price ?? own[0].price.actualPrice.amount);
    const text = (value: Json) =>
      JSON.stringify(value).replaceAll(product.id, "\u0001").replaceAll(price, "\u0002");
    return { product: text(product), variants: text(own).slice(1, -1) };
  });
  /** Each product has a price of its own: on catalog v1, those with the same one would be changed together. */
  const at = (kind: "product" | "variants", index: number) =>
    (templates[index % templates.length]?.[kind] ?? "")
      .replaceAll("\u0001", idOf(index))
      .replaceAll("\u0002", String((100 + index) / 100));
  const productAt = (index: number) => at("product", index);
  const pageFrom = (start: number) =>
    Array.from({ length: Math.max(0, Math.min(100, count - start)) }, (_, n) => start + n);
  const requests = new Map<string, number>();
  const answer = (request: Request): string => {
    const { name, url, body } = request;
    const packed = new URL(url).searchParams.get(".r");
    const input = () =>
      packed === null ? JSON.parse(body ?? "{}") : JSON.parse(Buffer.from(packed, "base64url").toString());
    switch (name) {
      case "products.query": {
        const text = JSON.stringify(input());
        const listed = /"\$in":(\[[^\]]*\])/.exec(text)?.[1];
        const start = indexOf(/"\$gt":"([^"]+)"/.exec(text)?.[1] ?? idOf(-1 >>> 0)) + 1;
        const from = start > 0xffff_ffff ? 0 : start;
        const indexes = listed === undefined ? pageFrom(from) : (JSON.parse(listed) as string[]).map(indexOf);
        const total = listed === undefined ? count - from : indexes.length;
        return `{"products":[${indexes.map(productAt).join()}],"metadata":{"count":${indexes.length},"offset":0,"total":${total}}}`;
      }
      case "products.update":
        return `{"product":${productAt(indexOf(url.split("/").at(-1) ?? ""))}}`;
      case "productsV3.search": {
        const start = Number(input().search?.cursorPaging?.cursor ?? 0);
        const indexes = pageFrom(start);
        const hasNext = start + 100 < count;
        const cursors = hasNext ? { next: String(start + 100) } : {};
        return `{"products":[${indexes.map(productAt).join()}],"pagingMetadata":${JSON.stringify({ count: indexes.length, cursors, hasNext })}}`;
      }
      case "productsV3.query":
        return `{"products":[${idsIn(input()).map(indexOf).map(productAt).join()}],"pagingMetadata":{"cursors":{},"hasNext":false}}`;
      case "variantsV3.query": {
        const found = idsIn(input()).map((id) => at("variants", indexOf(id)));
        return `{"variants":[${found.join()}],"pagingMetadata":{"count":${found.length},"cursors":{},"hasNext":false}}`;
      }
      case "productsV3.bulkUpdate": {
        const results = (input().products as Json[]).map(({ product }, originalIndex) => ({
          itemMetadata: { id: product.id, originalIndex, success: true },
        }));
        const bulkActionMetadata = {
          totalSuccesses: results.length,
          totalFailures: 0,
          undetailedFailures: 0,
        };
        return JSON.stringify({ results, bulkActionMetadata });
      }
      default: {
        const known = answers.get(name);
        if (known === undefined) throw new Error(`the platform of scripts/scale.ts has no ${name}`);
        return JSON.stringify(known);
      }
    }
  };
  const send: Transport = async (request) => {
    requests.set(request.name, (requests.get(request.name) ?? 0) + 1);
    return { status: 200, headers: { "content-type": "application/json" }, body: answer(request) };
  };
  return { send, requests };
}

interface Measured {
  requests: number;
  hours: number;
  cpuSeconds: number;
  peakMb: number;
  journalMb: number;
}

/** Changes the prices of all products of a version, of one shop or of many. */
async function simulate(version: Version, products: number, sites: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "till-scale-"));
  try {
    const { send, requests } = platform(await recorded(join(folder, "sandbox"), version), products);
    const { now, through } = atLimit(perMinute);
    const file = join(folder, "sites.csv");
    writeFileSync(file, `site\n${Array.from({ length: sites }, (_, site) => siteOf(site)).join("\n")}\n`);
    const line = [...change, ...(sites === 1 ? ["--yes"] : [])];
    const each = ["each", "--sites", file, "--at-once", "50", "--yes", "--quiet", "--"];
    const before = process.cpuUsage();
    await run(folder, sites === 1 ? [...line, "--quiet"] : [...each, ...line], () => through(send), now);
    const { user, system } = process.cpuUsage(before);
    const journals = globSync("**/jobs/**/*", { cwd: folder }).map((path) => statSync(join(folder, path)));
    return {
      requests: [...requests.values()].reduce((sum, count) => sum + count, 0),
      hours: now() / 3_600_000,
      cpuSeconds: (user + system) / 1_000_000,
      peakMb: Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024,
      journalMb: journals.reduce((sum, { size }) => sum + size, 0) / 1e6,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    ...{ products: { type: "string", default: "1000000" }, sites: { type: "string", default: "1000" } },
    ...{ each: { type: "string", default: "100" }, only: { type: "string" } },
  },
});
const [million, many, few] = [Number(values.products), Number(values.sites), Number(values.each)];
const scenarios: Record<string, () => Promise<Measured>> = {
  [`catalog v1, one shop of ${million.toLocaleString("en-US")}`]: () => simulate("v1", million, 1),
  [`catalog v3, one shop of ${million.toLocaleString("en-US")}`]: () => simulate("v3", million, 1),
  [`catalog v1, ${many.toLocaleString("en-US")} shops of ${few}`]: () => simulate("v1", few, many),
  [`catalog v3, ${many.toLocaleString("en-US")} shops of ${few}`]: () => simulate("v3", few, many),
};

if (process.send) process.send(await scenarios[values.only ?? ""]?.());
else {
  // Each in a process of its own, because of its memory.
  for (const name of Object.keys(scenarios)) {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), "--only", name]);
    const [message] = (await Promise.race([once(child, "message"), once(child, "close")])) as [unknown];
    if (typeof message !== "object" || message === null) throw new Error(`${name} failed`);
    const { requests, hours, cpuSeconds, peakMb, journalMb } = message as Measured;
    process.stdout.write(
      `${name}: ${requests.toLocaleString("en-US")} requests, ${hours.toFixed(1)} h at ${perMinute} a minute, ` +
        `${cpuSeconds.toFixed(0)} s of processor time, peak ${peakMb.toFixed(0)} MB, journal ${journalMb.toFixed(0)} MB\n`,
    );
  }
}
