import { resolve } from "node:path";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { counted } from "../../output/activity.ts";
import { printFileText } from "../../output/file-text.ts";
import type { Listing } from "../../resources/listing.ts";

/** Rows to export. */
export interface RowExport<Row> {
  /** The file; `-` or undefined for stdout. */
  file: string | undefined;
  format: string;
  /** Whether rows have personal data: only you can read the file then. */
  personal?: boolean;
  /** The name of one row in the notice: `event`. */
  singular: string;
  rows: AsyncIterable<Row>;
  /** The list that the rows are from, if it can change while it is read. */
  list?: Pick<Listing<Row>, "moved" | "recounted">;
  /** Whether a list that changed is a failure. */
  strict?: boolean | undefined;
  /** Returns the rows as text or bytes in the format. */
  content(rows: AsyncIterable<Row>): AsyncIterable<string | Uint8Array>;
}

/**
 * Writes rows to stdout, or to a file that is created only when its content is complete and reported with its row count. Says if
 * the list changed while it was read; that is exit code 9 under `strict`.
 */
export async function exportRows<Row>(
  context: Context,
  { file, format, personal = false, singular, rows, list, strict, content }: RowExport<Row>,
): Promise<ExitCode | undefined> {
  let count = 0;
  const shown = counted(context.streams.activity, "Exporting", rows);
  async function* taken(): AsyncGenerator<Row> {
    for await (const row of shown) {
      count += 1;
      yield row;
    }
  }
  const chunks = content(taken());
  const checked = async () => {
    if (!list?.moved()) return undefined;
    const total = list.recounted?.();
    const numbers =
      total === undefined || total === count
        ? ""
        : `: ${countOf(count, singular)} were read, and the platform counts ${formatCount(total)}`;
    await context.notice(
      `The list changed while it was being read${numbers}. Run the command again for an exact file.`,
    );
    return strict ? exitCodes.partial : undefined;
  };
  if (file === undefined || file === "-") {
    await printFileText(context.streams.stdout, chunks);
    return await checked();
  }
  await writeExport(resolve(context.cwd, file), chunks, {
    ...(personal && { mode: 0o600 }),
    signal: context.signal,
  });
  await context.notice(`Exported ${countOf(count, singular)} to ${file} (${format}).`);
  return await checked();
}
