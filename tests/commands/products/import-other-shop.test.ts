import { copyFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

const [here, elsewhere] = [createWorld(), createWorld()];
afterAll(() => {
  here.close();
  elsewhere.close();
});

const create = (name: string, price: string) => ["products", "create", "--name", name, "--price", price];

test("a file from another shop keeps rows and products matched, and a second import changes nothing", async () => {
  // The same history gives the same ids: the id of "First" here is that of "Second" there.
  await here.till(create("First", "1"));
  await here.till(create("Second", "2"));
  await here.till(["products", "export", "here.csv"]);
  await elsewhere.till(create("Second", "2"));
  copyFileSync(here.path("here.csv"), elsewhere.path("here.csv"));

  const first = await elsewhere.till("products import here.csv --yes --json");
  expect(JSON.parse(first.stdout)).toMatchObject({ rows: { rows: 2, ok: 1, unchanged: 1 } });
  const again = await elsewhere.till("products import here.csv --dry-run --json");
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 2, unchanged: 2, steps: 0 });
  const { stdout } = await elsewhere.till("products list --sort name --fields handle,price");
  expect(stdout).toBe("first\t1\nsecond\t2\n");
});
