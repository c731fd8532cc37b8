import type { Transport } from "../api/transport/transport.ts";
import { TransportError } from "../kernel/errors.ts";

/** Returns a Transport that sends requests with a `fetch` function. */
export function fetchTransport(send: typeof fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const response = await send(url, {
        method,
        headers,
        redirect: "manual",
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    } catch (cause) {
      signal?.throwIfAborted();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TransportError(`No response: ${why}.`, "maybe", { cause });
    }
  };
}
