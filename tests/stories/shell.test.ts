import { afterEach, expect, test } from "vitest";
import { openShell, type Shell } from "../../src/stories/shell.ts";

const open: Shell[] = [];
afterEach(() => {
  for (const shell of open.splice(0)) shell.close();
});

async function shell(limit = 20_000, signal = new AbortController().signal): Promise<Shell> {
  const opened = await openShell({ cwd: "/", limit, signal });
  open.push(opened);
  return opened;
}

test("keeps variables and the folder, and separates stdout, stderr and exit code", async () => {
  const { run } = await shell();
  expect(await run("NAME='a b'; cd /tmp", [])).toEqual({ stdout: "", stderr: "", code: 0 });
  expect(await run('echo "$NAME" "$PWD"; echo oh >&2; (exit 3)', [])).toEqual({
    stdout: "a b /tmp\n",
    stderr: "oh\n",
    code: 3,
  });
  expect(await run("printf 'no end'", [])).toMatchObject({ stdout: "no end" });
  expect(await run("cat", ["a '$NAME'", ""])).toMatchObject({ stdout: "a '$NAME'\n\n" });
  expect(await run("cat", [])).toMatchObject({ stdout: "" });
});

test("says that the shell ended", async () => {
  const { run } = await shell();
  expect(await run("exit 4", [])).toMatchObject({ code: 4 });
  await expect(run("echo", [])).rejects.toThrow("The shell ended before this command.");
});

test("ends a command that takes too long, and all that it started", async () => {
  const { run } = await shell(200);
  await expect(run("sleep 60 & sleep 60", [])).rejects.toThrow("The story did not end within 0.2 s.");
});

test("stops with the signal", async () => {
  const stop = new AbortController();
  const { run } = await shell(20_000, stop.signal);
  const running = run("sleep 60", []);
  stop.abort("SIGINT");
  await expect(running).rejects.toBe("SIGINT");
});
