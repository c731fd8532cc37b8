import { hash } from "node:crypto";

/** Returns a deterministic GUID in version 4 format, derived from the arguments. */
export function guidOf(seed: string, name: string, count: number): string {
  const hex = hash("sha256", `${seed}:${name}:${count}`);
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
