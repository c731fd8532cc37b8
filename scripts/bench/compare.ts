import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { alternate, type Figure, slowdown } from "./figures.ts";
import { baselines, environment, run, till } from "./programs.ts";

/** What people use instead, in the versions that are measured. They are installed into the folder of the bench, never into the project. */
const packages = {
  "json-server": "0.17.4",
  "@mockoon/cli": "9.9.0",
  "@stoplight/prism-cli": "5.16.0",
  msw: "3.0.5",
  "@shopify/cli": "4.8.2",
};

/** Measures till beside other tools of its kind. Returns nothing, and says so, if they cannot be installed. */
export async function compare(folder: string, quick: boolean): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
  const installed = spawnSync("npm", ["install", ...flags], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (installed.status !== 0) {
    process.stderr.write(`compare: skipped, because npm cannot install the others: ${installed.stderr}\n`);
    return [];
  }
  return [
    ...(await servers(folder, quick)),
    ...(await tests(folder, quick)),
    ...(await starts(folder, quick)),
  ];
}

/** The number of products of each server, and the bytes of their descriptions. */
const count = 500;
const products = Array.from({ length: count }, (_, index) => ({
  id: `p${index}`,
  ...{
    name: `Product ${index}`,
    brand: "Acme",
    price: 10 + index,
    visible: true,
    description: "x".repeat(100),
  },
}));

/** A server that answers GET and PATCH of one of its products. */
interface Server {
  child: ChildProcess;
  origin: string;
  /** The path of a product, to read or to change it. */
  pathOf(index: number, isRead: boolean): string;
  bodyOf(index: number, brand: string): object;
  headers?: Record<string, string>;
}

/** Measures the processor time of a server for a request: half of them read a product, half change its brand. */
async function servers(folder: string, quick: boolean): Promise<Figure[]> {
  const running: Record<string, Server> = { till: await tillServer(folder) };
  try {
    for (const name of ["json-server", "Mockoon", "Prism"] as const)
      running[name] = await other(folder, name);
    const requests = quick ? 200 : 1000;
    const cases = Object.entries(running).map(([name, server]) => [
      name,
      async (round: number) => {
        await send(server, 50, `Warm ${round}`);
        const before = processorTime(server.child);
        await send(server, requests, `Brand ${round}`);
        return (processorTime(server.child) - before) / requests;
      },
    ]);
    const medians = await alternate(
      quick ? 1 : 5,
      Object.fromEntries(cases) as Record<string, () => Promise<number>>,
    );
    const { till: own = Number.NaN, ...others } = medians;
    return Object.entries(others).map(([name, ms]) =>
      slowdown(`a request to the sandbox, processor time: ${name}`, own, { name, ms }, 2),
    );
  } finally {
    for (const { child } of Object.values(running)) {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "close");
    }
  }
}

async function tillServer(folder: string): Promise<Server> {
  const args = [till, "sandbox", "start", "--memory", "--seed", String(count), "--json"];
  const env = environment({ TILL_HOME: join(folder, "home") });
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { baseUrl, apiKey } = JSON.parse(line.toString()) as Record<"baseUrl" | "apiKey", string>;
  const headers = { authorization: apiKey };
  const asked = await fetch(`${baseUrl}/stores-reader/v1/products/query`, {
    ...{ method: "POST", headers: { ...headers, "content-type": "application/json" } },
    body: JSON.stringify({ query: { paging: { limit: 100 } } }),
  });
  const { products: found } = (await asked.json()) as { products: { id: string }[] };
  const idOf = (index: number) => found[index % found.length]?.id ?? "";
  return {
    ...{ child, origin: baseUrl, headers },
    pathOf: (index, isRead) => `/${isRead ? "stores-reader" : "stores"}/v1/products/${idOf(index)}`,
    bodyOf: (index, brand) => ({ product: { id: idOf(index), brand } }),
  };
}

/** Starts another server with the same number of products and waits until it answers. */
async function other(folder: string, name: "json-server" | "Mockoon" | "Prism"): Promise<Server> {
  const port = await freePort();
  const file = join(folder, `${name}.json`);
  const path = (program: string) => join(folder, "node_modules/.bin", program);
  const commands = {
    "json-server": [path("json-server"), file, "--port", String(port), "--quiet"],
    Mockoon: [path("mockoon-cli"), "start", "--data", file, "--port", String(port), "--disable-log-to-file"],
    Prism: [path("prism"), "mock", file, "--port", String(port), "--verboseLevel", "error"],
  };
  const files = { "json-server": { products }, Mockoon: mockoon, Prism: openApi };
  writeFileSync(file, JSON.stringify(files[name]));
  const child = spawn(process.execPath, commands[name], { cwd: folder, stdio: "ignore" });
  const server: Server = {
    ...{ child, origin: `http://127.0.0.1:${port}` },
    pathOf: (index) => `/products/p${index % count}`,
    bodyOf: (_, brand) => ({ brand }),
  };
  for (let tries = 0; ; tries++) {
    const answer = await fetch(server.origin + server.pathOf(3, true)).catch(() => undefined);
    if (answer?.ok) return server;
    if (tries === 100 || child.exitCode !== null) throw new Error(`${name} does not answer`);
    await sleep(300);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

const example = { content: { "application/json": { example: products[0], schema: { type: "object" } } } };
const operation = { responses: { 200: { description: "", ...example } } };
const openApi = {
  openapi: "3.0.0",
  info: { title: "Products", version: "1" },
  paths: {
    "/products/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: operation,
      patch: {
        ...operation,
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      },
    },
  },
};

const response = {
  ...{ uuid: "response", body: "{}", latency: 0, statusCode: 200, label: "", headers: [], filePath: "" },
  ...{ bodyType: "DATABUCKET", databucketID: "prod", sendFileAsBody: false, rules: [], rulesOperator: "OR" },
  ...{ disableTemplating: false, fallbackTo404: false, default: true, crudKey: "id", callbacks: [] },
};
const route = { uuid: "route", type: "crud", documentation: "", method: "", endpoint: "products" };
const mockoon = {
  ...{ uuid: "shop", lastMigration: 33, name: "shop", endpointPrefix: "", latency: 0, port: 3000 },
  ...{ hostname: "127.0.0.1", folders: [], rootChildren: [{ type: "route", uuid: "route" }] },
  routes: [
    { ...route, responses: [response], responseMode: null, streamingMode: null, streamingInterval: 0 },
  ],
  ...{ proxyMode: false, proxyHost: "", proxyRemovePrefix: false, cors: true, headers: [] },
  tlsOptions: {
    ...{ enabled: false, type: "CERT", pfxPath: "", certPath: "", keyPath: "", caPath: "", passphrase: "" },
  },
  ...{ proxyReqHeaders: [], proxyResHeaders: [], callbacks: [] },
  data: [{ uuid: "data", id: "prod", name: "products", documentation: "", value: JSON.stringify(products) }],
};

/** Sends requests, eight at a time: reads and changes in turn. */
async function send(
  { origin, pathOf, bodyOf, headers }: Server,
  requests: number,
  brand: string,
): Promise<void> {
  const agent = new Agent();
  const left = Array.from({ length: requests }, (_, index) => index).values();
  const worker = async () => {
    for (const index of left) {
      const isRead = index % 2 === 0;
      const path = pathOf(index, isRead);
      const changed = { method: "PATCH", body: JSON.stringify(bodyOf(index, brand)) } as const;
      const answer = await agent.request({
        ...{ origin, path, headers: { ...headers, "content-type": "application/json" } },
        ...(isRead ? { method: "GET" as const } : changed),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await agent.close();
}

/** Returns the milliseconds of processor time that a process has used; Linux only. */
function processorTime({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * (1000 / ticks());
}

const ticks = () => Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Measures tests that each begin with a shop and list its products: a shop of till, and handlers of MSW. */
async function tests(folder: string, quick: boolean): Promise<Figure[]> {
  const many = quick ? 100 : 1000;
  const each = async (...args: string[]) => (await run([...args, String(many)], {})).cpuMs / many;
  const { shop, msw } = await alternate(quick ? 1 : 5, {
    shop: () => each(baselines.shopTests),
    msw: () => each(baselines.mswTests, folder),
  });
  return [slowdown("a test with a shop of its own, processor time", shop, { name: "MSW", ms: msw }, 6)];
}

/** Measures the start of Shopify's program and of till. */
async function starts(folder: string, quick: boolean): Promise<Figure[]> {
  const shopify = join(folder, "node_modules/@shopify/cli/bin/run.js");
  const env = environment({ TILL_HOME: join(folder, "home"), CI: "1", SHOPIFY_CLI_NO_ANALYTICS: "1" });
  const start =
    (...args: string[]) =>
    () => {
      const began = performance.now();
      const { status } = spawnSync(process.execPath, args, { env, stdio: "ignore" });
      if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
      return performance.now() - began;
    };
  const lines = { version: ["--version", "version"], help: ["--help", "--help"] } as const;
  const figures: Figure[] = [];
  for (const [own, theirs] of Object.values(lines)) {
    const medians = await alternate(quick ? 3 : 11, {
      till: start(till, own),
      shopify: start(shopify, theirs),
    });
    figures.push(
      slowdown(`till ${own}`, medians.till, { name: `shopify ${theirs}`, ms: medians.shopify }, 1),
    );
  }
  return figures;
}
