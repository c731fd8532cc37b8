import "./check-node.ts";
import type { Network, NetworkOptions } from "../api/transport/network.ts";
import type { Transport } from "../api/transport/transport.ts";
import { TransportError, UsageError } from "../kernel/errors.ts";
import { checkOptions } from "./checks.ts";
import { clientOver } from "./client.ts";
import type { Client, ClientOptions } from "./client-options.ts";
import { shopFor } from "./installed-shops.ts";
import { sentTo } from "./intercept.ts";

export type { Page, QueryBuilder, QueryValue } from "../api/query/query-builder.ts";
export { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
export type { Client, ClientOptions } from "./client-options.ts";
export type { Shop } from "./shop.ts";

const optionNames = [
  "apiKey",
  "siteId",
  "accessToken",
  "clientId",
  "baseUrl",
  "concurrency",
  "rate",
  "retries",
  "timeout",
  "fetch",
  "onNotice",
] as const satisfies readonly (keyof ClientOptions)[];

/**
 * Returns a typed client. Calls reject with UsageError (nothing was sent), ApiError (rejected by the platform),
 * TransportError (no usable response) or UnknownOutcomeError (it may have been executed). Safe calls are retried.
 */
export function createClient(options: ClientOptions): Client {
  checkOptions("createClient", options, optionNames);
  const { timeout } = options;
  const network = options.fetch
    ? { send: fetchTransport(options.fetch), close: async () => {} }
    : withInstalledShop(openNetwork(timeout === undefined ? {} : { timeouts: { total: timeout } }));
  return clientOver(network, options);
}
/** Returns a network that is loaded with undici for the first request: test shops need none. */
function openNetwork(options: NetworkOptions): Network {
  let opened: Promise<Network> | undefined;
  return {
    async send(request) {
      opened ??= import("../api/transport/network.ts").then(({ createNetwork }) => createNetwork(options));
      return await (await opened).send(request);
    },
    close: async () => await (await opened)?.close(),
  };
}

/** Sends requests to the shop that the running test has installed, or to the sandbox of `till sandbox run`, if any. */
function withInstalledShop(network: Network): Network {
  return {
    ...network,
    send(request) {
      const shop = shopFor(new URL(request.url), request.method);
      return shop
        ? fetchTransport(shop.fetch)(request)
        : network.send({ ...request, url: sentTo(request.url) });
    },
  };
}

/** Returns a Transport that sends requests with a `fetch` function. */
function fetchTransport(send: typeof fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const response = await send(url, {
        method,
        headers,
        redirect: "manual",
        body,
        signal,
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof UsageError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TransportError(`No response: ${why}.`, "maybe", { cause });
    }
  };
}
