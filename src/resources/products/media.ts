import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Call } from "../../api/caller.ts";
import { maxPictureBytes, mediaFiles } from "../../api/services/media.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { UnknownOutcomeError, UsageError } from "../../kernel/errors.ts";
import { type ImageFacts, imageFacts } from "../../kernel/image-facts.ts";
import { readUntil } from "../read-until.ts";

/** Uploads a planned picture and returns its media id. */
export type Upload = (source: string) => Promise<string>;

/**
 * Returns a function that uploads local pictures. A picture that was uploaded before is found by its name, which has the
 * hash of its content, so that nothing is uploaded twice: not for several products, nor when a job is resumed. Throws
 * UnknownOutcomeError if there is no response and the picture is not found.
 */
export function uploader(call: Call): Upload {
  const uploaded = new Map<string, Promise<string>>();

  async function find(name: string): Promise<string | undefined> {
    const { files } = await call(mediaFiles.search, {
      search: name,
      rootFolder: "MEDIA_ROOT",
      mediaTypes: ["IMAGE"],
      paging: { limit: 50 },
    });
    const found = files?.find(
      ({ displayName, operationStatus }) => displayName === name && operationStatus !== "FAILED",
    );
    return found?.id ?? undefined;
  }

  async function upload(source: string): Promise<string> {
    const name = uploadName(source);
    const known = await find(name);
    if (known !== undefined) return known;
    const { content, mimeType } = await readPicture(source);
    const sizeInBytes = String(content.length);
    const { uploadUrl } = await call(mediaFiles.generateUploadUrl, { mimeType, fileName: name, sizeInBytes });
    const url = new URL(uploadUrl ?? "");
    url.searchParams.set("filename", name);
    try {
      const { file } = await call(
        mediaFiles.upload,
        { filename: name, content: "" },
        { upload: { url: url.href, content, mimeType } },
      );
      if (file?.id) return file.id;
      throw new UnknownOutcomeError("the platform returned no id");
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error;
      const late = await readUntil(() => find(name), Boolean).catch(() => undefined);
      if (late) return late;
      const hint = `Look for ${name} in the media manager before you run it again.`;
      throw new UnknownOutcomeError(`It is not known whether ${name} was uploaded: ${error.message}`, {
        hint,
        cause: error,
      });
    }
  }

  return async (source) => {
    const begun = uploaded.get(source) ?? upload(source);
    uploaded.set(source, begun);
    try {
      return await begun;
    } catch (error) {
      uploaded.delete(source);
      throw error;
    }
  };
}

/** Returns media sources with the ids of uploaded pictures instead of local ones. */
export async function uploadedSources(
  sources: readonly string[],
  upload: Upload | undefined,
): Promise<string[]> {
  const ids: string[] = [];
  for (const source of sources) ids.push(isFileAddress(source) && upload ? await upload(source) : source);
  return ids;
}

/** Returns whether a media source is a picture on this computer, as plans have it: a file URL with a hash. */
export const isFileAddress = (source: string): boolean => source.startsWith("file://");

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
  const named = pathOf(source, folder);
  const found = await stat(named).catch(() => undefined);
  if (!isPath && !found?.isFile()) return source;
  const path = readable(named);
  if (!found?.isFile()) throw unfit(source, "no such file");
  if (found.size > maxPictureBytes) {
    const max = maxPictureBytes / 1024 / 1024;
    throw unfit(source, `the file has ${Math.ceil(found.size / 1024 / 1024)} MB, the maximum is ${max} MB`);
  }
  const content = await readFile(path);
  if (imageFacts(content) === undefined) throw unfit(source, "not a PNG, JPEG, GIF or WebP picture");
  const url = pathToFileURL(path);
  url.hash = hashOf(content);
  return url.href;
}

/** Returns the path of a file that a source names. Throws UsageError for a file URL that has another computer, as `file://mug.jpg` does. */
function pathOf(source: string, folder: string): string {
  if (!source.startsWith("file://")) return resolve(folder, source);
  try {
    return fileURLToPath(source);
  } catch {
    throw unfit(source, "not the address of a file; use its path");
  }
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
async function readPicture(source: string): Promise<Picture> {
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
function uploadName(source: string): string {
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
