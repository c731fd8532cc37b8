import { UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { amountText, type Decimal, decimal } from "../kernel/money.ts";
import { nearest } from "../kernel/text.ts";
import { fileError, type HeaderLocation } from "./location.ts";
import { columnFields } from "./product-fields.ts";
import { isAdded } from "./table.ts";

/** Column name in a file -> the name that till knows, or `-` for a column to ignore. */
export type ColumnMap = Readonly<Record<string, string>>;

/** The target of a column that is not imported. */
const ignore = "-";

/**
 * Parses `Artikelnr=sku,VK brutto=price`. A column name may be in double quotes, for commas and equals signs; a quote in it is
 * doubled then. So may the value of a flag that was saved with a mapping: `--decimal=","`. Throws UsageError for text without `=`,
 * for a column that occurs twice, and for a quote that is never closed.
 */
export function parseColumnMap(text: string): ColumnMap {
  if (text.split('"').length % 2 === 0)
    throw new UsageError(`--map: the quote in "${text}" is never closed.`, {
      field: "--map",
      hint: `Put a name with a quote in quotes, and double its own: --map '"Size 5"""=sku'`,
    });
  const pairs = (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).filter((pair) => pair.trim() !== "");
  return columnMap(
    pairs.map((pair): [string, string] => {
      const equals = /=\s*"(?:[^"]|"")*"\s*$/.exec(pair)?.index ?? pair.lastIndexOf("=");
      if (equals < 0)
        throw new UsageError(`--map: "${pair.trim()}" has no "=".`, { field: "--map", hint: example });
      return [unquoted(pair.slice(0, equals)), unquoted(pair.slice(equals + 1))];
    }),
    "--map",
  );
}

/** Returns a name, or the value of a flag, as it is without the quotes around it. */
function unquoted(text: string): string {
  const plain = text.trim();
  return /^"((?:[^"]|"")*)"$/.exec(plain)?.[1]?.replaceAll('""', '"') ?? plain;
}

/** Returns a name, or the value of a flag, in quotes if it needs them. */
const quoted = (text: string): string =>
  /[,="]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const example = "For example: --map 'Artikelnr=sku,VK brutto=price', or --map mapping.yaml";

/** Returns a mapping from a YAML or JSON document. Throws UsageError unless it is an object of texts. */
export function columnMapOf(document: unknown, source: string): ColumnMap {
  const entries = isRecord(document) ? Object.entries(document) : [];
  if (entries.length > 0 && entries.every((entry): entry is [string, string] => typeof entry[1] === "string"))
    return columnMap(entries, source);
  throw new UsageError(`${source}: expected one line per column, such as "Artikelnr: sku".`, {
    field: "--map",
  });
}

function columnMap(pairs: readonly (readonly [string, string])[], source: string): ColumnMap {
  const columns = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const [column, target] of pairs) {
    const problem = (message: string) =>
      new UsageError(`${source}: ${message}`, { field: "--map", hint: example });
    if (column === "" || target === "") throw problem(`"${column}=${target}" needs a column and a field.`);
    if (columns.has(column)) throw problem(`the column "${column}" is mapped twice.`);
    // What begins with two dashes is a flag that was saved with the mapping.
    if (column.startsWith("--")) {
      columns.set(column, target);
      continue;
    }
    const other = targets.get(target);
    if (other !== undefined && target !== ignore)
      throw problem(`"${other}" and "${column}" are both mapped to ${target}.`);
    columns.set(column, target);
    targets.set(target, column);
  }
  return Object.fromEntries(columns);
}

/** Returns a mapping as the text of `--map`. */
export function columnMapText(map: ColumnMap): string {
  return Object.entries(map)
    .map(([column, target]) => `${quoted(column)}=${quoted(target)}`)
    .join(",");
}

/** The name of an ignored column. No dialect has a column with such a name. */
const ignored = (column: string) => `\u0000${column}`;

/** Returns whether a column of a mapped header is ignored. */
export const isIgnored = (column: string): boolean => column.startsWith("\u0000");

/**
 * Returns the header of a file with the names that `map` and `rename` give; `rename` returns undefined for a column that it does
 * not know. Throws UsageError for a mapped column that the file lacks, and for two columns with one name.
 */
export function mappedHeader(
  header: readonly string[],
  map: ColumnMap,
  {
    file,
    sheet,
    line = 1,
    rename = (column) => column,
    weightUnit,
  }: HeaderLocation & {
    rename?: (column: string) => string | undefined;
    weightUnit?: WeightUnit | undefined;
  },
): string[] {
  for (const column of Object.keys(map)) {
    if (header.includes(column)) continue;
    const guess = nearest(column, header);
    throw new UsageError(
      `${file} has no column "${column}", which is mapped to ${map[column]}.${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
      { code: "INVALID_FILE", field: "--map", hint: `Its columns: ${header.join(", ")}` },
    );
  }
  const seen = new Map<string, string>();
  return header.map((column, index) => {
    const target = Object.hasOwn(map, column) ? map[column] : undefined;
    if (target === ignore || isAdded(column)) return ignored(column);
    const name = rename(target ?? column) ?? target ?? column;
    const unit = columnUnit(column, name, weightUnit);
    if (unit !== undefined && unit.factor === undefined)
      throw fileError(
        { file, sheet, line, column: index + 1, field: column },
        `its values are in ${unit.unit}; ${name} is in the shop's unit of weight.`,
        weightUnit === undefined
          ? `Say which one that is: --weight-unit kg, or lb. Or leave the column out: --map '${column}=-'`
          : `Convert the column and call it ${name}, or leave it out: --map '${column}=-'`,
      );
    const other = seen.get(name);
    if (other !== undefined)
      throw fileError(
        { file, sheet, line, column: index + 1, field: column },
        `"${other}" and "${column}" are both ${name}.`,
        `Ignore one of them: --map '${column}=-'`,
      );
    seen.set(name, column);
    return name;
  });
}

/** The units in which shops have weights. */
export type WeightUnit = "kg" | "lb";

/** A unit in the name of a column, and what its values are multiplied with, if that is exact. */
interface Unit {
  readonly names: RegExp;
  /** By the unit of the shop. */
  readonly factors: Readonly<Partial<Record<WeightUnit, string>>>;
}

/** The units at the end of the name of a column: `Gewicht (g)`, `Weight lb`. */
const unitsOfWeight: readonly Unit[] = [
  { names: /(?:^|[\s([_])(mg)[)\]]?$/i, factors: { kg: "0.000001" } },
  { names: /(?:^|[\s([_])(g|gr|gramm?s?)[)\]]?$/i, factors: { kg: "0.001" } },
  { names: /(?:^|[\s([_])(kg|kilos?|kilogramm?s?)[)\]]?$/i, factors: { kg: "1" } },
  { names: /(?:^|[\s([_])(tonnes?)[)\]]?$/i, factors: { kg: "1000" } },
  { names: /(?:^|[\s([_])(oz|ounces?)[)\]]?$/i, factors: { kg: "0.028349523125", lb: "0.0625" } },
  { names: /(?:^|[\s([_])(lbs?|pounds?)[)\]]?$/i, factors: { kg: "0.45359237", lb: "1" } },
];

/** The hundredth part of an amount: `VK in ct`. */
const cents = /(?:^|[\s([_])(cents?|ct|cts|pence|pennies|centimes?|c[eé]ntimos)[)\]]?$/i;

/** What the values of a column are in, and their factor: undefined if they cannot be converted. */
interface ColumnUnit {
  unit: string;
  factor: string | undefined;
}

/**
 * Returns the unit that the name of a column has, if the values of its field are in another one: weights are in the unit of the shop,
 * which has to be known for that, and amounts in the currency.
 */
export function columnUnit(column: string, field: string, shop?: WeightUnit): ColumnUnit | undefined {
  if (column === field) return undefined;
  const text = column.trim();
  const { name, type } = columnFields.find((known) => known.name === field) ?? {};
  if (type === "money") {
    const unit = cents.exec(text)?.[1];
    return unit === undefined ? undefined : { unit, factor: "0.01" };
  }
  const found = name === "weight" ? unitsOfWeight.find(({ names }) => names.test(text)) : undefined;
  const unit = found?.names.exec(text)?.[1];
  if (found === undefined || unit === undefined) return undefined;
  // A weight in kilograms is the usual one.
  const factor = found.factors[shop ?? "kg"];
  if (factor === "1") return undefined;
  return { unit, factor: shop && factor };
}

/** Returns the name of a column without a unit at its end. */
export function withoutUnit(column: string): string {
  const unit = [cents, ...unitsOfWeight.map(({ names }) => names)].find((names) => names.test(column.trim()));
  return unit === undefined ? column : column.trim().replace(unit, "");
}

/** Returns the factors of the columns that have another unit than the shop, by the names that till has for them. */
export function scalesOf(
  header: readonly string[],
  columns: readonly string[],
  shop?: WeightUnit,
): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((field, index): [string, string][] => {
      const factor = columnUnit(header[index] ?? "", field, shop)?.factor;
      return factor === undefined ? [] : [[field, factor]];
    }),
  );
}

/** Returns which columns are converted, with an example; undefined if none is. */
export function conversionNotice(
  header: readonly string[],
  columns: readonly string[],
  shop?: WeightUnit,
): string | undefined {
  const scales = scalesOf(header, columns, shop);
  const all = columns.flatMap((field, index) => {
    const scale = scales[field];
    return scale === undefined
      ? []
      : [
          `"${header[index]}": 100 becomes ${amountText(inShopUnit(decimal("100"), scale))}${field === "weight" ? ` ${shop}` : ""}`,
        ];
  });
  return all.length === 0 ? undefined : `Converted: ${all.join("; ")}.`;
}

/** Returns an amount in the unit of the shop. */
export const inShopUnit = (amount: Decimal, factor: string): Decimal => amount.times(decimal(factor));
