import { endpoint, service } from "../../endpoint.ts";
import { bool, bytes, date, enumOf, list, map, num, obj, readonly, text } from "../../models/fields.ts";
import type { WireOf } from "../../schema.ts";

/** A file of the media manager. The platform processes it after the upload: it may be PENDING for a while. */
export const MediaFile = obj({
  id: readonly(text({ maxLength: 1000 })),
  displayName: text({ maxLength: 200 }),
  url: readonly(text({ format: "WEB_URL" })),
  parentFolderId: text({ maxLength: 100 }),
  hash: readonly(text({ maxLength: 100 })),
  sizeInBytes: readonly(text({ format: "DECIMAL" })),
  private: readonly(bool()),
  mediaType: readonly(
    enumOf("UNKNOWN", "IMAGE", "VIDEO", "AUDIO", "DOCUMENT", "VECTOR", "ARCHIVE", "MODEL3D"),
  ),
  media: readonly(
    obj({ image: obj({ image: obj({ id: text(), url: text(), width: num(), height: num() }) }) }),
  ),
  operationStatus: readonly(enumOf("FAILED", "READY", "PENDING")),
  state: readonly(enumOf("OK", "DELETED")),
  thumbnailUrl: readonly(text({ format: "WEB_URL" })),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
});
export interface MediaFile extends WireOf<typeof MediaFile> {}

/** The most bytes of a picture that the platform accepts. */
export const maxPictureBytes = 25 * 1024 * 1024;

/** Files of the media manager, to which pictures are uploaded. */
export const mediaFiles = service("mediaFiles", {
  generateUploadUrl: endpoint("POST /site-media/v1/files/generate-upload-url", {
    input: obj({
      mimeType: text({ minLength: 1, maxLength: 100 }),
      fileName: text({ maxLength: 200 }),
      sizeInBytes: text({ format: "DECIMAL" }),
      parentFolderId: text({ maxLength: 100 }),
      private: bool(),
      labels: list(text({ maxLength: 200 }), { maxSize: 100 }),
      externalInfo: obj({ origin: text(), externalIds: map(text()) }),
    }),
    result: obj({ uploadUrl: text() }),
    required: ["mimeType"],
    effect: "set",
    summary: "Get the address to which a file is uploaded",
  }),
  upload: endpoint("PUT /site-media/v1/upload/{token}", {
    input: obj({ token: text({ minLength: 1 }), filename: text({ maxLength: 200 }), content: bytes() }),
    result: obj({ file: MediaFile }),
    required: ["content"],
    open: true,
    effect: "add",
    role: "admin",
    summary: "Upload the content of a file, to the address from generateUploadUrl",
  }),
  search: endpoint("POST /site-media/v1/files/search", {
    input: obj({
      search: text({ maxLength: 100 }),
      rootFolder: enumOf("MEDIA_ROOT", "TRASH_ROOT", "VISITOR_UPLOADS_ROOT"),
      mediaTypes: list(text(), { maxSize: 50 }),
      private: bool(),
      sort: obj({ fieldName: text(), order: enumOf("ASC", "DESC") }),
      paging: obj({ limit: num({ min: 0, max: 200 }), cursor: text({ maxLength: 16000 }) }),
    }),
    result: obj({
      files: list(MediaFile),
      nextCursor: obj({ cursors: obj({ next: text(), prev: text() }), hasNext: bool() }),
    }),
    summary: "Search files of the media manager by name",
  }),
});
