import { constants, type Stats, write } from "node:fs";
import { type FileHandle, lstat, open, readdir, readlink, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { exitCodes, TillError, UsageError } from "./errors.ts";
import { nameOfTemporary, renameOver, temporaryName, unusableName } from "./file-system.ts";

/** A file of results that is written. Until `commit`, an existing file of the same name stays unchanged. */
export interface ExportFile {
  readonly path: string;
  /** Whether what is written is there before `commit`: a device, a pipe. */
  readonly isDirect: boolean;
  write(chunk: string | Uint8Array): Promise<void>;
  /** Completes the file. */
  commit(): Promise<void>;
  /** Leaves an existing file as it was; does nothing after `commit`. */
  abort(): Promise<void>;
}

/** How a file of results is opened. */
export interface ExportOptions {
  /** The permissions of the file. Default: those that it has, or those that the system gives new files. */
  mode?: number;
  /** Ends the wait for a program that reads from a pipe. */
  signal?: AbortSignal;
  /** The system whose file names are allowed. Default: this one. */
  platform?: NodeJS.Platform;
}

/** Where bytes go. */
interface Target {
  isDirect?: true;
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

const chunkSize = 64 * 1024;

/**
 * Opens the file that a user names for results. A regular file is replaced when it is complete, with the permissions that it had, or
 * with `mode`; if the path is a link, the file that it points to is. Character devices, pipes and descriptors (`/dev/null`,
 * `/dev/stdout`, a FIFO) are written to directly. Throws UsageError for directories, disks and sockets, and for a path that
 * cannot be written. Several can write to one path at once: the last that commits wins.
 */
export async function openExport(path: string, options: ExportOptions = {}): Promise<ExportFile> {
  const target = await openTarget(path, options).catch((error) => {
    throw writeFailure(error, path);
  });
  let pending = "";
  let settled = false;
  const flush = async () => {
    const text = pending;
    pending = "";
    if (text !== "") await target.write(Buffer.from(text));
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
    isDirect: target.isDirect ?? false,
    write: (chunk) =>
      guarded(async () => {
        if (typeof chunk === "string") pending += chunk;
        if (typeof chunk !== "string" || pending.length >= chunkSize) await flush();
        if (typeof chunk !== "string") await target.write(chunk);
      }),
    commit: () =>
      guarded(async () => {
        await flush();
        await target.commit();
        settled = true;
      }),
    abort: async () => {
      if (settled) return;
      settled = true;
      await target.abort();
    },
  };
}

/**
 * Writes the file that a user names for results, as openExport does. If a chunk cannot be made or written, or `accept` returns
 * false after the last one, an existing file stays (not what a device or a pipe has received). Returns whether the file was written.
 */
export async function writeExport(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  { accept, ...options }: ExportOptions & { accept?: () => boolean } = {},
): Promise<boolean> {
  const file = await openExport(path, options);
  try {
    for await (const chunk of chunks) await file.write(chunk);
    if (!file.isDirect && accept?.() === false) return false;
    await file.commit();
    return true;
  } finally {
    await file.abort();
  }
}

/**
 * Checks that a file of results can be written, before the work whose results it will have. Throws as openExport does. Devices and
 * pipes are not opened.
 */
export async function checkExport(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined || existing.isFile() || existing.isDirectory())
    await (await openExport(path)).abort();
}

async function openTarget(
  path: string,
  { mode, signal, platform = process.platform }: ExportOptions,
): Promise<Target> {
  const unusable = unusableName(path, platform);
  if (unusable !== undefined)
    throw new UsageError(`${path} cannot be written: ${unusable}.`, { hint: "Use another name." });
  const descriptor = descriptorOf(path);
  if (descriptor !== undefined)
    return { isDirect: true, write: (bytes) => writeAll(descriptor, bytes, signal), ...nothing };
  const existing = await stat(path).catch(unless("ENOENT"));
  if (existing === undefined || existing.isFile())
    return await openPart(await linkTarget(path), existing, mode);
  const refused = existing.isDirectory()
    ? "a directory"
    : existing.isBlockDevice()
      ? "a disk"
      : existing.isSocket()
        ? "a socket"
        : undefined;
  if (refused !== undefined)
    throw new UsageError(`${path} is ${refused}.`, { hint: "Use the path of a file." });
  const file = await openDirectly(path, signal);
  const close = () => file.close();
  return { isDirect: true, write: (bytes) => writeAll(file.fd, bytes, signal), commit: close, abort: close };
}

/** Opens a device or a pipe; waits for a program that reads from the pipe. */
async function openDirectly(path: string, signal: AbortSignal | undefined): Promise<FileHandle> {
  for (;;) {
    // Without O_NONBLOCK, the wait for a reader could not be interrupted.
    const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(unless("ENXIO"));
    if (file !== undefined) return file;
    await wait(pause, undefined, { signal });
  }
}

/** Milliseconds between two attempts to write to a pipe. */
const pause = 20;
const nothing = { commit: async () => {}, abort: async () => {} };

/** Opens a file beside `path` that replaces it when it is complete. */
async function openPart(
  path: string,
  existing: Stats | undefined,
  mode: number | undefined,
): Promise<Target> {
  const part = temporaryName(path);
  const file = await open(part, "wx", mode);
  if (existing !== undefined && mode === undefined) await file.chmod(existing.mode & 0o777);
  return {
    write: (bytes) => file.writeFile(bytes),
    async commit() {
      await file.sync();
      await file.close();
      renameOver(part, path);
      // The export is complete even if these stay.
      if (existing !== undefined) await removeLeft(path).catch(() => {});
    },
    async abort() {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

const day = 24 * 60 * 60 * 1000;

/** Removes what processes that were killed left beside a file. A process on another computer may still write the newer ones. */
async function removeLeft(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (nameOfTemporary(name) !== basename(path)) continue;
    const left = await lstat(join(folder, name)).catch(unless("ENOENT"));
    if (left !== undefined && left.mtimeMs < Date.now() - day) await rm(join(folder, name), { force: true });
  }
}

/** Returns the number of the open descriptor that a path names: 1 for `/dev/stdout`. */
function descriptorOf(path: string): number | undefined {
  const [, name, number] = /^\/dev\/(?:(stdout|stderr)|fd\/(\d+))$/.exec(path) ?? [];
  const [, own] = /^\/proc\/self\/fd\/(\d+)$/.exec(path) ?? [];
  if (name !== undefined) return name === "stdout" ? 1 : 2;
  const descriptor = number ?? own;
  return descriptor === undefined ? undefined : Number(descriptor);
}

/** Writes all bytes to a descriptor, which may be a pipe that is full. */
async function writeAll(
  descriptor: number,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += (await promisify(write)(descriptor, bytes, offset)).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      await wait(pause, undefined, { signal });
    }
  }
}

/** Returns the path that a link points to, which may not exist yet; other paths are returned as they are. */
async function linkTarget(path: string): Promise<string> {
  const found = await lstat(path).catch(unless("ENOENT"));
  if (!found?.isSymbolicLink()) return path;
  return await linkTarget(resolve(dirname(path), await readlink(path)));
}

/** Returns what the system refused to do with a path as an expected failure (its name is too long, no permission); others as they are. */
export function withPath(error: unknown): unknown {
  if (!(error instanceof Error) || !("path" in error)) return error;
  const [, why] = /^E[A-Z0-9]+: ([^,]+)/.exec(error.message) ?? [];
  if (why === undefined) return error;
  return new TillError(exitCodes.failure, `${error.path} cannot be used: ${why}.`, {
    code: "PATH_UNUSABLE",
    hint: "Check the path, its permissions and its disk.",
    cause: error,
  });
}

const writeFailures: Record<string, string> = {
  ENOENT: "its directory does not exist",
  ENOTDIR: "its directory does not exist",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EBUSY: "it is open in another program",
  EROFS: "the disk is read-only",
  ELOOP: "its link leads to itself",
  ENAMETOOLONG: "its name is too long",
};

function writeFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof TillError || error.name === "AbortError") return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const why = writeFailures[code];
  if (why !== undefined)
    return new UsageError(`${path} cannot be written: ${why}.`, {
      hint: code === "EBUSY" ? "Close it there, or use another path." : "Use another path.",
      cause: error,
    });
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
