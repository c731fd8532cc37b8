import { type Call, createCaller } from "../api/caller.ts";
import { createWireClient } from "../api/client.ts";
import type { Role, Services, WireClient } from "../api/endpoint.ts";
import { createPacer, withPace } from "../api/transport/pace.ts";
import { withRetry } from "../api/transport/retry.ts";
import { withTrace } from "../api/transport/trace.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { NewCall } from "../bulk/calls/call-log.ts";
import { type Credentials, memoryCredentials, openCredentials } from "../config/credentials.ts";
import { type EffectiveProfile, effectiveProfile } from "../config/effective-profile.ts";
import type { Environment } from "../config/environment.ts";
import { type Paths, sandboxFileOf } from "../config/paths.ts";
import type { SettingName, SettingValue } from "../config/settings.ts";
import { ApiError } from "../kernel/errors.ts";
import { defaults } from "../sandbox/kernel/defaults.ts";
import { rateLimitOf } from "../sandbox/kernel/rate-limit.ts";
import { openSandbox } from "../sandbox/server/open.ts";
import { type CatalogVersion, catalogVersion } from "./catalog-version.ts";
import { chooseIdentity } from "./choose-identity.ts";
import { type CallGuard, guardCalls } from "./guard-calls.ts";
import type { Globals, Host, Site } from "./host.ts";
import { type Identity, strategiesOf } from "./identities.ts";
import { hostedLimit, limitsOf, requestsPerMinute, siteBudget } from "./rates/site-budget.ts";
import { retryNotices } from "./retry-notices.ts";
import { type WriteGate, writeGate } from "./write-gate.ts";

/** The options of a connection. */
export interface ConnectOptions {
  environment: Environment;
  paths: Paths;
  globals: Globals;
  /** Absent if nothing is stored; flags and environment then define the profile. */
  profile: EffectiveProfile | undefined;
  setting<N extends SettingName>(name: N): SettingValue<N>;
  /** Aborts calls without their own signal. */
  signal: AbortSignal;
  notice(text: string): Promise<void>;
  now(): Date;
  cwd: string;
  /** The command line, for tapes. */
  argv: readonly string[];
  sleep: Host["sleep"];
  watch: Host["watch"];
  /** What every record of a write says: the command and who runs it. */
  facts: Pick<NewCall, "actor" | "host" | "pid" | "command" | "toolVersion">;
}

/** A profile with its identities and the transport to its platform. */
export interface Connection {
  site: Site;
  identity: Identity;
  /** Returns the current state of the profile's lock. */
  lock: WriteGate["state"];
  /** The guard that every call passes. */
  guard: Pick<CallGuard, "beginJob" | "planned" | "recorded">;
  /** Throws TillError (exit 4) if the profile cannot act in this role, without a request. */
  need(role: Role): Promise<void>;
  call(as?: Role): Call;
  client<S extends Services>(services: S, as?: Role): WireClient<S>;
  can(role: Role): Promise<boolean>;
  /** Returns the catalog version of the site, requested once. */
  catalog(call: Call): Promise<CatalogVersion>;
  close(): Promise<void>;
}

/** The nominal URL of the embedded sandbox; its requests never leave the process. */
const sandboxUrl = "http://sandbox.localhost";
const hostedUrl = "https://www.wixapis.com";

/** Opens the connection for the profile of this run. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { environment, paths, globals, setting, signal, now } = options;
  const { profile: stored = effectiveProfile({}, environment.variables, globals, paths) } = options;
  const notice = (text: string) => void options.notice(text);
  const { platform, profile } = await openTaped(stored, options);
  const watched = options.watch?.(platform.send) ?? platform.send;
  const traced =
    globals.debug === "http" || environment.debug === "http" ? withTrace(watched, traceTo(notice)) : watched;
  const notices = retryNotices(options.notice, globals.json === true);
  const limits = () => limitsOf(setting("rate"), platform.limit());
  const budget = siteBudget({
    limits: limits(),
    key: { site: platform.siteId, place: platform.place },
    stores: [async () => (await import("./rates/local-rates.ts")).openLocalRates(paths.rates)],
    notice,
  });
  const pacer = createPacer({ concurrency: setting("concurrency"), budget });
  const send = withRetry(withPace(traced, pacer), {
    retries: setting("retries"),
    timeout: setting("timeout"),
    now: () => now().getTime(),
    ...(options.sleep && { sleep: options.sleep }),
    onWait: notices.onWait,
  });
  const gate = platform.hosted ? writeGate(paths.settingsFile, profile.name, now) : openGate;

  let store: Credentials | undefined;
  const identity: Identity = {
    profile,
    send,
    baseUrl: platform.baseUrl,
    now: () => now().getTime(),
    notice,
    clientId: platform.clientId,
    siteId: platform.siteId,
    hosted: platform.hosted,
    key: profile.key,
    kept: profile.credentials !== undefined,
    serve: platform.serve,
    store: () =>
      (store ??=
        profile.credentials === undefined
          ? memoryCredentials()
          : openCredentials({ file: paths.credentialsFile, notice, lockTimeout: setting("timeout") })),
  };
  const strategies = strategiesOf(identity, platform.knownKey);

  const identities = chooseIdentity(profile, strategies, paths.credentialsFile);

  const guard = guardCalls({
    gate,
    dryRun: globals.dryRun === true,
    recording: {
      file: paths.calls,
      facts: { ...options.facts, profile: profile.name, site: platform.siteId },
      now,
      notice: options.notice,
    },
  });

  const calls = new Map<Role | undefined, Call>();
  const call = (requested?: Role): Call => {
    const known = calls.get(requested);
    if (known) return known;
    const caller = createCaller({
      send,
      baseUrl: platform.baseUrl,
      headersFor: async (one, inner) =>
        (await identities.strategyFor(one, requested)).headers(inner ?? signal),
      onUnauthorized: async (token, one, inner) =>
        (await identities.strategyFor(one, requested)).rejected(token, inner ?? signal),
    });
    // Every call of a command passes through here.
    const guarded = guard.guard(
      async (name, endpoint, input, callOptions) =>
        await caller(name, endpoint, input, { signal, ...callOptions }).catch((error: unknown) => {
          throw withVariableHint(error, profile);
        }),
      profile.role ?? requested,
      async (name, endpoint) => await identities.strategyFor({ name, endpoint }, requested),
    );
    calls.set(requested, guarded);
    return guarded;
  };

  let version: Promise<CatalogVersion> | undefined;
  return {
    site: {
      profile: profile.name,
      id: platform.siteId,
      baseUrl: platform.baseUrl,
      clientId: platform.clientId,
      hosted: platform.hosted,
      requestsPerMinute: () => requestsPerMinute(limits()),
    },
    identity,
    lock: gate.state,
    need: identities.need,
    guard,
    call,
    client: (services, as) => createWireClient(services, call(as)),
    can: identities.can,
    catalog: (over) => (version ??= catalogVersion(over)),
    close: async () => {
      await notices.end();
      guard.close();
      store?.close();
      await budget?.close();
      await platform.close();
    },
  };
}

/** Returns a 401 for credentials from the environment with a hint about their variable: signing in would not help. */
function withVariableHint(error: unknown, { secrets }: EffectiveProfile): unknown {
  const variable = secrets.accessToken ? "TILL_ACCESS_TOKEN" : secrets.apiKey ? "TILL_API_KEY" : undefined;
  if (variable === undefined || !(error instanceof ApiError) || error.status !== 401) return error;
  const also = variable === "TILL_API_KEY" ? " and that it is for the site in TILL_SITE_ID" : "";
  return error.withHint(`The platform rejected ${variable}. Check its value${also}.`);
}

/** The sandbox has no lock. */
const openGate: WriteGate = { check: () => {}, state: () => ({ locked: false }) };

/** The transport to a platform and what is known about it. */
interface Platform {
  send: Transport;
  baseUrl: string;
  siteId: string;
  clientId: string | undefined;
  /** The API key, known for the sandbox only. */
  knownKey: string | undefined;
  hosted: boolean;
  /** Tells sites with the same ID apart. */
  place: string;
  /** Returns the requests a minute that the platform allows, if known. */
  limit(): number | undefined;
  serve: Identity["serve"];
  close(): Promise<void>;
}

/** Opens the platform, and records it on the tape in TILL_TAPE or is replaced by it. */
async function openTaped(
  profile: EffectiveProfile,
  options: ConnectOptions,
): Promise<{ platform: Platform; profile: EffectiveProfile }> {
  const { environment, argv, cwd, notice } = options;
  const { TILL_TAPE: text } = environment.variables;
  if (text === undefined) return { platform: await openPlatform(profile, options), profile };
  const { parseTape, recordOnTape, replayTape } = await import("./tape.ts");
  const tape = parseTape(text, cwd);
  if (tape.mode === "record") {
    const platform = await openPlatform(profile, options);
    const send = recordOnTape(platform.send, tape, { argv, ...platform }, (text) => void notice(text));
    return { platform: { ...platform, send }, profile };
  }
  const { send, recorded } = replayTape(tape, argv);
  const { baseUrl } = recorded;
  // Jobs of a replay belong to no real site: they cannot be undone or resumed on one.
  const siteId = `tape:${recorded.siteId}`;
  const secrets = { apiKey: "TAPE", accessToken: "TAPE" };
  return {
    // Stored credentials are not used, and those on the tape are not stored.
    profile: { ...profile, siteId, credentials: undefined, secrets },
    platform: {
      send,
      baseUrl,
      siteId,
      clientId: undefined,
      knownKey: undefined,
      hosted: false,
      place: "tape",
      limit: () => undefined,
      serve: async () => undefined,
      close: async () => {},
    },
  };
}

async function openPlatform(
  profile: EffectiveProfile,
  { environment, paths, setting, signal }: ConnectOptions,
): Promise<Platform> {
  const { platform, siteId, clientId, server } = profile;
  if (platform === "sandbox") {
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
      place,
      limit,
      serve,
      close: async () => close(),
    };
  }
  const { createNetwork } = await import("../api/transport/network.ts");
  const network = createNetwork({
    proxy: environment.proxies,
    timeouts: { total: setting("timeout") },
  });
  const baseUrl = platform === "hosted" ? hostedUrl : platform.baseUrl;
  const known = { siteId: siteId ?? new URL(baseUrl).host, clientId, knownKey: server?.apiKey };
  const serve = async () => undefined;
  // An app belongs to one site, whose ID may be unknown.
  const place = siteId === undefined && clientId !== undefined ? `${baseUrl} ${clientId}` : baseUrl;
  const limit = () => (platform === "hosted" ? hostedLimit : undefined);
  return { send: network.send, baseUrl, ...known, hosted: true, place, limit, serve, close: network.close };
}

function traceTo(notice: (text: string) => void) {
  return (trace: { method: string; url: string; ms: number; status?: number; requestId?: string }) =>
    notice(
      `${trace.method} ${trace.url} -> ${trace.status ?? "no response"} in ${Math.round(trace.ms)} ms ${trace.requestId ?? ""}`.trimEnd(),
    );
}
