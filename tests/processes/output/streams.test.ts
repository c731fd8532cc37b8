import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/folders.ts";

const folder = temporaryFolder();

const printer = join(import.meta.dirname, "printer.ts");

/** Runs a shell line in which "$PRINT" is the printing process. */
async function shell(line: string): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const child = spawn("bash", ["-c", `set -o pipefail; ${line}`], {
    // bash reports a locale that is not installed.
    env: { ...process.env, LC_ALL: "C", PRINT: printer, NODE: process.execPath, FOLDER: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, code: await code };
}

test("a closed reader ends it silently with exit 0 and no further work", async () => {
  const { stdout, stderr, code } = await shell('"$NODE" "$PRINT" 200000 | head -1');
  expect(stdout).toMatch(/^line 0 x+\n$/);
  expect(stderr).toBe("closed, stopped early\n");
  expect(code).toBe(0);
});

test.runIf(existsSync("/dev/full"))("a full disk is a failure with a reason", async () => {
  const { stderr, code } = await shell('"$NODE" "$PRINT" 1 > /dev/full');
  expect(stderr).toBe("Could not write to stdout: no space left on the device. The output is incomplete.\n");
  expect(code).toBe(3);
});

test("fails on a full disk, even after a partial write", async () => {
  // 1 KiB blocks: the limit cuts the tenth line in two.
  const { code, stderr } = await shell(
    '(trap "" XFSZ; ulimit -f 1; exec "$NODE" "$PRINT" 10 > "$FOLDER/small")',
  );
  expect(stderr).toContain("Could not write to stdout");
  expect(code).toBe(3);
});

test("loses no output at exit, to a slow pipe or to a file", async () => {
  const last = /line 19999 x+\n$/;
  const piped = await shell('"$NODE" "$PRINT" 20000 | (head -c 1; "$NODE" -e 0; cat)');
  expect(piped.stdout.split("\n").length).toBe(20_001);
  expect(piped.stdout).toMatch(last);
  await shell('"$NODE" "$PRINT" 20000 > "$FOLDER/file"; "$NODE" "$PRINT" 1 >> "$FOLDER/file"');
  const lines = readFileSync(join(folder, "file"), "utf8").split("\n");
  expect(lines.length).toBe(20_002);
  expect(lines.at(-2)).toMatch(/^line 0 x+$/);
});
