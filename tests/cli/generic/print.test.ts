import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("a list says what it cost to filter many rows here, and nothing if the platform filters or the rows are few", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed 600");
  const list = async (filter: string) =>
    (await world.till(["products", "list", "--all", "--filter", filter, "--json"])).stderr;
  const cost = "The platform cannot filter by seoTitle: 600 products were read.";
  expect(await list("seoTitle exists true")).toContain(cost);
  expect(await list("name != A and seoTitle exists true")).toContain(cost);
  expect(await list("name startsWith Z")).not.toContain("cannot filter");
  expect(await list("seoTitle exists false")).not.toContain("cannot filter");
  expect(await list("seoTitle exists true and handle = a")).not.toContain("cannot filter");
});
