import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../kernel/errors.ts";

/** What the command lines of an agent may read. */
export interface Confinement {
  /** The folders whose files may be read, with those below them. */
  readonly folders: readonly string[];
  /** The folder of the plans that the agent has made, which may be read as well. */
  readonly plans?: string;
  /** The only shop; absent if any may be used. */
  readonly shop?: { readonly profile?: string; readonly site?: string } | undefined;
}

/** Returns the absolute path of a file that a command line names. Throws UsageError if it is outside of the folders. */
export function readablePath(file: string, cwd: string, confined: Confinement | undefined): string {
  const path = resolve(cwd, file);
  if (confined === undefined) return path;
  // What is at an address is in no folder.
  if (/^\w+:\/\//.test(file)) throw notReadable(file, confined);
  const { folders: named, plans } = confined;
  const folders = [...named, ...(plans === undefined ? [] : [plans])].map(realPath);
  const isInside = (one: string) => {
    const real = realPath(one);
    return folders.some((folder) => {
      const way = relative(folder, real);
      return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(way) !== way);
    });
  };
  // The message is the same whether the file exists.
  if (!isInside(path)) throw notReadable(file, confined);
  if (!linksIn(path).every(isInside)) throw notReadable(file, confined);
  return path;
}

/** Returns whether a shop may be used. */
export function isAllowedShop(
  shop: { profile?: string; site?: string },
  confined: Confinement | undefined,
): boolean {
  if (confined?.shop === undefined) return true;
  const { profile, site } = confined.shop;
  return (
    (shop.profile === undefined || shop.profile === profile) &&
    (shop.site === undefined || shop.site === site)
  );
}

/** Throws UsageError for another shop than the one that may be used. */
export function otherShop({ shop }: Confinement): UsageError {
  const own = [shop?.profile && `profile ${shop.profile}`, shop?.site && `site ${shop.site}`];
  return new UsageError(`This server is for ${own.filter(Boolean).join(", ")} only. Nothing was sent.`, {
    code: "OTHER_SHOP",
    hint: "A person can start another server for another shop: till agents mcp --profile NAME",
  });
}

function notReadable(file: string, { folders }: Confinement): UsageError {
  return new UsageError(`${file} is not in a folder that this server may read.`, {
    code: "FILE_NOT_ALLOWED",
    hint: `Folders: ${folders.length === 0 ? "none" : folders.join(", ")}. They are the roots that the client declares, and those of till agents mcp --allow-dir.`,
  });
}

/** Returns the path without links. The end of a path need not exist. */
function realPath(path: string): string {
  try {
    // The form that the disk has: macOS also finds umlauts in another one, and names in another case.
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), relative(above, path));
  }
}

/** Returns the links below a folder, which may lead out of it. */
function linksIn(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
