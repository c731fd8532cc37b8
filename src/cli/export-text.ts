import { resolve } from "node:path";
import type { Context } from "../context/context.ts";
import { openExport } from "../files/export-file.ts";
import { printFileText } from "../output/file-text.ts";

/** Writes text to stdout (no file, or `-`) or to a file, which is created only when the text is complete. */
export async function exportText(
  context: Context,
  file: string | undefined,
  text: AsyncIterable<string>,
): Promise<void> {
  if (file === undefined || file === "-") return await printFileText(context.streams.stdout, text);
  const target = await openExport(resolve(context.cwd, file));
  try {
    for await (const chunk of text) await target.write(chunk);
    await target.commit();
  } finally {
    await target.abort();
  }
}
