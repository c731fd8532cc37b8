import { createGunzip } from "node:zlib";

/** Receives the bytes of one response. */
export interface Body {
  add(chunk: Uint8Array): void;
  /** Calls back with all decoded bytes. */
  end(done: (bytes: Uint8Array) => void): void;
  /** Stops decoding without further callbacks. */
  discard(): void;
}

/**
 * Collects a body and decodes gzip while streaming. Calls `fail` as soon as the decoded body exceeds `maxBytes`
 * (code TOO_LARGE), or if the encoding is broken or was not requested (BAD_BODY).
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
    queueMicrotask(() => fail(problem("BAD_BODY", `unexpected content encoding ${encoding}`)));
    return { add: () => {}, end: () => {}, discard: () => {} };
  }
  const gunzip = createGunzip();
  gunzip.on("data", keep);
  gunzip.on("error", ({ message }) => fail(problem("BAD_BODY", `invalid compression: ${message}`)));
  return {
    // The size limit also bounds what waits to be decoded, so no back-pressure is needed.
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
