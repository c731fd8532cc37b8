import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "./program.ts";

// In a process of its own: a worker thread would close the descriptors of FIFOs a second time when it ends. All at once, because
// a command says only after five seconds that it waits for data.
let home: Home;
beforeAll(async () => {
  home = createHome();
  await home.till("sandbox seed demo");
});
afterAll(() => home.close());

function createFifo(name: string): void {
  spawnSync("mkfifo", [home.path(name)]);
}

/** Starts a command that reads. `waits` resolves when it says that it waits for data. */
function startReader(line: string) {
  const child = home.start(line, { cwd: home.root });
  let output = "";
  child.stdout?.on("data", (text) => (output += text));
  const waits = new Promise<void>((resolve) => {
    child.stderr?.on("data", (text) => String(text).includes("Waiting for data") && resolve());
  });
  return { child, ended: once(child, "close"), waits, output: () => output };
}

test.concurrent("a FIFO that nobody writes ends after --timeout", async () => {
  createFifo("silent.csv");
  const silent = await home.till("products import silent.csv --yes --timeout 500ms", { cwd: home.root });
  expect([silent.code, silent.stderr]).toEqual([
    2,
    expect.stringContaining("silent.csv: no data for 1 s. Nothing was sent."),
  ]);
});

test.concurrent("a FIFO that stays open ends after --timeout", async ({ onTestFinished }) => {
  createFifo("open.csv");
  const writer = spawn("sh", ["-c", "exec 3>open.csv; printf 'handle,kind,price\\n' >&3; exec cat"], {
    cwd: home.root,
  });
  onTestFinished(() => void writer.kill());
  const open = await home.till("products import open.csv --yes --timeout 700ms", { cwd: home.root });
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("no data for 1 s")]);
});

test.concurrent("a FIFO with a writer is read to its end", async () => {
  createFifo("written.csv");
  const { ended, waits, output } = startReader("products import written.csv --yes --timeout 30s");
  await waits;
  const rows = "handle,kind,price\\nstoneware-mug,product,31\\n";
  spawn("sh", ["-c", `printf '${rows}' > written.csv`], { cwd: home.root });
  expect([...(await ended), output()]).toEqual([0, null, expect.stringContaining("1 ok")]);
});

test.concurrent.each([
  ["products import - --yes", "SIGINT", 130],
  ["products import signal.csv --yes", "SIGTERM", 143],
  ["orders capture - --yes", "SIGTERM", 143],
  ["apply - --yes", "SIGINT", 130],
] as const)("till %s, which waits for data, ends at the first %s", async (line, signal, code) => {
  if (line.includes("signal.csv")) createFifo("signal.csv");
  const { child, ended, waits, output } = startReader(line);
  // Then nothing but the signal can end it.
  await waits;
  child.kill(signal);
  expect([...(await ended), output()]).toEqual([code, null, ""]);
});

/** What never ends: a header, a cell, a line, a text, and a list of sites. */
const endless = [
  ["a", "products import FILE --yes", "the header line does not end"],
  [
    "sku,price\n",
    "products import FILE --key sku --yes",
    "line 2, column 1 (sku): the row is longer than 16 MiB",
  ],
  [
    'sku,quantity\nx,"',
    "products stock import FILE --yes",
    "line 2, column 3 (quantity): the row is longer than 16 MiB",
  ],
  ["10001\n", "orders capture --file FILE --yes", "line 2: the line does not end"],
  ["", "apply FILE --yes", ":1: the line is longer than 16 MiB"],
  ["", "api graphql @FILE", "is longer than 64 MiB"],
  ["", "api products.create --input FILE", "is longer than 64 MiB"],
] as const;
test.each(endless)(
  "%j and then text without an end is refused with little memory: till %s",
  async (start, line, message) => {
    const file = `endless-${endless.findIndex(([, one]) => one === line)}.csv`;
    createFifo(file);
    const writer = spawn(
      "sh",
      ["-c", `(printf '${start.replaceAll("\n", "\\n")}'; yes a | tr -d '\\n') > ${file}`],
      {
        cwd: home.root,
        stdio: "ignore",
      },
    );
    // Without a limit, the command would take all memory.
    const env = { NODE_OPTIONS: "--max-old-space-size=400" };
    const ended = await home.till(line.replace("FILE", file), { cwd: home.root, env });
    writer.kill();
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  },
);

test.concurrent.each([
  ["products import rows.csv --key sku --yes", "SIGTERM", 143],
  ["products stock import rows.csv --yes", "SIGINT", 130],
] as const)("rows without an end: till %s ends at %s", async (line, signal, code) => {
  const file = `${signal}-rows.csv`;
  createFifo(file);
  const header = line.includes("stock") ? "sku,quantity" : "sku,price";
  const writer = spawn("sh", ["-c", `(echo ${header}; yes a,1) > ${file}`], {
    cwd: home.root,
    stdio: "ignore",
  });
  const { child, ended, output } = startReader(line.replace("rows.csv", file));
  // It reads.
  await expect
    .poll(() => child.exitCode ?? readFileSync(`/proc/${child.pid}/io`, "utf8"))
    .toMatch(/rchar: \d{8,}/);
  child.kill(signal);
  expect([...(await ended), output()]).toEqual([code, null, ""]);
  writer.kill();
});
