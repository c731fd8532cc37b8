import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createHome, type Home } from "./program.ts";

// In a process of its own: a worker thread would close the descriptors of FIFOs a second time when it ends.
let home: Home;
beforeEach(async () => {
  home = createHome();
  await home.till("sandbox seed demo");
  spawnSync("mkfifo", [home.path("pipe.csv")]);
});
afterEach(() => home.close());

test("a FIFO that nobody writes, and one that stays open, end after --timeout", async () => {
  const line = "products import pipe.csv --yes --timeout";
  const silent = await home.till(`${line} 500ms`, { cwd: home.root });
  expect([silent.code, silent.stderr]).toEqual([
    2,
    expect.stringContaining("pipe.csv: no data for 1 s. Nothing was sent."),
  ]);

  const writer = spawn("sh", ["-c", "exec 3>pipe.csv; printf 'handle,kind,slug,price\\n' >&3; sleep 30"], {
    cwd: home.root,
  });
  onTestFinished(() => void writer.kill());
  const open = await home.till(`${line} 700ms`, { cwd: home.root });
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("no data for 1 s")]);
});

test("a FIFO with a writer is read to its end", async () => {
  const rows = "handle,kind,slug,price\\nstoneware-mug,product,stoneware-mug,31\\n";
  spawn("sh", ["-c", `sleep 0.3; printf '${rows}' > pipe.csv`], { cwd: home.root });
  const { code, stdout } = await home.till("products import pipe.csv --yes --timeout 10s", {
    cwd: home.root,
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining("1 ok")]);
});

test.each([
  ["products import - --yes", "SIGINT", 130],
  ["products import pipe.csv --yes", "SIGTERM", 143],
  ["orders capture - --yes", "SIGTERM", 143],
  ["apply - --yes", "SIGINT", 130],
] as const)("till %s, which waits for data, ends at the first %s", async (line, signal, code) => {
  const child = home.start(line);
  const ended = once(child, "close");
  let output = "";
  child.stdout?.on("data", (text) => (output += text));
  // Until it waits; then nothing but the signal can end it.
  const waits = Promise.withResolvers<void>();
  child.stderr?.on("data", (text) => String(text).includes("Waiting for data") && waits.resolve());
  await waits.promise;
  child.kill(signal);
  expect([...(await ended), output]).toEqual([code, null, ""]);
});
