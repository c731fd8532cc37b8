import type { Handlers } from "../../api/endpoint.ts";
import type { mediaFiles as endpoints } from "../../api/services/media/media-files.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError } from "../kernel/tx.ts";
import { describeFile, files, storeFile, uploads } from "./index.ts";

const maxListed = 10_000;

/** Files of the media manager. Uploaded pictures are ready at once. */
export const mediaFiles: Handlers<typeof endpoints, StoreTx> = {
  generateUploadUrl(tx, { fileName, parentFolderId }) {
    const id = tx.newId();
    tx.put(uploads, id, {
      id,
      fileName: fileName || undefined,
      parentFolderId: parentFolderId || undefined,
    });
    return { uploadUrl: `${tx.origin}/site-media/v1/upload/${id}` };
  },
  upload(tx, { token, filename, content }) {
    const upload = tx.get(uploads, token ?? "");
    if (!upload)
      throw new PlatformError(403, "FORBIDDEN", "The address for the upload is unknown or was used");
    const { parentFolderId } = upload;
    const displayName = filename || upload.fileName || upload.id;
    const file = storeFile(tx, { displayName, parentFolderId }, content ?? "");
    tx.remove(uploads, upload.id);
    return { file: describeFile(file) };
  },
  search(tx, { search, paging }) {
    const words = (search ?? "").toLowerCase();
    const limit = paging?.limit || 50;
    const found = tx
      .query(files, { limit: maxListed })
      .items.filter(({ displayName }) => displayName.toLowerCase().includes(words));
    return { files: found.slice(0, limit).map(describeFile), nextCursor: { hasNext: found.length > limit } };
  },
};
