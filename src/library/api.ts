import { accessToken, apiKey, type Strategy, visitor } from "../api/auth/strategies.ts";
import { createCaller } from "../api/caller.ts";
import { createClient as createTypedClient } from "../api/client.ts";
import { calls } from "../api/services/calls.ts";
import { loadEndpoint } from "../api/services/index.ts";
import { createNetwork } from "../api/transport/network.ts";
import { createPacer, withPace } from "../api/transport/pace.ts";
import { withRetry } from "../api/transport/retry.ts";
import type { Transport } from "../api/transport/transport.ts";
import { memoryCredentials } from "../config/credentials.ts";
import { UsageError } from "../kernel/errors.ts";
import type { Shop } from "./shop.ts";

export { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
export type { Shop } from "./shop.ts";

/** Which shop, and as whom: exactly one of `apiKey`, `accessToken` and `clientId`. */
export interface ClientOptions {
  /** An API key of the site or account; it needs `siteId`. */
  apiKey?: string;
  siteId?: string;
  /** An access token of a member, a visitor or an app. It is not renewed. */
  accessToken?: string;
  /** An app's client id: an anonymous visitor, made on the first call and renewed. */
  clientId?: string;
  /** Default: the hosted platform. A sandbox's own: `till sandbox start`. */
  baseUrl?: string;
  /** Most calls under way at the same time. Default 8; fewer while the platform asks for patience. */
  concurrency?: number;
  /** Most calls a second. */
  rate?: number;
  /** Most retries of one call, where that is safe. Default 3. */
  retries?: number;
  /** Milliseconds for one attempt, all in all. Default 120,000. */
  timeout?: number;
  /** Told before each wait for another try, in a sentence. */
  onNotice?(text: string): void;
}

/** A shop to call, and the way to end the connections to it. */
export interface Client extends Shop {
  /** Drops all connections: a process that is done ends sooner. */
  close(): Promise<void>;
}

const hosted = "https://www.wixapis.com";

/**
 * A typed client. Calls reject with UsageError (nothing was sent), ApiError (the platform refused), TransportError (no
 * usable answer) or UnknownOutcomeError (it may have happened). What is safe to repeat is repeated.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl = hosted, concurrency = 8, rate, retries, timeout, onNotice } = options;
  const network = createNetwork(timeout === undefined ? {} : { timeouts: { total: timeout } });
  const pacer = createPacer({ concurrency, ...(rate !== undefined && { rate }) });
  const send = withRetry(withPace(network.send, pacer), {
    ...(retries !== undefined && { retries }),
    onWait: ({ name, reason, delayMs }) => onNotice?.(`${name}: ${reason}, trying again in ${delayMs} ms`),
  });
  const strategy = strategyOf(options, send, baseUrl);
  const call = createCaller({
    send,
    baseUrl,
    headersFor: (_, signal) => strategy.headers(signal),
    onUnauthorized: (token, _, signal) => strategy.rejected(token, signal),
  });
  const services: Record<string, Record<string, unknown>> = {};
  for (const { name } of calls) {
    const [service = "", operation = ""] = name.split(".");
    services[service] = {
      ...services[service],
      // A service is opened by its first call: there are more than most programs need.
      [operation]: async (input: object = {}, callOptions?: object) => {
        const opened = { [service]: { [operation]: await loadEndpoint(name) } };
        return await createTypedClient(opened, call)[service]?.[operation]?.(input, callOptions);
      },
    };
  }
  return { ...(services as unknown as Shop), close: network.close };
}

function strategyOf(options: ClientOptions, send: Transport, baseUrl: string): Strategy {
  const { apiKey: key, siteId, accessToken: token, clientId, onNotice = () => {} } = options;
  if ([key, token, clientId].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError("createClient takes exactly one of apiKey, accessToken and clientId.", {
      hint: "For example: createClient({ apiKey, siteId })",
    });
  }
  if (key !== undefined) return apiKey(key, siteId);
  if (token !== undefined) return accessToken(token);
  return visitor({
    send,
    baseUrl,
    clientId: clientId ?? "",
    profile: "library",
    store: memoryCredentials(),
    now: Date.now,
    notice: onNotice,
  });
}
