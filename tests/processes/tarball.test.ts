import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBuilt } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "till-tarball-"));
const installed = join(folder, "installed");
const program = join(installed, "node_modules", "till-cli");
let packed: string[];
let tarball = "";

/** Runs npm with the user's configuration, for its registry and cache. */
function npm(cwd: string, ...args: string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  checkBuilt();
  execFileSync(process.execPath, ["scripts/docs.ts"]);
  const [report] = JSON.parse(
    npm(process.cwd(), "pack", "--ignore-scripts", "--json", "--pack-destination", folder),
  );
  packed = report.files.map(({ path }: { path: string }) => path);
  tarball = join(folder, report.filename);
  mkdirSync(installed);
  npm(installed, "init", "--yes");
  npm(
    installed,
    "install",
    "--ignore-scripts",
    "--omit=dev",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    tarball,
  );
  // The fixture for Playwright has the types of Playwright, which its users have installed.
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["@playwright", "playwright", "playwright-core"])
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  // npm installs from a registry here, and other programs may keep the computer busy.
}, 1_200_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command with --json writes to stderr: one JSON line for each notice. */
const notice = `${JSON.stringify({ _kind: "notice", message: "Profile sandbox: the embedded sandbox, not a hosted shop." })}\n`;

/** Runs the installed command with the given Node, in a temporary home. */
function till(node: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TILL_HOME: join(folder, "home"),
    TILL_PROFILE: "sandbox",
  };
  return spawnSync(node, [join(program, "bin", "till.js"), ...args], { encoding: "utf8", env, cwd: folder });
}

test("the tarball holds the program, its manual and the reference that help does not have, and no sources", () => {
  const tops = [...new Set(packed.map((path) => path.split("/")[0]))];
  const { files } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(tops).toEqual(expect.arrayContaining(["LICENSE", "README.md", "bin", "dist", "package.json"]));
  expect(
    tops.filter(
      (name) => name !== "package.json" && !files.some((file: string) => file.split("/")[0] === name),
    ),
  ).toEqual([]);
  expect(packed).toEqual(expect.arrayContaining(["man/till.1.gz", "docs/reference/library.md"]));
  const pages = /^(dist\/library\/[\w-]+\.(d\.ts|js\.map)|docs\/reference\/[\w.-]+\.(md|json))$/;
  const left = packed.filter((path) => /\.tsx?$|\.test\.|\.map$|^(src|tests|docs|scripts)\//.test(path));
  expect(left.filter((path) => !pages.test(path))).toEqual([]);
});

test("the package is small: at most 12 packages and 16 MB, without an install script", () => {
  const lock = JSON.parse(readFileSync(join(installed, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>).filter(
    ([path]) => path !== "" && existsSync(join(installed, path)),
  );
  expect(packages.length).toBeLessThanOrEqual(12);
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  const files = readdirSync(join(installed, "node_modules"), { recursive: true, encoding: "utf8" });
  const sizes = files.map((file) => statSync(join(installed, "node_modules", file)));
  const bytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
  expect(bytes).toBeLessThan(16_000_000);
});

test("the licenses of the packages in the bundle are in the package", () => {
  const text = readFileSync(join(program, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["ink", "react", "zod", "commander", "conf", "open", "chalk", "ink-table", "jq-wasm"])
    expect(text).toMatch(new RegExp(`^${name} \\d[^\n]*\\n-+\\n\\n\\S`, "m"));
  expect(text.match(/^-{5,}$/gm)?.length).toBeGreaterThan(60);
});

test("the installed command works from any folder", () => {
  expect(till(process.execPath, "--version")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: `${JSON.parse(readFileSync("package.json", "utf8")).version}\n`,
  });
  expect(till(process.execPath, "sandbox", "seed", "demo")).toMatchObject({ status: 0, stderr: "" });
  const list = till(process.execPath, "products", "list", "--all", "--json");
  expect(list).toMatchObject({
    status: 0,
    stderr: notice,
  });
  expect(JSON.parse(list.stdout).total).toBe(24);
  expect(
    till(process.execPath, "products", "update", "wool-throw", "--set", "price=+10%", "--yes"),
  ).toMatchObject({ status: 0 });
  expect(till(process.execPath, "jobs", "undo", "last", "--yes")).toMatchObject({ status: 0 });
  expect(till(process.execPath, "products", "export", "all.csv")).toMatchObject({ status: 0 });
  expect(till(process.execPath, "products", "import", "all.csv", "--dry-run").stdout).toContain(
    "0 to change",
  );
});

/** A TypeScript program that uses both entry points of the library. */
const consumer = `
import { ApiError, createClient, UsageError } from "till-cli/api";
import { openShop, type TestShop } from "till-cli/testing";
import { useShop } from "till-cli/testing/jest";
import { shopFixture } from "till-cli/testing/vitest";
import { TillError, verifyWebhook } from "till-cli/webhooks";

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "", SITE_ID: siteId = "", CLIENT_ID: clientId = "", BODY = "", KEY = "" } = process.env;
const shop = createClient({ baseUrl, apiKey, siteId });
const { product } = await shop.products.create({ product: { name: "Egg cup", productType: "physical", priceData: { price: 8.5 } } });
const updated: Date | null | undefined = product?.lastUpdated;
// @ts-expect-error: unknown field
const wrong = () => shop.products.create({ product: { nmae: "Egg cup" } });
// @ts-expect-error: the id is required
const missing = () => shop.products.get();
const refusal = await shop.products.get({ id: "00000000-0000-4000-8000-000000000001" }).catch((error: unknown) => error);
const visitor = createClient({ baseUrl, clientId });
const { products = [] } = await visitor.products.query({});
const page = await visitor.products.query().eq("name", "Egg cup").ascending("name").limit(2).find();
// @ts-expect-error: products have no such field to query
const wrongField = () => visitor.products.query().ge("prize", 20);
const nested = () => visitor.products.query().ge("priceData.price", 20).descending("lastUpdated", "_id").or(visitor.products.query().hasSome("collectionIds", ["1"]));
const names: (string | null | undefined)[] = page.items.map(({ name }) => name);
// @ts-expect-error: products have no such field
const odd = () => page.items[0]?.nmae;
const end = page.hasNext() ? await page.next() : await page.next().catch((error: unknown) => error);
const bad = await verifyWebhook(BODY + "x", KEY).catch((error: unknown) => error);
const { eventType, payload } = await verifyWebhook(BODY, KEY);
let usage: unknown;
try {
  createClient({});
} catch (error) {
  usage = error;
}
const memory: TestShop = await openShop({ seed: { products: [{ name: "Mug", price: 12 }] } });
const mugs = await memory.client.asVisitor().products.query({});
const webhook = await memory.webhooks.next("product_created").catch((error: unknown) => error as Error);
if (!(webhook instanceof Error)) {
  const status: string | null | undefined = webhook.payload.createdEvent?.entity?.name;
  // @ts-expect-error: payloads are JSON, so times are text
  const time: Date | null | undefined = webhook.payload.eventTime;
}
const misspelled = [
  // @ts-expect-error: no such type of webhook
  () => memory.webhooks.next("order_aproved"),
  // @ts-expect-error: no such outcome
  () => memory.payments.next("DENIED"),
  // @ts-expect-error: no such call
  () => memory.faults.add({ fault: "503", route: "cretaeOrder" }),
  // @ts-expect-error: no such fault
  () => memory.faults.add({ fault: "505", route: "createOrder" }),
  // @ts-expect-error: no such seed
  () => openShop({ seed: "dmeo" }),
  () => memory.faults.add({ fault: "slow:50-400", route: "/stores/v1/products" }),
  () => memory.faults.add({ fault: "429:7", route: "checkouts.createOrder" }),
];
await memory.close();
let fixture: number | undefined;
await shopFixture({ seed: "empty" }).shop({ task: { name: "fixture" } }, async (one) => {
  fixture = (await one.client.asAdmin().products.query({})).products?.length;
});
console.log(JSON.stringify({
  tested: [mugs.products?.[0]?.name, fixture, typeof useShop],
  name: product?.name,
  isDate: updated instanceof Date,
  refused: refusal instanceof ApiError && refusal.status,
  seen: products?.length,
  names,
  end: end instanceof UsageError ? end.message : "next page",
  eventType,
  told: (payload as { name: string }).name,
  bad: bad instanceof TillError && bad.code,
  usage: usage instanceof UsageError,
  kept: [wrong, missing, odd, wrongField, nested, ...misspelled].every((one) => typeof one === "function"),
}));
await Promise.all([shop.close(), visitor.close()]);
`;

test("the entry points of the library are typed and work for a program that installs the package", async () => {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TILL_HOME: join(folder, "library"),
    TILL_PROFILE: "sandbox",
  };
  const bin = join(program, "bin", "till.js");
  writeFileSync(join(installed, "consumer.mts"), consumer);
  expect(typeErrors("consumer.mts", "--module", "nodenext")).toBe("");

  const run = (...args: string[]) =>
    execFileSync(process.execPath, [bin, ...args], { encoding: "utf8", env });
  run("products", "create", "--name", "Tea pot", "--price", "20");
  const [emitted] = JSON.parse(run("webhooks", "replay", "last", "--json")).items;
  const server = spawn(process.execPath, [bin, "sandbox", "start", "--memory", "--json"], { env });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const { baseUrl, apiKey, siteId, clientId } = JSON.parse(line.toString());
    const given = { BASE_URL: baseUrl, API_KEY: apiKey, SITE_ID: siteId, CLIENT_ID: clientId };
    const result = await promisify(execFile)(process.execPath, ["consumer.mts"], {
      cwd: installed,
      env: { ...env, ...given, BODY: emitted.jwt, KEY: run("sandbox", "keys") },
    });
    expect(result.stderr).toBe("");
    expect(JSON.parse(result.stdout)).toEqual({
      tested: ["Mug", 0, "function"],
      name: "Egg cup",
      isDate: true,
      refused: 404,
      seen: 1,
      names: ["Egg cup"],
      end: "No next page to fetch",
      told: "Tea pot",
      eventType: "com.wix.ecommerce.catalog.api.v1.ProductCreated",
      bad: "SIGNATURE_INVALID",
      usage: true,
      kept: true,
    });
  } finally {
    server.kill("SIGTERM");
    await once(server, "close");
  }
});

/** Returns what the compiler reports about a file of the project that installed the package, with all declarations. */
function typeErrors(file: string, ...flags: string[]): string {
  const options = ["--strict", "--noEmit", "--target", "es2024", "--types", "node"];
  const typeRoots = ["--typeRoots", resolve("node_modules/@types")];
  const compiler = resolve("node_modules/.bin/tsc");
  return spawnSync(compiler, [...options, ...flags, ...typeRoots, file], { cwd: installed, encoding: "utf8" })
    .stdout;
}

const { exports: entries } = JSON.parse(readFileSync("package.json", "utf8")) as {
  exports: Record<string, { import: Target; require: Target }>;
};
type Target = Record<"types" | "default", string>;
const entryNames = Object.keys(entries).filter((name) => name !== "./package.json");

test("every entry point has a module and declarations of its kind for import and for require", () => {
  expect(entryNames).toHaveLength(6);
  for (const name of entryNames) {
    const { import: imported, require: required } = entries[name] ?? {};
    for (const [{ types, default: code } = { types: "", default: "" }, kinds] of [
      [imported, [".d.ts", ".js"]],
      [required, [".d.cts", ".cjs"]],
    ] as const) {
      expect(packed, name).toEqual(expect.arrayContaining([types.slice(2), code.slice(2)]));
      expect([types.endsWith(kinds[0]), code.endsWith(kinds[1])], name).toEqual([true, true]);
    }
  }
});

test.each([
  ["cts", "node16"],
  ["mts", "node16"],
  ["cts", "nodenext"],
  ["ts", "preserve"],
])("the declarations are right for a .%s file with module %s", (extension, module) => {
  const file = `kinds.${extension}`;
  const uses = [
    `import { test } from "@playwright/test";`,
    `import { openShop, type TestShop } from "till-cli/testing";`,
    `import { shopFixture } from "till-cli/testing/playwright";`,
    `export const opened: Promise<TestShop> = openShop({ seed: "empty" });`,
    `test.extend(shopFixture({ seed: "demo" }))("buys", async ({ page, shop }) => {`,
    `  const { url }: { url: string } = await shop.listen();`,
    `  await page.goto(url);`,
    `});`,
    ...entryNames.map((name, index) => `export * as entry${index} from "till-cli${name.slice(1)}";`),
  ];
  writeFileSync(join(installed, file), uses.join("\n"));
  expect(typeErrors(file, "--module", module)).toBe("");
});

test.each([
  ["publint", "run", "--strict"],
  // Node's own resolution of 2019 ("node10") does not know entry points.
  ["attw", "--profile", "node16"],
])("%s finds nothing wrong with the entry points", (linter, ...options) => {
  const { status, stdout, stderr } = spawnSync(linter, [...options, tarball], {
    encoding: "utf8",
    env: { PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter), NO_COLOR: "1" },
  });
  expect(status, stdout + stderr).toBe(0);
});

test("a CommonJS program requires the library and shares its classes with modules", () => {
  const script = `
    const { openShop } = require("till-cli/testing");
    const { ApiError } = require("till-cli/api");
    const { useShop } = require("till-cli/testing/jest");
    (async () => {
      const { ApiError: imported } = await import("till-cli/api");
      const shop = await openShop({ seed: "empty" });
      const error = await shop.client.asAdmin().products.get({ id: "00000000-0000-4000-8000-000000000001" }).catch((error) => error);
      await shop.close();
      console.log(JSON.stringify([error instanceof ApiError, imported === ApiError, ApiError.name, useShop.length]));
    })();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", script], {
    cwd: installed,
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: '[true,true,"ApiError",1]\n', stderr: "" });
});

test("an uncaught error of the library prints readable lines", () => {
  const script = `import { openShop } from "till-cli/testing"; await openShop({ seed: { products: [{ name: "Mug", price: -1 }] } });`;
  const { stderr: plain } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: installed,
    encoding: "utf8",
  });
  expect(plain).toContain("UsageError: Invalid shop data:\n  products[0].price: expected 0 or more");
  expect(plain).toMatch(/at openShop \(.*\/dist\/library\/testing-\S+\.js:\d+:\d+\)/);
  expect(Buffer.byteLength(plain)).toBeLessThan(3000);
});

const old = oldNode();

test.runIf(old)("an older Node prints one line with the required version and exits with 1", () => {
  const alone = join(folder, "alone");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(program, part), join(alone, part), { recursive: true });
  const ended = spawnSync(old ?? "", [join(alone, "bin", "till.js"), "products", "list"], {
    encoding: "utf8",
  });
  expect(ended).toMatchObject({ status: 1, stdout: "" });
  expect(ended.stderr).toMatch(/^till needs Node 22\.19 or newer; this is \d+\.\d+\.\d+\. [^\n]+\n$/);
});

test.runIf(old)(
  "in the checkout an older Node hands over to the pinned one, with arguments, streams and exit code",
  () => {
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      TILL_HOME: join(folder, "home"),
      TILL_PROFILE: "sandbox",
    };
    const run = (args: string[], input = "") =>
      spawnSync(old ?? "", ["bin/till.js", ...args], { encoding: "utf8", env, input });
    expect(run(["products", "get", "no such thing"])).toMatchObject({ status: 5, stdout: "" });
    expect(
      run(["products", "create", "--input", "-", "--json"], '{"name":"Käse & Co","priceData":{"price":1}}'),
    ).toMatchObject({ status: 0, stderr: notice });
  },
);

/** Returns the first Node on the PATH that is too old for till, if any. */
function oldNode(): string | undefined {
  const all = (process.env.PATH ?? "").split(delimiter).map((directory) => join(directory, "node"));
  return all
    .filter((file) => existsSync(file))
    .find((file) => {
      const [major = 0] = execFileSync(file, ["--version"], { encoding: "utf8" })
        .slice(1)
        .split(".")
        .map(Number);
      return major < 22;
    });
}
