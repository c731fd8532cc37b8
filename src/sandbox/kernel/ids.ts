import { sha256 } from "./sha256.ts";

/** A GUID (version 4 in shape) that depends on nothing but its arguments. */
export function guidOf(seed: string, name: string, count: number): string {
  return guidFrom(sha256(`${seed}:${name}:${count}`));
}

/** A GUID that tells two things apart, and that anybody might guess. */
export function randomGuid(): string {
  return guidFrom(Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join(""));
}

function guidFrom(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
