import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";
import { generatedShop, writeShop } from "./generated-shop.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("profiles create copy --platform sandbox");
});
afterEach(() => world.close());

async function till(line: string) {
  const result = await world.till(line);
  expect(result, `${line}\n${result.stderr}`).toMatchObject({ code: 0 });
  return result;
}

/** Returns what differs between two shops, without what no shop can be given, and collections, which are never deleted. */
async function diffOf(one: string, other: string, flags = ""): Promise<string[]> {
  const { stdout } = await till(`copy diff ${one} ${other} ${flags} --json`);
  const { items } = JSON.parse(stdout) as { items: { kind: string; key: string; field: string | null }[] };
  return items
    .filter(({ kind, field }) => !field?.startsWith("readOnly") && !(kind === "collection" && field === null))
    .map(({ kind, key, field }) => `${kind} ${key} ${field}`);
}

const lastJob = async () => (await till("jobs list --json --jq .items[0].id")).stdout.trim();

test.each([1, 2])("a generated shop (%i) is copied, changed and taken back exactly", async (seed) => {
  writeShop(world.path("one"), generatedShop(seed));
  writeShop(world.path("two"), generatedShop(seed + 100));
  await till("copy promote --source ./one --target copy --yes");
  expect(await diffOf("./one", "copy")).toEqual([]);
  expect((await till("copy promote --source ./one --target copy --yes")).stderr).toContain("Nothing to do.");
  await till("copy pull before --profile copy");
  await till("copy promote --source ./two --target copy --prune --allow-empty-source --yes");
  expect(await diffOf("./two", "copy")).toEqual([]);
  await till(`jobs undo ${await lastJob()} --yes --profile copy`);
  expect(await diffOf("./before", "copy")).toEqual([]);
});
