import { accessToken, apiKey, type Strategy, visitor } from "../api/auth/strategies.ts";
import { type Call, createCaller } from "../api/caller.ts";
import type { Network } from "../api/transport/network.ts";
import { createPacer, memoryBudget, withPace } from "../api/transport/pace.ts";
import { withRetry } from "../api/transport/retry.ts";
import type { Transport } from "../api/transport/transport.ts";
import { memoryCredentials } from "../config/credentials.ts";
import { TillError, UsageError } from "../kernel/errors.ts";
import type { Client, ClientOptions } from "./client-options.ts";
import { shopOver } from "./services.ts";

const hosted = "https://www.wixapis.com";

/** Returns a client whose requests are sent over a network. */
export function clientOver(network: Network, options: ClientOptions): Client {
  const { baseUrl = hosted, concurrency = 8, rate, retries, onNotice } = options;
  const pacer = createPacer({
    concurrency,
    budget: rate === undefined ? undefined : memoryBudget([{ requests: rate, period: "second" }]),
  });
  const send = withRetry(withPace(network.send, pacer), {
    retries,
    onWait: ({ name, reason, delayMs }) => onNotice?.(`${name}: ${reason}, trying again in ${delayMs} ms`),
  });
  const strategy = strategyOf(options, send, baseUrl);
  const call = createCaller({
    send,
    baseUrl,
    headersFor: (_, signal) => strategy.headers(signal),
    onUnauthorized: (token, _, signal) => strategy.rejected(token, signal),
  });
  const inWordsOfLibrary: Call = (...request) => call(...request).catch(rethrowForLibrary);
  return Object.assign(shopOver(inWordsOfLibrary), { close: network.close });
}

/** Hints in the words of the library for those of the command line. */
const hints: readonly [ofCommandLine: RegExp, ofLibrary: string][] = [
  [
    /^Sign in again with|^Sign in with/,
    "Check the apiKey, accessToken or clientId that createClient was given.",
  ],
  [
    /till whoami/,
    "This identity is not allowed to do this: use an apiKey, or the accessToken of someone who is.",
  ],
  [/^Check the client ID/, "Check the clientId that createClient was given."],
  [/^Wait a moment/, "Wait a moment, or set concurrency or rate in createClient."],
  [/base URL of the profile/, "Check the baseUrl that createClient was given, and the network."],
  [/--page-size/, "Request fewer items at a time."],
];

/** Throws the error of a call. Its hint names options of the library: commands and flags mean nothing to a program. */
function rethrowForLibrary(error: unknown): never {
  if (error instanceof TillError && error.hint !== undefined) {
    const { hint } = error;
    const own = hints.find(([ofCommandLine]) => ofCommandLine.test(hint))?.[1];
    if (own !== undefined || /\btill |\bprofile\b|--\w/.test(hint)) Object.assign(error, { hint: own });
  }
  throw error;
}

function strategyOf(options: ClientOptions, send: Transport, baseUrl: string): Strategy {
  const { apiKey: key, siteId, accessToken: token, clientId, onNotice = () => {} } = options;
  if ([key, token, clientId].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError("createClient requires exactly one of apiKey, accessToken and clientId.", {
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
