import { extname } from "node:path";
import { UsageError } from "../../kernel/errors.ts";

/** The formats of a file of changes, by extension. */
export const diffFormats = ["csv", "xlsx", "json", "ndjson", "html"] as const;
export type DiffFormat = (typeof diffFormats)[number];

/** Returns the format that the extension of a file means; undefined if it is not one of them. */
export function diffFormat(file: string): DiffFormat | undefined {
  const extension = extname(file).toLowerCase();
  return diffFormats.find((format) => `.${format}` === extension);
}

/** Parses the value of --diff. Throws UsageError if the extension of the file names no format. */
export function parseDiffFile(file: string): string {
  if (diffFormat(file) !== undefined) return file;
  const known = diffFormats.map((format) => `.${format}`).join(", ");
  throw new UsageError(`Cannot write changes to "${file}": its extension is not one of ${known}.`, {
    field: "--diff",
    hint: "For example: --diff changes.csv",
  });
}
