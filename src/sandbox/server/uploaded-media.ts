import type { LoopbackReply } from "../../kernel/http-server.ts";
import type { Store } from "../kernel/store.ts";
import { contents, files } from "../services/media/index.ts";

/**
 * Answers like the platform's media service for a picture that was uploaded; undefined for other paths. Pictures are not
 * scaled, and only PNG pictures are returned for an address with a size, which promises PNG.
 */
export function uploadedMedia(store: Store, pathname: string): LoopbackReply | undefined {
  const [, id = "", size] = /^\/media\/([^/]+)(\/v1\/.*)?$/.exec(pathname) ?? [];
  const found = store.read({ caller: { role: "visitor" } }, (tx) => {
    const [file, stored] = [tx.get(files, id), tx.get(contents, id)];
    return file && stored && { mimeType: file.mimeType, content: stored.content };
  });
  if (!found || (size !== undefined && found.mimeType !== "image/png")) return undefined;
  return {
    status: 200,
    headers: { "content-type": found.mimeType },
    body: Buffer.from(found.content, "base64"),
  };
}
