import { UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { nearest } from "../kernel/text.ts";
import { fileError, type HeaderLocation } from "./location.ts";
import { isAdded } from "./table.ts";
import { columnUnit, type WeightUnit } from "./units.ts";

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
