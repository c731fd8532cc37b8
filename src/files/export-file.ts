import { open, rename, rm, stat } from "node:fs/promises";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/** A file that is created when it is complete. Until `commit`, an existing file of the same name stays unchanged. */
export interface ExportFile {
  readonly path: string;
  write(chunk: string | Uint8Array): Promise<void>;
  /** Flushes to disk and renames the file. */
  commit(): Promise<void>;
  /** Removes the temporary file; does nothing after `commit`. */
  abort(): Promise<void>;
}

const chunkSize = 64 * 1024;

/** Creates `<path>.part`, with a mode if only some may read it. Throws UsageError if the path is a directory or cannot be written. */
export async function openExport(path: string, { mode }: { mode?: number } = {}): Promise<ExportFile> {
  const part = `${path}.part`;
  const existing = await stat(path).catch(unless("ENOENT"));
  if (existing?.isDirectory())
    throw new UsageError(`${path} is a directory.`, { hint: "Use the path of a file." });
  const file = await open(part, "w", mode).catch((error) => {
    throw writeFailure(error, path);
  });
  let pending = "";
  let settled = false;
  const flush = async () => {
    const text = pending;
    pending = "";
    if (text !== "") await file.writeFile(text);
  };
  const guarded = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      throw writeFailure(error, path);
    }
  };
  return {
    path,
    write: (chunk) =>
      guarded(async () => {
        if (typeof chunk === "string") pending += chunk;
        if (typeof chunk !== "string" || pending.length >= chunkSize) await flush();
        if (typeof chunk !== "string") await file.writeFile(chunk);
      }),
    commit: () =>
      guarded(async () => {
        await flush();
        await file.sync();
        await file.close();
        await rename(part, path);
        settled = true;
      }),
    abort: async () => {
      if (settled) return;
      settled = true;
      await file.close();
      await rm(part, { force: true });
    },
  };
}

const writeFailures: Record<string, string> = {
  ENOENT: "its directory does not exist",
  ENOTDIR: "its directory does not exist",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

function writeFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof TillError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const why = writeFailures[code];
  if (why !== undefined)
    return new UsageError(`${path} cannot be written: ${why}.`, { hint: "Use another path.", cause: error });
  const full = code === "ENOSPC" || code === "EDQUOT";
  return new TillError(
    exitCodes.failure,
    `${path} cannot be written: ${full ? "the disk is full" : error.message}.`,
    {
      hint: "An existing file was not changed.",
      cause: error,
    },
  );
}

/** Returns a handler for `.catch` that ignores one error code and rethrows others. */
const unless = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code === code) return undefined;
  throw error;
};
