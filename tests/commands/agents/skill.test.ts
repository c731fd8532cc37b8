import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { groups } from "../../../src/commands/index.ts";
import { createWorld } from "../../support/world.ts";

const world = createWorld();
afterAll(() => world.close());

test("the instructions name every command and exit code, and are the same in a file", async () => {
  const { stdout } = await world.till("skill");
  expect(stdout).toMatch(/^---\nname: till\ndescription: .{50,1024}\n---\n/);
  for (const { name } of groups) expect(stdout).toContain(`\`till ${name}\``);
  expect(stdout).toContain("| 10 | ");
  expect(await world.till("skill --write skills/till")).toMatchObject({ code: 0, stdout: "" });
  expect(readFileSync(world.path("skills/till/SKILL.md"), "utf8")).toBe(stdout);
});
