import { resolve } from "node:path";
import type { Context } from "../../context/context.ts";
import { openExport } from "../../kernel/export-file.ts";
import { countOf } from "../../kernel/text.ts";
import { counted } from "../../output/activity.ts";
import { printFileText } from "../../output/file-text.ts";

/** Rows to export. */
export interface RowExport<Row> {
  /** The file; `-` or undefined for stdout. */
  file: string | undefined;
  format: string;
  /** The name of one row in the notice: `event`. */
  singular: string;
  rows: AsyncIterable<Row>;
  /** Returns the rows as text or bytes in the format. */
  content(rows: AsyncIterable<Row>): AsyncIterable<string | Uint8Array>;
}

/** Writes rows to stdout, or to a file that is created only when its content is complete and reported with its row count. */
export async function exportRows<Row>(
  context: Context,
  { file, format, singular, rows, content }: RowExport<Row>,
): Promise<void> {
  let count = 0;
  const shown = counted(context.streams.activity, "Exporting", rows);
  async function* taken(): AsyncGenerator<Row> {
    for await (const row of shown) {
      count += 1;
      yield row;
    }
  }
  const chunks = content(taken());
  if (file === undefined || file === "-") return await printFileText(context.streams.stdout, chunks);
  const target = await openExport(resolve(context.cwd, file), { signal: context.signal });
  try {
    for await (const chunk of chunks) await target.write(chunk);
    await target.commit();
  } finally {
    await target.abort();
  }
  await context.notice(`Exported ${countOf(count, singular)} to ${file} (${format}).`);
}
