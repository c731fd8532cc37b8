import { expect, test } from "vitest";
import { readReferenceFile } from "../../../src/resources/payments/reference-file.ts";

async function* bytesOf(...pieces: Uint8Array[]) {
  yield* pieces;
}

const read = async (pieces: Uint8Array[], column?: string) => {
  const found = await readReferenceFile(bytesOf(...pieces), "orders.csv", { itemName: "order", column });
  return found.map(({ reference, source }) => `${reference} ${source}`).join(", ");
};

const both = (first: number, second: number) => `10007 orders.csv:${first}, 10008 orders.csv:${second}`;

/** A row is the text of a file, the column that was chosen, and the references that are read, or the error. */
const rows: [what: string, text: string, column: string | undefined, expected: string][] = [
  ["lines", "#10007\r\n\r\n10008\n", undefined, both(1, 3)],
  ["lines that end with carriage returns", "10007\r\r10008\r", undefined, both(1, 3)],
  [
    "lines with spaces and a mark, the last without an end",
    "\uFEFF 10007 \n  \n10008",
    undefined,
    both(1, 3),
  ],
  ["one column", "Order Number\n10007\n10008\n", undefined, both(2, 3)],
  ["one column in quotes", '"Order ID"\n"10007"\n"10008"\n', undefined, both(2, 3)],
  [
    "one column in quotes after a byte order mark",
    '\uFEFF"Order ID"\n"10007"\n10008\n',
    undefined,
    both(2, 3),
  ],
  ["the most specific of several columns", "number,order id\n1,10007\n2,10008\n", undefined, both(2, 3)],
  ["the column that was chosen", "id,other\n1,10007\n2,10008\n", "other", both(2, 3)],
  ["the only column, which was chosen", "other\n10007\n10008\n", "other", both(2, 3)],
  ["columns after semicolons", "name;total\n10007;5\n10008;6\n", undefined, both(2, 3)],
  ["records", '{"_kind":"order","number":"10007"}\n{"number":10008}\n', undefined, both(1, 2)],
  [
    "records, by id before number",
    '{"id":"10007","number":"1"}\n{"orderId":"10008","number":"2"}',
    undefined,
    both(1, 2),
  ],
  ["nothing", "", undefined, ""],
  ["blank lines", "\r\n \n", undefined, ""],
  [
    "a cell that is empty",
    "id,total\n10007,1\n,2\n",
    undefined,
    "orders.csv, line 3: the cell is empty (column id).",
  ],
  [
    "text that is no reference",
    "10007\nten thousand\n",
    undefined,
    'orders.csv, line 2: "ten thousand" is not an id or number.',
  ],
  [
    "a record of another kind",
    '{"_kind":"product","id":"1"}\n',
    undefined,
    'orders.csv, line 1: expected orders, found a record of kind "product".',
  ],
  [
    "a record without an id",
    '{"id":"1"}\n{"total":"1"}\n',
    undefined,
    "orders.csv, line 2: the record has no id.",
  ],
  [
    "columns without references",
    "total,currency\n1,EUR\n",
    undefined,
    "orders.csv: no column with order ids or numbers.",
  ],
  [
    "a column that is not there",
    "number,total\n1,2\n",
    "numbr",
    'orders.csv: no column "numbr". Did you mean "number"?',
  ],
];

test.each(rows)("references from %s, wherever the file is split", async (_, text, column, expected) => {
  const whole = Buffer.from(text);
  for (let at = 0; at <= whole.length; at++) {
    const pieces = [whole.subarray(0, at), whole.subarray(at)];
    const found = await read(pieces, column).catch(({ message }: Error) => message);
    expect([at, found]).toEqual([at, expected]);
  }
});

test("a line that does not end is an error before all of it is read", async () => {
  let pieces = 0;
  async function* endless() {
    for (;;) {
      pieces++;
      yield Buffer.alloc(60_000, "1");
    }
  }
  await expect(readReferenceFile(endless(), "orders.csv", { itemName: "order" })).rejects.toThrow(
    "orders.csv, line 1: the line does not end.",
  );
  expect(pieces).toBeLessThan(5);
});
