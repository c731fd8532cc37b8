import { createServer } from "node:net";
import { redirectUris } from "../../api/auth/login.ts";
import { catalogVersioning } from "../../api/services/products.ts";
import { createNetwork } from "../../api/transport/network.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { findProfile, lockState, signInWords } from "../../config/profiles.ts";
import { settingsFile } from "../../config/settings-file.ts";
import { requireSandboxMeant } from "../../context/choices.ts";
import type { Context } from "../../context/context.ts";
import { minute } from "../../kernel/durations.ts";
import { ApiError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import { relativeTime } from "../../output/table.ts";
import { platformLabel, storedIdentities } from "../../resources/profiles.ts";
import { errorFinding, type Finding, ok, warning } from "./doctor-finding.ts";

/** Returns findings on the profile, its identities and its platform. */
export async function platformFindings(
  context: Context,
  profile: EffectiveProfile,
  offline: boolean,
): Promise<Finding[]> {
  const { paths, now } = context;
  const { name, platform, siteId, clientId, credentials } = profile;
  const facts = [
    platformLabel(platform),
    ...(siteId ? [`site ${siteId}`] : []),
    ...(clientId ? [`client ${clientId}`] : []),
  ];
  const found = [ok("profile", `${name}: ${facts.join(", ")}`)];
  if (platform === "sandbox") return [...found, sandboxFinding(context, profile)];
  if (credentials !== undefined) {
    const stored = findProfile(settingsFile(paths.settingsFile).read(), name);
    const { locked, until } = lockState(stored, now());
    if (locked) found.push(ok("lock", "locked: writes are blocked"));
    if (until)
      found.push(
        warning("lock", `unlocked; locks again ${relativeTime(until, now())}`, `till profiles lock ${name}`),
      );
  }
  return [
    ...found,
    ...(await identityFindings(context, profile)),
    ...(clientId === undefined ? [] : [await redirectFinding(clientId)]),
    ...(offline ? [] : await onlineFindings(context, platform === "hosted" ? hostedUrl : platform.baseUrl)),
  ];
}

function sandboxFinding({ environment }: Context, profile: EffectiveProfile): Finding {
  try {
    requireSandboxMeant(profile, environment);
    return ok("platform", "embedded sandbox, no network access");
  } catch (error) {
    return errorFinding("platform", error);
  }
}

/** Checks the connection, and the API key if the platform responds. */
async function onlineFindings(context: Context, baseUrl: string): Promise<Finding[]> {
  const found = await connectionFindings(context, baseUrl);
  const responds = found.every(({ state }) => state !== "broken");
  return responds && (await context.can("admin")) ? [...found, await keyFinding(context)] : found;
}

/** Sends one read request with the API key. A key without permission for this request is a valid key. */
async function keyFinding(context: Context): Promise<Finding> {
  try {
    const call = await context.call("admin");
    await call(catalogVersioning.get, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) return errorFinding("API key", error);
  }
  return ok("API key", "accepted by the platform");
}

const hostedUrl = "https://www.wixapis.com";

async function identityFindings(
  { paths, notice, now, environment, choices }: Context,
  profile: EffectiveProfile,
): Promise<Finding[]> {
  const check = "sign-in";
  const { secrets, credentials, name, siteId } = profile;
  if (secrets.apiKey !== undefined) {
    const { keyFile } = environment;
    const source = keyFile === undefined ? "TILL_API_KEY" : `the file ${keyFile} (TILL_API_KEY_FILE)`;
    const what = `using the API key from ${source}; nothing is stored`;
    return [
      siteId === undefined
        ? warning(check, what, "Set its site with TILL_SITE_ID or --site")
        : ok(check, what),
    ];
  }
  if (secrets.accessToken !== undefined)
    return [ok(check, "using the access token from TILL_ACCESS_TOKEN; nothing is stored")];
  const { value: command, source } = choices.setting("credentialCommand");
  const printed =
    command === null
      ? []
      : [
          ok(
            check,
            `API key from the command ${redact(command)} (${source}), kept in memory for five minutes`,
          ),
        ];
  const identities =
    credentials === undefined ? [] : await storedIdentities(paths, credentials, (text) => void notice(text));
  const login = `till ${signInWords(profile).join(" ")} --profile ${name}`;
  if (identities.length === 0 && printed.length > 0) return printed;
  if (identities.length === 0)
    return [warning(check, "not signed in; visitors are created when needed", login)];
  const stored = identities.map(({ kind, expiresAt, renewable }) => {
    const label =
      kind === "apiKey" ? "API key" : kind === "pending" ? "login waiting for a verification code" : kind;
    const what = `stored ${label}`;
    if (expiresAt === null) return ok(check, `${what}, does not expire`);
    const end = new Date(expiresAt);
    if (end > now()) return ok(check, `${what}, expires ${relativeTime(end, now())}`);
    if (renewable)
      return ok(check, `${what}, expired ${relativeTime(end, now())}; the next call refreshes it`);
    return warning(check, `${what}, expired ${relativeTime(end, now())} and cannot be refreshed`, login);
  });
  return [...stored, ...printed];
}

/** Returns the redirect URIs of a login and whether one of their ports is free. */
async function redirectFinding(clientId: string): Promise<Finding> {
  const free = await Promise.all(redirectUris.map((uri) => isFree(Number(new URL(uri).port))));
  const what = `register with client ${clientId}: ${redirectUris.join(" ")}`;
  if (free.includes(true)) return ok("redirect URIs", what);
  const todo =
    "All of these ports are in use. Stop one of the programs, or sign in with: till login --no-browser";
  return warning("redirect URIs", what, todo);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}

/** Milliseconds. */
const maxClockSkew = minute;

/** Sends one request without credentials, to check the connection and compare clocks. */
async function connectionFindings(context: Context, baseUrl: string): Promise<Finding[]> {
  const { environment, notice, now, signal } = context;
  const { origin } = new URL(baseUrl);
  await notice(`Checking the connection to ${origin}…`);
  const network = createNetwork({ proxy: environment.proxies, timeouts: { connect: 5000, total: 10_000 } });
  try {
    const started = now().getTime();
    const { status, headers } = await network.send({
      method: "GET",
      url: `${origin}/`,
      headers: {},
      effect: "read",
      name: "doctor",
      signal,
    });
    const took = now().getTime() - started;
    return [
      ok("platform", `${origin} responded with ${status} in ${took} ms`),
      ...clockFindings(headers.date, started + took / 2),
    ];
  } catch (error) {
    return [errorFinding("platform", error)];
  } finally {
    await network.close();
  }
}

function clockFindings(date: string | undefined, here: number): Finding[] {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return [];
  const skew = Math.round((here - there) / 1000);
  if (Math.abs(skew) * 1000 <= maxClockSkew) return [ok("clock", "in sync with the platform")];
  const what = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the platform's clock`;
  return [
    warning(
      "clock",
      what,
      "Correct this computer's clock. Otherwise tokens are refreshed too early or too late.",
    ),
  ];
}
