import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { download } from "../../../src/api/transport/download.ts";
import { pictureAt, picturesOf } from "../../../src/cli/screen/pictures.ts";
import { readEnvironment } from "../../../src/config/environment.ts";
import { resolveSetting } from "../../../src/config/settings.ts";
import { memoryStreams } from "../../../src/output/memory-streams.ts";
import { drawnMedia } from "../../../src/sandbox/server/drawn-media.ts";
import { startSandboxServer } from "../../../src/sandbox/server/server.ts";
import { readPng } from "../../../src/ui/pictures/png.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const embedded = { hosted: false, baseUrl: "http://sandbox.localhost" };
const hosted = { hosted: true, baseUrl: "https://www.wixapis.com" };
const ours = "https://static.wixstatic.com/media/abc~mv2.jpg";

describe("the source of a picture", () => {
  test("pictures of the platform are requested as small PNG files, whatever the form of the URL", () => {
    const small = { url: "https://static.wixstatic.com/media/abc~mv2.jpg/v1/fit/w_320,h_320/file.png" };
    expect(pictureAt(ours, hosted, false)).toEqual(small);
    expect(pictureAt(`${ours}/v1/fit/w_50,h_50,q_90/file.jpg`, hosted, false)).toEqual(small);
  });

  test("a sandbox serves the media of its shop; the embedded one draws it", () => {
    expect(pictureAt(ours, embedded, false)).toEqual({ drawn: "abc~mv2.jpg" });
    expect(pictureAt(ours, { hosted: true, baseUrl: "http://127.0.0.1:4000" }, false)).toEqual({
      url: "http://127.0.0.1:4000/media/abc~mv2.jpg/v1/fit/w_320,h_320/file.png",
    });
  });

  test.each([
    "https://shop.example/mug.png",
    "https://static.wixstatic.com.evil.example/media/abc",
    "https://static.wixstatic.com@evil.example/media/abc",
    "https://static.wixstatic.com/elsewhere/abc",
    "rubbish",
  ])("%s is not requested unless all hosts are allowed", (address) => {
    expect(() => pictureAt(address, hosted, false)).toThrow("only if the setting pictures is always");
    if (URL.canParse(address))
      expect(pictureAt(address, hosted, true)).toEqual({ url: new URL(address).href });
  });
});

describe("a download", () => {
  async function serve(answer: RequestListener): Promise<string> {
    const server: Server = createServer(answer);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    open.push({
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
  }
  const get = (url: string, options = {}) =>
    download(url, { timeout: 30_000, maxBytes: 1000, accept: "image/png", ...options });

  test("returns the bytes unchanged", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const url = await serve(({ headers }, response) => {
      expect(headers).toMatchObject({ accept: "image/png" });
      expect(headers).not.toHaveProperty("authorization");
      response.end(bytes);
    });
    expect(new Uint8Array(await get(url))).toEqual(bytes);
  });

  test("rejects files that are too large, with or without a length, and other responses", async () => {
    const url = await serve((_, response) => response.end(Buffer.alloc(1001)));
    await expect(get(url)).rejects.toThrow("The file cannot be downloaded: it is larger than 1000 bytes.");
    const unsaid = await serve((_, response) => {
      for (let part = 0; part < 20; part++) response.write(Buffer.alloc(100));
      response.end();
    });
    await expect(get(unsaid)).rejects.toThrow("it is larger than 1000 bytes");
    const absent = await serve((_, response) => response.writeHead(404).end());
    await expect(get(absent)).rejects.toThrow(/127\.0\.0\.1:\d+ responded 404\./);
  });

  test("does not follow redirects", async () => {
    let requestCount = 0;
    const url = await serve((_, response) => {
      requestCount++;
      response.writeHead(302, { location: "/b.png" }).end();
    });
    await expect(get(url)).rejects.toThrow("responded 302");
    expect(requestCount).toBe(1);
  });

  test("fails when it takes too long, even in the middle", async () => {
    const silent = await serve(() => {});
    await expect(get(silent, { timeout: 30 })).rejects.toThrow("did not send it within 0.03 s");
    const stuck = await serve((_, response) => void response.write("begun"));
    await expect(get(stuck, { timeout: 100 })).rejects.toThrow("did not send it within 0.1 s");
  });

  test("rejects plain http, passwords in the URL and unreachable hosts", async () => {
    for (const url of [
      "http://shop.example/a.png",
      "https://me:secret@shop.example/a",
      "file:///etc/passwd",
      "x",
    ])
      await expect(get(url)).rejects.toThrow("its URL is not allowed");
    await expect(get("http://127.0.0.1:1/a.png")).rejects.toThrow("127.0.0.1:1 cannot be reached");
  });
});

test("a served sandbox returns its media in the requested size", async () => {
  const server = await startSandboxServer({ file: ":memory:", port: 0, onError: () => {} });
  open.push(server);
  const got = async (path: string) => {
    const response = await fetch(`${server.baseUrl}${path}`);
    return {
      type: response.headers.get("content-type"),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };
  const whole = await got("/media/abc~mv2.jpg");
  expect(whole.type).toBe("image/png");
  expect(Buffer.from(whole.bytes).equals(drawnMedia("abc~mv2.jpg"))).toBe(true);
  expect(readPng((await got("/media/abc~mv2.jpg/v1/fit/w_50,h_50,q_90/file.jpg")).bytes)).toMatchObject({
    width: 50,
    height: 50,
  });
  expect(readPng((await got("/media/abc/v1/fill/w_9999,h_9999/x.png")).bytes).width).toBe(512);
  expect((await got("/media/a/b/c")).type).toBe("application/json");
});

test("each product has its own drawing, which is always the same", () => {
  const ids = Array.from({ length: 60 }, (_, index) => `till_product-${index}~mv2.jpg`);
  const drawn = ids.map((id) => Buffer.from(drawnMedia(id, 24)).toString("base64"));
  expect(drawn).toEqual(ids.map((id) => Buffer.from(drawnMedia(id, 24)).toString("base64")));
  expect(new Set(drawn).size).toBe(60);
  for (const id of ids) {
    const { data } = readPng(drawnMedia(id, 24));
    const colors = new Set(
      Array.from({ length: 24 * 24 }, (_, at) => data.subarray(at * 4, at * 4 + 3).join()),
    );
    expect(colors.size, id).toBe(3);
  }
});

describe("whether pictures are shown", () => {
  /** A context with a terminal on which nothing is drawn. */
  function picturesIn(variables: NodeJS.ProcessEnv, { ascii = false, terminal = true } = {}) {
    const environment = readEnvironment(variables, "linux");
    const streams = memoryStreams();
    return picturesOf({
      environment,
      streams: {
        ...streams,
        stderr: { ...streams.stderr, ascii },
        ...(terminal && {
          terminal: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
        }),
      },
      choices: {
        setting: (name) => resolveSetting(name, { variables: environment.variables }),
        profile: () => Promise.reject(new Error("nobody asks")),
      },
      site: async () => ({
        ...embedded,
        profile: "sandbox",
        id: "sandbox",
        clientId: undefined,
        requestsPerMinute: () => undefined,
        listLag: () => 0,
      }),
      signal: new AbortController().signal,
    });
  }
  const kitty = { TERM: "xterm-kitty" };

  test.each([
    ["here", kitty, {}, "kitty"],
    ["in a plain terminal", { TERM: "xterm-256color" }, {}, "blocks"],
    ["over SSH", { ...kitty, SSH_TTY: "/dev/pts/1" }, {}, undefined],
    ["over SSH", { ...kitty, SSH_CONNECTION: "1 2 3 4" }, {}, undefined],
    [
      "over SSH where they always are",
      { ...kitty, SSH_TTY: "/dev/pts/1", TILL_PICTURES: "always" },
      {},
      "kitty",
    ],
    ["where they never are", { ...kitty, TILL_PICTURES: "never" }, {}, undefined],
    ["to listeners", { ...kitty, INK_SCREEN_READER: "true" }, {}, undefined],
    ["in ASCII", kitty, { ascii: true }, undefined],
    ["on a pipe", kitty, { terminal: false }, undefined],
  ])("%s: %j", async (_, variables, options, expected) => {
    expect((await picturesIn(variables, options))?.protocol).toBe(expected);
  });

  test("a picture of the embedded sandbox is drawn once", async () => {
    const pictures = await picturesIn(kitty);
    const file = await pictures?.load(ours);
    expect(file).toEqual(drawnMedia("abc~mv2.jpg"));
    expect(await pictures?.load(ours)).toBe(file);
    await expect(pictures?.load("https://shop.example/a.png")).rejects.toThrow("only if the setting");
  });
});
