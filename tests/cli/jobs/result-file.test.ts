import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("the remedy for an unknown key is one that the import has", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  writeFileSync(world.path("rows.csv"), "handle,stock,price\noven-mitt,5,19\nnothing,5,19\n");
  const remedyOf = async (line: string) => {
    await world.till(`${line} --key handle --report report.csv --dry-run`);
    return readFileSync(world.path("report.csv"), "utf8").split("\n")[2];
  };
  expect(await remedyOf("products import rows.csv --map stock=-")).toMatch(
    /not found,,,.*"Correct the key and import this file again, or create the product with --create\."$/,
  );
  expect(await remedyOf("products stock import rows.csv --map price=-")).toMatch(
    /not found,,,.*,Correct the key and import this file again\.$/,
  );
});
