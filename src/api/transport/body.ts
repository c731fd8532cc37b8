import { createGunzip } from "node:zlib";

/** Takes the bytes of one answer as they come. */
export interface Body {
  add(chunk: Uint8Array): void;
  /** Calls back with the decoded bytes once all of them are there. */
  end(done: (bytes: Uint8Array) => void): void;
  /** Stops decoding; nothing more is reported. */
  discard(): void;
}

/**
 * Collects a body, decoding gzip as it streams. `fail` is called as soon as more than `maxBytes` came out
 * (code TOO_LARGE) or the encoding is broken or was not asked for (BAD_BODY).
 */
export function collectBody(
  encoding: string | undefined,
  maxBytes: number,
  fail: (error: Error) => void,
): Body {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let arrived = 0;
  const within = (bytes: number): boolean => {
    if (bytes > maxBytes) fail(problem("TOO_LARGE", ""));
    return bytes <= maxBytes;
  };
  const keep = (chunk: Uint8Array) => {
    size += chunk.length;
    if (within(size)) chunks.push(chunk);
  };

  if (encoding === undefined || encoding === "identity") {
    return { add: keep, end: (done) => done(Buffer.concat(chunks)), discard: () => {} };
  }
  if (!/^(x-)?gzip$/i.test(encoding)) {
    queueMicrotask(() => fail(problem("BAD_BODY", `it is encoded as ${encoding}, which was not asked for`)));
    return { add: () => {}, end: () => {}, discard: () => {} };
  }
  const gunzip = createGunzip();
  gunzip.on("data", keep);
  gunzip.on("error", ({ message }) => fail(problem("BAD_BODY", `its compression is broken: ${message}`)));
  return {
    // What waits to be decoded is bounded by the same cap, so that no back-pressure is needed.
    add: (chunk) => {
      arrived += chunk.length;
      if (within(arrived)) gunzip.write(chunk);
    },
    end: (done) => {
      gunzip.once("end", () => done(Buffer.concat(chunks)));
      gunzip.end();
    },
    discard: () => gunzip.destroy(),
  };
}

const problem = (code: string, message: string): Error => Object.assign(new Error(message), { code });
