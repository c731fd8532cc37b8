import type { MediaFile } from "../../api/services/media.ts";
import { nodeCrypto } from "../../kernel/crypto.ts";
import { imageFacts } from "../../kernel/image-facts.ts";
import { invalid, type Table, type Tx } from "../kernel/tx.ts";

/** An uploaded picture. */
export interface StoredFile {
  id: string;
  displayName: string;
  parentFolderId?: string | undefined;
  hash: string;
  size: number;
  mimeType: string;
  width: number;
  height: number;
  createdDate: string;
}

/** An address to which one file can be uploaded. */
export interface StoredUpload {
  id: string;
  fileName?: string | undefined;
  parentFolderId?: string | undefined;
}

export const files: Table<StoredFile> = { name: "media-files" };
/** The contents of files as base64, by the file's id. */
export const contents: Table<{ id: string; content: string }> = { name: "media-contents" };
export const uploads: Table<StoredUpload> = { name: "media-uploads" };

const imageHost = "https://static.wixstatic.com/media/";
const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Stores an uploaded picture. Throws InvalidInput for a file that is no picture. */
export function storeFile(
  tx: Tx,
  { displayName, parentFolderId }: Pick<StoredFile, "displayName" | "parentFolderId">,
  content: string,
): StoredFile {
  const bytes = Buffer.from(content, "base64");
  const facts = imageFacts(bytes);
  if (!facts) throw invalid("content", "FORMAT", "is not a PNG, JPEG, GIF or WebP picture");
  const hash = nodeCrypto().hash("sha256", bytes);
  const id = `till_${tx.newId().replaceAll("-", "")}~mv2.${endings[facts.mimeType]}`;
  const { mimeType, width, height } = facts;
  const createdDate = tx.now.toISOString();
  const image = { hash, size: bytes.length, mimeType, width, height };
  const file = { id, displayName, parentFolderId, ...image, createdDate };
  tx.put(files, id, file);
  tx.put(contents, id, { id, content });
  return file;
}

/** Returns a file as the platform describes it. */
export function describeFile({
  id,
  displayName,
  parentFolderId = "media-root",
  hash,
  size,
  width,
  height,
  createdDate,
}: StoredFile): MediaFile {
  const url = imageHost + id;
  return {
    id,
    displayName,
    url,
    parentFolderId,
    hash,
    sizeInBytes: String(size),
    private: false,
    mediaType: "IMAGE",
    media: { image: { image: { id, url, width, height } } },
    operationStatus: "READY",
    state: "OK",
    thumbnailUrl: url,
    createdDate,
    updatedDate: createdDate,
  };
}

/** Returns the size and the name of an uploaded picture, or undefined for other media. */
export function uploadedSize(
  tx: Tx,
  id: string,
): { width: number; height: number; title: string } | undefined {
  const file = tx.get(files, id);
  return file && { width: file.width, height: file.height, title: file.displayName };
}
