import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Journal } from "../bulk/journal/journal.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import { addFileFacts, type StagedRow } from "../bulk/plan/stage.ts";
import type { Context } from "../context/context.ts";
import type { ColumnMap } from "../files/column-map.ts";
import { writeExport } from "../kernel/export-file.ts";
import { counted } from "../output/activity.ts";
import { type ListReading, listRow, stageListFile } from "../resources/products/import-rows.ts";
import { checkStaged, rejectsText, type StagedFile } from "../resources/products/rejects.ts";
import type { FileOptions } from "./bulk-flags.ts";
import { type MapOptions, saveColumnMap } from "./column-maps.ts";
import { beginJournal } from "./jobs/run.ts";
import type { RemoteFile } from "./remote-file.ts";
import { argumentName, isAddress, readSource } from "./source.ts";

/** The flags of an import about the rows that it rejects, and about a file without rows. */
export interface RowOptions {
  rejects?: string | undefined;
  allowEmpty?: boolean | undefined;
}

/** The file of an import. */
interface SourceOptions extends RowOptions {
  file: string;
  example: string;
}

/** A list whose rows are imported as a job of their own kind. */
interface ListImport extends Pick<ListReading, "list" | "key" | "counts" | "numbers"> {
  kind: string;
  example: string;
}

/**
 * Stages the file of a list other than products, as `stageSource` does. Returns what reads its staged rows, with the names of the list,
 * and the parts of its job that all lists have.
 */
export async function stageList<Options extends MapOptions & FileOptions & RowOptions>(
  context: Context,
  file: string,
  { map, options }: { map: ColumnMap; options: Options },
  { kind, example, ...list }: ListImport,
) {
  const { rejects, allowEmpty } = options;
  const journal = await beginJournal(context, kind);
  const reading = { ...options, ...list, map, notice: context.notice };
  const staged = await stageSource(context, journal, { file, example, rejects, allowEmpty }, (bytes, name) =>
    stageListFile(journal, bytes, { ...reading, name }),
  );
  await saveColumnMap(context, options, map);
  const finished = (ended: Journal) => writeRejects(context, ended, rejects);
  return {
    journal,
    staged,
    rowOf: (row: StagedRow) => listRow(staged, row, reading),
    job: { kind, options, finished, toSteps: (row: PlannedRow) => row },
  };
}

/**
 * Stages a file, or stdin for `-`, in the journal of an import and records its path or address and its hash. `example` is a command that
 * pipes a file. Deletes the journal if the file cannot be read, if `rejects` is not a name for its rejected rows, and if it has
 * no rows, unless `allowEmpty` is set.
 */
export async function stageSource(
  context: Context,
  journal: Journal,
  { file, example, rejects, allowEmpty }: SourceOptions,
  stage: (bytes: AsyncIterable<Uint8Array>, name: string) => Promise<StagedFile>,
): Promise<StagedFile> {
  const name = argumentName(file);
  const hash = createHash("sha256");
  let fetched: RemoteFile["facts"] | undefined;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    const size =
      file === "-" || isAddress(file)
        ? undefined
        : statSync(context.readable(file), { throwIfNoEntry: false })?.size;
    const pieces = readSource(context, file, example, (facts) => {
      fetched = facts;
    });
    const shown = counted(context.streams.activity, `Reading ${name}`, pieces, {
      unit: "MB",
      size: (bytes) => bytes.length / 1e6,
      total: () => (size ? size / 1e6 : undefined),
    });
    for await (const bytes of shown) {
      hash.update(bytes);
      yield bytes;
    }
  }
  try {
    const staged = await stage(hashed(), name);
    const isReport = checkStaged(journal, staged, { rejects, allowEmpty });
    if (isReport)
      await context.notice(`${name} is the report of an import: its lines that are done are left out.`);
    if (fetched) addFileFacts(journal, fetched);
    else if (file !== "-") addFileFacts(journal, { path: resolve(context.cwd, file) });
    journal.amend({ inputHash: hash.digest("hex") });
    return staged;
  } catch (error) {
    await journal.remove();
    throw error;
  }
}

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
