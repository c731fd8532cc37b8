import type { Shop } from "./shop.ts";

/** The site and the credentials: exactly one of `apiKey`, `accessToken` and `clientId`. */
export interface ClientOptions {
  /** An API key of the site or account; requires `siteId`. */
  apiKey?: string;
  siteId?: string;
  /** An access token of a member, visitor or app, or a function that returns one. It is not renewed. */
  accessToken?: string | (() => Promise<string>);
  /** An app's client ID: calls are made as an anonymous visitor, created on the first call and renewed. */
  clientId?: string;
  /** Default: Wix. For the URL of a sandbox, see `till sandbox start`. */
  baseUrl?: string;
  /** The maximum number of concurrent calls. Default: 8; fewer while the platform rate-limits. */
  concurrency?: number;
  /** The maximum number of calls per second. */
  rate?: number;
  /** The maximum number of retries of one call, if they are safe. Default: 3. */
  retries?: number;
  /** The time limit of one attempt in milliseconds. Default: 120,000. */
  timeout?: number;
  /** Sends requests instead of the network: the `fetch` of a test shop, for example. */
  fetch?: typeof globalThis.fetch;
  /** Called with a message before each wait for a retry. */
  onNotice?(text: string): void;
}

/** The client, and a function that closes its connections. */
export interface Client extends Shop {
  /** Closes all connections, so that the process can exit sooner. */
  close(): Promise<void>;
}
