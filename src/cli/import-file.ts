import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Journal } from "../bulk/journal/journal.ts";
import { addFileFacts, countStaged } from "../bulk/plan/stage.ts";
import type { Context } from "../context/context.ts";
import { isReportColumn } from "../files/table.ts";
import { UsageError } from "../kernel/errors.ts";
import { writeExport } from "../kernel/export-file.ts";
import { counted } from "../output/activity.ts";
import { checkRejectsName, rejectsText, type StagedFile } from "../resources/products/rejects.ts";
import type { RemoteFile } from "./remote-file.ts";
import { argumentName, isAddress, readSource } from "./source.ts";

/** The file of an import. */
interface SourceOptions {
  file: string;
  example: string;
  rejects?: string | undefined;
  allowEmpty?: boolean | undefined;
}

/**
 * Stages a file, or stdin for `-`, in the journal of an import and records its path or address and its hash. `example` is a command that
 * pipes a file. Deletes the journal if the file cannot be read, if `rejects` is not a name for its rejected rows, and if it has
 * no rows, unless `allowEmpty` is set.
 */
export async function stageSource(
  context: Context,
  journal: Journal,
  { file, example, rejects, allowEmpty = false }: SourceOptions,
  stage: (bytes: AsyncIterable<Uint8Array>, name: string) => Promise<StagedFile>,
): Promise<StagedFile> {
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
    const shown = counted(context.streams.activity, `Reading ${argumentName(file)}`, pieces, {
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
    const staged = await stage(hashed(), argumentName(file));
    checkRejectsName(staged, rejects);
    const isReport = staged.header.some(isReportColumn);
    if (isReport && countStaged(journal) === 0)
      throw new UsageError(
        `${argumentName(file)}: every line is done already, says its column "till result".`,
        {
          hint: "To import all lines again, remove that column.",
        },
      );
    if (isReport)
      await context.notice(
        `${argumentName(file)} is the report of an import: its lines that are done are left out.`,
      );
    if (!allowEmpty && countStaged(journal) === 0) {
      throw new UsageError(`${argumentName(file)}: the file has no rows.`, {
        field: "--allow-empty",
        hint: "If that is fine, add: --allow-empty",
      });
    }
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
