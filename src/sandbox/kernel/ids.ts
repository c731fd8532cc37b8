import { nodeCrypto } from "../../kernel/crypto.ts";

/** Returns a deterministic GUID in version 4 format, derived from the arguments. */
export function guidOf(seed: string, name: string, count: number): string {
  return guidFrom(nodeCrypto().hash("sha256", `${seed}:${name}:${count}`));
}

/** Returns a random GUID for a log entry. It is not secret: Math.random needs no node:crypto, which takes 5 ms to load. */
export function randomGuid(): string {
  return guidFrom(Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join(""));
}

function guidFrom(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
