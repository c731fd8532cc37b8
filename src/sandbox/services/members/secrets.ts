import { randomBytes } from "node:crypto";
import type { StoreTx } from "../../kernel/store-tx.ts";

/** A login that a browser or program has finished; tokens that grow from it end with it. */
export interface Login {
  memberId: string;
}

/** A login that waits for something: a code, a second factor. */
export interface Waiting {
  memberId: string;
  for: "verification" | "mfa";
  /** The codes that were sent, by factor (`EMAIL` for a verification). */
  codes: Readonly<Record<string, string>>;
  /** Wrong answers so far. */
  wrong: number;
}

/** What a client may exchange for tokens, once. */
export interface Grant {
  memberId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  /** The login that the tokens will belong to. */
  session: string;
  /** The visitor that the member was until now. */
  visitor: string | undefined;
  used: boolean;
}

/** Everything that proves something by being known, what stands behind it, and how many seconds it lives. */
interface Secrets {
  session: Login;
  state: Waiting;
  code: Grant;
  recovery: { memberId: string; returnTo: string | undefined };
  /** A device that needs no second factor. */
  device: { memberId: string };
  /** A form of a page that may be sent once. */
  form: { about: string };
}

const minute = 60;
const day = 24 * 60 * minute;
const lifetimes: Record<keyof Secrets, number> = {
  session: 14 * day,
  state: 60 * minute,
  code: 10 * minute,
  recovery: 60 * minute,
  device: 30 * day,
  form: 60 * minute,
};

/** Makes a secret and keeps what stands behind it. It lives by the sandbox clock. */
export function issueSecret<K extends keyof Secrets>(tx: StoreTx, kind: K, data: Secrets[K]): string {
  const value = `${kind === "session" || kind === "state" ? "JWS." : ""}${randomBytes(32).toString("base64url")}`;
  keepSecret(tx, kind, value, data);
  return value;
}

/** Keeps what stands behind a value that is known already, such as a device and its member. */
export function keepSecret<K extends keyof Secrets>(
  tx: StoreTx,
  kind: K,
  value: string,
  data: Secrets[K],
): void {
  const now = tx.now.toISOString();
  tx.db.prepare("DELETE FROM secret WHERE expires_at < ?").run(now);
  const expires = new Date(tx.now.getTime() + lifetimes[kind] * 1000).toISOString();
  tx.db
    .prepare("INSERT OR REPLACE INTO secret VALUES (?, ?, ?, ?)")
    .run(value, kind, JSON.stringify(data), expires);
}

/** What stands behind a secret, or undefined where it is none, or none any more. */
export function findSecret<K extends keyof Secrets>(
  tx: StoreTx,
  kind: K,
  value: string | null | undefined,
): Secrets[K] | undefined {
  const row = tx.db
    .prepare("SELECT data FROM secret WHERE value = ? AND kind = ? AND expires_at > ?")
    .get<{ data: string }>(value ?? "", kind, tx.now.toISOString());
  return row && (JSON.parse(row.data) as Secrets[K]);
}

/** Changes what stands behind a secret; it lives no longer for that. */
export function changeSecret(tx: StoreTx, value: string, data: Secrets[keyof Secrets]): void {
  tx.db.prepare("UPDATE secret SET data = ? WHERE value = ?").run(JSON.stringify(data), value);
}

/** Ends a secret. */
export function dropSecret(tx: StoreTx, value: string): void {
  tx.db.prepare("DELETE FROM secret WHERE value = ?").run(value);
}

/** What stands behind a secret that serves once, ended. */
export function takeSecret<K extends keyof Secrets>(
  tx: StoreTx,
  kind: K,
  value: string | null | undefined,
): Secrets[K] | undefined {
  const data = findSecret(tx, kind, value);
  if (data && value) dropSecret(tx, value);
  return data;
}

/** Ends every secret of a member, but for the one given. */
export function dropSecretsOf(tx: StoreTx, memberId: string, except = ""): void {
  tx.db
    .prepare("DELETE FROM secret WHERE json_extract(data, '$.memberId') = ? AND value <> ?")
    .run(memberId, except);
}
