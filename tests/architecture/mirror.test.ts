import { existsSync, globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

/** Folders of tests that do not belong to one folder of the source. */
const whole =
  /^tests\/(architecture|consumers|e2e|examples|foreign|processes|scripts|security|simulation|soak|stories|support|templates|terminal|windows|sandbox\/support)(\/|$)/;

test("a test is in the folder of the code that it tests", () => {
  const folders = new Set(globSync("tests/**/*.test.{ts,tsx}").map((file) => dirname(file)));
  const elsewhere = [...folders].filter(
    (folder) => !whole.test(folder) && !existsSync(folder.replace("tests", "src")),
  );
  expect(elsewhere).toEqual([]);
});
