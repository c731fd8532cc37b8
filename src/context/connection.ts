import { type Call, createCaller } from "../api/caller.ts";
import type { Role } from "../api/endpoint.ts";
import { catalogVersioning } from "../api/services/products.ts";
import { createPacer, withPace } from "../api/transport/pace.ts";
import { rateLimited, type Wait, withRetry } from "../api/transport/retry.ts";
import { withTrace } from "../api/transport/trace.ts";
import type { JobPlace } from "../bulk/engine/job.ts";
import type { JobStore } from "../bulk/journal/journals.ts";
import type { ChangingCommand } from "../bulk/journal/single-changes.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";
import { type Credentials, memoryCredentials, openCredentials } from "../config/credentials.ts";
import { type EffectiveProfile, effectiveProfile } from "../config/effective-profile.ts";
import { ApiError, UsageError } from "../kernel/errors.ts";
import { capitalized } from "../kernel/text.ts";
import type { Activity } from "../output/activity.ts";
import { jsonText } from "../output/json.ts";
import { requireNamedShop, requireSandboxMeant, requireSite } from "./choices.ts";
import {
  type CallGuard,
  type ChangeQuestion,
  guardCalls,
  sandboxOnly,
  type WriteGate,
  withGuards,
  withoutWrites,
  writeGate,
} from "./guards.ts";
import type { Globals, Host, Site } from "./host.ts";
import { chooseIdentity, explainRefusal, type Identity, strategiesOf } from "./identities.ts";
import { openPlatform, type PlatformOptions } from "./platform.ts";
import type { PlannedCall } from "./recorder.ts";
import { limitsOf, rateStores, requestsPerMinute, siteBudget } from "./site-budget.ts";

/** The options of a connection. */
export interface ConnectOptions extends PlatformOptions {
  globals: Globals;
  /** Absent if nothing is stored; flags and environment then define the profile. */
  profile: EffectiveProfile | undefined;
  /** Shows on the terminal that calls are going on. */
  activity: Activity | undefined;
  now(): Date;
  sleep: Host["sleep"];
  watch: Host["watch"];
  mask: Host["mask"];
  access: Host["access"];
  approved: Host["approved"];
  unattended: Host["unattended"];
  secrets: Host["secrets"];
  keys: Host["keys"];
  /** Prints a line on stderr, also with --quiet. */
  announce(text: string): Promise<void>;
  /** Whether every change of a hosted shop is shown and confirmed. */
  asks: boolean;
  /** Shows a change and asks; see GuardOptions. */
  confirm(change: PlannedCall, isFirst: boolean, question: ChangeQuestion | undefined): Promise<void>;
  /** What every record of a write says: the command and who runs it. */
  facts: Omit<ChangingCommand, keyof JobPlace | "profile">;
  /** Returns the store of the journals of jobs. */
  jobs(): Promise<JobStore>;
  /** What must hold for a request to be sent. */
  guards: ReadonlySet<SendGuard>;
}

/** A profile with its identities and the transport to its platform. */
export interface Connection {
  site: Site;
  /** Returns what a job on this site records about it, and what resume and undo compare. */
  place(): Promise<JobPlace & { profile: string }>;
  /** Whether the platform is the embedded sandbox. */
  embedded: boolean;
  identity: Identity;
  /** Returns the current state of the profile's lock. */
  lock: WriteGate["state"];
  /** The guard that every call passes. */
  guard: Omit<CallGuard, "guard" | "close">;
  /** Throws TillError (exit 4) if the profile cannot act in this role, without a request. */
  need(role: Role): Promise<void>;
  call(as?: Role): Call;
  can(role: Role): Promise<boolean>;
  /** Returns the catalog version of the site, requested once. */
  catalog(call: Call): Promise<CatalogVersion>;
  close(): Promise<void>;
}

/** Opens the connection for the profile of this run. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { approved, environment, paths, globals, setting, signal, now } = options;
  const { profile = effectiveProfile({}, environment.variables, globals, paths) } = options;
  if (environment.keyFileProblem !== undefined) throw noKeyInFile(environment.keyFileProblem);
  requireSandboxMeant(profile, environment);
  requireSite(profile, environment);
  const notice = (text: string) => void options.notice(text);
  const platform = await openPlatform(profile, options);
  if (options.access === "sandbox" && platform.hosted) throw sandboxOnly(profile.name);
  const watched = options.watch?.(platform.send) ?? platform.send;
  const sent = options.mask
    ? (await import("../api/transport/masked.ts")).withoutPersonalData(watched, options.mask)
    : watched;
  const allowed = options.access === "read" ? withoutWrites(sent) : sent;
  const traced =
    globals.debug === "http" || environment.debug === "http" ? withTrace(allowed, traceTo(notice)) : allowed;
  const { activity } = options;
  const asJson = globals.json || globals.log === "json";
  const notices = retryNotices(options.notice, asJson, activity?.waits);
  const limits = () => limitsOf(setting("maxRequests"), platform.limit());
  const budget = siteBudget({
    limits: limits(),
    key: { site: platform.siteId, place: platform.place },
    stores: rateStores({ paths, hosted: platform.hosted, journal: setting("journal"), jobs: options.jobs }),
    notice,
    onWait: notices.onBudget,
  });
  const pacer = withGuards(createPacer({ concurrency: setting("concurrency"), budget }), options.guards);
  const send = withRetry(withPace(traced, pacer), {
    retries: setting("retries"),
    timeout: setting("timeout"),
    now: () => now().getTime(),
    sleep: options.sleep,
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
    keyCommand: setting("credentialCommand") ?? undefined,
    keys: options.keys ?? new Map(),
    serve: platform.serve,
    store: () =>
      (store ??=
        profile.credentials === undefined
          ? memoryCredentials()
          : openCredentials({
              file: paths.credentialsFile,
              keychain: paths.keychain,
              notice,
              lockTimeout: setting("timeout"),
            })),
  };
  const strategies = strategiesOf(identity, platform.knownKey);

  const identities = chooseIdentity(profile, strategies, paths.credentialsFile);

  let placed: Promise<JobPlace & { profile: string }> | undefined;
  const place = () =>
    (placed ??= platform.sandbox().then((identity) => ({
      profile: profile.name,
      site: platform.siteId,
      address: platform.baseUrl,
      sandbox: identity,
    })));
  const guard = guardCalls({
    gate,
    requireShop: () => requireNamedShop(profile, options),
    announce: async () => {
      if (platform.hosted)
        await options.announce(`Writing to site ${platform.siteId} (profile ${profile.name}).`);
    },
    asks: platform.hosted && options.asks,
    confirm: options.confirm,
    dryRun: globals.dryRun === true,
    plans: globals.planOut !== undefined,
    approved,
    needsApproval: { none: "none", money: "money", 1: "all", 2: "all" }[setting("requireApproval")] as
      | "none"
      | "money"
      | "all",
    recording: {
      file: paths.changes,
      facts: async () => ({
        ...options.facts,
        ...(await place()),
        approvedBy: approved?.approvedBy,
        inputHash: approved?.plan,
      }),
      now,
      notice: options.notice,
    },
  });

  const showing = <T>(what: string, work: Promise<T>) => options.activity?.during(what, work) ?? work;
  const calls = new Map<Role | undefined, Call>();
  const call = (requested?: Role): Call => {
    const known = calls.get(requested);
    if (known) return known;
    const caller = createCaller({
      send,
      baseUrl: platform.baseUrl,
      headersFor: async (one, inner) => {
        const headers = await (await identities.strategyFor(one, requested)).headers(inner ?? signal);
        if (platform.hosted && headers.authorization) options.secrets?.add(headers.authorization);
        return headers;
      },
      onUnauthorized: async (token, one, inner) =>
        (await identities.strategyFor(one, requested)).rejected(token, inner ?? signal),
    });
    // Every call of a command passes through here.
    const recorded = guard.guard(
      async (endpoint, input, callOptions) =>
        await showing(
          endpoint.effect === "read" ? "Reading" : "Sending",
          caller(endpoint, input, { ...callOptions, signal: callOptions?.signal ?? signal }).catch(
            async (error: unknown) => {
              const chosen = await identities.strategyFor(endpoint, requested).catch(() => undefined);
              throw explainRefusal(error, chosen?.actor, profile, identity.keyCommand);
            },
          ),
        ),
      profile.role ?? requested,
      (endpoint) => identities.strategyFor(endpoint, requested),
    );
    calls.set(requested, recorded);
    return recorded;
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
      listLag: platform.listLag,
    },
    place,
    embedded: platform.embedded,
    identity,
    lock: gate.state,
    need: identities.need,
    guard,
    call,
    can: identities.can,
    catalog: (over) => (version ??= readCatalogVersion(over)),
    close: async () => {
      await notices.end();
      guard.close();
      store?.close();
      await budget?.close();
      await platform.close();
    },
  };
}

/** Returns the error (exit 2) for a TILL_API_KEY_FILE without a key: no other identity is used instead. */
export function noKeyInFile(problem: string): UsageError {
  return new UsageError(`TILL_API_KEY_FILE: ${problem}.`, {
    code: "API_KEY_FILE",
    field: "TILL_API_KEY_FILE",
    hint: "Nothing was sent. Its first line has to be the API key.",
  });
}

/** The sandbox has no lock. */
const openGate: WriteGate = { check: () => {}, state: () => ({ locked: false }) };

function traceTo(notice: (text: string) => void) {
  return (trace: { method: string; url: string; ms: number; status?: number; requestId?: string }) =>
    notice(
      `${trace.method} ${trace.url} -> ${trace.status ?? "no response"} in ${Math.round(trace.ms)} ms ${trace.requestId ?? ""}`.trimEnd(),
    );
}

/** Prints why a command waits before it retries. */
export interface RetryNotices {
  onWait(wait: Wait): void;
  /** Prints that the request limit of the site is used up for some milliseconds; the first time only. */
  onBudget(delayMs: number): void;
  /** Prints how often the platform rate-limited, if only the first time was printed. */
  end(): Promise<void>;
}

/**
 * Returns the notices of one command. Rate limits are printed once and counted, other failures each time; with `json`, each
 * rate limit is an event of kind `throttled`. What `waits` shows on a screen is not printed.
 */
export function retryNotices(
  notice: (text: string) => Promise<void>,
  json: boolean,
  waits: Activity["waits"] = () => false,
): RetryNotices {
  let limits = 0;
  let isUsedUp = false;
  return {
    onWait({ name, reason, delayMs, retry, of, reads }) {
      const next = reads ? "checking whether it was done, else trying again" : "trying again";
      const text = `${sentence(reason)}; ${next} in ${Math.ceil(delayMs / 1000)} s (${retry}/${of})`;
      if (!json && waits(text, delayMs)) return;
      if (reason === rateLimited) {
        limits += 1;
        if (json) {
          void notice(jsonText({ _kind: "throttled", call: name, retry, of, delayMs }));
          return;
        }
        if (limits > 1) return;
      }
      void notice(text);
    },
    onBudget(delayMs) {
      const text = `The request limit of the site is used up, by this and other runs; waiting ${Math.ceil(delayMs / 1000)} s`;
      if (json) void notice(jsonText({ _kind: "waiting", delayMs }));
      else if (waits(text, delayMs)) return;
      else if (!isUsedUp) void notice(text);
      isUsedUp = true;
    },
    end: async () => {
      if (limits > 1 && !json) await notice(`Rate limited ${limits} times.`);
    },
  };
}

/** Returns a reason as the start of a sentence. */
function sentence(reason: string): string {
  return capitalized(reason).replace(/\.$/, "");
}

/** The catalog version of a site. Only the calls of this version work. */
export type CatalogVersion = "v1" | "v3";

/** The statuses of platforms without this call, or without permission for it. */
const silent: ReadonlySet<number> = new Set([403, 404, 501]);

/** Returns the catalog version of the site; `v1` if the platform does not return it. */
export async function readCatalogVersion(call: Call): Promise<CatalogVersion> {
  try {
    const body = await call(catalogVersioning.get, {});
    return body.catalogVersion === "V3_CATALOG" ? "v3" : "v1";
  } catch (error) {
    if (error instanceof ApiError && silent.has(error.status)) return "v1";
    throw error;
  }
}
