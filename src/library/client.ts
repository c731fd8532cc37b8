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

/** Returns a client whose requests are sent over a network, which may be that of a test shop. */
export function clientOver(network: Network, options: ClientOptions, isOfShop = false): Client {
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
  return Object.assign(shopOver(inWordsOfLibrary(call, isOfShop)), { close: network.close });
}

/** Hints of the command line, with those for the same problem of a client with options of its own, and of a test shop's. */
const hints: readonly [ofCommandLine: RegExp, ofClient: string, ofShop: string][] = [
  [
    /^Sign in again with|^Sign in with|^Check the client ID/,
    "Check the apiKey, accessToken or clientId that createClient was given.",
    "Use shop.client.asAdmin(), asMember(email) or asVisitor() of the same shop.",
  ],
  [
    /till whoami/,
    "This identity is not allowed to do this: use an apiKey, or the accessToken of someone who is.",
    "This identity is not allowed to do this: use shop.client.asAdmin(), or asMember(email) for a member's own data.",
  ],
  [
    /^Wait a moment/,
    "Wait a moment, or set concurrency or rate in createClient.",
    "A fault does this, or the setting rateLimit: shop.faults.clear() removes all faults.",
  ],
  [
    /base URL of the profile/,
    "Check the baseUrl that createClient was given, and the network.",
    "A fault does this: shop.faults.clear() removes all faults.",
  ],
  [/--page-size/, "Request fewer items at a time.", "Request fewer items at a time."],
];

/** Returns the call with hints that name options of the library: commands and flags mean nothing to a program. */
export function inWordsOfLibrary(call: Call, isOfShop: boolean): Call {
  return (...request) =>
    call(...request).catch((error: unknown) => {
      if (error instanceof TillError && error.hint !== undefined) {
        const { hint } = error;
        const [, ofClient, ofShop] = hints.find(([ofCommandLine]) => ofCommandLine.test(hint)) ?? [];
        const own = isOfShop ? ofShop : ofClient;
        if (own !== undefined || /\btill |\bprofile\b|--\w/.test(hint)) Object.assign(error, { hint: own });
      }
      throw error;
    });
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
