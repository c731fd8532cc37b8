import { Agent, EnvHttpProxyAgent } from "undici";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { checkProxy } from "./network.ts";

/** The options of one download. */
export interface DownloadOptions {
  /** The time limit for the whole download, in milliseconds. */
  timeout: number;
  maxBytes: number;
  /** The Accept header: `image/png`. */
  accept: string;
  /** The values of HTTPS_PROXY and NO_PROXY. Loopback is never proxied. */
  proxy?: { https?: string | undefined; no?: string | undefined };
  signal?: AbortSignal;
}

/**
 * Downloads a public file without credentials and without following redirects. Rejects with TillError if that fails.
 */
export async function download(address: string, options: DownloadOptions): Promise<Uint8Array> {
  const { timeout, maxBytes, accept, proxy, signal } = options;
  checkProxy(proxy?.https);
  const url = URL.parse(address);
  const isLocal = url !== null && isLoopback(url.hostname);
  if (
    url === null ||
    url.username !== "" ||
    (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal))
  )
    throw failed("its URL is not allowed");
  const limit = AbortSignal.timeout(timeout);
  const dispatcher =
    proxy?.https && !isLocal
      ? new EnvHttpProxyAgent({ httpProxy: "", httpsProxy: proxy.https, noProxy: proxy.no ?? "" })
      : new Agent();
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "GET",
      headers: { accept },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (statusCode !== 200) throw failed(`${url.host} responded ${statusCode}`);
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
    if (limit.aborted) throw failed(`${url.host} did not send it within ${timeout / 1000} s`, cause);
    throw failed(`${url.host} cannot be reached`, cause);
  } finally {
    await dispatcher.destroy();
  }
}

const failed = (why: string, cause?: unknown) =>
  new TillError(exitCodes.unavailable, `The file cannot be downloaded: ${why}.`, {
    code: "DOWNLOAD_FAILED",
    cause,
  });
