import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { readTable } from "../../src/files/table.ts";
import { createWorld } from "../support/world.ts";
import { examples, expectToWork, longRunning, needsProcess, ofCatalogV3, preparedShop } from "./examples.ts";

/** Commands that print a document, a raw response, or events as they come. */
const others = /^till (skill|learn|completion|config get|api|graphql|webhooks listen|story)\b/;

/** The first example of each command that chooses no format itself. */
const firsts = [...Map.groupBy(examples, ({ name }) => name).values()].flatMap(([first]) =>
  first === undefined ||
  needsProcess(first.run) ||
  longRunning.includes(first.name) ||
  others.test(first.name) ||
  /\||--(json|jq|output|template)\b|till (login|mcp|config trust)\b|branched/.test(first.run)
    ? []
    : [first],
);

test.each(firsts)("with --output csv, stdout of $run has a table only, or nothing", async ({ name, run }) => {
  const world = createWorld({ from: await preparedShop(ofCatalogV3.test(name) ? "v3" : "v1") });
  onTestFinished(() => world.close());
  if (name === "till sandbox seed") await world.till("sandbox reset --yes");
  const { stdout } = await expectToWork(world, run, { env: { TILL_OUTPUT: "csv" } });
  if (stdout === "") return;
  const table = await readTable(Readable.from([Buffer.from(stdout)]), { name: "stdout" });
  const rows = await Array.fromAsync(table.rows);
  // A sentence is a header that is no list of fields.
  if (rows.length === 0) expect(table.header.filter((cell) => !/^[\w.]+$/.test(cell))).toEqual([]);
});
