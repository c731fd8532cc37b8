import { resolve } from "node:path";
import type { Context } from "../context/context.ts";
import { openExport } from "../files/export-file.ts";
import { printFileText } from "../output/file-text.ts";

/** Writes the text of an export: to stdout (absent or `-`), or to a file, which appears only when it is complete. */
export async function exportText(
  context: Context,
  file: string | undefined,
  text: AsyncIterable<string>,
): Promise<void> {
  if (file === undefined || file === "-") return await printFileText(context.streams.stdout, text);
  const target = await openExport(resolve(context.cwd, file));
  try {
    for await (const piece of text) await target.write(piece);
    await target.commit();
  } finally {
    await target.abort();
  }
}
