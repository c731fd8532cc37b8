import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { groups } from "../../src/commands/index.ts";

/** Strings that occur in the code of one library, or of the record of single changes, only. */
const marks = {
  zod: "ZodError",
  react: "react.transitional.element",
  ink: "yoga",
  undici: "UND_ERR_",
  conf: "projectName",
  big: "[big.js]",
  yaml: "tag:yaml.org,2002:",
  changes: "changesById",
  pg: "SCRAM-SERVER-FIRST-MESSAGE",
  "pg-boss": "queueCacheIntervalSeconds",
};

/** Built-in modules that take more than a millisecond to load. */
const costly = [
  "sqlite",
  "crypto",
  "net",
  "tty",
  "http",
  "http2",
  "https",
  "tls",
  "child_process",
  "internal/deps/undici/undici",
];

/** The marked libraries and costly built-in modules that a command loads, and number and bytes of its files from dist. */
interface Loaded {
  heavy: string[];
  files: number;
  bytes: number;
}

/** Runs the built program, and returns what it loads. */
function loadedBy(...argv: string[]): Loaded {
  const [loaded] = loadedInTurn(argv);
  if (loaded === undefined) throw new Error(`till ${argv.join(" ")} was not run.`);
  return loaded;
}

/**
 * Runs command lines of the built program in one process, each with modules of its own, and returns what each loads. The built-in
 * modules are those of all of them.
 */
function loadedInTurn(...lines: string[][]): Loaded[] {
  const home = mkdtempSync(join(tmpdir(), "till-loaded-"));
  const list = join(home, "loaded.json");
  const watcher = `
    import { EventEmitter } from "node:events";
    import { registerHooks } from "node:module";
    import { writeFileSync } from "node:fs";
    const loaded = [];
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context);
        if (!found.url.includes("/dist/")) return found;
        loaded.at(-1).add(found.url);
        return { ...found, url: found.url + "?" + loaded.length };
      },
    });
    const codes = [];
    process.on("exit", () => {
      const urls = loaded.map((urls) => [...urls]);
      writeFileSync(${JSON.stringify(list)}, JSON.stringify({ urls, builtins: process.moduleLoadList }));
      process.exitCode ||= codes.find((code) => code !== 0);
    });
    // Each line listens to signals.
    EventEmitter.defaultMaxListeners = 0;
    for (const line of ${JSON.stringify(lines)}) {
      if (loaded.length > 0) {
        while (process.exitCode === undefined) await new Promise(setImmediate);
        codes.push(process.exitCode);
        process.exitCode = undefined;
      }
      loaded.push(new Set());
      process.argv = [process.execPath, ${JSON.stringify(resolve("bin/till.js"))}, ...line];
      await import(${JSON.stringify(pathToFileURL("bin/till.js").href)} + "?" + loaded.length);
    }`;
  try {
    // In CI, commands that change a shop look at the profile first.
    const { CI, ...env } = process.env;
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", watcher],
      { encoding: "utf8", env: { ...env, TILL_HOME: home, TILL_STORY: "1", NO_COLOR: "1" } },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).not.toBe("");
    const { urls, builtins } = JSON.parse(readFileSync(list, "utf8")) as {
      urls: string[][];
      builtins: string[];
    };
    const modules = costly.filter((name) => builtins.includes(`NativeModule ${name}`));
    return urls.map((ours) => {
      const code = ours.map((url) => readFileSync(new URL(url), "utf8")).join("\n");
      const libraries = Object.entries(marks).flatMap(([name, mark]) => (code.includes(mark) ? [name] : []));
      return { heavy: [...libraries, ...modules], files: ours.length, bytes: Buffer.byteLength(code) };
    });
  } finally {
    rmSync(home, { recursive: true });
  }
}

for (const line of [
  "--version",
  "--help",
  "products --help",
  "products update --help",
  "help jobs undo",
  "help exit-codes",
]) {
  test(`till ${line} loads no heavy module and few files`, () => {
    const { heavy, files } = loadedBy(...line.split(" "));
    expect(heavy).toEqual([]);
    expect(files).toBeLessThanOrEqual(8);
  });
}

test("the help of every command group loads no heavy module, at most eleven files and 175 kB", () => {
  const loaded = loadedInTurn(...groups.map(({ name }) => [name, "--help"]));
  expect(loaded).toHaveLength(groups.length);
  const wrong = loaded.flatMap(({ heavy, files, bytes }, at) => {
    // With fewer than three files, nothing was measured. Those of events are 168,268 bytes: characters that are not ASCII are escaped,
    // which makes files larger and their start shorter.
    return heavy.length > 0 || files > 11 || files < 3 || bytes > 175_000
      ? [{ name: groups[at]?.name, heavy, files, bytes }]
      : [];
  });
  expect(wrong).toEqual([]);
});

/**
 * The files and bytes that commands may load at most. What is needed for all lists is in one large file, the contract of each domain
 * in a file of its own: texts, of which a command parses those of the calls and models that it uses.
 */
const loads: Readonly<Record<string, [files: number, bytes: number]>> = {
  // Files contain ASCII only, so that V8 keeps one byte per character: a list of calls takes 4% less processor time, and a kilobyte more.
  api: [9, 359_500],
  "collections list --json": [32, 822_000],
  "events list --json": [48, 1_436_500],
  "gift-cards list --json": [36, 1_139_000],
  "products stock list --json": [35, 837_000],
  "jobs list --json": [33, 810_000],
  "orders list --json": [41, 1_351_500],
  // Characters that are not ASCII are escaped, which makes files larger and their start shorter.
  "profiles list --json": [22, 835_000],
};

for (const [line, [mostFiles, mostBytes]] of Object.entries(loads))
  test(`till ${line} loads at most ${mostFiles} files and ${mostBytes / 1000} kB`, () => {
    const { files, bytes } = loadedBy(...line.split(" "));
    expect(files).toBeLessThanOrEqual(mostFiles);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

for (const line of ["products list --out", "api prod"]) {
  test(`completion of "${line}" loads no heavy module and few files`, () => {
    const { heavy, files } = loadedBy("__complete", ...line.split(" "));
    expect(heavy).toEqual([]);
    expect(files).toBeLessThanOrEqual(10);
  });
}

test("the list of API calls loads no schemas", () => {
  for (const line of ["api", "api --search variants", "api --service products --json"])
    expect(loadedBy(...line.split(" ")).heavy, line).toEqual([]);
});

test("a call by name loads one service only", () => {
  // Includes the token endpoint and the credentials store: a new sandbox issues its first visitor token.
  const { heavy, files, bytes } = loadedBy("api", "catalogVersioning.get");
  expect(heavy.sort()).toEqual(["big", "crypto", "sqlite", "zod"]);
  expect(files).toBeLessThanOrEqual(40);
  expect(bytes).toBeLessThanOrEqual(1_058_000);
});

test("a sandbox command loads no network code and no screen", () => {
  const { heavy, files, bytes } = loadedBy("products", "list", "--json");
  expect(heavy.sort()).toEqual(["big", "sqlite", "zod"]);
  expect(files).toBeLessThanOrEqual(22);
  expect(bytes).toBeLessThanOrEqual(805_000);
});

test("schedules and jobs without a shared journal load no database driver and no queue", () => {
  const create = ["schedule", "create", "--quiet", "0 6 * * *", "--name", "nightly", "--runner", "systemd"];
  const line = [...create, "--dry-run", "--", "products", "list"];
  for (const argv of [line, ["schedule", "list", "--json"], ["worker", "--help"], ["jobs", "list", "--json"]])
    expect(
      loadedBy(...argv).heavy.filter((name) => name.startsWith("pg")),
      argv.join(" "),
    ).toEqual([]);
});

/** Returns the processor time of a run of Node in milliseconds, which other programs hardly change. */
function processorTime(home: string, ...args: string[]): number {
  const report = `import { writeSync } from "node:fs";
    process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });`;
  const { status, output } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(report)}`, ...args],
    { stdio: ["ignore", "ignore", "inherit", "pipe"], env: { TILL_HOME: home } },
  );
  expect(status).toBe(0);
  return Number(output[3]) / 1000;
}

test("till --help does little work besides loading: at most 2.2 times the processor time of Node alone", () => {
  const home = mkdtempSync(join(tmpdir(), "till-start-"));
  try {
    let [alone, till] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // The fastest of several runs, each beside one of Node alone; more of them while the computer is busy. It is 1.7 to 1.9.
    for (let round = 1; round <= 6 || (till / alone > 2.2 && round <= 30); round++) {
      alone = Math.min(alone, processorTime(home, "--eval", ""));
      till = Math.min(till, processorTime(home, "bin/till.js", "--help"));
    }
    expect(till / alone).toBeLessThan(2.2);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test("the bundle contains every library string that these tests look for", () => {
  const all = readdirSync("dist")
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(`dist/${name}`, "utf8"))
    .join("\n");
  expect(Object.entries(marks).filter(([, mark]) => !all.includes(mark))).toEqual([]);
});

test("the part of undici in the bundle connects through a proxy", async () => {
  const proxy = createServer().listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const home = mkdtempSync(join(tmpdir(), "till-proxy-"));
  const variables = {
    TILL_HOME: home,
    TILL_BASE_URL: "https://shop.example",
    TILL_API_KEY: "key",
    TILL_SITE_ID: "site",
    HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  };
  const till = spawn(process.execPath, ["bin/till.js", "products", "list"], {
    env: variables,
    stdio: "ignore",
  });
  try {
    const [request] = await once(proxy, "connect");
    expect(request.url).toBe("shop.example:443");
  } finally {
    till.kill("SIGKILL");
    await once(till, "close");
    proxy.closeAllConnections();
    proxy.close();
    rmSync(home, { recursive: true });
  }
});

test("the Unicode tables are loaded only for text that needs them", () => {
  const text = resolve("src/kernel/text.ts");
  const script = `
    const { displayWidth } = await import(${JSON.stringify(text)});
    const { cache } = (await import("node:module")).createRequire(${JSON.stringify(text)});
    const loaded = () => Object.keys(cache).some((file) => file.includes("string-width"));
    const before = [displayWidth("plain"), loaded()];
    console.log(JSON.stringify([...before, displayWidth("漢"), loaded()]));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(stdout)).toEqual([5, false, 2, true]);
});
