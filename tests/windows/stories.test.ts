import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groups } from "../../src/commands/index.ts";
import { parseStory, showPart } from "../../src/stories/story.ts";
import { replay } from "../stories/replay.ts";
import { shellOf } from "../support/world.ts";
import { type Desk, openWindows, skipped, type WindowsConsole } from "./wine.ts";

/** Stories with a command of each group. TILL_WINDOWS_STORIES='*' runs all. */
const chosen = [
  "after-sales,alias,backup,cart-lost,catalog-v3-sale,check,count,dashboard,each,graphql,import-shopify,orders-faults,pipes",
  "plan-files,promote,pull,redirect,schedule,selling,shared-properties,shell,sign-in,tickets,undo,views,webhooks",
].join(",");
/** Those of Linux only: they show the name of the user, have an editor that is a script, or a path below /dev. */
const linuxOnly = ["audit", "edit", "jobs", "tapes"].map((name) => `tests/stories/${name}.story`);
const filesOf = (names: string) => globSync(`tests/stories/${names}.story`, { exclude: linuxOnly }).sort();

/** A line of each group that has no story, and what it ends with. */
const lines: Readonly<Record<string, number>> = {
  "audit --since 1d": 0,
  "plan status missing.ndjson": 5,
  "auth status": 0,
  "password forgot nobody@shop.test": 0,
  "skill --write agent": 0,
  learn: 0,
};
/** The groups in files.test.ts; a worker needs PostgreSQL. */
const elsewhere = ["doctor", "edit", "mcp", "story", "upgrade", "worker"];

test("every group of commands runs on Windows", () => {
  const typed = [
    ...filesOf(`{${chosen}}`).flatMap((file) => readFileSync(file, "utf8").match(/^\$ .*/gm) ?? []),
    ...Object.keys(lines).map((line) => `$ till ${line}`),
  ].join("\n");
  const isTyped = ({ name }: { name: string }) => new RegExp(`\\btill (--\\S+ )*${name}\\b`).test(typed);
  const missing = groups.filter((group) => !isTyped(group)).map(({ name }) => name);
  expect(missing.sort()).toEqual(elsewhere);
});

describe.skipIf(skipped)(`stories on Windows${skipped}`, () => {
  let windows: WindowsConsole;
  beforeAll(async () => {
    windows = await openWindows();
  });
  afterAll(() => windows.close());

  for (const file of filesOf(process.env.TILL_WINDOWS_STORIES ?? `{${chosen}}`))
    test.concurrent(file, async () => {
      const desk = windows.desk();
      // The lines of a story are those of a POSIX shell, such as Git Bash: printed commands are quoted for it.
      const till: Desk["till"] = (line, { env, ...options } = {}) =>
        desk.till(line, { ...options, env: { SHELL: "/usr/bin/bash", ...env } });
      // Commands as on a terminal (%) are left out: their output depends on the window.
      const story = parseStory(readFileSync(file, "utf8"), file)
        .filter((part) => part.kind !== "command" || !part.terminal)
        .flatMap((part) => showPart(part, part.kind === "command" ? part.answer : []))
        .join("\n");
      expect(await replay(story, file, { ...desk, sh: shellOf(desk.home, till) })).toBe(story);
    });

  test("a line of each group without a story", async () => {
    const desk = windows.desk();
    await desk.till("sandbox seed demo");
    for (const [line, code] of Object.entries(lines)) {
      const result = await desk.till(line);
      expect({ line, ...result }).toMatchObject({ code, stderr: expect.not.stringContaining("bug in till") });
    }
  });
});
