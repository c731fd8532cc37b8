import { encode } from "fast-png";
import { expect, onTestFinished, test } from "vitest";
import { createCaller } from "../../../src/api/caller.ts";
import { mediaFiles } from "../../../src/api/services/media.ts";
import { createNetwork } from "../../../src/api/transport/network.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import { serveStore } from "../../../src/sandbox/server/server.ts";

const content = encode({ width: 4, height: 3, channels: 3, data: new Uint8Array(36) });

async function open() {
  const store = openStore(":memory:");
  const served = await serveStore({ store, port: 0, onError: () => {} });
  const network = createNetwork();
  onTestFinished(async () => {
    await network.close();
    await served.close();
    store.close();
  });
  const { baseUrl } = served;
  const headersFor = async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId });
  return { baseUrl, call: createCaller({ send: network.send, baseUrl, headersFor }) };
}

test("an uploaded picture has its size and is served", async () => {
  const { baseUrl, call } = await open();
  const { uploadUrl } = await call(mediaFiles.generateUploadUrl, {
    mimeType: "image/png",
    fileName: "mug.png",
  });
  const upload = { url: uploadUrl ?? "", content, mimeType: "image/png" };
  const { file } = await call(mediaFiles.upload, { content: "" }, { upload });
  expect(file).toMatchObject({
    displayName: "mug.png",
    sizeInBytes: String(content.length),
    mediaType: "IMAGE",
  });
  expect(file?.media?.image?.image).toMatchObject({ width: 4, height: 3 });
  const served = await fetch(`${baseUrl}/media/${file?.id}`);
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(new Uint8Array(content));
  const { files } = await call(mediaFiles.search, { search: "mug" });
  expect(files?.map(({ id }) => id)).toEqual([file?.id]);
  // An address is for one upload.
  await expect(call(mediaFiles.upload, { content: "" }, { upload })).rejects.toMatchObject({ status: 403 });
});

test("a picture is in the folder that it was uploaded to", async () => {
  const { call } = await open();
  const folderOf = async (more: object) => {
    const { uploadUrl } = await call(mediaFiles.generateUploadUrl, { mimeType: "image/png", ...more });
    const upload = { url: uploadUrl ?? "", content, mimeType: "image/png" };
    return (await call(mediaFiles.upload, { content: "" }, { upload })).file?.parentFolderId;
  };
  expect(await folderOf({ parentFolderId: "mugs" })).toBe("mugs");
  expect(await folderOf({})).toBe("media-root");
});

test("files are searched by page", async () => {
  const { call } = await open();
  for (const fileName of ["mug-a.png", "jug.png", "mug-b.png", "mug-c.png"]) {
    const { uploadUrl } = await call(mediaFiles.generateUploadUrl, { mimeType: "image/png", fileName });
    await call(
      mediaFiles.upload,
      { content: "" },
      { upload: { url: uploadUrl ?? "", content, mimeType: "image/png" } },
    );
  }
  const names: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { files, nextCursor } = await call(mediaFiles.search, {
      search: "MUG",
      paging: { limit: 2, cursor },
    });
    names.push(files?.map(({ displayName }) => displayName));
    cursor = nextCursor?.cursors?.next ?? undefined;
    expect(nextCursor?.hasNext).toBe(cursor !== undefined);
  } while (cursor);
  expect(names.map((page) => (page as string[]).length)).toEqual([2, 1]);
  expect(names.flat().sort()).toEqual(["mug-a.png", "mug-b.png", "mug-c.png"]);
});

test("a file that is no picture is rejected", async () => {
  const { call } = await open();
  const { uploadUrl = "" } = await call(mediaFiles.generateUploadUrl, { mimeType: "image/png" });
  const upload = { url: uploadUrl ?? "", content: Buffer.from("hello"), mimeType: "image/png" };
  await expect(call(mediaFiles.upload, { content: "" }, { upload })).rejects.toMatchObject({ status: 400 });
});
