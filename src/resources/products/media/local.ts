import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mostPictureBytes } from "../../../api/services/media/media-files.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { type ImageFacts, imageFacts } from "../../../kernel/image-facts.ts";

/** Returns whether a media source is a picture on this computer, as plans have it: a file URL with a hash. */
export const isLocal = (source: string): boolean => source.startsWith("file://");

/** The media sources that name a file whatever exists: `./mug.jpg`, `pictures/mug.jpg`, `file:///home/me/mug.jpg`. */
const pathLike = /[\\/]/;

/** The folder that paths are relative to, and what checks whether a file may be read. */
export interface PictureFolder {
  folder: string;
  readable(file: string): string;
}

/**
 * Returns a media source as plans have it: a local picture as a file URL with the hash of its content, media ids and web
 * addresses unchanged. Throws UsageError for a file that cannot be uploaded.
 */
export async function plannedSource(source: string, { folder, readable }: PictureFolder): Promise<string> {
  // Addresses that the platform does not take are refused with the other values of their row.
  if (/^(?!file:)([a-z][a-z0-9+.-]+:\/\/|https?:|wix:)/i.test(source)) return source;
  const isPath = pathLike.test(source);
  // An id of the platform is never a file, even if a copy of it is here.
  if (!isPath && source.includes("~mv2")) return source;
  const named = source.startsWith("file://") ? fileURLToPath(source) : resolve(folder, source);
  const found = await stat(named).catch(() => undefined);
  if (!isPath && !found?.isFile()) return source;
  const path = readable(named);
  if (!found?.isFile()) throw unfit(source, "no such file");
  if (found.size > mostPictureBytes) {
    const most = mostPictureBytes / 1024 / 1024;
    throw unfit(source, `the file has ${Math.ceil(found.size / 1024 / 1024)} MB, the maximum is ${most} MB`);
  }
  const content = await readFile(path);
  if (imageFacts(content) === undefined) throw unfit(source, "not a PNG, JPEG, GIF or WebP picture");
  const url = pathToFileURL(path);
  url.hash = hashOf(content);
  return url.href;
}

/** The draft of a file with its local pictures as plans have them, or why one cannot be uploaded. */
export async function plannedPictures(
  draft: ProductDraft,
  folder: PictureFolder,
): Promise<ProductDraft | { source: string; message: string }> {
  if (!draft.media) return draft;
  const media: string[] = [];
  for (const source of draft.media) {
    try {
      media.push(await plannedSource(source, folder));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { source, message: error.message };
    }
  }
  return { ...draft, media };
}

/** A local picture, read again before it is uploaded. */
export interface Picture {
  content: Uint8Array;
  mimeType: ImageFacts["mimeType"];
}

/** Reads a planned picture. Throws UsageError if the file was changed since the plan, or is gone. */
export async function readPicture(source: string): Promise<Picture> {
  const url = new URL(source);
  const path = fileURLToPath(withoutHash(url));
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) throw unfit(path, "the file cannot be read any more");
  const facts = imageFacts(content);
  if (!facts || `#${hashOf(content)}` !== url.hash) throw unfit(path, "the file was changed since the plan");
  return { content, mimeType: facts.mimeType };
}

/**
 * Returns the name that an uploaded picture gets: that of the file, with the hash of its content, so that the same picture
 * is found again and not uploaded twice.
 */
export function uploadName(source: string): string {
  const url = new URL(source);
  const name = basename(fileURLToPath(withoutHash(url)));
  const ending = extname(name);
  return `${basename(name, ending).slice(0, 80)}-${url.hash.slice(1, 13)}${ending}`;
}

function withoutHash(url: URL): URL {
  const path = new URL(url);
  path.hash = "";
  return path;
}

const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const unfit = (source: string, why: string) =>
  new UsageError(`${source}: ${why}`, { code: "NOT_A_PICTURE", field: "media" });
