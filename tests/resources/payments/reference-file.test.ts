import { expect, test } from "vitest";
import { readReferences } from "../../../src/resources/payments/reference-file.ts";

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test.each([
  ["lines", "#10007\r\n\r\n10008\n", ["10007", "10008"]],
  ["one column", "Order Number\n10007\n10008\n", ["10007", "10008"]],
  ["one column in quotes", '"Order ID"\n"10007"\n"10008"\n', ["10007", "10008"]],
  ["one column in quotes after a byte order mark", '\uFEFF"Order ID"\n"10007"\n', ["10007"]],
  ["records", '{"_kind":"order","number":"10007"}\n{"number":10008}\n', ["10007", "10008"]],
])("references from %s", async (_, text, expected) => {
  const found = await readReferences(bytesOf(text), "orders.csv", { itemName: "order" });
  expect(found.map(({ reference }) => reference)).toEqual(expected);
});
