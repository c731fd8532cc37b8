import type { Call } from "../../../api/caller.ts";
import { mediaFiles } from "../../../api/services/media/media-files.ts";
import { UnknownOutcomeError } from "../../../kernel/errors.ts";
import { readUntil } from "../../read-until.ts";
import { isLocal, readPicture, uploadName } from "./local.ts";

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
        { filename: name },
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
  for (const source of sources) ids.push(isLocal(source) && upload ? await upload(source) : source);
  return ids;
}
