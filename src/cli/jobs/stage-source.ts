import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import { addFileFacts, countStaged } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { checkRejectsName, type StagedFile } from "../../resources/products/rejects.ts";
import { readSource, sourceName } from "../source.ts";

/** The file of an import. */
interface SourceOptions {
  file: string;
  example: string;
  rejects?: string | undefined;
  allowEmpty?: boolean | undefined;
}

/**
 * Stages a file, or stdin for `-`, in the journal of an import and records its path and hash. `example` is a command that
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
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const bytes of readSource(context, file, example)) {
      hash.update(bytes);
      yield bytes;
    }
  }
  try {
    const staged = await stage(hashed(), sourceName(file));
    checkRejectsName(staged, rejects);
    if (!allowEmpty && countStaged(journal) === 0) {
      throw new UsageError(`${sourceName(file)}: the file has no rows.`, {
        field: "--allow-empty",
        hint: "If that is fine, add: --allow-empty",
      });
    }
    if (file !== "-") addFileFacts(journal, { path: resolve(context.cwd, file) });
    journal.amend({ inputHash: hash.digest("hex") });
    return staged;
  } catch (error) {
    await journal.remove();
    throw error;
  }
}
