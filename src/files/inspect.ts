import { isUtf8 } from "node:buffer";
import { isGuid } from "../kernel/ids.ts";
import { type ColumnMap, columnUnit, type WeightUnit, withoutUnit } from "./column-map.ts";
import type { ReadDialect } from "./dialect.ts";
import { detectDialect, readers } from "./dialects.ts";
import { archiveKind, markedEncoding, textBeforeInvalid } from "./encoding.ts";
import { isListNumber, type ListColumns, listColumn } from "./list.ts";
import { type ProductKey, productKeys } from "./list-keys.ts";
import { lineEnds } from "./location.ts";
import { currencyIn, type DecimalSign, provenMark, type ThousandsSign, withoutCurrency } from "./numbers.ts";
import { isAdded } from "./table.ts";

/** What a file turned out to be. Fields are absent if nothing has to be said about them. */
export interface FoundFile {
  /** The encoding of a text other than UTF-8. */
  encoding?: string;
  /** The first byte that is not UTF-8, and its line. */
  invalid?: { byte: number; line: number };
  /** The delimiter, if it is not the one that the header line shows. */
  delimiter?: string;
  /** The sheet, if there are several. */
  sheet?: string;
  sheets: readonly string[];
  /** The line of the column names. */
  headerRow: number;
  header: readonly string[];
  /** The rows below the header, as far as they were read. */
  rows: readonly (readonly string[])[];
  /** The format of Wix, Shopify or till; undefined for a list. */
  dialect?: ReadDialect["name"];
  key?: ProductKey;
  /** The columns that are not known by their names. */
  map: ColumnMap;
  /** The field of each column of a list that is used. */
  used?: ColumnMap;
  /** Up to three values of each column that holds only numbers. */
  numeric?: Readonly<Record<string, readonly string[]>>;
  /** Columns of a price list that are left out because they would change texts of the shop, and what they could be. */
  texts?: ColumnMap;
  decimal?: { mark: DecimalSign; proof: string; line: number };
  /** Both marks, each shown by a number. */
  mixed?: readonly [string, string];
  /** A number that could be read in two ways, if nothing settles it. */
  unclear?: { text: string; line: number };
  thousands?: { mark: ThousandsSign; proof: string };
  currency?: { code: string; text: string; column: string };
}

/** What is known about a file. */
export interface InspectOptions {
  list: ListColumns;
  /** The mapping that was given. */
  map?: ColumnMap;
  /** Whether products may be created: then all columns are wanted. */
  creates?: boolean;
  /** The shop's unit of weight, if it is known. */
  weightUnit?: WeightUnit | undefined;
  /** Whether the bytes are only the start of a text. */
  isStart?: boolean;
}

interface Inspection {
  list: ListColumns;
  given: ReadonlyMap<string, string>;
  creates: boolean;
  weightUnit?: WeightUnit | undefined;
}

interface Sampled {
  /** With the positions of the cells that a workbook stores as numbers. */
  rows: { line: number; cells: string[]; stored?: ReadonlySet<number> }[];
}

const maxSampleRows = 2000;
const sampleSize = 1024 * 1024;

/**
 * Returns what a file turns out to be, from its bytes: encoding, delimiter, column names, marks of numbers, key and mapping. Returns
 * undefined if no table is recognized in it.
 */
export async function inspectFile(
  bytes: Buffer,
  name: string,
  { list, map = {}, creates = false, isStart = false, weightUnit }: InspectOptions,
): Promise<FoundFile | undefined> {
  const options: Inspection = { list, given: new Map(Object.entries(map)), creates, weightUnit };
  if (archiveKind(bytes.subarray(0, 64)) !== undefined) return await inspectWorkbook(bytes, name, options);
  const { encoding, text, invalid } = decodeGuess(bytes, isStart);
  const { parse } = await import("csv-parse/sync");
  const read = (delimiter: string): Sampled | undefined => {
    try {
      const records = parse(text, {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
        info: true,
        to: maxSampleRows,
      }) as unknown as { record: string[]; info: { lines: number } }[];
      return {
        rows: records.map(({ record, info }) => ({
          line: info.lines - record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0),
          cells: record.map((cell) => cell.trim()),
        })),
      };
    } catch {
      return undefined;
    }
  };
  const tables = [",", ";", "\t", "|"].flatMap((delimiter) => {
    const sampled = read(delimiter);
    const header = sampled && headerIn(sampled, options);
    return header ? [{ delimiter, header }] : [];
  });
  const best = tables.toSorted((a, b) => b.header.score - a.header.score)[0];
  if (best === undefined) return undefined;
  const shown = best.header.names.join("").includes(best.delimiter);
  const others = [";", "\t", ","].filter((other) => best.header.names.join("").includes(other));
  const isCertain = best.delimiter !== "|" && (others.length === 0 || best.header.names.length > 2) && !shown;
  return {
    encoding,
    invalid,
    delimiter: isCertain ? undefined : best.delimiter,
    sheets: [],
    ...described(best.header, options),
  };
}

async function inspectWorkbook(
  bytes: Buffer,
  name: string,
  options: Inspection,
): Promise<FoundFile | undefined> {
  const { sampleSheets } = await import("./xlsx/read.ts");
  const all = (async function* () {
    yield bytes;
  })();
  const samples = await sampleSheets(all, name, maxSampleRows);
  const tables = samples.flatMap((sampled) => {
    const header = headerIn(sampled, options);
    return header ? [{ sampled, header }] : [];
  });
  const best = tables.toSorted((a, b) => b.header.score - a.header.score)[0];
  if (best === undefined) return undefined;
  const sheets = samples.map((sample) => sample.name);
  return {
    sheet: sheets.length > 1 ? best.sampled.name : undefined,
    sheets,
    ...described(best.header, options),
  };
}

/** Decodes text with `\n` as line ends, and guesses the encoding if it is not UTF-8. */
function decodeGuess(
  bytes: Buffer,
  isStart: boolean,
): Pick<FoundFile, "encoding" | "invalid"> & { text: string } {
  // The last line of a part may be incomplete, and its last character, too.
  const isPart = isStart || bytes.length > sampleSize;
  const decode = (encoding: string) => {
    const start = new TextDecoder(encoding).decode(bytes.subarray(0, sampleSize), { stream: isPart });
    const text = start.replace(/\r\n?/g, "\n");
    return isPart ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
  };
  const encoding = markedEncoding(bytes) ?? unmarkedUtf16(bytes.subarray(0, 200));
  if (encoding !== undefined && encoding !== "utf-8") return { encoding, text: decode(encoding) };
  if (isUtf8(isStart ? bytes.subarray(0, bytes.lastIndexOf("\n") + 1) : bytes))
    return { text: decode("utf-8") };
  const before = textBeforeInvalid(bytes, "utf-8");
  return {
    encoding: "windows-1252",
    invalid: { byte: bytes[Buffer.byteLength(before)] ?? 0, line: lineEnds(before) + 1 },
    text: decode("windows-1252"),
  };
}

/** Returns the kind of UTF-16 in which one of the bytes of most characters is 0, as in languages with Latin letters. */
function unmarkedUtf16(start: Buffer): "utf-16le" | "utf-16be" | undefined {
  const isMany = (count: number) => count > start.length / 4;
  const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (isMany(zeros(1))) return "utf-16le";
  return isMany(zeros(0)) ? "utf-16be" : undefined;
}

interface Header {
  line: number;
  names: readonly string[];
  /** How many columns are recognized, and whether the rows below are as wide. */
  score: number;
  dialect?: ReadDialect["name"];
  rows: Sampled["rows"];
}

/** Returns the row of a table that has column names; undefined if no row has one that is known. */
function headerIn({ rows }: Sampled, inspection: Inspection): Header | undefined {
  let best: Header | undefined;
  for (const [index, { line, cells }] of rows.slice(0, 30).entries()) {
    while (cells.at(-1) === "") cells.pop();
    const filled = cells.filter((cell) => cell !== "");
    if (filled.length < 2 || filled.length < cells.length || new Set(cells).size < cells.length) continue;
    const known = targetsOf(cells, inspection).size;
    const dialect = detectDialect(cells.filter((cell) => !isAdded(cell)))?.name;
    if (known === 0 && dialect === undefined) continue;
    const below = rows.slice(index + 1);
    const wide = below.filter((row) => row.cells.length === cells.length).length / Math.max(1, below.length);
    const score = known * 10 + (dialect === undefined ? 0 : 100) + wide;
    if (best === undefined || score > best.score) best = { line, names: cells, score, dialect, rows: below };
  }
  return best;
}

function described(
  { line, names, dialect, rows }: Header,
  inspection: Inspection,
): Omit<FoundFile, "sheets"> {
  const { list, given, creates } = inspection;
  const header = names;
  const cells = rows.map((row) => row.cells);
  if (dialect !== undefined && given.size === 0) {
    const isNumber = (index: number) => !readers[dialect].isText(header[index] ?? "");
    return { headerRow: line, header, rows: cells, dialect, map: {}, ...numbersIn(rows, header, isNumber) };
  }
  const targets = targetsOf(names, inspection);
  const texts = creates ? {} : takeTexts(targets, inspection);
  const used = new Set(targets.values());
  const idColumn = names.findIndex((name) => targets.get(name) === "id");
  const isId = cells.some((row) => isGuid(row[idColumn] ?? ""));
  const key = productKeys.find((name) => used.has(name) && (name !== "id" || isId));
  const map = Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      if (isAdded(name)) return [];
      const target = targets.get(name);
      if (target === undefined) return [[name, "-"]];
      return target === (listColumn(list, name) ?? name) && !given.has(name) ? [] : [[name, target]];
    }),
  );
  const isNumber = (index: number) => isListNumber(targets.get(names[index] ?? "") ?? "", list);
  const numeric = numericColumns(names, cells);
  return {
    ...{ headerRow: line, header, rows: cells, key, map, texts, numeric },
    used: Object.fromEntries(
      names.flatMap((name) => {
        const field = targets.get(name);
        return field !== undefined && (field === key || list.fields.includes(field)) ? [[name, field]] : [];
      }),
    ),
    ...numbersIn(rows, header, isNumber),
  };
}

/** Returns the first values of each column that holds only numbers. */
function numericColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Record<string, string[]> {
  return Object.fromEntries(
    names.flatMap((name, index): [string, string[]][] => {
      const filled = rows.map((row) => row[index] ?? "").filter((cell) => cell !== "");
      const isNumeric =
        filled.length > 0 && filled.every((cell) => isNumberText(currencyIn(cell)?.number ?? cell));
      return isNumeric ? [[name, [...new Set(filled)].slice(0, 3)]] : [];
    }),
  );
}

const isNumberText = (text: string): boolean => /^[+-]?[\d.,'\u2019 \u00a0\u202f]*\d\s*%?$/.test(text);

/** The fields that a list of prices or stock has for people to read, not to be changed by it. */
const textFields = ["name", "description", "brand", "collections", "media", "ribbon", "visible", "tags"];

/** Takes the texts out of the columns of a list of prices or stock by SKU, unless the file calls them as till does. */
function takeTexts(targets: Map<string, string>, { list, given }: Inspection): ColumnMap {
  const fields = [...targets.values()];
  if (!fields.includes("sku") || !fields.some((field) => isListNumber(field) || field === "stock")) return {};
  const texts = [...targets].filter(
    ([column, field]) =>
      textFields.includes(field) && !given.has(column) && listColumn(list, column) === undefined,
  );
  for (const [column] of texts) targets.delete(column);
  return Object.fromEntries(texts);
}

/** Returns what the numbers of a table show about how they are written. */
function numbersIn(
  rows: Sampled["rows"],
  header: readonly string[],
  isNumber: (index: number) => boolean,
): Pick<FoundFile, "decimal" | "mixed" | "unclear" | "thousands" | "currency"> {
  const proofs: Partial<Record<DecimalSign, { text: string; line: number }>> = {};
  let thousands: FoundFile["thousands"];
  let unclear: FoundFile["unclear"];
  let currency: FoundFile["currency"];
  for (const { line, cells, stored } of rows)
    for (const [index, cell] of cells.entries()) {
      if (!isNumber(index) || stored?.has(index) || !/\d/.test(cell)) continue;
      const named = currencyIn(cell);
      const text = withoutCurrency(cell, named?.code).replace(/\s*%$/, "");
      if (!/^[+-]?[\d.,'\u2019 \u00a0\u202f]+$/.test(text)) continue;
      if (named) currency ??= { code: named.code, text: named.text, column: header[index] ?? "" };
      const mark = provenMark(text);
      if (mark !== undefined && /[.,]/.test(text)) proofs[mark] ??= { text, line };
      else if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) unclear ??= { text, line };
      const group = /\d([.,'\u2019 \u00a0\u202f])\d{3}(?:\D|$)/.exec(text)?.[1];
      // A space or an apostrophe is no decimal mark.
      if (group !== undefined && group !== mark && (mark !== undefined || !/[.,]/.test(group)))
        thousands ??= { mark: thousandsSign(group), proof: text };
    }
  const [dot, comma] = [proofs["."], proofs[","]];
  if (dot && comma) return { mixed: [dot.text, comma.text], currency };
  const proven = comma ?? dot;
  const mark: DecimalSign = comma ? "," : ".";
  if (proven === undefined)
    return { unclear, thousands: unclear === undefined ? thousands : undefined, currency };
  // The other sign between groups of three digits, once the decimal mark is known.
  if (thousands === undefined && unclear !== undefined && !unclear.text.includes(mark))
    thousands = { mark: mark === "," ? "." : ",", proof: unclear.text };
  return {
    decimal: { mark, proof: proven.text, line: proven.line },
    thousands,
    currency,
  };
}

const thousandsSign = (sign: string): ThousandsSign =>
  sign === "." || sign === "," ? sign : /['\u2019]/.test(sign) ? "'" : " ";

/**
 * Names of columns in lists of suppliers, in English, German, French, Spanish, Italian and Polish. The first expression that matches a column
 * wins; a column that only says "net" is a cost, "gross" a price.
 */
const synonyms: readonly (readonly [field: string, names: RegExp])[] = [
  [
    "sku",
    /^(sku|art(ikel)?s?(nr|no|nummer|number|num|code|id)?|article(no|nr|number|code)?|item(no|nr|number|code|id)|product(code|no|number|codesku|sku)|part(no|number)|model(no|number)?|bestell(nr|nummer)|order(no|code)|r[eé]f([eé]rence|erenz)?|c[oó]di(go|ce)|variantsku|stylecode|kod(produktu|towaru)?|indeks|symbol)$/,
  ],
  [
    "barcode",
    /^((variant|product|item|artikel)?(barcode|strichcode|ean|gtin|upc|isbn)(8|12|13|14|a)?(nr|no|nummer|number|code)?|upcean|eanupc|gtinupceanorisbn|codebarres?|c[oó]digodebarras|codiceabarre|kod(ean|kreskowy))$/,
  ],
  ["id", /^(productid|produktid)$/],
  [
    "name",
    /^(name|title|titel|(artikel)?bezeichnung|(artikel|produkt)name|produkt|product(name|title)?|item(name)?|d[eé]signation|nom|nombre|nome|t[ií]tulo|titre|nazwa(produktu|towaru)?)$/,
  ],
  [
    "price",
    /^(vk|vkpreis|verkaufspreis|endpreis|ladenpreis|retail|retailprice|sellingprice|regularprice|normalpreis|variantprice|price|preis|prix|prixdevente|precio|preciodeventa|prezzo|cena|prijs|verkoopprijs)(brutto|gross|ttc|inkl(usive)?(mwst|ust|btw)?|incl(vat|tax|btw)?|coniva)?$/,
  ],
  [
    "price",
    /^(brutto(preis)?|grossprice|uvp|rrp|msrp|srp|listprice|listenpreis|unitprice|st[uü]ckpreis|pvp|pvpr)(brutto|inkl(usive)?(mwst|ust)?|incl(vat|tax)?)?$/,
  ],
  [
    "cost",
    /^(cost|kosten|ek|ekpreis|einkaufspreis|h[aä]ndlerpreis|wholesale|wholesaleprice|purchaseprice|costprice|costperitem|unitcost|prixdachat|netto(preis)?|netprice|dealerprice|cena(zakupu|netto|hurtowa))(netto|net|ht|exkl(mwst)?)?$/,
  ],
  [
    "stock",
    /^(stock|bestand|lager|lagerbestand|lagermenge|menge|verf[uü]gbar|qty|quantity|available|onhand|anzahl|st[uü]ckzahl|variantinventoryqty|(current)?stocklevel|inventory|cantidad|existencias|quantit[eé]|giacenza|z[aä]hlung|count|counted|ilo[sś][cć]|stan(magazynowy)?)$/,
  ],
  ["weight", /^(product|item|artikel)?(weight|gewicht|poids|peso|waga|masa)(kg|lb|inkg)?$/],
  ["brand", /^(brand(name)?|marke|hersteller|vendor|manufacturer|marque|marca|lieferant|producent)$/],
  [
    "collections",
    /^(category|categories|collections?|kategorien?|warengruppe|cat[eé]gorie|categor[ií]a|kategori[ae])$/,
  ],
  [
    "description",
    /^(description|beschreibung|langtext|artikeltext|bodyhtml|descripci[oó]n|descrizione|opis)$/,
  ],
  [
    "media",
    /^(image|images|imageurl|imagesrc|picture|pictureurl|bild|bilder|bildurl|foto|photo|photos|media)$/,
  ],
  ["visible", /^(visible|sichtbar|published|active|aktiv|online)$/],
  ["ribbon", /^(ribbon|badge|label)$/],
  ["variant", /^(variant|variante|variation)$/],
  [
    "order",
    /^(order|bestell|bestellung|auftrags?|commande|pedido|shoporder)(s?nr|s?nummer|no|number|id)?$|^(referen[cz]e?|kundenreferenz|customerreference)$/,
  ],
  [
    "tracking",
    /^(tracking|sendungs?|paket|parcel|shipment|consignment|frachtbrief)(s?nr|s?nummer|no|number|id|code)$|^(sendung|suivi|num[eé]rodesuivi|seguimiento)$/,
  ],
  [
    "carrier",
    /^(carrier|(versand)?dienst(leister)?|versender|versandart|paketdienst|frachtf[uü]hrer|spedit(eur|ion)|transporteur|transportista|shippedwith|service)$/,
  ],
  ["link", /^(trackinglink|trackingurl|sendungslink)$/],
  ["items", /^(items?|artikel(name|nr|nummer)?|inhalt|contents?|sku|produkt(name)?|product(name)?)$/],
  ["quantity", /^(quantity|qty|menge|anzahl|st[uü]ck(zahl)?|quantit[eé]|cantidad)$/],
  [
    "tags",
    /^(tags?|labels?|etikett(en)?|schlagw[oö]rter|markierung(en)?|vermerke?|[eé]tiquettes?|etiquetas?)$/,
  ],
  [
    "code",
    /^(code|(gutschein|rabatt|aktions|promo|voucher|coupon|discount)(code|nr|nummer)?|codepromo|cup[oó]n)$/,
  ],
  [
    "percent",
    /^(percent(age|off)?|prozent|(rabatt|nachlass|discount|remise|descuento)(prozent|percent(age)?)?)$/,
  ],
  [
    "until",
    /^(until|end(s|date)?|expir(es|y|ydate|ation)|ablauf(datum)?|g[uü]ltigbis|validuntil|jusquau|hasta)$/,
  ],
  ["uses", /^(uses?|maxuses|usagelimit|limit|nutzungen|einl[oö]sungen)$/],
  ["minimum", /^(minimum|minimumorder|minimumsubtotal|mindestbestellwert|mindestumsatz)$/],
];

/** Returns the field of each column that is known: as mapped, by its own name, or by a name that suppliers use. */
function targetsOf(names: readonly string[], { list, given, weightUnit }: Inspection): Map<string, string> {
  const targets = new Map<string, string>();
  const taken = new Set<string>();
  const isUnconverted = (name: string, field: string) => {
    const unit = columnUnit(name, field, weightUnit);
    return unit !== undefined && unit.factor === undefined;
  };
  const take = (name: string, field: string) => {
    if (taken.has(field) || targets.has(name) || isUnconverted(name, field)) return;
    targets.set(name, field);
    taken.add(field);
  };
  for (const name of names) {
    const target = given.get(name);
    if (target !== undefined && target !== "-") take(name, listColumn(list, target) ?? target);
  }
  for (const name of names) {
    const own = listColumn(list, name);
    if (!given.has(name) && own !== undefined) take(name, own);
  }
  for (const [field, pattern] of synonyms) {
    const own = listColumn(list, field);
    if (own === undefined) continue;
    for (const name of names) if (!given.has(name) && pattern.test(plain(name))) take(name, own);
  }
  return targets;
}

/** Returns a column name in lower case, without punctuation and currencies: `VK-Preis (EUR)` is `vkpreis`. */
const plain = (name: string): string =>
  withoutUnit(name)
    .toLowerCase()
    .replace(/\((?!ttc|ht).*?\)|\[.*?\]/g, " ")
    .replace(/\b(eur|usd|chf|gbp|€|in)\b|[€$£]/g, " ")
    .replace(/[^\p{L}\d]/gu, "");
