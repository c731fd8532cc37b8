import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { memo } from "../../kernel/memo.ts";
import type { StoreTx } from "./tx.ts";

const settingName = "signingKey";

/** Returns the webhook signing key (PKCS 8 PEM), or undefined if none was generated yet. */
export function existingKey(tx: StoreTx): string | undefined {
  return tx.setting(settingName);
}

/** Returns the webhook signing key of this sandbox, which gets one on first use, in a write transaction. */
export function signingKey(tx: StoreTx): string {
  const existing = existingKey(tx);
  if (existing !== undefined) return existing;
  const key = createKey("rsa");
  tx.setSetting(settingName, key);
  return key;
}

/** Returns the public key (SPKI PEM) that receivers verify signatures with. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}

/** Creates the key of all sandboxes in this process that have none: it takes longer than opening fifty test shops. */
const createKey = memo((type: "rsa"): string => {
  const { privateKey } = generateKeyPairSync(type, {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return privateKey;
});
