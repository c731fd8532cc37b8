import { existsSync } from "node:fs";
import { hasEnded } from "../../api/auth/tokens.ts";
import type { Role } from "../../api/endpoint.ts";
import type { Credential, CredentialKind } from "../../config/credentials.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import type { Context } from "../../context/context.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { renderRecord } from "../../output/render.ts";
import { type Column, column } from "../../output/table.ts";
import { defaults } from "../../sandbox/kernel/defaults.ts";

/** One identity that a profile holds. Times are ISO text. */
export interface HeldIdentity {
  role: Role | "unknown";
  /** How it came to be, in words. */
  how: string;
  since?: string;
  /** When its access token ends; an API key has no end that we know. */
  expires?: string;
  /** Whether till can renew it without anybody's help. */
  renewable?: boolean;
  member?: { id?: string; email?: string };
  /** The platform signed the member out; the profile stays theirs until login or logout. */
  ended?: true;
  keptIn: string;
}

/** Who a profile is, without any request. */
export interface ActiveIdentity {
  /** `unknown` is a token of the environment, which does not say whose it is. */
  role: "none" | HeldIdentity["role"];
  /** Only a member is logged in; null where nobody knows. */
  loggedIn: boolean | null;
  profile: string;
  platform: string;
  site: string | null;
  clientId: string | null;
  member: { id?: string; email?: string } | null;
  expires: string | null;
  renewable: boolean | null;
  how: string | null;
  keptIn: string | null;
  /** Everything that the profile could act as. */
  identities: HeldIdentity[];
}

const signInMethods: Readonly<Record<string, string>> = {
  browser: "login in the browser",
  password: "login with e-mail and password",
  registration: "registration",
  recovery: "password recovery",
  external: "vouched for by an API key (external login)",
  apiKey: "till login --api-key",
};

/** What the settings, the environment and the credential store say about who this run is, or is as `as`. */
export async function activeIdentity(context: Context, as?: Role): Promise<ActiveIdentity> {
  const profile = await context.choices.profile();
  const { name, platform, siteId, clientId } = profile;
  const wanted = as ?? profile.role;
  const known = platform === "sandbox" ? defaults : undefined;
  const identities = [...environmentIdentities(profile), ...(await storedIdentities(context, profile))];
  const builtIn: HeldIdentity = {
    role: "admin",
    how: "built in: the sandbox's own key",
    keptIn: "the program",
  };
  const main =
    wanted === undefined
      ? identities[0]
      : [...identities, ...(known ? [builtIn] : [])].find(
          ({ role }) => role === wanted || role === "unknown",
        );
  const role = main?.role ?? "none";
  return {
    role,
    loggedIn: role === "unknown" ? null : role === "member" && !main?.ended,
    profile: name,
    platform: typeof platform === "object" ? platform.baseUrl : platform,
    site: siteId ?? known?.siteId ?? null,
    clientId: clientId ?? known?.clientId ?? null,
    member: main?.member ?? null,
    expires: main?.expires ?? null,
    renewable: main?.renewable ?? null,
    how: main?.how ?? null,
    keptIn: main?.keptIn ?? null,
    identities: known ? [...identities, builtIn] : identities,
  };
}

function environmentIdentities({ secrets }: EffectiveProfile): HeldIdentity[] {
  const keptIn = "the environment";
  return [
    ...(secrets.apiKey ? [{ role: "admin" as const, how: "TILL_API_KEY", keptIn }] : []),
    ...(secrets.accessToken ? [{ role: "unknown" as const, how: "TILL_ACCESS_TOKEN", keptIn }] : []),
  ];
}

/** The first of them is who the profile is: a person before a key, a key before a visitor. */
const order: readonly [CredentialKind, Role][] = [
  ["member", "member"],
  ["apiKey", "admin"],
  ["visitor", "visitor"],
];

/** What is stored for the profile. Looking creates nothing. */
async function storedIdentities(
  { paths, notice }: Context,
  profile: EffectiveProfile,
): Promise<HeldIdentity[]> {
  const file = paths.credentialsFile;
  const { credentials: key } = profile;
  if (key === undefined || !existsSync(file)) return [];
  const { openCredentials } = await import("../../config/credentials.ts");
  const store = openCredentials({ file, notice: (text) => void notice(text) });
  try {
    const found: HeldIdentity[] = [];
    for (const [kind, role] of order) {
      const credential = await store.get(key, kind);
      if (credential) found.push(describeCredential(role, kind, credential, file));
    }
    return found;
  } finally {
    store.close();
  }
}

function describeCredential(
  role: Role,
  kind: CredentialKind,
  credential: Credential,
  keptIn: string,
): HeldIdentity {
  const { issuedAt, expiresAt, refreshToken, signedIn } = credential;
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const { memberId: id, email } = signedIn ?? {};
  const member = { ...(id && { id }), ...(email && { email }) };
  return {
    role,
    how:
      signInMethods[signedIn?.how ?? ""] ??
      (kind === "visitor" ? "made by till when it was needed" : "stored"),
    since: iso(signedIn?.at ?? issuedAt),
    ...(kind !== "apiKey" && { expires: iso(expiresAt), renewable: refreshToken !== undefined }),
    ...(role === "member" && { member }),
    ...(role === "member" && hasEnded(credential) && { ended: true as const }),
    keptIn,
  };
}

const columns: readonly Column<ActiveIdentity>[] = [
  column("Role", ({ role }) => role, { path: "role" }),
  column("Logged in", ({ loggedIn }) => (loggedIn === null ? "unknown" : loggedIn ? "yes" : "no"), {
    path: "loggedIn",
  }),
  column("Profile", ({ profile, platform }) => `${profile} (${platform})`, { path: "profile" }),
  column("Site", ({ site }) => site ?? "", { path: "site" }),
  column("Member", memberLabel, { path: "member" }),
  column("Token ends", ({ expires }) => expires ?? "", { as: "time", path: "expires" }),
  column("Renewed", renewalLabel, { path: "renewable" }),
  column("Came by", ({ how }) => how ?? "", { path: "how" }),
  column("Kept in", ({ keptIn }) => keptIn ?? "", { path: "keptIn" }),
  column("Can act as", ({ identities }) => identities.map(({ role }) => role).join(", ")),
];

/** Prints who this run is; for people only what there is to say. */
export async function printIdentity(context: Context, who: ActiveIdentity): Promise<void> {
  const { streams, format, globals, now } = context;
  await renderRecord<ActiveIdentity>({
    streams,
    format,
    kind: "identity",
    fields: globals.fields,
    now: now(),
    columns: columns.filter(({ value }) => format !== "table" || value(who) !== ""),
    record: who,
  });
}

/** After a login: who that is now, in a sentence or as a record. */
export async function printSignedIn(context: Context, role: Role): Promise<void> {
  const who = await activeIdentity(context, role);
  const { format, globals, streams } = context;
  if (format !== "table" || globals.fields !== undefined) return await printIdentity(context, who);
  const email = who.member?.email ?? who.member?.id;
  const whom = email === undefined ? who.role : `${email} (${who.role})`;
  await streams.stdout.write(`${sanitiseLine(`Signed in to profile ${who.profile} as ${whom}.`)}\n`);
}

function memberLabel({ member, role }: ActiveIdentity): string {
  if (role !== "member") return "";
  return [member?.email, member?.id].filter(Boolean).join(", ") || "not told by the platform";
}

function renewalLabel({ renewable }: ActiveIdentity): string {
  if (renewable === null) return "";
  return renewable ? "by till, when it is due" : "no: sign in again when it ends";
}
