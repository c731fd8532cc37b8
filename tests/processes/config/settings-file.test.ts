import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { settingsFile } from "../../../src/config/settings-file.ts";
import { temporaryFolder } from "../../support/folders.ts";

test("keeps the changes of concurrent processes", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "config", "settings.json");
  const run = promisify(execFile);
  const writer = join(import.meta.dirname, "writer.ts");
  const names = ["a", "b", "c", "d", "e", "f"];
  const runs = await Promise.all(names.map((name) => run(process.execPath, [writer, file, name, "5"])));
  expect(runs.map(({ stderr }) => stderr)).toEqual(names.map(() => ""));
  const expected = names.flatMap((name) => [1, 2, 3, 4, 5].map((number) => `${name}-${number}`));
  expect(
    settingsFile(file)
      .read()
      .profiles?.map(({ name }) => name)
      .sort(),
  ).toEqual(expected.sort());
  expect(readdirSync(join(folder, "config")).filter((name) => name.includes("tmp"))).toEqual([]);
});
