import { Agent, EnvHttpProxyAgent, request } from "undici";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isLoopback } from "./network.ts";

/** Bounds of one download. */
export interface DownloadOptions {
  /** In milliseconds, from the first byte to the last. */
  timeout: number;
  maxBytes: number;
  /** What is wanted, as a header says it: `image/png`. */
  accept: string;
  /** The values of HTTPS_PROXY and NO_PROXY. Loopback is never proxied. */
  proxy?: { https?: string | undefined; no?: string | undefined };
  signal?: AbortSignal;
}

/**
 * The bytes of a public file: no credentials travel, and redirects are not followed. Rejects with TillError that says
 * why there are none.
 */
export async function download(address: string, options: DownloadOptions): Promise<Uint8Array> {
  const { timeout, maxBytes, accept, proxy, signal } = options;
  const url = URL.parse(address);
  const isLocal = url !== null && isLoopback(url.hostname);
  if (
    url === null ||
    url.username !== "" ||
    (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal))
  )
    throw failed("its address is not one that is asked");
  const limit = AbortSignal.timeout(timeout);
  const dispatcher =
    proxy?.https && !isLocal
      ? new EnvHttpProxyAgent({ httpProxy: "", httpsProxy: proxy.https, noProxy: proxy.no ?? "" })
      : new Agent();
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      headers: { accept },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (statusCode !== 200) throw failed(`${url.host} answers ${statusCode}`);
    const tooLarge = failed(`it is larger than ${maxBytes} bytes`);
    if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) throw tooLarge;
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    if (limit.aborted) throw failed(`${url.host} has not sent it within ${timeout / 1000} s`, cause);
    throw failed(`${url.host} cannot be reached`, cause);
  } finally {
    await dispatcher.destroy();
  }
}

const failed = (why: string, cause?: unknown) =>
  new TillError(exitCodes.unavailable, `It cannot be downloaded: ${why}.`, {
    code: "DOWNLOAD_FAILED",
    cause,
  });
