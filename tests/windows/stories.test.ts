import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseStory, showPart } from "../../src/stories/story.ts";
import { replay } from "../stories/replay.ts";
import { shellOf } from "../support/world.ts";
import { openWindows, skipped, type WindowsConsole } from "./wine.ts";

/** A story of each part of the program. TILL_WINDOWS_STORIES='*' runs all. */
const names =
  process.env.TILL_WINDOWS_STORIES ??
  "{backup,collections,discounts,events,import-shopify,orders-faults,products-update,promote,sandbox-clock,undo}";
/** Those of Linux only: they show the name of the user, have an editor that is a script, or a path below /dev. */
const linuxOnly = ["audit", "edit", "jobs", "tapes"].map((name) => `tests/stories/${name}.story`);

describe.skipIf(skipped)(`stories on Windows${skipped}`, () => {
  let windows: WindowsConsole;
  beforeAll(async () => {
    windows = await openWindows();
  });
  afterAll(() => windows.close());

  for (const file of globSync(`tests/stories/${names}.story`, { exclude: linuxOnly }).sort())
    test.concurrent(file, async () => {
      const desk = windows.desk();
      // Commands as on a terminal (%) are left out: their output depends on the window.
      const story = parseStory(readFileSync(file, "utf8"), file)
        .filter((part) => part.kind !== "command" || !part.terminal)
        .flatMap((part) => showPart(part, part.kind === "command" ? part.answer : []))
        .join("\n");
      expect(await replay(story, file, { ...desk, sh: shellOf(desk.home, desk.till) })).toBe(story);
    });
});
