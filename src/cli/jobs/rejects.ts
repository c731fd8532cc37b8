import { resolve } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import { openExport } from "../../kernel/export-file.ts";
import { rejectsText } from "../../resources/products/rejects.ts";

/** Writes the rows of an import that are invalid or failed to a file next to the input; does nothing if there are none. */
export async function writeRejects(
  context: Context,
  journal: Journal,
  path: string | undefined,
): Promise<void> {
  const found = rejectsText(journal);
  if (found === undefined) return;
  const file = path ?? found.suggested;
  const target = await openExport(resolve(context.cwd, file), { signal: context.signal });
  try {
    for await (const piece of found.text) await target.write(piece);
    await target.commit();
  } finally {
    await target.abort();
  }
  await context.notice(`The rows that failed are in ${file}. Fix them and import that file.`);
}
