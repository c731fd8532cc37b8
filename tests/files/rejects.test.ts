import { expect, test } from "vitest";
import { dialects } from "../../src/files/dialects.ts";
import { rejectsCsv } from "../../src/resources/products/rejects.ts";
import { collect, load, loadDrafts, readAll, withoutLines } from "./load.ts";

const input =
  "\uFEFFhandleId;fieldType;name;price;ribbon\r\n" +
  'a;Product;"A;\r\nB";1,5;\'=new\r\n' +
  "b;Product;Lamp;x;-\r\n";

test("a rejects file has the format of its input and a last column with the reason, and can be imported after fixing", async () => {
  const { table, rows, assemblies } = await load(input, { decimal: "," });
  expect(assemblies[1]?.problems).toHaveLength(1);
  const rejected = rows.map(({ source }, index) => ({ source, reason: `=bad; row ${index}` }));
  const text = (await collect(rejectsCsv(rejected, table))).join("");
  expect(text).toBe(
    "\uFEFFhandleId;fieldType;name;price;ribbon;reason\r\n" +
      'a;Product;"A;\r\nB";1,5;\'=new;"\'=bad; row 0"\r\n' +
      'b;Product;Lamp;x;-;"\'=bad; row 1"\r\n',
  );
  const mended = await loadDrafts(text.replace(";x;", ";2;"), { decimal: "," });
  expect(mended.map(withoutLines)).toMatchObject([
    { key: "a", name: "A;\r\nB", price: "1.5", ribbon: "=new" },
    { key: "b", price: "2", ribbon: "-" },
  ]);
});

test("a rejects file of a rejects file has one reason column", async () => {
  const { header, format, rows } = await readAll("reason,handle\nold,a\n");
  const again = (
    await collect(rejectsCsv([{ source: rows[0]!.source, reason: "new" }], { header, format }))
  ).join("");
  expect(again).toBe("handle,reason\na,new\n");
  dialects.till.check(["handle", "reason"], { file: "shop.csv", ignoreUnknown: false });
});
