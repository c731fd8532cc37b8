import { describe, expect, test } from "vitest";
import { type FoundFile, type InspectOptions, inspectFile } from "../../src/files/inspect.ts";
import { productList } from "../../src/files/list.ts";
import { handmade, row } from "./xlsx/handmade.ts";

/** Inspects a list of products, without its header and rows. */
async function inspect(content: string | Uint8Array, options: Partial<InspectOptions> = {}) {
  const found = await inspectFile(Buffer.from(content), "list.csv", { list: productList, ...options });
  if (found === undefined) return undefined;
  const { header, rows, sheets, ...facts } = found;
  return facts;
}

/** Returns the given facts about a file. */
async function fact<K extends keyof FoundFile>(name: K, ...given: Parameters<typeof inspect>) {
  return ((await inspect(...given)) as FoundFile | undefined)?.[name];
}

const plain = "sku,price\nMUG,5\n";

describe("the encoding", () => {
  test.each(["utf-16le", "utf-16be"] as const)("%s is known with and without its mark", async (encoding) => {
    for (const text of [`\uFEFF${plain}`, plain, "\uFEFFsku;price\nMÜG;5\n"]) {
      const bytes = Buffer.from(text, "utf16le");
      const content = encoding === "utf-16le" ? bytes : bytes.swap16();
      expect(await inspect(content)).toMatchObject({ encoding, key: "sku", headerRow: 1, map: {} });
    }
  });

  test("UTF-8 has nothing to say, also with a mark", async () => {
    for (const text of [plain, `\uFEFF${plain}`, "sku,price\nMÜG€\u{1F600},5\n"])
      expect(await inspect(text)).toEqual({
        ...{ headerRow: 1, key: "sku", map: {}, texts: {} },
        used: { sku: "sku", price: "price" },
        numeric: { price: ["5"] },
      });
  });

  test.each([
    ["a Latin letter", [0xe4, 0x2c], 0xe4],
    ["the second byte of a character", [0x80], 0x80],
    ["half of a pair", [0xed, 0xa0, 0x80], 0xed],
    ["a character in too many bytes", [0xe0, 0x80, 0x80], 0xe0],
    ["a character after the last one", [0xf4, 0x90, 0x80, 0x80], 0xf4],
    ["a character without its end", [0xe2, 0x82], 0xe2],
  ])("%s is not UTF-8, and has its line", async (_, bytes, byte) => {
    const content = Buffer.concat([
      ...[Buffer.from("sku,price\r\nMÜG,5\rJUG,"), Buffer.from(bytes), Buffer.from("\n")],
    ]);
    expect(await inspect(content)).toMatchObject({
      encoding: "windows-1252",
      invalid: { byte, line: 3 },
      key: "sku",
    });
  });

  test("a file that ends within a character is not UTF-8", async () => {
    const content = Buffer.concat([Buffer.from(`${plain}JUG`), Buffer.from([0xc3])]);
    expect(await fact("invalid", content)).toEqual({ byte: 0xc3, line: 3 });
  });
});

describe("the start of a file", () => {
  const rows = (count: number) => `sku,price\n${"MÜG,5\n".repeat(count)}`;
  const rowsIn = async (bytes: Buffer, options: Partial<InspectOptions> = {}) => {
    const found = await inspectFile(bytes, "list.csv", { list: productList, ...options });
    return [found?.encoding, new Set(found?.rows.map((cells) => cells.join())), found?.rows.length];
  };

  test("that ends anywhere is read to its last line end", async () => {
    for (const encoding of ["utf8", "utf16le"] as const) {
      const content = Buffer.from(`\uFEFF${rows(3)}`, encoding);
      const line = Buffer.from("MÜG,5\n", encoding).length;
      for (let missing = 1; missing < line; missing++)
        expect(await rowsIn(content.subarray(0, -missing), { isStart: true })).toEqual([
          encoding === "utf8" ? undefined : "utf-16le",
          new Set(["MÜG,5"]),
          2,
        ]);
    }
  });

  test("is what a large file is known by", async () => {
    const large = rows(200_000);
    expect(await rowsIn(Buffer.from(large))).toEqual([undefined, new Set(["MÜG,5"]), 1999]);
    // One long line after the first two rows.
    const long = `sku,price\nMUG,5\nJUG,6\n${"é".repeat(1024 * 1024)}`;
    expect(await rowsIn(Buffer.from(long))).toEqual([undefined, new Set(["MUG,5", "JUG,6"]), 2]);
    // The whole of it has to be UTF-8.
    const invalid = Buffer.concat([Buffer.from(large), Buffer.from([0xff])]);
    expect(await fact("invalid", invalid)).toEqual({ byte: 0xff, line: 200_002 });
  });
});

/** A price list in which these are the prices. */
const prices = (...cells: string[]) => `sku;price\n${cells.map((cell) => `MUG;${cell}\n`).join("")}`;
const numbers = async (content: string | Uint8Array) => {
  const { decimal, mixed, unclear, thousands, currency } = (await inspect(content)) as FoundFile;
  return { decimal, mixed, unclear, thousands, currency };
};

describe("how numbers are written", () => {
  test.each<[string[], Partial<FoundFile>]>([
    [["12", "-3", "", "n/a", "1-2"], {}],
    [["12.50"], { decimal: { mark: ".", proof: "12.50", line: 2 } }],
    [["5", "12,50", "0,5"], { decimal: { mark: ",", proof: "12,50", line: 3 } }],
    [["0.125"], { decimal: { mark: ".", proof: "0.125", line: 2 } }],
    [
      ["1.234,50"],
      {
        decimal: { mark: ",", proof: "1.234,50", line: 2 },
        thousands: { mark: ".", proof: "1.234,50" },
      },
    ],
    [
      ["1.234.567"],
      {
        decimal: { mark: ",", proof: "1.234.567", line: 2 },
        thousands: { mark: ".", proof: "1.234.567" },
      },
    ],
    // What another number settles.
    [
      ["1.290", "2,50"],
      { decimal: { mark: ",", proof: "2,50", line: 3 }, thousands: { mark: ".", proof: "1.290" } },
    ],
    [
      ["2.5", "1,290"],
      { decimal: { mark: ".", proof: "2.5", line: 2 }, thousands: { mark: ",", proof: "1,290" } },
    ],
    [["2.5", "1.290"], { decimal: { mark: ".", proof: "2.5", line: 2 } }],
    // A space or an apostrophe is certain, whatever the decimal mark is.
    [["1'290"], { thousands: { mark: "'", proof: "1'290" } }],
    [["12\u00a0345"], { thousands: { mark: " ", proof: "12\u00a0345" } }],
    [
      ["1\u2019234.5"],
      {
        decimal: { mark: ".", proof: "1\u2019234.5", line: 2 },
        thousands: { mark: "'", proof: "1\u2019234.5" },
      },
    ],
    [
      ["12 345", "12,50"],
      { decimal: { mark: ",", proof: "12,50", line: 3 }, thousands: { mark: " ", proof: "12 345" } },
    ],
    // What nothing settles.
    [["1.290", "2"], { unclear: { text: "1.290", line: 2 } }],
    [["1'000", "1,290", "1,291"], { unclear: { text: "1,290", line: 3 } }],
    [["12.50", "1.290", "12,50"], { mixed: ["12.50", "12,50"] }],
    // Signs beside numbers.
    [
      ["26,50 €", "EUR 5"],
      {
        decimal: { mark: ",", proof: "26,50", line: 2 },
        currency: { code: "EUR", text: "€", column: "price" },
      },
    ],
    [
      ["$1.290", "2"],
      { unclear: { text: "1.290", line: 2 }, currency: { code: "USD", text: "$", column: "price" } },
    ],
    [["$1.5", "1,5"], { mixed: ["1.5", "1,5"], currency: { code: "USD", text: "$", column: "price" } }],
    [["12.5 %"], { decimal: { mark: ".", proof: "12.5", line: 2 } }],
  ])("in %j", async (cells, facts) => {
    expect(await numbers(prices(...cells))).toEqual(facts);
  });

  test("is shown by columns of numbers only", async () => {
    expect(await numbers("sku;name;price\n1.5;2,5;3\n")).toEqual({});
  });

  test("is not shown by what a workbook stores as a number", async () => {
    const content = (...cells: (string | number)[]) =>
      handmade([
        {
          name: "A",
          rows: row(1, ["sku", "price"]) + cells.map((cell, at) => row(at + 2, ["MUG", cell])).join(""),
        },
      ]);
    expect(await numbers(await content(19.5, 1.125))).toEqual({});
    expect(await numbers(await content(19.5, "12,50"))).toEqual({
      decimal: { mark: ",", proof: "12,50", line: 3 },
    });
  });
});

describe("lines", () => {
  test("are those of the file, with CRLF and CR in cells, blank lines and lines above the header", async () => {
    for (const eol of ["\n", "\r\n", "\r"]) {
      const list = ['"List', 'of 2026",,', "", "sku,name,price", 'MUG,"a', "b", 'c",5', "JUG,d,12.50"];
      expect(await inspect(list.join(eol))).toMatchObject({
        headerRow: 4,
        decimal: { proof: "12.50", line: 8 },
      });
    }
  });
});

describe("columns", () => {
  test("that every object has are names like others", async () => {
    for (const name of ["constructor", "toString", "__proto__", "valueOf"]) {
      const found = await inspect(`${name};Artikelnr;VK\nx;MUG;5\n`);
      expect(found?.key).toBe("sku");
      expect(Object.entries(found?.map ?? {})).toEqual([
        [name, "-"],
        ["Artikelnr", "sku"],
        ["VK", "price"],
      ]);
    }
  });
});

describe("the meaning of columns", () => {
  test.each<[string, string[]]>([
    [
      "sku",
      ["SKU", "Art.-Nr.", "Artikel", "Artikelnummer", "Item No.", "Product code", "Part number", "Model"],
    ],
    [
      "sku",
      [
        "Bestell-Nr.",
        "Order code",
        "Référence",
        "Ref",
        "Código",
        "Codice",
        "Variant SKU",
        "Style code",
        "Product Code/SKU",
        "Kod produktu",
        "Indeks",
      ],
    ],
    ["id", ["Product ID", "Produkt-ID"]],
    [
      "name",
      ["Bezeichnung", "Artikelname", "Title", "Désignation", "Nom", "Nombre", "Nome", "Título", "Nazwa"],
    ],
    [
      "price",
      [
        "VK",
        "VK brutto (EUR)",
        "Preis €",
        "Preis inkl. MwSt",
        "Retail price",
        "Prix (TTC)",
        "Prezzo",
        "Regular price",
      ],
    ],
    [
      "price",
      [
        "UVP",
        "RRP",
        "Bruttopreis",
        "Unit price",
        "Stückpreis",
        "Prix de vente TTC",
        "PVP [EUR]",
        "in USD Price",
        "UVP inkl. MwSt",
        "Cena brutto",
        "VK in ct",
      ],
    ],
    [
      "cost",
      [
        "EK",
        "EK netto",
        "Netto",
        "Einkaufspreis",
        "Cost per item",
        "Wholesale",
        "Prix d'achat (HT)",
        "Cena netto",
      ],
    ],
    [
      "stock",
      [
        "Bestand",
        "Verfügbar",
        "Qty",
        "On hand",
        "Stückzahl",
        "Quantité",
        "Giacenza",
        "Zählung",
        "Ilość",
        "Stan magazynowy",
      ],
    ],
    ["weight", ["Gewicht (kg)", "Weight in kg", "Poids", "Peso", "Product Weight", "Waga (kg)"]],
    ["brand", ["Marke", "Hersteller", "Vendor", "Marque", "Lieferant"]],
    ["collections", ["Kategorie", "Warengruppe", "Category", "Catégorie", "Categoría", "Kategoria"]],
    ["description", ["Beschreibung", "Langtext", "Body HTML", "Descripción", "Opis"]],
    ["media", ["Bild-URL", "Image Src", "Picture", "Foto"]],
    ["visible", ["Sichtbar", "Published", "Aktiv"]],
    ["ribbon", ["Badge", "Label"]],
    ["variant", ["Variante", "Variation"]],
    [
      "order",
      ["Bestellnummer", "Auftrags-Nr.", "Order no", "Commande", "Pedido", "Referenz", "Kundenreferenz"],
    ],
    ["tracking", ["Sendungsnummer", "Paketnr", "Tracking no.", "Suivi", "Numéro de suivi", "Seguimiento"]],
    ["carrier", ["Versanddienstleister", "Carrier", "Versandart", "Transporteur", "Spediteur"]],
    ["link", ["Tracking URL", "Sendungslink"]],
    ["items", ["Inhalt", "Artikel-Nr.", "Contents", "SKU"]],
    ["quantity", ["Menge", "Qty", "Anzahl", "Stück", "Cantidad"]],
    ["tags", ["Schlagwörter", "Labels", "Vermerk", "Étiquettes"]],
    ["code", ["Gutscheincode", "Rabatt-Nr.", "Coupon", "Code promo", "Cupón"]],
    ["barcode", ["Strichcode", "EAN-Code", "UPC", "GTIN Nr.", "Variant Barcode", "Código de barras"]],
    ["percent", ["Rabatt", "Prozent", "Nachlass", "Percent off", "Remise"]],
    ["until", ["Gültig bis", "Expires", "End date", "Jusqu'au", "Hasta"]],
    ["uses", ["Limit", "Max. uses", "Einlösungen"]],
    ["minimum", ["Mindestbestellwert", "Minimum order"]],
  ])("%s is what suppliers call %j", async (field, names) => {
    const list = { fields: [field], ignored: [], aliases: {} };
    for (const name of names) {
      const found = await inspect(`${name};Größe\nx;y\n`, { list });
      expect([name, found?.map]).toEqual([
        name,
        { ...(name.toLowerCase() !== field && { [name]: field }), Größe: "-" },
      ]);
    }
  });

  test.each(["Größe", "Farbe", "Preisliste", "Old price", "Artikeltext 2"])(
    "%s says nothing in a list of prices",
    async (name) => {
      expect((await inspect(`sku;price;${name}\nMUG;5;x\n`))?.map).toEqual({ [name]: "-" });
    },
  );

  test("the own names of a list come first, then the first column of a meaning", async () => {
    expect((await inspect("VK;price;sku\n5;6;MUG\n"))?.map).toEqual({ VK: "-" });
    expect((await inspect("VK;UVP;sku\n5;6;MUG\n"))?.map).toEqual({ VK: "price", UVP: "-" });
    // Aliases and other cases are known without a mapping.
    expect((await inspect("Sale Price;Stock;SKU\n5;6;MUG\n"))?.map).toEqual({});
  });

  test("what was mapped stays mapped", async () => {
    const map = { VK: "cost", Preis: "-", EAN: "sku" };
    expect(await inspect("VK;Preis;EAN;Netto;Artikelnr\n5;6;7;8;9\n", { map })).toMatchObject({
      key: "sku",
      map: { VK: "cost", Preis: "-", EAN: "sku", Netto: "-", Artikelnr: "-" },
    });
    expect((await inspect("VK;sku\n5;MUG\n", { map: { VK: "SKU" } }))?.map).toEqual({ VK: "sku", sku: "-" });
  });

  test("texts of a list of prices or stock are left out, unless products are created or it names them as till does", async () => {
    const text = "Artikelnr;VK;Bezeichnung;Marke;tags\nMUG;5;Mug;Acme;a\n";
    expect(await inspect(text)).toMatchObject({
      map: { Artikelnr: "sku", VK: "price", Bezeichnung: "-", Marke: "-" },
      texts: { Bezeichnung: "name", Marke: "brand" },
    });
    const all = { Artikelnr: "sku", VK: "price", Bezeichnung: "name", Marke: "brand" };
    expect(await inspect(text, { creates: true })).toMatchObject({ map: all, texts: {} });
    expect(await inspect(text, { map: { Marke: "brand" } })).toMatchObject({
      map: { ...all, Bezeichnung: "-" },
      texts: { Bezeichnung: "name" },
    });
    expect(await inspect("Artikelnr;Bestand;Titel\nMUG;5;Mug\n")).toMatchObject({ texts: { Titel: "name" } });
    // Without numbers, or without an SKU, they are what the list is about.
    expect(await inspect("Artikelnr;Bezeichnung\nMUG;Mug\n")).toMatchObject({ texts: {} });
    expect(await inspect("VK;Bezeichnung\n5;Mug\n")).toMatchObject({ key: "name", texts: {} });
  });

  test("columns of the report of an import are not mapped", async () => {
    expect((await inspect("sku;price;till line;till result;reason\nMUG;5;2;failed;x\n"))?.map).toEqual({});
  });

  test.each([
    ["name;sku;price", "sku"],
    ["name;slug;price", "handle"],
    ["name;price", "name"],
    ["Preis;Bestand", undefined],
  ])("the key of %s is %s", async (header, key) => {
    expect(await fact("key", `${header}\nx;y\n`)).toBe(key);
  });
});

describe("the table", () => {
  test.each([
    ["comma", "sku,price,name\nMUG,5,Mug\n", undefined],
    ["semicolon", "sku;price;Name, lang\nMUG;5;Mug\n", undefined],
    ["tab", "sku\tprice\nMUG\t5\n", undefined],
    ["pipe", "sku|price|name\nMUG|5|Mug\n", "|"],
    // The header line shows another one, too.
    ["comma", 'sku,"Preis; netto"\nMUG,5\n', ","],
    ["semicolon", "sku;Preis, Netto\nMUG;5\n", ";"],
  ])("the delimiter is a %s in %j", async (_, text, delimiter) => {
    expect(await inspect(text)).toMatchObject({ delimiter, key: "sku" });
  });

  test("the header is the row with the most names that are known", async () => {
    const text = "Preisliste 2026;;\nPreis;Stand Mai;x\nArtikelnr;VK;Farbe\nMUG;5;red\nJUG;6;blue\n";
    expect(await inspectFile(Buffer.from(text), "list.csv", { list: productList })).toMatchObject({
      headerRow: 3,
      header: ["Artikelnr", "VK", "Farbe"],
      rows: [
        ["MUG", "5", "red"],
        ["JUG", "6", "blue"],
      ],
    });
    // Of two rows that are alike, the one with rows of its width below it.
    expect((await inspect("sku;price;note\nsku;price\nMUG;5\nJUG;6\n"))?.headerRow).toBe(2);
  });

  test("the header ends with its last name, and has a name for each column", async () => {
    expect(await inspect("sku;price;;\nMUG;5;;\n")).toMatchObject({ headerRow: 1, map: {} });
    expect(await inspect("sku;;price\nArtikelnr;x;VK\nMUG;;5\n")).toMatchObject({ headerRow: 2 });
    expect(await inspect("sku;price;price\nArtikelnr;x;VK\nMUG;;5\n")).toMatchObject({ headerRow: 2 });
    expect(await inspect("sku\nArtikelnr;VK\nMUG;5\n")).toMatchObject({ headerRow: 2 });
  });

  test("nothing is found where no row has a name that is known", async () => {
    for (const text of ["", "\n", "a,b\n1,2\n", "sku\nMUG\n", `${"a,b\n".repeat(30)}${plain}`])
      expect(await inspect(text)).toBeUndefined();
    expect((await inspect(`${"a,b\n".repeat(29)}${plain}`))?.headerRow).toBe(30);
  });

  test.each([
    ["till", "handle,kind,name,price"],
    ["shopify", "Handle,Title,Option1 Name,Option1 Value,Variant Price"],
    ["wix", "handleId,fieldType,name,price"],
  ])("the format of %s needs no mapping, unless there is one", async (dialect, header) => {
    const found = await inspect(`${header}\nmug,Product,x,y,"12,50"\n`);
    expect(found).toMatchObject({ dialect, map: {}, headerRow: 1 });
    expect(found?.key).toBeUndefined();
    expect(
      (await inspect(`${header}\nmug,Product,x,y\n`, { map: { name: "brand" } }))?.dialect,
    ).toBeUndefined();
    expect(await fact("dialect", `Liste,2026\n${header},till result\nmug,Product,x,y,z\n`)).toBe(dialect);
  });

  test("the numbers of a format are those of its columns", async () => {
    const text = 'handle,kind,name,price\nmug,product,"2,5","12,50"\n';
    expect(await numbers(text)).toEqual({ decimal: { mark: ",", proof: "12,50", line: 2 } });
  });
});

describe("a workbook", () => {
  const sheetOf = (name: string, ...rows: Parameters<typeof row>[1][]) => ({
    name,
    rows: rows.map((cells, index) => row(index + 1, cells)).join(""),
  });

  test("has its best sheet, if there are several", async () => {
    const prices = sheetOf("Prices", ["List"], ["Artikelnr", "VK"], ["MUG", 5]);
    const notes = sheetOf("Notes", ["name", "text"], ["a", "b"]);
    const inspectSheets = async (...sheets: Parameters<typeof handmade>[0]) =>
      await inspectFile(await handmade(sheets), "a.xlsx", { list: productList });
    expect(await inspectSheets(notes, prices, { ...prices, name: "Old", state: "hidden" })).toMatchObject({
      sheet: "Prices",
      sheets: ["Notes", "Prices"],
      headerRow: 2,
      rows: [["MUG", "5"]],
      map: { Artikelnr: "sku", VK: "price" },
    });
    const single = await inspectSheets(prices, sheetOf("Empty"));
    expect([single?.sheet, single?.sheets]).toEqual([undefined, ["Prices"]]);
    expect(await inspectSheets(sheetOf("A", ["a", "b"]))).toBeUndefined();
  });
});
