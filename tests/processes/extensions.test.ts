import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "./program.ts";

let home: Home;
beforeAll(() => {
  home = createHome();
  mkdirSync(home.path("bin"));
  const program = (name: string) =>
    writeFileSync(home.path("bin", name), '#!/bin/sh\necho "[$*] $TILL_PROFILE $TILL_ADDRESS"\nexit 7\n', {
      mode: 0o755,
    });
  program("till-hello");
  program("till-products");
});
afterAll(() => home.close());

const onPath = () => ({ PATH: `${home.path("bin")}:${process.env.PATH}` });

test("till-hello on PATH is till hello: it gets the rest of the line and the profile, and its exit code counts", async () => {
  const { stdout, code } = await home.till("hello --name Ada --json --help", { env: onPath() });
  expect([stdout, code]).toEqual(["[--name Ada --json --help] sandbox \n", 7]);
  await home.till("profiles create shop --platform http://127.0.0.1:9 --site s1");
  const hosted = await home.till("--profile shop hello", { env: onPath() });
  expect(hosted.stdout).toBe("[] shop http://127.0.0.1:9\n");
  const { stdout: listed } = await home.till("help commands", { env: onPath() });
  expect(listed).toMatch(/\nExtensions:\n {2}hello {2,}\S+till-hello\n/);
});

test("an extension does not replace a command, and is not taken from the current folder", async () => {
  const own = await home.till("products list --limit 1", { env: onPath() });
  expect([own.code, own.stdout]).toEqual([0, expect.not.stringContaining("sandbox")]);
  for (const PATH of [process.env.PATH ?? "", `:.:${process.env.PATH}`]) {
    const { code, stderr } = await home.till("hello", { env: { PATH }, cwd: home.path("bin") });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown command "till hello".')]);
  }
});
