import { stat } from "node:fs/promises";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import {
  type ColumnMap,
  columnMapText,
  columnUnit,
  conversionNotice,
  type WeightUnit,
} from "../files/column-map.ts";
import { archiveKind } from "../files/encoding.ts";
import { type FoundFile, inspectFile } from "../files/inspect.ts";
import { type ListColumns, listColumn } from "../files/list.ts";
import { productKeys } from "../files/list-keys.ts";
import { commandLine, shellWord, splitWords } from "../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { memoryStreams } from "../output/memory-streams.ts";
import type { MappedColumn } from "../ui/screens/mapping.tsx";
import { askerOf } from "./ask.ts";
import { excelLayouts, type FileOptions } from "./bulk-flags.ts";
import { fileReading, type MapOptions } from "./column-maps.ts";
import { flagKey } from "./flags.ts";
import { argumentName, isAddress, readSource } from "./source.ts";

/** The columns that the rows of a file may have. */
interface FileColumns {
  list: ListColumns;
  /** Whether rows need a key: without one, only the formats of products can be read. */
  needsKey?: boolean;
}

/** A file that is imported. */
interface ProposedFile extends FileColumns {
  file: string;
  /** Returns how the flags, and those that were saved with a mapping, say that the file is read. */
  reading(): Promise<{ map: ColumnMap; options: GivenFlags }>;
  /** Plans the import with other flags; sends nothing and prints to the context. */
  plan(context: Context, flags: object): Promise<CommandResult>;
}

/** The flags about a file that are proposed. */
interface GivenFlags
  extends Pick<FileOptions, "encoding" | "delimiter" | "headerRow" | "sheet" | "ignoreUnknown"> {
  key?: string;
  decimal?: string;
  thousands?: string;
  excel?: keyof typeof excelLayouts;
  currency?: string;
  weightUnit?: WeightUnit;
}

/** The errors that say that a file was not read as it is meant. */
const aboutFiles: readonly (string | undefined)[] = ["INVALID_FILE", "INVALID_ROWS", "WRONG_KEY"];
const aboutFlags: readonly (string | undefined)[] = ["--format", "--sheet", "--map", "--encoding", "--key"];
const maxSize = 64 * 1024 * 1024;

/** Imports a file with the flags that are given; proposes how to read it if they do not say so. */
export async function importOrPropose<Given extends GivenFlags & MapOptions>(
  context: Context,
  file: string,
  given: Given,
  columns: FileColumns,
  run: (context: Context, file: string, given: Given) => Promise<CommandResult>,
): Promise<CommandResult> {
  try {
    return await run(context, file, given);
  } catch (error) {
    return await proposeReading(context, error, {
      ...columns,
      file,
      reading: () => fileReading(context, given),
      plan: (quiet, flags) => run(quiet, file, { ...given, ...flags }),
    });
  }
}

/**
 * Proposes how to read a file that could not be read as the flags say: on a terminal the command line that reads it, to be edited
 * and run; elsewhere the error lists everything that was found, with that line. Throws errors that are about something else.
 */
async function proposeReading(
  context: Context,
  error: unknown,
  proposed: ProposedFile,
): Promise<CommandResult> {
  const line = error instanceof UsageError ? await proposalFor(context, proposed, error) : undefined;
  if (line === undefined || !(error instanceof UsageError)) throw error;
  const over = context.streams.terminal?.undoKey !== undefined;
  if (over && line.found && line.isComplete) return await mapColumns(context, error, proposed, line.found);
  const asker = askerOf(context);
  if (
    asker === undefined ||
    context.globals.json ||
    context.run ||
    line.words === undefined ||
    !line.isComplete
  )
    throw explained(error, line);
  await context.notice(`${error.message}\n  ${findingsText(line)}`);
  const answer = await asker.text({
    question: "Run this instead? Enter runs it, Esc cancels; --save-map NAME saves all of it:",
    initial: commandLine(...line.words),
    check: (text) => (splitWords(text)[0] === "till" ? undefined : "The line begins with: till"),
  });
  if (typeof answer !== "object")
    throw new TillError(
      answer === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
      "Nothing was sent.",
    );
  return await context.command(splitWords(answer.answer).slice(1), context.streams);
}

/** A list that was found in a file, and how its flags are to be. */
interface FoundList {
  file: FoundFile;
  given: Parameters<typeof flagsFor>[1];
}

/** Asks over the list of the screen which field each column is, until the rows can be planned, and imports them. */
async function mapColumns(
  context: Context,
  error: UsageError,
  { list, needsKey = false, plan, file }: ProposedFile,
  { file: found, given }: FoundList,
): Promise<CommandResult> {
  const { header, rows, used = {} } = found;
  const { streams, argv, signal } = context;
  const { terminal, stderr } = streams;
  if (terminal === undefined) throw error;
  const { askMapping } = await import("../ui/screens/mapping.tsx");
  const isKey = (field: string | undefined) => productKeys.some((key) => key === field);
  const keyOf = (columns: readonly MappedColumn[]) =>
    productKeys.find((key) => columns.some(({ field }) => field === key));
  const flagsOf = (columns: readonly MappedColumn[]): Record<string, string> => {
    const key = needsKey ? keyOf(columns) : undefined;
    const map = columns.flatMap(({ column, field = "-" }): [string, string][] => {
      const own = listColumn(list, column);
      return own === field || (field === "-" && own !== undefined && list.ignored.includes(own))
        ? []
        : [[column, field]];
    });
    const { "--map": _, ...flags } = flagsFor(found, given) ?? {};
    return {
      ...flags,
      ...(key && { "--key": key }),
      ...(map.length > 0 && { "--map": columnMapText(Object.fromEntries(map)) }),
    };
  };
  let columns = header.map((column, index): MappedColumn => {
    const values = rows.map((row) => row[index] ?? "").filter((cell) => cell !== "");
    return { column, samples: values.slice(0, 3), field: used[column] };
  });
  for (let problem: string | undefined; ; ) {
    const answer = await askMapping(
      { ...terminal, color: stderr.color },
      {
        title: `Import ${file}: which field is each column?`,
        facts: findingsOf({ ...found, used: {}, map: {}, texts: {}, key: found.key }, false).map(
          ([what, text]) => `${what}: ${text}`,
        ),
        columns,
        fields: [...new Set([...list.fields, ...(needsKey ? productKeys : [])])],
        problem,
        check: (chosen) =>
          !needsKey || (keyOf(chosen) !== undefined && chosen.some(({ field }) => field && !isKey(field)))
            ? undefined
            : "A list needs a column with a key, such as sku, and another field.",
        line: (chosen) => commandLine(...withFlags(argv, flagsOf(chosen))),
        signal,
      },
    );
    if (typeof answer === "string")
      throw new TillError(
        answer === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
        "Nothing was sent.",
      );
    columns = [...answer];
    const planned = await planWith(context, plan, flagsOf(columns));
    if (planned.flags !== undefined) return await context.command(withFlags(argv, planned.flags), streams);
    problem = planned.findings.at(-1)?.[1];
  }
}

interface Proposal {
  /** What was found, each with what it is about. */
  findings: readonly (readonly [string, string])[];
  /** The arguments of the command line that reads the file; absent if something has to be decided first. */
  words: readonly string[] | undefined;
  /** Whether the line is complete: the marks of the numbers are certain. */
  isComplete: boolean;
  /** The list in the file; absent for the formats of Wix, Shopify and till. */
  found: FoundList | undefined;
}

async function proposalFor(
  context: Context,
  { file, list: columns, reading, plan, needsKey = false }: ProposedFile,
  error: UsageError,
): Promise<Proposal | undefined> {
  const isAbout = aboutFiles.includes(error.code) || aboutFlags.includes(error.field);
  const name = argumentName(file);
  if (!isAbout || file === "-" || /\.(ndjson|jsonl|json)$/i.test(name)) return undefined;
  try {
    const facts = isAddress(file) ? undefined : await stat(context.readable(file));
    // What is no file, such as a FIFO, was read already, or never ends.
    if (facts && (!facts.isFile() || facts.size > maxSize)) return undefined;
    const bytes = Buffer.concat(await Array.fromAsync(readSource(context, file)));
    const isWorkbook = archiveKind(bytes.subarray(0, 64)) !== undefined;
    // The extension is wrong, which no flag mends.
    if (isWorkbook !== /\.xls[xm]$/i.test(name)) return undefined;
    const { map, options } = await reading();
    if (Object.values(map).some((target) => target !== "-" && listColumn(columns, target) === undefined))
      return undefined;
    const creates = context.argv.includes("--create");
    const { weightUnit } = options;
    const found = await inspectFile(bytes, name, { list: columns, map, creates, weightUnit });
    if (found === undefined) return undefined;
    const given = { map, options, needsKey };
    const flags = flagsFor(found, given);
    const list = found.dialect === undefined ? { file: found, given } : undefined;
    const findings = findingsOf(found, needsKey, weightUnit);
    const lacksKey = needsKey && found.dialect === undefined && (options.key ?? found.key) === undefined;
    if (flags === undefined)
      return lacksKey ? { findings, words: undefined, isComplete: true, found: list } : undefined;
    const isComplete =
      found.mixed === undefined && (found.unclear === undefined || found.decimal !== undefined);
    const key = options.key ?? found.key;
    const imports = Object.values(found.used ?? {}).some((field) => field !== key);
    const isEnough = !needsKey || found.dialect !== undefined || (key !== undefined && imports);
    if (!isEnough) return { findings, words: undefined, isComplete, found: list };
    if (!isComplete || bytes.length > maxPlanned)
      return { findings, words: withFlags(context.argv, flags), isComplete, found: list };
    const planned = await planWith(context, plan, flags);
    return {
      findings: [...findings, ...planned.findings],
      words: planned.flags && withFlags(context.argv, planned.flags),
      isComplete,
      found: list,
    };
  } catch {
    // The error that was reported first says what is wrong.
    return undefined;
  }
}

/** The largest file whose proposed line is planned before it is shown, in bytes. */
const maxPlanned = 4 * 1024 * 1024;

/**
 * Plans an import with proposed flags. Returns what comes of it, and the flags of the line that imports the file: without the rows
 * that are invalid, and none if nothing can be imported.
 */
async function planWith(
  context: Context,
  plan: ProposedFile["plan"],
  flags: Record<string, string>,
): Promise<{ findings: [string, string][]; flags?: Record<string, string> }> {
  const streams = memoryStreams();
  const silent = async () => {};
  const quiet = { ...context, streams, notice: silent, status: silent };
  try {
    const { exitCode } = await plan(quiet, { ...planOnly, ...optionsOf(flags) });
    const counts = streams.text.stdout
      .split("\n")
      .find((line) => /^\d.*\b(to change|unchanged|to create)\b/.test(line));
    const findings: [string, string][] = counts === undefined ? [] : [["plan", counts]];
    return exitCode === exitCodes.ok || exitCode === exitCodes.partial ? { findings, flags } : { findings };
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    const [message = "", first = "", ...others] = error.message.split("\n");
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    const found: [string, string] = [
      "problem",
      [message.replace(" Nothing was sent.", ""), first.trim()].filter(Boolean).join(" ") + more,
    ];
    if (error.code !== "INVALID_ROWS" || "--skip-invalid" in flags) return { findings: [found] };
    const skipping = await planWith(context, plan, { ...flags, "--skip-invalid": "" });
    return { ...skipping, findings: [found, ...skipping.findings] };
  }
}

/** What a plan that is only tried does not do. */
const planOnly = {
  dryRun: true,
  yes: undefined,
  planOut: undefined,
  diff: undefined,
  report: undefined,
  saveMap: undefined,
  detach: undefined,
};

/** Returns the values of flags as the command takes them. */
function optionsOf(flags: Readonly<Record<string, string>>): object {
  const options = Object.entries(flags).map(([flag, value]): [string, unknown] => {
    const name = flagKey(flag);
    if (name === "map") return [name, [value]];
    return [name, name === "headerRow" ? Number(value) : value === "" ? true : value];
  });
  // A preset says the same about numbers.
  return {
    ...("--decimal" in flags && { excel: undefined, thousands: undefined }),
    ...Object.fromEntries(options),
  };
}

/** Returns the flags that were not given and that the file needs; undefined if there are none, or only columns to ignore. */
function flagsFor(
  found: FoundFile,
  { map: given, options, needsKey }: { map: ColumnMap; options: GivenFlags; needsKey: boolean },
): Record<string, string> | undefined {
  const { encoding, delimiter, sheet, headerRow, dialect, key, map, decimal, thousands, currency } = found;
  const numbers = {
    decimal: options.decimal ?? (options.excel && excelLayouts[options.excel].decimal) ?? ".",
    thousands: options.thousands ?? (options.excel && excelLayouts[options.excel].thousands),
  };
  const differs = Object.entries(map).some(([column, target]) => given[column] !== target);
  const ignored = Object.values(map).filter((target) => target === "-").length;
  const isLong = ignored > maxIgnored;
  const kept = Object.fromEntries(Object.entries(map).filter(([, target]) => !isLong || target !== "-"));
  const mark = decimal?.mark ?? numbers.decimal;
  const marksDiffer =
    (decimal !== undefined && decimal.mark !== numbers.decimal) ||
    (thousands !== undefined && thousands.mark !== numbers.thousands);
  const flags = Object.entries({
    "--encoding": encoding !== options.encoding && encoding,
    "--delimiter": delimiter !== options.delimiter && (delimiter === "\t" ? "tab" : delimiter),
    "--sheet": sheet !== options.sheet && sheet,
    "--header-row": headerRow !== (options.headerRow ?? 1) && String(headerRow),
    "--key": needsKey && dialect === undefined && key !== options.key && key,
    "--map": differs && Object.keys(kept).length > 0 && columnMapText(kept),
    "--decimal": marksDiffer && mark,
    "--thousands": marksDiffer && (thousands?.mark ?? (numbers.thousands !== mark && numbers.thousands)),
    "--currency": currency?.code !== options.currency && currency?.code,
  }).flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : []));
  const [first] = flags;
  const onlyIgnores = flags.length === 1 && first?.[0] === "--map" && isSubset(map, given);
  if (first === undefined || onlyIgnores) return undefined;
  return {
    ...Object.fromEntries(flags),
    ...(isLong && !options.ignoreUnknown && { "--ignore-unknown": "" }),
  };
}

/** Returns whether a mapping adds nothing to another but columns to ignore. */
const isSubset = (map: ColumnMap, given: ColumnMap): boolean =>
  Object.entries(map).every(([column, target]) => target === "-" || given[column] === target);

/** The most columns that a mapping ignores one by one. */
const maxIgnored = 3;

/** Returns the arguments of a command line with other values of some flags; a flag with an empty value has none. */
function withFlags(argv: readonly string[], flags: Readonly<Record<string, string>>): string[] {
  const replaced = new Set(Object.keys(flags));
  // A preset says the same about numbers.
  if (replaced.has("--decimal")) replaced.add("--excel").add("--thousands");
  const words: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    const [name = "", value] = word.split(/=(.*)/s);
    if (!replaced.has(name)) words.push(word);
    else if (value === undefined) index++;
  }
  for (const [name, value] of Object.entries(flags)) words.push(name, ...(value === "" ? [] : [value]));
  return words;
}

/** Returns what was found in a file, for people. */
function findingsOf(found: FoundFile, needsKey: boolean, weightUnit?: WeightUnit): [string, string][] {
  const { encoding, invalid, delimiter, sheet, sheets, headerRow, dialect, key, map, texts = {} } = found;
  const { decimal, mixed, unclear, thousands, currency } = found;
  const findings: [string, string][] = [];
  const add = (what: string, text: string | false | undefined) => text && findings.push([what, text]);
  add(
    "encoding",
    encoding &&
      (invalid === undefined
        ? encoding
        : `${encoding}: byte 0x${invalid.byte.toString(16)} in line ${invalid.line} is not UTF-8`),
  );
  add("delimiter", delimiter && (delimiter === "\t" ? "tab" : `"${delimiter}"`));
  add("sheet", sheet && `"${sheet}", of ${sheets.map((name) => `"${name}"`).join(", ")}`);
  add("header", headerRow > 1 && `line ${headerRow}; the lines before it are skipped`);
  add("format", dialect);
  if (dialect === undefined) {
    const keyColumn = Object.entries(map).find(([, target]) => target === key)?.[0];
    add(
      "key",
      needsKey &&
        (key === undefined
          ? "no column is known to be an SKU, a name or another key: --map 'COLUMN=sku' --key sku"
          : `${keyColumn === undefined ? "" : `"${keyColumn}" is the `}${key}`),
    );
    const { used: fields = {}, numeric = {} } = found;
    const used = Object.entries(fields);
    const samples = (column: string) =>
      Object.hasOwn(numeric, column) ? ` (${(numeric[column] ?? []).join("; ")})` : "";
    const unknown = Object.keys(map).filter((column) => map[column] === "-" && !Object.hasOwn(texts, column));
    const asked = unknown.filter(
      (column) => Object.hasOwn(numeric, column) && columnUnit(column, "weight") === undefined,
    );
    const left = unknown.filter((column) => !asked.includes(column));
    const units = left.map((column) => columnUnit(column, "weight")?.unit);
    const ignored = left.filter((_, index) => units[index] === undefined);
    const unused = Object.entries(texts).map(([column, field]) => `"${column}" could be ${field}`);
    add(
      "columns",
      used.length > 0 &&
        used.map(([column, target]) => `"${column}" is ${target}${samples(column)}`).join(", "),
    );
    add("not used", unused.length > 0 && `${unused.join(", ")}; to change that too, say so in --map`);
    for (const [index, unit] of units.entries())
      add(
        "unit",
        unit &&
          `"${left[index]}" is in ${unit}; to convert it, say which unit the shop has: --weight-unit kg, or lb`,
      );
    const targets = used.map(([, target]) => target);
    add(
      "unit",
      conversionNotice(
        used.map(([column]) => column),
        targets,
        weightUnit,
      )?.slice("Converted: ".length, -1),
    );
    add("ignored", ignored.length > 0 && listed(ignored));
    for (const column of asked.slice(0, shownColumns))
      add("question", `what is "${column}"${samples(column)}?`);
    const [first] = asked;
    const more = asked.length - shownColumns;
    add("question", more > 0 && `and what are ${more} more columns of numbers?`);
    if (first !== undefined)
      add(
        "answer",
        `say what ${asked.length === 1 ? "it is" : "they are"}: --map ${shellWord(columnMapText({ [first]: "FIELD" }))}`,
      );
  }
  add("decimals", decimal && `"${decimal.mark}", as "${decimal.proof}" in line ${decimal.line} shows`);
  add("thousands", thousands && `"${thousands.mark}", as in "${thousands.proof}"`);
  add("decimals", mixed && `"${mixed[0]}" and "${mixed[1]}" contradict each other; correct one of them`);
  add(
    "decimals",
    unclear &&
      decimal === undefined &&
      `nothing shows which sign it is: ${readings(unclear.text, unclear.line)}`,
  );
  add("currency", currency && `"${currency.text}" in "${currency.column}" is ${currency.code}`);
  return findings;
}

/** `"1,290" in line 2 is 1.290 with --decimal "," and 1290 with --decimal "." --thousands ","` */
function readings(text: string, line: number): string {
  const sign = text.includes(",") ? "," : ".";
  const other = sign === "," ? "." : ",";
  return `"${text}" in line ${line} is ${text.replace(sign, ".")} with --decimal "${sign}" and ${text.replace(sign, "")} with --decimal "${other}" --thousands "${sign}"`;
}

const shownColumns = 8;

function listed(names: readonly string[]): string {
  const more = names.length > shownColumns ? ` and ${names.length - shownColumns} more` : "";
  return `${names
    .slice(0, shownColumns)
    .map((name) => `"${name}"`)
    .join(", ")}${more}`;
}

function findingsText({ findings }: Proposal): string {
  const width = Math.max(...findings.map(([what]) => what.length)) + 2;
  return ["What the file is:", ...findings.map(([what, text]) => `  ${what.padEnd(width)}${text}`)].join(
    "\n  ",
  );
}

function explained(error: UsageError, proposal: Proposal): UsageError {
  const { words, isComplete } = proposal;
  const how = isComplete ? "To import it" : "To import it, declare the decimals and run";
  const line = words === undefined ? [] : [`${how}: ${commandLine(...words)}`];
  return new UsageError(error.message, {
    code: error.code,
    field: error.field,
    cause: error,
    hint: [findingsText(proposal), ...line].join("\n  "),
  });
}
