import { expect, test } from "vitest";
import { commandResources, referencePages } from "../../scripts/reference.ts";
import { calls } from "../../src/api/services/calls.ts";
import { globalFlags } from "../../src/cli/flags.ts";
import { type CommandRecord, commandRecords, flagRecord } from "../../src/cli/help/records.ts";
import { groups } from "../../src/commands/index.ts";
import { productResource } from "../../src/resources/products/resource.ts";

const flags = globalFlags.map(flagRecord);
const commands = await commandRecords(groups);
const resources = await commandResources(groups);
const pages = referencePages({ flags, commands, resources, calls });

const leavesOf = (record: CommandRecord): CommandRecord[] => record.commands?.flatMap(leavesOf) ?? [record];

test("each group has a page with all its commands, flags and examples", () => {
  for (const group of commands) {
    const page = pages[`${group.name}.md`] ?? "";
    expect(pages["README.md"]).toContain(`[\`${group.path}\`](${group.name}.md)`);
    for (const { path, flags = [], examples = [] } of leavesOf(group)) {
      expect(page).toMatch(new RegExp(`^#+ ${path}$`, "m"));
      for (const { name } of flags) expect(page, path).toContain(name);
      for (const { run } of examples) expect(page).toContain(run);
    }
  }
});

test("commands that list or show a resource list its fields", () => {
  expect(resources.get("till products list")).toBe(productResource);
  expect(resources.size).toBeGreaterThan(50);
  const section = pages["products.md"]
    ?.split("\n## ")
    .find((text) => text.startsWith("till products list\n"));
  for (const { name } of productResource.filterFields) expect(section).toContain(`\`${name}\``);
});

test("one page lists every API call, and the fields that lists are filtered and sorted by", () => {
  for (const { name } of calls) expect(pages["calls.md"]).toContain(`| \`${name}\` |`);
  expect(pages["calls.md"]).toContain(`### collections.query

- \`$eq $ne $gt $lt $gte $lte $isEmpty $exists $in $nin $startsWith\`: \`id\`, \`name\`
- sort: \`id\`, \`name\`
`);
});
