import { existsSync } from "node:fs";
import { hasEnded } from "../../api/auth/tokens.ts";
import type { Actor } from "../../api/endpoint.ts";
import { sameSiteLine } from "../../cli/same-site.ts";
import type { Credential, CredentialKind, SignedIn } from "../../config/credentials.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { signInWords } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { detailColumns } from "../../output/field.ts";
import { defaults } from "../../sandbox/kernel/defaults.ts";

/** Prints the active identity from stored credentials. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const identity = await activeIdentity(context);
  await printIdentity(context, identity);
  if (identity.role === "none" && context.format === "table") {
    const signIn = sameSiteLine(context, ...signInWords(await context.choices.profile()));
    await context.notice(`Not signed in. To sign in, run: ${signIn}`);
  }
  return undefined;
}

/** One identity of a profile. Times are ISO text. */
export interface StoredIdentity {
  role: Actor | "unknown";
  /** How it was obtained, for display. */
  how: string;
  since?: string;
  /** When its access token expires; absent for an API key. */
  expires?: string;
  /** Whether till can refresh it without a new login. */
  renewable?: boolean;
  member?: { id?: string; email?: string };
  /** For a staff member of events; without `events`, they work for all events. */
  staff?: NonNullable<SignedIn["staff"]>;
  /** The platform signed the member out; the profile stays theirs until login or logout. */
  ended?: true;
  keptIn: string;
}

/** The active identity of a run, as printed by `till whoami`. */
export interface ActiveIdentity {
  /** `unknown` for TILL_ACCESS_TOKEN, whose owner is not known. */
  role: "none" | StoredIdentity["role"];
  /** True for a member; null if unknown. */
  loggedIn: boolean | null;
  profile: string;
  platform: string;
  site: string | null;
  clientId: string | null;
  member: { id?: string; email?: string } | null;
  staff: NonNullable<SignedIn["staff"]> | null;
  expires: string | null;
  renewable: boolean | null;
  how: string | null;
  keptIn: string | null;
  /** All identities of the profile. */
  identities: StoredIdentity[];
}

const signInMethods: Readonly<Record<string, string>> = {
  browser: "browser login",
  password: "email and password",
  registration: "registration",
  recovery: "password recovery",
  external: "external login, authorized by an API key",
  apiKey: "till login --api-key",
  app: "till login --app",
  staff: "staff login link",
};

/** Returns the active identity of this run, or the one for role `as`, from settings, environment and stored credentials. Sends no request. */
export async function activeIdentity(context: Context, as?: Actor): Promise<ActiveIdentity> {
  const profile = await context.choices.profile();
  const { name, platform, siteId, clientId } = profile;
  const requested = as ?? profile.role;
  const builtInIds = platform === "sandbox" ? defaults : undefined;
  const { value: command, source } = context.choices.setting("credentialCommand");
  const printed: StoredIdentity[] =
    command === null || profile.secrets.apiKey !== undefined || platform === "sandbox"
      ? []
      : [{ role: "admin", how: `credential command (${source})`, keptIn: "memory, for five minutes" }];
  const identities = [
    ...environmentIdentities(profile, context.environment),
    ...(await storedIdentities(context, profile)).filter(
      ({ role }) => role !== "admin" || printed.length === 0,
    ),
    ...printed,
  ];
  const builtIn: StoredIdentity = {
    role: "admin",
    how: "built-in sandbox API key",
    keptIn: "built in",
  };
  const main =
    requested === undefined
      ? identities[0]
      : [...identities, ...(builtInIds ? [builtIn] : [])].find(
          ({ role }) => role === requested || role === "unknown",
        );
  const role = main?.role ?? "none";
  return {
    role,
    loggedIn: role === "unknown" ? null : role === "member" && !main?.ended,
    profile: name,
    platform: typeof platform === "object" ? platform.baseUrl : platform,
    site: siteId ?? builtInIds?.siteId ?? null,
    clientId: clientId ?? builtInIds?.clientId ?? null,
    member: main?.member ?? null,
    staff: main?.staff ?? null,
    expires: main?.expires ?? null,
    renewable: main?.renewable ?? null,
    how: main?.how ?? null,
    keptIn: main?.keptIn ?? null,
    identities: builtInIds ? [...identities, builtIn] : identities,
  };
}

function environmentIdentities(
  { secrets }: EffectiveProfile,
  { keyFile }: Context["environment"],
): StoredIdentity[] {
  const keptIn = "environment";
  const source =
    keyFile === undefined ? { how: "TILL_API_KEY", keptIn } : { how: "TILL_API_KEY_FILE", keptIn: keyFile };
  return [
    ...(secrets.apiKey ? [{ role: "admin" as const, ...source }] : []),
    ...(secrets.accessToken ? [{ role: "unknown" as const, how: "TILL_ACCESS_TOKEN", keptIn }] : []),
  ];
}

/** Stored credentials in order of precedence: the first one is the active identity. */
const order: readonly [CredentialKind, Actor][] = [
  ["staff", "staff"],
  ["member", "member"],
  ["apiKey", "admin"],
  ["app", "admin"],
  ["visitor", "visitor"],
];

/** Returns the identities stored for the profile. Does not create the credentials file. */
async function storedIdentities(
  { paths, notice }: Context,
  profile: EffectiveProfile,
): Promise<StoredIdentity[]> {
  const file = paths.credentialsFile;
  const { credentials: key } = profile;
  if (key === undefined || !existsSync(file)) return [];
  const { openCredentials } = await import("../../config/credentials.ts");
  const store = openCredentials({ file, keychain: paths.keychain, notice: (text) => void notice(text) });
  try {
    const found: StoredIdentity[] = [];
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
  role: Actor,
  kind: CredentialKind,
  credential: Credential,
  keptIn: string,
): StoredIdentity {
  const { issuedAt, expiresAt, refreshToken, signedIn } = credential;
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const { memberId: id, email, staff } = signedIn ?? {};
  const member = { ...(id && { id }), ...(email && { email }) };
  return {
    role,
    how: signInMethods[signedIn?.how ?? ""] ?? (kind === "visitor" ? "created automatically" : "stored"),
    since: iso(signedIn?.at ?? issuedAt),
    ...(kind !== "apiKey" &&
      kind !== "staff" && { expires: iso(expiresAt), renewable: refreshToken !== undefined }),
    member: role === "member" ? member : undefined,
    staff,
    ended: role === "member" && hasEnded(credential) ? (true as const) : undefined,
    keptIn,
  };
}

const lines = detailColumns<ActiveIdentity>({
  role: {},
  loggedIn: { path: "loggedIn", label: "Signed in", value: signedInLabel },
  profile: { path: "profile", value: ({ profile, platform }) => `${profile} (${platform})` },
  site: {},
  member: { path: "member", value: memberLabel },
  "staff.name": { label: "Staff member" },
  "staff.scopes": {},
  "staff.events": {
    path: "staff.events",
    value: ({ staff }) => (staff ? (staff.events?.join(", ") ?? "all") : ""),
  },
  expires: { label: "Token expires", as: "time" },
  renewable: { path: "renewable", label: "Refresh", value: renewalLabel },
  how: { label: "Signed in with" },
  keptIn: { label: "Stored in" },
  availableRoles: { value: ({ identities }) => identities.map(({ role }) => role).join(", ") },
});

/** Prints an identity; the table omits empty values. */
async function printIdentity(context: Context, identity: ActiveIdentity): Promise<void> {
  const { format } = context;
  await context.printRecord(identity, {
    kind: "identity",
    fields: lines.filter(({ value }) => format !== "table" || (value(identity) ?? "") !== ""),
  });
}

/** Prints the identity after a sign-in: one sentence, or a record in other formats. */
export async function printSignedIn(context: Context, role: Actor): Promise<void> {
  const identity = await activeIdentity(context, role);
  const { format, globals, streams } = context;
  if (format !== "table" || globals.fields !== undefined) return await printIdentity(context, identity);
  const who = identity.staff?.name ?? identity.member?.email ?? identity.member?.id;
  const name = who === undefined ? identity.role : `${who} (${identity.role})`;
  await streams.stdout.write(`${sanitizeLine(`Signed in to profile ${identity.profile} as ${name}.`)}\n`);
}

/** Only members count as signed in on the site; for a key and for staff members the label would mislead. */
function signedInLabel({ loggedIn, role }: ActiveIdentity): string {
  if (role === "admin" || role === "staff") return "";
  return loggedIn === null ? "unknown" : loggedIn ? "yes" : "no";
}

function memberLabel({ member, role }: ActiveIdentity): string {
  if (role !== "member") return "";
  return [member?.email, member?.id].filter(Boolean).join(", ") || "unknown";
}

function renewalLabel({ renewable }: ActiveIdentity): string {
  if (renewable === null) return "";
  return renewable ? "automatic" : "none: sign in again when the token expires";
}
