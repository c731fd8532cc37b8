import { checkDelimiter } from "../../files/csv.ts";
import { checkEncoding } from "../../files/encoding.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { CsvFormat } from "../../output/csv.ts";
import type { TableOptions } from "./table-flags.ts";

/** The format of a CSV file. */
export interface CsvLayout {
  format: CsvFormat;
  decimal: "." | ",";
  encoding: string;
  raw: boolean;
}

/** Returns the layout that the flags select. Throws UsageError for flags that exclude each other. */
export function csvLayout(options: TableOptions): CsvLayout {
  const { excel, bom, raw = false } = options;
  const encoding = checkEncoding(options.encoding ?? "utf-8");
  const isUnicode = encoding.startsWith("utf-");
  if (bom === true && !isUnicode) {
    throw new UsageError(`--bom marks Unicode text, and ${encoding} is not Unicode.`, {
      field: "--bom",
      hint: "Use either --bom or --encoding.",
    });
  }
  return {
    format: {
      delimiter: checkDelimiter(options.delimiter ?? (excel === "de" ? ";" : ",")),
      mark: isUnicode && (bom ?? excel === "de"),
      eol: "\n",
    },
    decimal: options.decimal ?? (excel === "de" ? "," : "."),
    encoding,
    raw,
  };
}

/** Throws UsageError for flags of CSV files if none is written; `to` is what is written instead. */
export function rejectCsvFlags(options: TableOptions, to: string): void {
  const given = (["excel", "delimiter", "decimal", "bom", "encoding"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined) return;
  throw new UsageError(`--${given} applies to CSV files only, but this command writes ${to}.`, {
    field: `--${given}`,
  });
}
