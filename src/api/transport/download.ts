import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { checkProxy } from "./network.ts";

/** The options of one request for a file. */
export interface FileRequest {
  /** The time limit for the whole download, in milliseconds. */
  timeout: number;
  /** The Accept header: `image/png`. */
  accept: string;
  /** The values of HTTPS_PROXY and NO_PROXY. Loopback is never proxied. */
  proxy?: { https?: string | undefined; no?: string | undefined };
  signal?: AbortSignal;
}

/**
 * Downloads a public file without credentials and without following redirects. Rejects with TillError if that fails.
 */
export async function download(
  address: string,
  { maxBytes, ...options }: FileRequest & { maxBytes: number },
): Promise<Uint8Array> {
  return await request(address, options, async ({ statusCode, headers, body }, host) => {
    if (statusCode !== 200) throw failed(`${host} responded ${statusCode}`);
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
  });
}

/**
 * Requests a public file as `download` does, and reads none of it: one of any size and a redirect count as there. Rejects
 * with TillError if it does not load; with exit code 5 only if its host says that there is no such file.
 */
export async function requestFile(address: string, options: FileRequest): Promise<void> {
  await request(address, options, async ({ statusCode }, host) => {
    if (statusCode === 404 || statusCode === 410)
      throw failed(`${host} responded ${statusCode}`, undefined, exitCodes.notFound);
    if (statusCode >= 400) throw failed(`${host} responded ${statusCode}`);
  });
}

async function request<T>(
  address: string,
  { timeout, accept, proxy, signal }: FileRequest,
  read: (response: Dispatcher.ResponseData, host: string) => Promise<T>,
): Promise<T> {
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
    const response = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "GET",
      headers: { accept },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return await read(response, url.host);
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    if (limit.aborted) throw failed(`${url.host} did not send it within ${timeout / 1000} s`, cause);
    throw failed(`${url.host} cannot be reached`, cause);
  } finally {
    await dispatcher.destroy();
  }
}

const failed = (why: string, cause?: unknown, exitCode: ExitCode = exitCodes.unavailable) =>
  new TillError(exitCode, `The file cannot be downloaded: ${why}.`, {
    code: "DOWNLOAD_FAILED",
    cause,
  });
