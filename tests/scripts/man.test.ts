import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { manPages } from "../../scripts/man.ts";
import { globalFlags } from "../../src/cli/flags.ts";
import { commandRecords, flagRecord } from "../../src/cli/help/records.ts";
import { topics } from "../../src/cli/help/topics.ts";
import { groups } from "../../src/commands/index.ts";

const commands = await commandRecords(groups);
const pages = manPages({ version: "1.2.3", flags: globalFlags.map(flagRecord), topics, commands });
const requests = new Set([".SH", ".SS", ".TH", ".TP", ".PP", ".nf", ".fi", ".br", '.\\"']);

test("there is a man page for till and one for each group", () => {
  expect(Object.keys(pages)).toEqual(["till.1", ...groups.map(({ name }) => `till-${name}.1`)]);
});

test("the manifest lists every page, so that npm links it (npm run docs)", () => {
  const { man } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(man).toEqual(
    Object.keys(pages)
      .sort()
      .map((name) => `man/${name}.gz`),
  );
});

test("text is never read as a roff request, and pages are ASCII", () => {
  for (const text of Object.values(pages)) {
    const lines = text.split("\n");
    expect(lines.filter((line) => /^['.]/.test(line) && !requests.has(line.split(" ")[0] ?? ""))).toEqual([]);
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
  }
});
