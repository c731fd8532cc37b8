import { createCaller } from "../api/caller.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import type { Environment } from "../config/environment.ts";
import { type Paths, sandboxFileOf } from "../config/paths.ts";
import { isLocalPlatform } from "../config/profiles.ts";
import type { SettingName, SettingValue } from "../config/settings.ts";
import { TillError, UsageError } from "../kernel/errors.ts";
import { defaults, strict } from "../sandbox/kernel/defaults.ts";
import { listLagOf } from "../sandbox/kernel/list-lag.ts";
import { rateLimitOf } from "../sandbox/kernel/rate-limit.ts";
import { storeIdentity } from "../sandbox/kernel/store.ts";
import { openSandbox } from "../sandbox/server/router.ts";
import { allHold } from "./guards.ts";
import type { Identity } from "./identities.ts";
import { hostedLimit } from "./site-budget.ts";

/** The nominal URL of the embedded sandbox; its requests never leave the process. */
const sandboxUrl = "http://sandbox.localhost";
const hostedUrl = "https://www.wixapis.com";

/** The options of a platform. */
export interface PlatformOptions {
  environment: Environment;
  paths: Paths;
  setting<N extends SettingName>(name: N): SettingValue<N>;
  /** Aborts calls without their own signal. */
  signal: AbortSignal;
  notice(text: string): Promise<void>;
  /** What must hold for a request to be sent. */
  guards: ReadonlySet<SendGuard>;
}

/** The transport to a platform and what is known about it. */
export interface Platform {
  send: Transport;
  baseUrl: string;
  siteId: string;
  clientId: string | undefined;
  /** The API key, known for the sandbox only. */
  knownKey: string | undefined;
  hosted: boolean;
  /** Whether it is the embedded sandbox, not another platform. */
  embedded: boolean;
  /** Tells sites with the same ID apart. */
  place: string;
  /** Returns the identity of a sandbox; undefined for other platforms, and for one that does not answer. */
  sandbox(): Promise<string | undefined>;
  /** Returns the requests a minute that the platform allows, if known. */
  limit(): number | undefined;
  /** Returns for how many milliseconds its lists may show what was before a write. */
  listLag(): number;
  serve: Identity["serve"];
  close(): Promise<void>;
}

/** Opens the platform of a profile. */
export async function openPlatform(
  profile: EffectiveProfile,
  { environment, paths, setting, signal, guards }: PlatformOptions,
): Promise<Platform> {
  const { platform, siteId, clientId, server } = profile;
  if (platform === "sandbox") {
    const own = profile.storedSiteId ?? defaults.siteId;
    if (profile.origins.siteId?.origin === "flag" && siteId !== own)
      throw new UsageError(`Profile "${profile.name}" is a sandbox, which has no site "${siteId}".`, {
        field: "--site",
        hint: `Its only site is ${own}. Omit --site, or name the profile of a hosted shop: --profile <name>`,
      });
    const { send, store, close } = openSandbox({
      file: sandboxFileOf(paths, profile.key),
      origin: sandboxUrl,
      snapshots: paths.snapshots,
    });
    const serve: Identity["serve"] = async (onError) => {
      const { serveStore } = await import("../sandbox/server/server.ts");
      return await serveStore({ store, port: 0, onError, signal });
    };
    const known = {
      siteId: siteId ?? defaults.siteId,
      clientId: clientId ?? defaults.clientId,
      knownKey: defaults.apiKey,
    };
    const limit = () => store.read({ caller: { role: "visitor" } }, rateLimitOf);
    const place = `sandbox ${profile.key}`;
    return {
      send,
      baseUrl: sandboxUrl,
      ...known,
      hosted: false,
      embedded: true,
      place,
      sandbox: async () => storeIdentity(store.db),
      limit,
      listLag: () => store.read({ caller: { role: "visitor" } }, listLagOf),
      serve,
      close: async () => close(),
    };
  }
  const { createNetwork } = await import("../api/transport/network.ts");
  const network = createNetwork({
    proxy: environment.proxies,
    timeouts: { total: setting("timeout") },
    mayStart: () => allHold(guards),
  });
  const baseUrl = platform === "hosted" ? hostedUrl : platform.baseUrl;
  const known = { siteId: siteId ?? new URL(baseUrl).host, clientId, knownKey: server?.apiKey };
  const serve = async () => undefined;
  // An app belongs to one site, whose ID may be unknown.
  const place = siteId === undefined && clientId !== undefined ? `${baseUrl} ${clientId}` : baseUrl;
  const limit = () => (platform === "hosted" ? hostedLimit : undefined);
  const listLag = () => (platform === "hosted" ? Number(strict.listLag) : 0);
  const { send, close } = network;
  const sandbox = async () =>
    isLocalPlatform(platform) ? await servedIdentity({ send, baseUrl, siteId, signal }) : undefined;
  const facts = { ...known, hosted: true, embedded: false, place };
  return { send, baseUrl, ...facts, sandbox, limit, listLag, serve, close };
}

/** Asks a server on this computer whether it is a sandbox, and which one. */
async function servedIdentity({
  send,
  baseUrl,
  siteId,
  signal,
}: {
  send: Transport;
  baseUrl: string;
  siteId: string | undefined;
  signal: AbortSignal;
}): Promise<string | undefined> {
  const { sandbox } = await import("../api/services/sandbox/sandbox.ts");
  // A server of several sites has one sandbox for each.
  const headers = { ...(siteId !== undefined && { "wix-site-id": siteId }) };
  const call = createCaller({ send, baseUrl, headersFor: async () => headers });
  try {
    const { identity } = await call(sandbox.identity, {}, { signal });
    return identity ?? undefined;
  } catch (error) {
    // Another server, an older sandbox, or none: the address is compared instead.
    if (error instanceof TillError) return undefined;
    throw error;
  }
}
