import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { StoreTx } from "./store-tx.ts";

const settingName = "signingKey";

/** Returns the webhook signing key (PKCS 8 PEM), or undefined if none was generated yet. */
export function existingKey(tx: StoreTx): string | undefined {
  return tx.setting(settingName);
}

/** Returns the webhook signing key of this sandbox and generates it on first use. Needs a write transaction. */
export function signingKey(tx: StoreTx): string {
  const existing = existingKey(tx);
  if (existing !== undefined) return existing;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  tx.setSetting(settingName, privateKey);
  return privateKey;
}

/** Returns the public key (SPKI PEM) that receivers verify signatures with. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}
