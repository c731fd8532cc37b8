import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readTable } from "../../../src/files/table.ts";
import { handmade } from "../../files/xlsx/handmade.ts";
import { createWorld } from "../../support/world.ts";

test("a rejects file of events keeps the numbers of a workbook as numbers", async () => {
  const world = createWorld();
  await world.till("sandbox seed empty");
  const text = (reference: string, value: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const head = ["title", "start", "places"].map((name, index) => text(`${"ABC"[index]}1`, name));
  const row = [text("A2", "Party"), text("B2", "someday"), '<c r="C2"><v>12</v></c>'];
  const rows = `<row r="1">${head.join("")}</row><row r="2">${row.join("")}</row>`;
  writeFileSync(world.path("events.xlsx"), await handmade([{ name: "Events", rows }]));
  expect((await world.till("events import events.xlsx --yes --skip-invalid")).code).toBe(1);
  const bytes = [readFileSync(world.path("events.rejects.xlsx"))];
  const table = await readTable(bytes as never, { name: "events.rejects.xlsx" });
  const [rejected] = await Array.fromAsync(table.rows);
  expect(rejected?.source.slice(0, 3)).toEqual(["Party", "someday", "12"]);
  expect(rejected?.stored?.has(2)).toBe(true);
});
