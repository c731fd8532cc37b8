import { existsSync } from "node:fs";
import { redactUrl } from "../kernel/text.ts";
import { openCredentials } from "./credentials.ts";

/** Returns whether the setting `journal` names a PostgreSQL database. */
export function isShared(journal: string): boolean {
  return /^postgres(ql)?:\/\//.test(journal);
}

/** Splits the address of a database into one without its password, and the password. */
export function splitPassword(address: string): { address: string; password?: string } {
  const match = /^(postgres(?:ql)?:\/\/[^:@/?#]*):([^@/]*)@/.exec(address);
  if (match === null) return { address };
  const [all, start = "", password = ""] = match;
  return { address: `${start}@${address.slice(all.length)}`, password };
}

/** Stores the password of an address with the credentials; undefined removes it. */
export async function keepPassword(
  address: string,
  password: string | undefined,
  credentialsFile: string,
): Promise<void> {
  if (password === undefined && !existsSync(credentialsFile)) return;
  const store = openCredentials({ file: credentialsFile, notice: () => {} });
  try {
    const issuedAt = Math.floor(Date.now() / 1000);
    await store.update(address, "journal", async () =>
      password === undefined ? undefined : { accessToken: password, issuedAt, expiresAt: Number.MAX_SAFE_INTEGER },
    );
  } finally {
    store.close();
  }
}

/** Returns an address with its password, which may be stored with the credentials. */
export async function withPassword(address: string, credentialsFile: string): Promise<string> {
  if (splitPassword(address).password !== undefined || !existsSync(credentialsFile)) return address;
  const store = openCredentials({ file: credentialsFile, notice: () => {} });
  try {
    const kept = await store.get(address, "journal");
    return kept === undefined ? address : address.replace("@", `:${kept.accessToken}@`);
  } finally {
    store.close();
  }
}

/** Returns an address as it may be shown. */
export const shownAddress = redactUrl;
