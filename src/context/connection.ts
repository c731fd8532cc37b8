import { accessToken, apiKey, member, type Strategy, visitor } from "../api/auth/strategies.ts";
import { type Call, createCaller } from "../api/caller.ts";
import { createWireClient } from "../api/client.ts";
import type { Role, Shelves, WireClient } from "../api/endpoint.ts";
import { createPacer, withPace } from "../api/pace.ts";
import { withRetry } from "../api/retry.ts";
import type { Send } from "../api/send.ts";
import { withTrace } from "../api/trace.ts";
import type { Credentials } from "../config/credentials.ts";
import { type EffectiveProfile, resolveProfile } from "../config/effective-profile.ts";
import type { Environment } from "../config/environment.ts";
import type { Paths } from "../config/paths.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Globals, Host, Site } from "../context.ts";
import { exitCodes, TillError } from "../errors.ts";
import { type CatalogGeneration, catalogGeneration } from "./catalog-generation.ts";

/** What a connection is made from. */
export interface ConnectOptions {
  environment: Environment;
  paths: Paths;
  globals: Globals;
  concurrency: number;
  signal: AbortSignal;
  notice(text: string): Promise<void>;
  now(): Date;
  sleep: Host["sleep"];
}

/** A profile, joined with its identities and with the way to its platform. */
export interface Connection {
  site: Site;
  /** Throws (exit 4) where the profile cannot act in this role; no request is made. */
  need(role: Role): Promise<void>;
  call(as?: Role): Call;
  client<S extends Shelves>(shelves: S, as?: Role): WireClient<S>;
  can(role: Role): Promise<boolean>;
  /** The generation of catalog that the site runs; asked once, over the given call. */
  catalog(call: Call): Promise<CatalogGeneration>;
  close(): Promise<void>;
}

/** The address that the embedded sandbox is thought to have; nothing ever leaves the process. */
const sandboxUrl = "http://sandbox.localhost";
const hostedUrl = "https://www.wixapis.com";
const ranks: readonly Role[] = ["visitor", "member", "admin"];

/** Opens the profile that flags, environment and settings name. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { environment, paths, globals, concurrency, signal, now } = options;
  const notice = (text: string) => void options.notice(text);
  const profile = resolveProfile(
    settingsFile(paths.settingsFile, notice).read(),
    environment.variables,
    globals,
  );
  const platform = await reach(profile, options);
  const traced =
    globals.debug === "http" || environment.debug === "http"
      ? withTrace(platform.send, traceTo(notice))
      : platform.send;
  const send = withRetry(
    withPace(traced, createPacer({ concurrency, ...(globals.rate && { rate: globals.rate }) })),
    {
      now: () => now().getTime(),
      ...(options.sleep && { sleep: options.sleep }),
      onWait: ({ reason, delayMs, retry, of }) =>
        notice(`${sentence(reason)}; trying again in ${Math.ceil(delayMs / 1000)} s (${retry}/${of})`),
    },
  );

  let store: Promise<Credentials> | undefined;
  const credentials = () =>
    (store ??= import("../config/credentials.ts").then(({ memoryCredentials, openCredentials }) =>
      profile.credentials === undefined
        ? memoryCredentials()
        : openCredentials({ file: paths.credentialsFile, notice }),
    ));
  const identities = identitiesOf(profile, platform, credentials, {
    send,
    now: () => now().getTime(),
    notice,
  });

  async function strategyFor(needed: Role, as: Role | undefined): Promise<Strategy> {
    const candidates =
      as === undefined
        ? ranks.slice(ranks.indexOf(needed))
        : ranks.indexOf(as) >= ranks.indexOf(needed)
          ? [as]
          : [];
    for (const role of candidates) {
      const strategy = await identities[role]();
      if (strategy) return strategy;
    }
    throw notAllowed(needed, as, profile.name);
  }

  const calls = new Map<Role | undefined, Call>();
  const call = (as?: Role): Call => {
    const known = calls.get(as);
    if (known) return known;
    const made = createCaller({
      send,
      baseUrl: platform.baseUrl,
      headersFor: async (role, inner) => (await strategyFor(role, as)).headers(inner ?? signal),
      onUnauthorized: async (token, role, inner) =>
        (await strategyFor(role, as)).rejected(token, inner ?? signal),
    });
    calls.set(as, made);
    return made;
  };

  let generation: Promise<CatalogGeneration> | undefined;
  return {
    site: {
      profile: profile.name,
      id: platform.siteId,
      baseUrl: platform.baseUrl,
      clientId: platform.clientId,
      hosted: platform.hosted,
    },
    need: async (role) => void (await strategyFor(role, globals.as)),
    call,
    client: (shelves, as) => createWireClient(shelves, call(as)),
    can: async (role) =>
      (globals.as === undefined || globals.as === role) && (await identities[role]()) !== undefined,
    catalog: (over) => (generation ??= catalogGeneration(over)),
    close: async () => {
      (await store)?.close();
      await platform.close();
    },
  };
}

/** How a platform is reached, and what is known of it beforehand. */
interface Platform {
  send: Send;
  baseUrl: string;
  siteId: string;
  clientId: string | undefined;
  /** Only the sandbox has one that everybody knows. */
  knownKey: string | undefined;
  hosted: boolean;
  close(): Promise<void>;
}

async function reach(
  profile: EffectiveProfile,
  { environment, paths, globals }: ConnectOptions,
): Promise<Platform> {
  const { platform, siteId, clientId } = profile;
  if (platform === "sandbox") {
    const [{ openSandbox }, { defaults }] = await Promise.all([
      import("../sandbox/open.ts"),
      import("../sandbox/defaults.ts"),
    ]);
    const { send, close } = await openSandbox({ file: paths.sandboxFile, origin: sandboxUrl });
    const known = {
      siteId: siteId ?? defaults.siteId,
      clientId: clientId ?? defaults.clientId,
      knownKey: defaults.apiKey,
    };
    return { send, baseUrl: sandboxUrl, ...known, hosted: false, close: async () => close() };
  }
  const { createNetwork } = await import("../api/network.ts");
  const network = createNetwork({
    proxy: environment.proxies,
    ...(globals.timeout !== undefined && { timeouts: { total: globals.timeout } }),
  });
  const baseUrl = platform === "hosted" ? hostedUrl : platform.baseUrl;
  const known = { siteId: siteId ?? new URL(baseUrl).host, clientId, knownKey: undefined };
  return { send: network.send, baseUrl, ...known, hosted: true, close: network.close };
}

type Identities = Record<Role, () => Promise<Strategy | undefined>>;

function identitiesOf(
  profile: EffectiveProfile,
  { baseUrl, siteId, clientId, knownKey }: Platform,
  credentials: () => Promise<Credentials>,
  grants: { send: Send; now(): number; notice(text: string): void },
): Identities {
  const { secrets } = profile;
  const storeKey = profile.credentials ?? profile.name;
  const tokens = async () => ({
    ...grants,
    baseUrl,
    profile: storeKey,
    clientId: clientId ?? "",
    store: await credentials(),
  });
  const handedIn = secrets.accessToken === undefined ? undefined : accessToken(secrets.accessToken);
  return {
    visitor: async () => handedIn ?? (clientId === undefined ? undefined : visitor(await tokens())),
    member: async () => {
      if (handedIn) return handedIn;
      if (clientId === undefined || profile.credentials === undefined) return undefined;
      const held = await (await credentials()).get(storeKey, "member");
      return held && member(await tokens());
    },
    admin: async () => {
      if (secrets.apiKey) return apiKey(secrets.apiKey, profile.siteId);
      if (knownKey) return apiKey(knownKey, siteId);
      if (profile.credentials === undefined) return undefined;
      const stored = await (await credentials()).get(storeKey, "apiKey");
      return stored && apiKey(stored.accessToken, profile.siteId);
    },
  };
}

/** Reasons are written for the middle of a sentence. */
function sentence(reason: string): string {
  return reason.replace(/^./, (letter) => letter.toUpperCase()).replace(/\.$/, "");
}

/** What is missing where no identity of a role is there, in the platform's words. */
const unavailable: Record<Role, string> = {
  visitor: "Platform context not available",
  member: "Authenticated fetch not available",
  admin: "Elevated client required",
};

function notAllowed(needed: Role, as: Role | undefined, profile: string): TillError {
  const hints: Record<Role, string> = {
    visitor: "Set TILL_CLIENT_ID to your app's client id, or TILL_API_KEY and TILL_SITE_ID.",
    member: "Sign in with: till login",
    admin: "Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox",
  };
  const code = "NOT_ALLOWED";
  if (as !== undefined && ranks.indexOf(as) < ranks.indexOf(needed)) {
    const why = `This needs to act as ${needed}, and --as says ${as}.`;
    return new TillError(exitCodes.auth, why, {
      code,
      field: "--as",
      hint: `Leave --as out, or say: --as ${needed}`,
    });
  }
  const role = as ?? needed;
  const why = `${unavailable[role]}: profile "${profile}" cannot act as ${role}.`;
  return new TillError(exitCodes.auth, why, { code, hint: hints[role] });
}

function traceTo(notice: (text: string) => void) {
  return (trace: { method: string; url: string; ms: number; status?: number; requestId?: string }) =>
    notice(
      `${trace.method} ${trace.url} -> ${trace.status ?? "no answer"} in ${Math.round(trace.ms)} ms ${trace.requestId ?? ""}`.trimEnd(),
    );
}
