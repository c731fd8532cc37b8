import { createHash } from "node:crypto";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import { checkRejectsName, type StagedFile } from "../../resources/products/rejects.ts";
import { readSource, sourceName } from "../source.ts";

/**
 * Stages a file, or stdin for `-`, in the journal of an import and records its hash. `example` is a command that pipes a file.
 * Deletes the journal if the file cannot be read or `rejects` is not a name for its rejected rows.
 */
export async function stageSource(
  context: Context,
  journal: Journal,
  { file, example, rejects }: { file: string; example: string; rejects?: string | undefined },
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
    journal.amend({ inputHash: hash.digest("hex") });
    return staged;
  } catch (error) {
    journal.remove();
    throw error;
  }
}
