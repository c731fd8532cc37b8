import type { Network } from "../api/transport/network.ts";
import { TransportError } from "../kernel/errors.ts";
import { type LoopbackReply, type LoopbackRequest, sendsPicture } from "../kernel/http-server.ts";

/** Returns the response to a request, in the same process. */
export type Responder = (request: LoopbackRequest) => Promise<LoopbackReply>;

/** Returns a network over `respond`, for the clients of a shop: `fetch` makes objects that they do not need. */
export function fetchNetwork(respond: Responder): Network {
  return {
    async send({ method, url, headers, body = "", bytes, signal = never }) {
      const { pathname, search } = new URL(url);
      signal.throwIfAborted();
      const request = { method, path: pathname + search, headers, body, signal, ...(bytes && { bytes }) };
      const reply = await untilAborted(respond(request), signal);
      if (reply === "cut" || reply.cut === true)
        throw new TransportError("No response: the connection was closed.", "maybe");
      return { status: reply.status, headers: reply.headers ?? {}, body: String(reply.body ?? "") };
    },
    close: async () => {},
  };
}

const never = new AbortController().signal;

const maxRedirects = 20;

/** Returns a `fetch` over `respond`. */
export function createFetch(respond: Responder): typeof fetch {
  const once = async (request: Request, content: Buffer): Promise<Response> => {
    const { method, signal } = request;
    const url = new URL(request.url);
    const path = url.pathname + url.search;
    // Environments with a Request of their own, such as happy-dom, may keep the case of names.
    const headers = Object.fromEntries(
      [...request.headers].map(([name, value]) => [name.toLowerCase(), value]),
    );
    signal.throwIfAborted();
    const body = sendsPicture(headers) ? { body: "", bytes: content } : { body: content.toString("utf8") };
    const reply = await untilAborted(respond({ method, path, headers, ...body, signal }), signal);
    const cut = reply === "cut" || reply.cut === true;
    // What `fetch` throws when a connection is closed.
    if (cut) throw new TypeError("fetch failed", { cause: new Error("The connection was closed.") });
    return responseOf(reply, request.url);
  };

  return async (input, init) => {
    let request = new Request(input, init);
    let content = Buffer.from(await request.arrayBuffer());
    for (let count = 0; ; count++) {
      const response = await once(request, content);
      Object.defineProperty(response, "redirected", { value: count > 0 });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) return response;
      if (request.redirect === "manual") return response;
      if (request.redirect === "error" || count === maxRedirects)
        throw new TypeError("fetch failed", { cause: new Error("Unexpected redirect.") });
      const { headers, signal } = request;
      // As the standard of fetch says: POST becomes GET after 301 and 302, and all but HEAD after 303.
      const { status } = response;
      const becomesGet =
        status === 303 ? request.method !== "HEAD" : status < 303 && request.method === "POST";
      if (becomesGet) content = Buffer.of();
      const method = becomesGet ? "GET" : request.method;
      request = new Request(new URL(location, request.url), { method, headers, signal });
    }
  };
}

const emptyStatus = new Set([101, 204, 205, 304]);

function responseOf({ status, headers, body }: Exclude<LoopbackReply, "cut">, url: string): Response {
  const response = new Response(emptyStatus.has(status) ? null : body ? Buffer.from(body) : null, {
    status,
    headers,
  });
  Object.defineProperty(response, "url", { value: url });
  return response;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  return promise;
}
