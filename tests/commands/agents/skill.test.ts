import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { groups } from "../../../src/commands/index.ts";
import { createWorld } from "../../support/world.ts";

const world = createWorld();
afterAll(() => world.close());

test("the instructions name every command and exit code, and are the same in a file", async () => {
  const { stdout } = await world.till("agents skill");
  expect(stdout).toMatch(/^---\nname: till\ndescription: .{50,1024}\n---\n/);
  for (const { name } of groups) expect(stdout).toContain(`\`till ${name}\``);
  expect(stdout).toContain("| 10 | ");
  expect(await world.till("agents skill --write skills/till")).toMatchObject({ code: 0, stdout: "" });
  expect(readFileSync(world.path("skills/till/SKILL.md"), "utf8")).toBe(stdout);
});

test("an agent that types every line of the skill reads, plans, and changes nothing but the sandbox's cart", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.sh("printf 'sku,price\\nMUG-OAT,26\\n' > prices.csv");
  const { stdout: skill } = await world.till("agents skill");
  expect(skill).toMatch(/^description: .*\bWix\b/m);
  const [, examples = ""] = skill.split("\n## Examples\n");
  const [section = ""] = examples.split("\n## ");
  const blocksOf = (text: string) =>
    [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  expect(blocksOf(section)).toHaveLength(5);
  const sent: string[] = [];
  for (const block of blocksOf(skill)) {
    for (const line of block.trimEnd().split("\n")) {
      const result = await world.sh(line.replaceAll('"Acme"', '"Studio Müller"'), {
        onRequest: ({ effect, name }) => void (effect === "read" || sent.push(name)),
      });
      expect(result, line).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error:") });
      if (line.startsWith("till orders capture"))
        for (const number of ["10006", "10007"]) expect(result.stdout).toContain(`"number":"${number}"`);
    }
  }
  expect(sent.filter((name) => !/^(oauth|cart|carts|checkouts?|currentCart|sandbox)\b/i.test(name))).toEqual(
    [],
  );
});
