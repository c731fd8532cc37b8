import { createRequire } from "node:module";
import { isExecutable } from "../kernel/installation.ts";

/** A store of the operating system for small secrets. Its functions throw if it does not answer. */
export interface Keychain {
  /** What the system calls it. */
  readonly name: string;
  read(account: string): string | undefined;
  write(account: string, secret: string): void;
}

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "macOS Keychain",
  win32: "Windows Credential Manager",
};

/**
 * Returns the keychain of the system, or undefined if its package is not installed: it is an optional dependency with
 * native code, which the single executable does not contain.
 */
export function systemKeychain(): Keychain | undefined {
  if (isExecutable()) return undefined;
  const load = createRequire(import.meta.url);
  let Entry: typeof import("@napi-rs/keyring").Entry;
  try {
    ({ Entry } = load("@napi-rs/keyring") as typeof import("@napi-rs/keyring"));
  } catch {
    return undefined;
  }
  // On Linux the package would fall back to the kernel's keyring, which forgets everything when the machine restarts.
  const entry = (account: string) => new Entry("till", account, { linux: { store: "secret-service" } });
  return {
    name: names[process.platform] ?? "Secret Service",
    read: (account) => entry(account).getPassword() ?? undefined,
    write: (account, secret) => entry(account).setPassword(secret),
  };
}
