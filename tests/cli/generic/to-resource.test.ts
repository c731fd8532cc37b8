import { expect, test } from "vitest";
import type { GenericResource } from "../../../src/cli/generic/generic-resource.ts";
import { listVerb } from "../../../src/cli/generic/generic-verbs.ts";
import { genericFields } from "../../../src/cli/generic/to-resource.ts";
import { memoryStreams } from "../../../src/output/memory-streams.ts";
import { writeTable } from "../../../src/output/table.ts";

test("a terminal shows amounts with currency, shares in percent and constants as words; programs get raw values", async () => {
  const resource: GenericResource = {
    name: "rates",
    service: "rates",
    singular: "rate",
    kind: "rate",
    reference: { name: "<rate>", describe: "id" },
    fields: {
      price: { path: "price.value", as: "money", currency: "price.currency" },
      rate: { as: "share" },
      permissions: { label: "Scopes" },
    },
  };
  const { columns } = genericFields(resource, listVerb(resource, []));
  const rows = [
    { price: { value: "12.5", currency: "USD" }, rate: "0.0725", permissions: ["SELL_TICKETS", "READ_ALL"] },
    { price: { value: "300", currency: "JPY" }, rate: 0.19, permissions: [] },
    { price: {}, permissions: ["READ_ALL"] },
  ];
  const written = async (isTTY: boolean) => {
    const streams = memoryStreams({ isTTY });
    await writeTable(streams.stdout, columns, rows);
    return streams.text.stdout.split("\n").map((line) => line.trimEnd());
  };
  expect(await written(true)).toEqual([
    "    PRICE   RATE  SCOPES",
    "12.50 USD  7.25%  sell tickets, read all",
    "  300 JPY    19%",
    "                  read all",
    "",
  ]);
  expect((await written(false)).slice(0, 2)).toEqual(["12.5\t0.0725\tSELL_TICKETS, READ_ALL", "300\t0.19"]);
});
