import { createServer } from "node:net";
import { redirectUris } from "../../api/auth/redirect-uris.ts";
import { createNetwork } from "../../api/transport/network.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { lockState } from "../../config/profile-lock.ts";
import { findProfile } from "../../config/profiles.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { relativeTime } from "../../output/when.ts";
import { heldIdentities, platformWords } from "../../resources/profiles.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

/** The profile of this run, who is signed in, and whether its platform answers. */
export async function platformFindings(
  context: Context,
  profile: EffectiveProfile,
  offline: boolean,
): Promise<Finding[]> {
  const { paths, notice, now } = context;
  const { name, platform, siteId, clientId, credentials } = profile;
  const facts = [
    platformWords(platform),
    ...(siteId ? [`site ${siteId}`] : []),
    ...(clientId ? [`app ${clientId}`] : []),
  ];
  const found = [fine("profile", `${name}: ${facts.join(", ")}`)];
  if (platform === "sandbox")
    return [...found, fine("platform", "the sandbox is in this process: nothing leaves the machine")];
  if (credentials !== undefined) {
    const stored = findProfile(settingsFile(paths.settingsFile, (text) => void notice(text)).read(), name);
    const { locked, until } = lockState(stored, now());
    if (locked) found.push(fine("lock", "locked: nothing writes through this profile"));
    if (until)
      found.push(warning("lock", `open; closes ${relativeTime(until, now())}`, `till profiles lock ${name}`));
  }
  return [
    ...found,
    ...(await identities(context, profile)),
    ...(clientId === undefined ? [] : [await redirects(clientId)]),
    ...(offline ? [] : await reachable(context, platform === "hosted" ? hosted : platform.baseUrl)),
  ];
}

const hosted = "https://www.wixapis.com";

async function identities({ paths, notice, now }: Context, profile: EffectiveProfile): Promise<Finding[]> {
  const check = "sign-in";
  const { secrets, credentials, name, clientId, siteId } = profile;
  if (secrets.apiKey !== undefined) {
    const what = "an API key comes from TILL_API_KEY; nothing is stored";
    return [
      siteId === undefined
        ? warning(check, what, "Say which site it is for: TILL_SITE_ID, or --site")
        : fine(check, what),
    ];
  }
  if (secrets.accessToken !== undefined)
    return [fine(check, "an access token comes from TILL_ACCESS_TOKEN; nothing is stored")];
  const held =
    credentials === undefined
      ? []
      : await heldIdentities(paths.credentialsFile, credentials, (text) => void notice(text));
  const login = `till login --profile ${name}`;
  if (held.length === 0) {
    const todo = clientId === undefined ? `${login} --api-key` : login;
    return [warning(check, "nobody is signed in; visitors are made when they are needed", todo)];
  }
  return held.map(({ kind, expiresAt, renewable }) => {
    const what = kind === "apiKey" ? "API key" : kind === "pending" ? "a login that waits for a code" : kind;
    if (expiresAt === null) return fine(check, `${what}, does not end`);
    const end = new Date(expiresAt);
    if (end > now()) return fine(check, `${what}, ends ${relativeTime(end, now())}`);
    if (renewable) return fine(check, `${what}, ended ${relativeTime(end, now())}; the next call renews it`);
    return warning(check, `${what}, ended ${relativeTime(end, now())} and cannot be renewed`, login);
  });
}

/** Where a login comes back to, and whether one of these ports is free. */
async function redirects(clientId: string): Promise<Finding> {
  const free = await Promise.all(redirectUris.map((uri) => isFree(Number(new URL(uri).port))));
  const what = `to register with the app ${clientId}: ${redirectUris.join(" ")}`;
  if (free.includes(true)) return fine("redirect URIs", what);
  const todo = "Other programs use all of these ports: end one, or sign in with: till login --no-browser";
  return warning("redirect URIs", what, todo);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}

/** Clocks that differ by less (milliseconds) do no harm. */
const tolerated = 60_000;

/** Asks the platform for its time, once and without credentials. */
async function reachable(context: Context, baseUrl: string): Promise<Finding[]> {
  const { environment, notice, now, signal } = context;
  const { origin } = new URL(baseUrl);
  await notice(`Asking ${origin} for its time …`);
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
      fine("platform", `${origin} answers (${status}) in ${took} ms`),
      ...clock(headers.date, started + took / 2),
    ];
  } catch (error) {
    return [failure("platform", error)];
  } finally {
    await network.close();
  }
}

function clock(date: string | undefined, here: number): Finding[] {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return [];
  const skew = Math.round((here - there) / 1000);
  // The header has no fractions of a second.
  if (Math.abs(skew) * 1000 <= tolerated) return [fine("clock", "as that of the platform")];
  const what = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the platform's`;
  return [warning("clock", what, "Set this machine's clock: tokens would be renewed too early or too late.")];
}
