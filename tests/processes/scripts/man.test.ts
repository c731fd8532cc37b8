import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { manPages } from "../../../scripts/man.ts";
import { globalFlags } from "../../../src/cli/flags.ts";
import { commandRecords, flagRecord } from "../../../src/cli/help/records.ts";
import { topics } from "../../../src/cli/help/topics.ts";
import { groups } from "../../../src/commands/index.ts";

const isInstalled = spawnSync("groff", ["--version"]).status === 0;

test.runIf(isInstalled)("groff renders every page without warnings and keeps every example", async () => {
  const commands = await commandRecords(groups);
  const pages = manPages({ version: "1.2.3", flags: globalFlags.map(flagRecord), topics, commands });
  // One run for all pages: each begins with its own .TH.
  const { stdout, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-P-c", "-rLL=200n"], {
    input: Object.values(pages).join(""),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const plain = stdout.replaceAll(/.\x08/g, "").replaceAll(/\s+/g, " ");
  const examples = commands.flatMap(({ commands: verbs = [] }) =>
    verbs.flatMap(({ examples = [] }) => examples),
  );
  expect(examples.length).toBeGreaterThan(100);
  for (const { run } of examples) expect(plain).toContain(run.replaceAll(/\s+/g, " "));
});
