import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import type { Journal } from "../../bulk/journal/journal.ts";
import { allStaged } from "../../bulk/plan/stage.ts";
import { readNdjson } from "../../files/ndjson.ts";
import { readTable } from "../../files/table.ts";
import { countOf } from "../../kernel/text.ts";
import { type StagedFile, stagedFile } from "../../resources/products/rejects.ts";

/** How many lines a notice names. */
const shown = 10;

/** Returns a notice if the file that a job imports was changed after it was read: the job continues with its own copy. */
export async function changedInput(journal: Journal): Promise<string | undefined> {
  const file = stagedFile(journal);
  const { inputHash } = journal.job;
  if (file?.path === undefined || inputHash === undefined) return undefined;
  // A pipe cannot be read again.
  if (!statSync(file.path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file.path)) hash.update(bytes as Uint8Array);
  if (hash.digest("hex") === inputHash) return undefined;
  const lines = await newLines(journal, file.path, file).catch(() => undefined);
  const first = lines?.slice(0, shown).join(", ");
  const more = lines && lines.length > shown ? ` and ${lines.length - shown} more` : "";
  const which =
    lines === undefined || lines.length === 0
      ? ""
      : ` Not in this job: ${countOf(lines.length, "changed line")} (${first}${more}); import the file again for them.`;
  return `${file.name} was changed after this job read it. The job continues with its own copy.${which}`;
}

const withoutKind = ({ _kind: _, ...record }: Record<string, unknown>) => record;

/** Returns the lines of a file that a journal's copy does not have. */
async function newLines(
  journal: Journal,
  path: string,
  { name, dialect, sheet }: StagedFile,
): Promise<number[]> {
  const known = new Set<string>();
  for (const { json } of allStaged(journal)) known.add(JSON.stringify(json));
  const lines: number[] = [];
  if (dialect === "ndjson") {
    for await (const { line, value } of readNdjson(createReadStream(path), { name }))
      if (!known.has(JSON.stringify(value)) && !known.has(JSON.stringify(withoutKind(value))))
        lines.push(line);
    return lines;
  }
  const { rows } = await readTable(createReadStream(path), { name, ...(sheet !== undefined && { sheet }) });
  for await (const { line, source } of rows) if (!known.has(JSON.stringify(source))) lines.push(line);
  return lines;
}
