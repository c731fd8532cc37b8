import type { Endpoint, Role } from "../../api/endpoint.ts";
import { nodeCrypto } from "../../kernel/crypto.ts";
import { seededId } from "../kernel/ids.ts";
import { type Caller, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { requireScope, staffByAccessToken, staffCaller } from "../staff/index.ts";

/** The subject of a token: a visitor, a member, or the app as it is installed on the site. */
export interface Subject {
  role: Exclude<Role, "admin"> | "app";
  id: string;
  /** The login, or the visitor's first token. The token ends with it. */
  session: string;
  /** The visitor before the member's login. */
  visitor?: string | undefined;
}

interface TokenRow {
  kind: "access" | "refresh";
  role: Subject["role"];
  subject: string;
  expires_at: number | null;
  session: string;
  visitor: string | null;
  used: number;
}

/** Creates a visitor with a deterministic id. */
export function newVisitor(tx: StoreTx): Subject {
  const id = seededId(tx, "visitor", tx.next("visitor"));
  return { role: "visitor", id, session: nodeCrypto().randomBytes(16).toString("base64url") };
}

/** Returns the ID of the app's instance on the site. */
export const instanceIdOf = (tx: StoreTx): string => seededId(tx, "instance");

/** Issues an access token and returns it with its lifetime in seconds. */
export function issueAccessToken(tx: StoreTx, subject: Subject): { value: string; lifetime: number } {
  const lifetime = Number(tx.setting("tokenLifetime"));
  const value = accessToken(tx, subject, lifetime);
  saveToken(tx, value, "access", subject, seconds(tx) + lifetime);
  tx.db.prepare("DELETE FROM token WHERE expires_at < ?").run(seconds(tx) - 86_400);
  return { value, lifetime };
}

/**
 * Returns an access token in the platform's form, `OauthNG.JWS.<header>.<payload>.<signature>`: storefronts read the site
 * and the instance from it. Nobody but the platform can check its signature, which is random here.
 */
function accessToken(tx: StoreTx, { role, id, visitor }: Subject, lifetime: number): string {
  const issued = seconds(tx);
  const instance = {
    instanceId: instanceIdOf(tx),
    appDefId: tx.setting("clientId"),
    signDate: new Date(issued * 1000).toISOString(),
    expirationDate: new Date((issued + lifetime) * 1000).toISOString(),
    metaSiteId: tx.setting("siteId"),
    ...(role === "member" && { uid: id, siteMemberId: id, aid: visitor }),
    ...(role === "visitor" && { aid: id }),
  };
  const parts = [
    { kid: "till-sandbox", alg: "HS256" },
    { data: JSON.stringify({ instance }), iat: issued, exp: issued + lifetime },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return ["OauthNG", "JWS", ...parts, nodeCrypto().randomBytes(32).toString("base64url")].join(".");
}

/** Issues a refresh token. It does not expire. */
export function issueRefreshToken(tx: StoreTx, subject: Subject): string {
  const value = `JWS.${nodeCrypto().randomBytes(32).toString("base64url")}`;
  saveToken(tx, value, "refresh", subject, null);
  return value;
}

/** Returns the subject of a refresh token and whether it was used, or undefined if it is unknown. */
export function refreshSubject(tx: StoreTx, value: string): { subject: Subject; used: boolean } | undefined {
  const row = findToken(tx, value);
  return row?.kind === "refresh" ? { subject: subjectOf(row), used: row.used > 0 } : undefined;
}

/** Returns whose a valid access token is, and when it was issued and expires in seconds since 1970; else undefined. */
export function describeToken(
  tx: StoreTx,
  value: string,
): (Subject & { issued: number; expires: number }) | undefined {
  const row = findToken(tx, value);
  if (row?.kind !== "access" || row.expires_at === null || row.expires_at <= seconds(tx)) return undefined;
  const { expires_at: expires } = row;
  return { ...subjectOf(row), expires, issued: expires - Number(tx.setting("tokenLifetime")) };
}

/** Revokes a token. */
export function revokeToken(tx: StoreTx, value: string): void {
  tx.db.prepare("DELETE FROM token WHERE value = ?").run(value);
}

/** Marks a refresh token as used, to detect reuse. */
export function markUsed(tx: StoreTx, value: string): void {
  tx.db.prepare("UPDATE token SET used = 1 WHERE value = ?").run(value);
}

/** Revokes every token of a login session. */
export function revokeTokensOf(tx: StoreTx, session: string): void {
  tx.db.prepare("DELETE FROM token WHERE session = ?").run(session);
}

/** Revokes every token of a member except those of one session. */
export function revokeTokensOfMember(tx: StoreTx, memberId: string, except = ""): void {
  tx.db
    .prepare("DELETE FROM token WHERE role = 'member' AND subject = ? AND session <> ?")
    .run(memberId, except);
}

/** Returns the login session of the member's token in an Authorization header. */
export function memberSession(tx: StoreTx, header: string | undefined): string | undefined {
  const rows = credentialsOf(header).map((one) => findToken(tx, one));
  return rows.find((row) => row?.role === "member")?.session;
}

/**
 * Returns the caller of an Authorization header: an API key, a token, or `<token>,<api key>`, optionally after `Bearer `.
 * Throws PlatformError 401 if it is missing, unknown or expired.
 */
export function identify(tx: StoreTx, header: string | undefined): Caller {
  const parts = credentialsOf(header);
  if (parts.length === 0) throw unauthenticated("The Authorization header is missing");
  const callers = parts.map((part) => callerOf(tx, part));
  const isAdmin = callers.some(({ role }) => role === "admin");
  return Object.assign({}, ...callers, isAdmin && { role: "admin" });
}

function credentialsOf(header: string | undefined): string[] {
  return (header ?? "")
    .replace(/^bearer +/i, "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

const ranks: Record<Role, number> = { visitor: 0, member: 1, admin: 2 };

/** Calls of members that guests make for what they did themselves, which their handlers check: the page after a checkout shows the order. */
const guestCalls: ReadonlySet<string> = new Set(["orders.get"]);

/** Throws PlatformError 403 if the caller's role is lower than the call requires, or a staff member lacks its scope. */
export function requireRole(caller: Caller, endpoint: Endpoint): void {
  const { role } = endpoint;
  if (caller.staff) {
    requireScope(caller.staff, endpoint);
    return;
  }
  if (ranks[caller.role] >= ranks[role] || guestCalls.has(endpoint.name)) return;
  const needed = role === "admin" ? "an API key" : "a signed-in member";
  throw new PlatformError(
    403,
    "PERMISSION_DENIED",
    `This call requires ${needed}; the caller is a ${caller.role}`,
  );
}

function callerOf(tx: StoreTx, credential: string): Caller {
  if (credential === tx.setting("apiKey")) return { role: "admin" };
  const row = findToken(tx, credential);
  const staff = row ? undefined : staffByAccessToken(tx, credential);
  if (staff) return staffCaller(staff);
  if (row?.kind !== "access") throw unauthenticated("The access token or API key is unknown");
  if (row.expires_at !== null && row.expires_at <= seconds(tx))
    throw unauthenticated("The access token has expired");
  if (row.role === "app") return { role: "admin" };
  const visitorId = row.role === "visitor" ? row.subject : row.visitor;
  return {
    role: row.role,
    memberId: row.role === "member" ? row.subject : undefined,
    visitorId: visitorId ?? undefined,
  };
}

const unauthenticated = (message: string) => new PlatformError(401, "UNAUTHENTICATED", message);

const seconds = (tx: StoreTx) => Math.floor(tx.wallTime.getTime() / 1000);

function findToken(tx: StoreTx, value: string): TokenRow | undefined {
  return tx.db.prepare("SELECT * FROM token WHERE value = ?").get<TokenRow>(value);
}

const subjectOf = ({ role, subject: id, session, visitor }: TokenRow): Subject => ({
  role,
  id,
  session,
  visitor: visitor ?? undefined,
});

function saveToken(
  tx: StoreTx,
  value: string,
  kind: TokenRow["kind"],
  { role, id, session, visitor = "" }: Subject,
  expires: number | null,
) {
  const columns = "value, kind, role, subject, session, visitor, expires_at";
  tx.db
    .prepare(`INSERT INTO token (${columns}) VALUES (?, ?, ?, ?, ?, nullif(?, ''), ?)`)
    .run(value, kind, role, id, session, visitor, expires);
}
