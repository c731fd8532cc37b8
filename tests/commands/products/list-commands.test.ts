import { writeFileSync } from "node:fs";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

describe.each(["v1", "v3"])("on catalog %s", (catalog) => {
  let world: World;
  beforeEach(async () => {
    world = createWorld();
    onTestFinished(() => world.close());
    await world.till(`sandbox seed demo --catalog ${catalog}`);
  });

  const write = (...lines: string[]) => writeFileSync(world.path("sheet.csv"), `${lines.join("\n")}\n`);
  const collections = async () =>
    (await world.till("products get stoneware-mug --fields collections --output csv")).stdout.split("\n")[1];

  test.each([
    ["a list", "Handle,Collections,Collections Command", "--key handle"],
    ["the till format", "handle,kind,collections,collections command", ""],
  ])(
    "MERGE adds to the collections of %s, DELETE takes out, REPLACE and an empty cell replace",
    async (_, header, flags) => {
      const kind = header.includes("kind") ? "product," : "";
      const row = (cell: string, command: string) => write(header, `stoneware-mug,${kind}${cell},${command}`);
      const line = `products import sheet.csv ${flags}`;
      expect(await collections()).toBe('"Gifts under 25, Tableware"');
      row("Textiles;Tableware", "MERGE");
      const preview = await world.till(`${line} --dry-run`);
      expect(preview.stdout).toContain("collection\t(none)\tTextiles");
      expect(preview.stdout).not.toContain("Tableware\t");
      await world.till(`${line} --yes`);
      expect(await collections()).toBe('"Gifts under 25, Tableware, Textiles"');
      expect((await world.till(`${line} --dry-run`)).stdout).toContain("0 to change");
      row("Tableware;Coffee", "delete");
      await world.till(`${line} --yes`);
      expect(await collections()).toBe('"Gifts under 25, Textiles"');
      expect((await world.till(`${line} --dry-run`)).stdout).toContain("0 to change");
      row("Coffee", "REPLACE");
      await world.till(`${line} --yes`);
      expect(await collections()).toBe("Coffee");
      row("Tableware", "");
      await world.till(`${line} --yes`);
      expect(await collections()).toBe("Tableware");
    },
  );

  test("an unknown command of a list is refused with its cell, and a file without the list has no such column", async () => {
    write("handle,collections,Collections Command", "stoneware-mug,Coffee,ADD");
    const { code, stderr } = await world.till("products import sheet.csv --key handle --yes");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        'sheet.csv:2, Collections Command: unknown command "add". Use MERGE, REPLACE or DELETE.',
      ),
    ]);
    write("sku,stock,Tags Command", "MUG-INK,5,MERGE");
    const counts = await world.till("products stock import sheet.csv --yes");
    expect([counts.code, counts.stderr]).toEqual([2, expect.stringContaining('"Tags Command"')]);
  });

  test("NEW refuses a product that exists, UPDATE reports one that does not, and DELETE asks", async () => {
    write("Handle,Command,Title,Price", "stoneware-mug,NEW,Mug,5");
    const created = await world.till("products import sheet.csv --key handle --yes");
    expect(created.stderr).toContain('sheet.csv:2, Command: "stoneware-mug" exists already');
    write("Handle,Command,Price", "no-such-thing,UPDATE,5", "serving-bowl,UPDATE,5");
    const updated = await world.till("products import sheet.csv --key handle --yes");
    expect([updated.code, updated.stdout + updated.stderr]).toEqual([
      9,
      expect.stringContaining('no product has the handle "no-such-thing"'),
    ]);
    write("Handle,Command", "serving-bowl,DELETE");
    const asked = await world.till("products import sheet.csv --key handle");
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await world.till("products import sheet.csv --key handle --dry-run")).stdout).toContain("delete");
  });
});

test("tags of catalog v3 are merged in their order", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo --catalog v3");
  await world.till("products update stoneware-mug --set tags=new,old --yes");
  const run = async (tags: string, command: string) => {
    writeFileSync(world.path("tags.csv"), `handle,tags,Tags Command\nstoneware-mug,${tags},${command}\n`);
    expect(await world.till("products import tags.csv --key handle --yes")).toMatchObject({ code: 0 });
    return (await world.till("products get stoneware-mug --json --jq .catalogV3.tags")).stdout;
  };
  expect(JSON.parse(await run("new;clay", "MERGE"))).toEqual(["new", "old", "clay"]);
  expect(JSON.parse(await run("new;none", "DELETE"))).toEqual(["old", "clay"]);
});

test("tax groups are filtered by name anywhere in a filter, and by whole names only", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  for (const handle of ["wool-throw", "oven-mitt"])
    await world.till(["products", "update", handle, "--set", "taxGroup=Food and books", "--yes"]);
  const handles = async (filter: string) =>
    (await world.till(["products", "list", "--all", "--fields", "handle", "--filter", filter])).stdout
      .trim()
      .split("\n")
      .sort();
  const food = "taxGroup = 'Food and books'";
  expect(await handles(food)).toEqual(["oven-mitt", "wool-throw"]);
  expect(await handles(`${food} and price > 100`)).toEqual(["wool-throw"]);
  expect(await handles(`${food} or price > 118`)).toEqual(["gooseneck-kettle", "oven-mitt", "wool-throw"]);
  expect(await handles(`not (${food}) and price > 100`)).toEqual(["gooseneck-kettle"]);
  expect(await handles("taxGroup in ('Products', 'Food and books') and price < 100")).toEqual(["oven-mitt"]);
  for (const [filter, message] of [
    ["price > 1 and taxGroup = 'Food'", 'There is no tax group "Food"; there are Products, Food and books'],
    ["taxGroup > 'Food and books'", "A tax group is compared by =, != or in: with its whole name or id"],
  ] as const)
    expect(await world.till(["products", "list", "--filter", filter])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
});
