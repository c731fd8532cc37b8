import { extname } from "node:path";
import { UsageError } from "../kernel/errors.ts";
import type { Flag } from "./command.ts";
import {
  allowEmptyFlag,
  detailedExitcodeFlag,
  dryRunFlag,
  type ExpectedCount,
  expectFlag,
  expectLinesFlag,
  planOutFlag,
  wholeNumber,
  yesFlag,
} from "./flags.ts";

/** The formats of a file of changes, by extension. */
export const diffFormats = ["csv", "xlsx", "json", "ndjson", "html"] as const;
export type DiffFormat = (typeof diffFormats)[number];

/** Returns the format that the extension of a file means; undefined if it is not one of them. */
export function diffFormat(file: string): DiffFormat | undefined {
  const extension = extname(file).toLowerCase();
  return diffFormats.find((format) => `.${format}` === extension);
}

/** Parses the value of --diff. Throws UsageError if the extension of the file names no format. */
function parseDiffFile(file: string): string {
  if (diffFormat(file) !== undefined) return file;
  const known = diffFormats.map((format) => `.${format}`).join(", ");
  throw new UsageError(`Cannot write changes to "${file}": its extension is not one of ${known}.`, {
    field: "--diff",
    hint: "For example: --diff changes.csv",
  });
}

/** Returns the argument of a file that is imported. `kinds`: what it can be. */
export const fileArg = (kinds: string) => ({
  name: "<file>",
  describe: `${kinds}: a file, an https or sftp address, or - for stdin`,
});

/** Writes every change of a job to a file before it is confirmed. */
export const diffFlag: Flag = {
  flags: "--diff <file>",
  describe: "also write every change to a file: .csv, .xlsx, .json, .ndjson or .html",
  parse: parseDiffFile,
};

/** Queues the job for a worker once it is planned and confirmed. */
export const detachFlag: Flag = {
  flags: "--detach",
  describe: "queue the job for a worker (till worker) instead of running it here",
};

/** The flags of every command that runs a bulk job. */
export const jobFlags: readonly Flag[] = [
  dryRunFlag,
  diffFlag,
  yesFlag,
  expectFlag,
  planOutFlag,
  { flags: "--skip-invalid", describe: "skip rows that cannot be changed" },
  detachFlag,
  detailedExitcodeFlag,
];

/** Parsed values of the job flags. */
export interface JobOptions {
  dryRun?: boolean;
  diff?: string;
  /** Of imports: the file that says what became of each line. */
  report?: string;
  yes?: boolean;
  expect?: number | ExpectedCount;
  planOut?: string;
  skipInvalid?: boolean;
  detach?: boolean;
  detailedExitcode?: boolean;
  /** False with --no-wait. */
  wait?: boolean;
  /** Of jobs resume: steps that failed are sent again, too. */
  retryFailed?: boolean;
}

/** Returns whether flags are given that only jobs obey, so that the change of one object has to be a job, too. */
export const needsJob = ({ diff, expect, planOut, skipInvalid, detach }: JobOptions): boolean =>
  [diff, expect, planOut, skipInvalid, detach].some((given) => given !== undefined);

/** The flag that names a sheet of an imported workbook. */
export const sheetFlag: Flag = {
  flags: "--sheet <name>",
  describe: "sheet of an Excel workbook (default: the only one that is not empty)",
};

/** The flags of every command that reads a table from a file. */
export const fileFlags: readonly Flag[] = [
  { flags: "--encoding <name>", describe: "encoding of the file: windows-1252 (default: utf-8)" },
  { flags: "--delimiter <character>", describe: "delimiter of a CSV file (default: detected in its header)" },
  {
    flags: "--header-row <n>",
    describe: "line of the column names; those before it are skipped (default: the first)",
    parse: wholeNumber("--header-row", 1),
  },
  sheetFlag,
  { flags: "--ignore-unknown", describe: "ignore unknown columns" },
];

/** Parsed values of the flags that say how a table is written. */
export interface FileOptions {
  encoding?: string;
  delimiter?: string;
  headerRow?: number;
  sheet?: string;
  ignoreUnknown?: boolean;
}

/** The flags of every import: those of its file and of its job. */
export const importFlags: readonly Flag[] = [
  ...fileFlags,
  allowEmptyFlag,
  { flags: "--rejects <file>", describe: "file for rows that failed (default: FILE.rejects.csv)" },
  {
    flags: "--report <file>",
    describe: "file for the result of every line, .csv or .xlsx; correct and import it to finish",
    parse: parseReportFile,
  },
  ...jobFlags.map((flag) => (flag === expectFlag ? expectLinesFlag : flag)),
];

/** Parses the value of --report. Throws UsageError for an extension other than .csv and .xlsx. */
export function parseReportFile(file: string): string {
  if ([".csv", ".xlsx"].includes(extname(file).toLowerCase())) return file;
  throw new UsageError(`Cannot write the report to "${file}": its extension is not .csv or .xlsx.`, {
    field: "--report",
    hint: "For example: --report result.xlsx",
  });
}

/** How Excel writes numbers in a country, and what it expects of CSV files there. */
export const excelLayouts = {
  en: { delimiter: ",", decimal: ".", thousands: "," },
  de: { delimiter: ";", decimal: ",", thousands: "." },
  fr: { delimiter: ";", decimal: ",", thousands: " " },
  ch: { delimiter: ";", decimal: ".", thousands: "'" },
} as const;

/** The flag of commands that export rows which have no format of their own. */
export const exportFormatFlag: Flag = {
  flags: "--format <kind>",
  describe: "file format (default: by file extension, else csv)",
  choices: ["csv", "xlsx", "ndjson", "json"],
};

/** The flags of every command that exports rows, besides those that choose the rows. */
export const tableFlags: readonly Flag[] = [
  {
    flags: "--excel <country>",
    describe: "CSV as Excel opens it there; de: semicolons, decimal commas and a byte order mark",
    choices: Object.keys(excelLayouts),
  },
  {
    flags: "--delimiter <character>",
    describe: "CSV delimiter: ';', tab … (default: a comma; a tab for .tsv)",
  },
  { flags: "--decimal <mark>", describe: "decimal separator of a CSV file", choices: [".", ","] },
  { flags: "--bom", describe: "start a CSV file with a byte order mark" },
  { flags: "--encoding <name>", describe: "encoding of a CSV file: windows-1252 (default: utf-8)" },
  { flags: "--raw", describe: "do not escape cells that a spreadsheet would run as formulas" },
];

/** The flag that says in which zone an export writes times. */
export const timeZoneFlag: Flag = {
  flags: "--time-zone <name>",
  describe:
    "time zone of dates, such as Europe/Berlin (default: in files for Excel the setting timeZone, else UTC)",
};

/** Parsed values of the table flags. */
export interface TableOptions {
  excel?: keyof typeof excelLayouts;
  timeZone?: string;
  delimiter?: string;
  decimal?: "." | ",";
  bom?: boolean;
  encoding?: string;
  raw?: boolean;
}
