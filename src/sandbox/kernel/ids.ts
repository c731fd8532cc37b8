import { nodeCrypto } from "../../kernel/crypto.ts";
import type { Tx } from "./tx.ts";

/** Returns a deterministic GUID in version 4 format, derived from the arguments. */
export function guidOf(seed: string, name: string, count: number): string {
  return guidFrom(nodeCrypto().hash("sha256", `${seed}:${name}:${count}`));
}

/** Returns a GUID that is derived from the seed of the sandbox and a name, and so stays the same. */
export const seededId = (tx: Pick<Tx, "setting">, name: string, count = 1): string =>
  guidOf(tx.setting("seed"), name, count);

/** Returns the contact ID of an email address, in any case of letters. The sandbox has no contacts, only their IDs. */
export const contactIdOf = (tx: Pick<Tx, "setting">, email: string): string =>
  seededId(tx, `contact ${email.trim().toLowerCase()}`);

/** Returns an email address with its contact ID. */
export const contactOf = (tx: Pick<Tx, "setting">, email: string | null | undefined) =>
  email ? { email, contactId: contactIdOf(tx, email) } : undefined;

/** Returns a random GUID for a log entry. It is not secret: Math.random needs no node:crypto, which takes 5 ms to load. */
export function randomGuid(): string {
  const digits = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return guidFrom(digits() + digits() + digits() + digits());
}

function guidFrom(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
