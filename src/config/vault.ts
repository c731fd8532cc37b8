import { createRequire } from "node:module";
import { nodeCrypto } from "../kernel/crypto.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { isExecutable } from "../kernel/installation.ts";

/** Encrypts the secrets of one file with a key that the system keychain holds. */
export interface Vault {
  /** Returns a secret as it is stored: encrypted if the keychain answers, else unchanged. */
  seal(secret: string): string;
  /** Returns a stored secret. Throws TillError (exit 4) if it is encrypted and the key is not available. */
  open(stored: string): string;
}

const mark = "sealed:1:";

/**
 * Returns the vault of a credentials file. Its key is one entry of the keychain, so that changes of credentials stay
 * transactions of the file, and a process asks the keychain once at most.
 */
export function openVault(file: string, keychain: boolean | Keychain): Vault {
  let known: { key: Buffer | undefined; why: string } | undefined;
  const find = () => {
    known ??= findKey(file, keychain);
    return known;
  };
  return {
    seal(secret) {
      const { key } = create(find(), file, keychain);
      if (key === undefined) return secret;
      known = { key, why: "" };
      const nonce = nodeCrypto().randomBytes(12);
      const cipher = nodeCrypto().createCipheriv("aes-256-gcm", key, nonce);
      const bytes = Buffer.concat([
        nonce,
        cipher.update(secret, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${mark}${bytes.toString("base64")}`;
    },
    open(stored) {
      if (!stored.startsWith(mark)) return stored;
      const { key, why } = find();
      if (key === undefined) throw unavailable(file, why);
      try {
        const bytes = Buffer.from(stored.slice(mark.length), "base64");
        const decipher = nodeCrypto().createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
      } catch {
        throw unavailable(file, "its key is not the one that encrypted them");
      }
    },
  };
}

/** Returns where new secrets of a credentials file are kept, or why not in the keychain. */
export function secretsPlace(
  file: string,
  keychain: boolean | Keychain,
): { keychain: string } | { file: string } {
  const system = keychainOf(keychain);
  if (system === undefined) return { file: noKeychain(keychain) };
  try {
    system.read(file);
    return { keychain: system.name };
  } catch (error) {
    return { file: `${system.name} does not answer: ${messageOf(error)}` };
  }
}

function keychainOf(keychain: boolean | Keychain): Keychain | undefined {
  return typeof keychain === "object" ? keychain : keychain ? systemKeychain() : undefined;
}

function noKeychain(keychain: boolean | Keychain): string {
  if (keychain === false) return "turned off by TILL_HOME or TILL_KEYCHAIN";
  return isExecutable()
    ? "not available in the single executable"
    : "the package @napi-rs/keyring is not installed";
}

function findKey(file: string, keychain: boolean | Keychain): { key: Buffer | undefined; why: string } {
  const system = keychainOf(keychain);
  if (system === undefined) return { key: undefined, why: noKeychain(keychain) };
  try {
    const stored = system.read(file);
    return stored === undefined
      ? { key: undefined, why: `${system.name} has no key for this file` }
      : { key: Buffer.from(stored, "base64"), why: "" };
  } catch (error) {
    return { key: undefined, why: `${system.name} does not answer: ${messageOf(error)}` };
  }
}

/** Creates the key if the keychain has none, and reads it back. */
function create(
  found: { key: Buffer | undefined },
  file: string,
  keychain: boolean | Keychain,
): { key: Buffer | undefined } {
  const system = keychainOf(keychain);
  if (found.key !== undefined || system === undefined) return found;
  try {
    if (system.read(file) === undefined) system.write(file, nodeCrypto().randomBytes(32).toString("base64"));
    return findKey(file, system);
  } catch {
    return found;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unavailable(file: string, why: string): TillError {
  return new TillError(
    exitCodes.auth,
    `The secrets in ${file} are encrypted, and their key is not available: ${why}.`,
    {
      code: "KEYCHAIN_UNAVAILABLE",
      hint: "Unlock the system keychain and run this again, or sign in again: till login",
    },
  );
}

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
function systemKeychain(): Keychain | undefined {
  if (isExecutable()) return undefined;
  const load = createRequire(import.meta.url);
  let Entry: typeof import("@napi-rs/keyring").Entry;
  try {
    ({ Entry } = load("@napi-rs/keyring") as typeof import("@napi-rs/keyring"));
  } catch {
    return undefined;
  }
  // On Linux the package would fall back to the kernel's keyring, which forgets everything when the computer restarts.
  const entry = (account: string) => new Entry("till", account, { linux: { store: "secret-service" } });
  return {
    name: names[process.platform] ?? "Secret Service",
    read: (account) => entry(account).getPassword() ?? undefined,
    write: (account, secret) => entry(account).setPassword(secret),
  };
}
