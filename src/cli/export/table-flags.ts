import type { Flag } from "../command.ts";

/** What Excel expects of CSV files in a country. */
export const excelCountries = ["de"] as const;

/** The flags of every command that exports rows, besides those that choose the rows. */
export const tableFlags: readonly Flag[] = [
  {
    flags: "--excel <country>",
    describe: "CSV for Excel in this country: semicolons, decimal commas and a byte order mark",
    choices: excelCountries,
  },
  { flags: "--delimiter <character>", describe: "CSV delimiter: ';', tab … (default: a comma)" },
  { flags: "--decimal <mark>", describe: "decimal separator of a CSV file", choices: [".", ","] },
  { flags: "--bom", describe: "start a CSV file with a byte order mark" },
  { flags: "--encoding <name>", describe: "encoding of a CSV file: windows-1252 (default: utf-8)" },
  { flags: "--raw", describe: "do not escape cells that a spreadsheet would run as formulas" },
];

/** Parsed values of the table flags. */
export interface TableOptions {
  excel?: (typeof excelCountries)[number];
  delimiter?: string;
  decimal?: "." | ",";
  bom?: boolean;
  encoding?: string;
  raw?: boolean;
}
