import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/folders.ts";

test("many processes at once share a rate, one of them killed, and none fails on a lock", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "state", "rates.sqlite");
  const script = join(import.meta.dirname, "reserve-process.ts");
  const [rate, each] = [100, 15];
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, [script, file, `${rate}`, `${each}`]),
  );
  children[0]?.stdout.once("data", () => children[0]?.kill("SIGKILL"));
  const results = await Promise.all(
    children.map((child) => Promise.all([text(child.stdout), text(child.stderr)])),
  );
  expect(results.map(([, stderr]) => stderr).join("")).toBe("");
  const starts = results.map(([stdout]) => stdout.trim().split("\n").map(Number));
  expect(starts.slice(1).map(({ length }) => length)).toEqual(Array.from({ length: 7 }, () => each));
  const times = starts.flat().sort((one, other) => one - other);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  expect(times.length).toBeLessThanOrEqual(rate * (seconds + 1));
});
