import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/sandbox/kernel/store.ts";
import { temporaryFolder } from "../../../support/folders.ts";

test("concurrent processes share one counter of ids", async () => {
  const folder = temporaryFolder();
  const source = new URL("../../../../src/sandbox/kernel/store.ts", import.meta.url).href;
  const code = `const { openStore } = await import(${JSON.stringify(source)});
    const store = openStore(${JSON.stringify(join(folder, "sandbox.db"))});
    const visit = { caller: { role: "admin" } };
    for (let i = 0; i < 50; i++) process.stdout.write(store.write(visit, (tx) => tx.newId()) + "\\n");
    store.close();`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
  const ids = runs.flatMap(({ stdout }) => stdout.trim().split("\n"));
  const alone = openStore(":memory:");
  const expected = alone.write({ caller: { role: "admin" } }, (tx) =>
    Array.from({ length: 150 }, () => tx.newId()),
  );
  alone.close();
  expect(ids.sort()).toEqual(expected.sort());
});
