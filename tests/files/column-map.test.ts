import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  columnMapOf,
  columnMapText,
  isIgnored,
  mappedHeader,
  parseColumnMap,
} from "../../src/files/column-map.ts";

describe("a mapping of columns", () => {
  test("is read from text, with quotes around names that need them", () => {
    expect(parseColumnMap('Artikelnr=sku, VK brutto=price ,"Preis, netto=ohne"=-')).toEqual({
      Artikelnr: "sku",
      "VK brutto": "price",
      "Preis, netto=ohne": "-",
    });
    expect(parseColumnMap('"Size 5""=x"=sku,a "big, red" one=price')).toEqual({
      'Size 5"=x': "sku",
      'a "big, red" one': "price",
    });
  });

  test("is the same after it was written and read", () => {
    const name = fc
      .array(fc.constantFrom(..."aZß5 ,=\"'-\n", "constructor", "__proto__"), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(""))
      .filter((text) => text !== "");
    const map = fc.dictionary(name, fc.constant("-"), { minKeys: 1, noNullPrototype: true });
    // The values of flags that were saved with it.
    const flags = fc.record(
      { "--decimal": name, "--sheet": name },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(map, flags, (columns, saved) => {
        expect(parseColumnMap(columnMapText({ ...columns, ...saved }))).toEqual({ ...columns, ...saved });
      }),
    );
  });

  test("has quotes around the values of flags that need them", () => {
    const map = { Preis: "price", "--decimal": ",", "--delimiter": ";", "--sheet": 'Preise "neu"' };
    const text = 'Preis=price,--decimal=",",--delimiter=;,--sheet="Preise ""neu"""';
    expect(columnMapText(map)).toBe(text);
    expect(parseColumnMap(text)).toEqual(map);
  });

  test.each([
    ["Artikelnr", 'has no "="'],
    ["=sku", "needs a column and a field"],
    ['"Nr=sku', 'the quote in ""Nr=sku" is never closed'],
    ['Size 5"=sku,Preis=price', 'the quote in "Size 5"=sku,Preis=price" is never closed'],
    ["Nr=sku,Nr=price", '"Nr" is mapped twice'],
    ["Nr=sku,Code=sku", '"Nr" and "Code" are both mapped to sku'],
  ])("is refused as %s", (text, message) => {
    expect(() => parseColumnMap(text)).toThrow(message);
  });

  test.each([[["Nr"]], [{ Nr: 1 }], [null], ["Nr: sku"], [{}]])(
    "is refused from the document %j",
    (document) => {
      expect(() => columnMapOf(document, "map.yaml")).toThrow("map.yaml: expected one line per column");
    },
  );
});

describe("a mapped header", () => {
  const file = "list.csv";

  test("has the names of the mapping, and no name for ignored columns", () => {
    const header = mappedHeader(["Nr", "Name", "reason"], { Nr: "sku", Name: "-" }, { file });
    expect(header[0]).toBe("sku");
    expect(header.map(isIgnored)).toEqual([false, true, true]);
  });

  test("needs the mapped columns", () => {
    expect(() => mappedHeader(["Artikelnr"], { "Artikel nr": "sku" }, { file })).toThrow(
      'list.csv has no column "Artikel nr", which is mapped to sku. Did you mean "Artikelnr"?',
    );
  });

  test("has no two columns of one name", () => {
    expect(() => mappedHeader(["price", "VK"], { VK: "price" }, { file })).toThrow(
      'list.csv, line 1, column 2 (VK): "price" and "VK" are both price.',
    );
  });
});
