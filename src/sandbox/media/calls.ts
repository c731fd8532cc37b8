import type { Handlers } from "../../api/endpoint.ts";
import type { mediaFiles as endpoints } from "../../api/services/media.ts";
import { scanPage } from "../kernel/lists.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { describeFile, files, storeFile, uploads } from "./index.ts";

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
    const file = storeFile(tx, { displayName, parentFolderId }, content);
    tx.remove(uploads, upload.id);
    return { file: describeFile(file) };
  },
  search(tx, { search, paging }) {
    const words = (search ?? "").toLowerCase();
    const found = Iterator.from(tx.each(files)).filter(({ displayName }) =>
      displayName.toLowerCase().includes(words),
    );
    const cursorPaging = { limit: paging?.limit || 50, cursor: paging?.cursor };
    const { items, metadata } = scanPage(found, { cursorPaging });
    const { cursors } = metadata;
    return { files: items.map(describeFile), nextCursor: { cursors, hasNext: cursors?.next !== undefined } };
  },
};
