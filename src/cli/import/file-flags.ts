import type { Flag } from "../command.ts";
import { allowEmptyFlag } from "../flags.ts";
import { jobFlags } from "../job-flags.ts";

/** The flag that names a sheet of an imported workbook. */
export const sheetFlag: Flag = {
  flags: "--sheet <name>",
  describe: "sheet of an Excel workbook (default: the only one that is not empty)",
};

/** The flags of every command that reads a table from a file. */
export const fileFlags: readonly Flag[] = [
  { flags: "--encoding <name>", describe: "encoding of the file: windows-1252 (default: utf-8)" },
  sheetFlag,
  { flags: "--ignore-unknown", describe: "ignore unknown columns" },
];

/** The flags of every import: those of its file and of its job. */
export const importFlags: readonly Flag[] = [
  ...fileFlags,
  allowEmptyFlag,
  { flags: "--rejects <file>", describe: "file for rows that failed (default: FILE.rejects.csv)" },
  ...jobFlags,
];
