import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { StoreTx } from "./store-tx.ts";

const settingName = "signingKey";

/** The key that webhooks are signed with, PKCS 8 PEM; undefined where none was made yet. */
export function knownKey(tx: StoreTx): string | undefined {
  return tx.setting(settingName);
}

/** The key that webhooks are signed with: made on first use, of this sandbox alone. Needs a write transaction. */
export function signingKey(tx: StoreTx): string {
  const known = knownKey(tx);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  tx.setSetting(settingName, privateKey);
  return privateKey;
}

/** The public half, SPKI PEM: what a receiver verifies with. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}
