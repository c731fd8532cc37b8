import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { StoreTx } from "./store-tx.ts";

const settingName = "signingKey";

/** Returns the webhook signing key (PKCS 8 PEM), or undefined if none was generated yet. */
export function existingKey(tx: StoreTx): string | undefined {
  return tx.setting(settingName);
}

/** Returns the webhook signing key of this sandbox. On first use takes `created` or creates one, in a write transaction. */
export function signingKey(tx: StoreTx, created?: string): string {
  const existing = existingKey(tx);
  if (existing !== undefined) return existing;
  const key = created ?? createKey();
  tx.setSetting(settingName, key);
  return key;
}

/** Returns the public key (SPKI PEM) that receivers verify signatures with. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}

function createKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return privateKey;
}
