import { nodeCrypto } from "../../kernel/crypto.ts";
import type { StoreTx } from "../kernel/tx.ts";

/** A completed login. Its tokens end with it. */
export interface Login {
  memberId: string;
}

/** A login that waits for a verification code or a second factor. */
export interface PendingLogin {
  memberId: string;
  for: "verification" | "mfa";
  /** The sent codes by factor (`EMAIL` for a verification). */
  codes: Readonly<Record<string, string>>;
  /** Failed attempts so far. */
  failures: number;
}

/** An authorization code grant, which a client can exchange for tokens once. */
export interface Grant {
  memberId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  /** The login session of the tokens. */
  session: string;
  /** The visitor before the login. */
  visitor: string | undefined;
  used: boolean;
}

/** The kinds of secrets and their data. */
interface Secrets {
  session: Login;
  state: PendingLogin;
  code: Grant;
  recovery: { memberId: string; returnTo: string | undefined };
  /** A device exempt from the second factor. */
  device: { memberId: string };
  /** The code of an app's installation. */
  installation: object;
  /** A form that can be submitted once. */
  form: { path: string };
}

const minute = 60;
const day = 24 * 60 * minute;
/** Lifetimes in seconds. */
const lifetimes: Record<keyof Secrets, number> = {
  session: 14 * day,
  state: 60 * minute,
  code: 10 * minute,
  recovery: 60 * minute,
  device: 30 * day,
  installation: 10 * minute,
  form: 60 * minute,
};

/** Issues a secret with its data. It expires by the sandbox clock. */
export function issueSecret<K extends keyof Secrets>(tx: StoreTx, kind: K, data: Secrets[K]): string {
  const value = `${kind === "session" || kind === "state" ? "JWS." : ""}${nodeCrypto().randomBytes(32).toString("base64url")}`;
  storeSecret(tx, kind, value, data);
  return value;
}

/** Stores data for a given value, such as a device. */
export function storeSecret<K extends keyof Secrets>(
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

/** Returns the data of a secret, or undefined if it does not exist or has expired. */
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

/** Updates the data of a secret without extending its lifetime. */
export function updateSecret(tx: StoreTx, value: string, data: Secrets[keyof Secrets]): void {
  tx.db.prepare("UPDATE secret SET data = ? WHERE value = ?").run(JSON.stringify(data), value);
}

/** Deletes a secret. */
export function deleteSecret(tx: StoreTx, value: string): void {
  tx.db.prepare("DELETE FROM secret WHERE value = ?").run(value);
}

/** Returns the data of a one-time secret and deletes it. */
export function consumeSecret<K extends keyof Secrets>(
  tx: StoreTx,
  kind: K,
  value: string | null | undefined,
): Secrets[K] | undefined {
  const data = findSecret(tx, kind, value);
  if (data && value) deleteSecret(tx, value);
  return data;
}

/** Deletes every secret of a member except one. */
export function deleteSecretsOf(tx: StoreTx, memberId: string, except = ""): void {
  tx.db
    .prepare("DELETE FROM secret WHERE json_extract(data, '$.memberId') = ? AND value <> ?")
    .run(memberId, except);
}
