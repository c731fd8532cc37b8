import { resolve } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import { writeExport } from "../../kernel/export-file.ts";
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
  await writeExport(resolve(context.cwd, file), found.text, { signal: context.signal });
  await context.notice(`The rows that failed are in ${file}. Fix them and import that file.`);
}
