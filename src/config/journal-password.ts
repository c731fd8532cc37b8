import { existsSync } from "node:fs";
import { openCredentials } from "./credentials.ts";
import { splitPassword } from "./journal-address.ts";
import type { Paths } from "./paths.ts";

type SecretFile = Pick<Paths, "credentialsFile" | "keychain">;

/** Stores the password of an address with the credentials; undefined removes it. */
export async function keepPassword(
  address: string,
  password: string | undefined,
  { credentialsFile: file, keychain }: SecretFile,
): Promise<void> {
  if (password === undefined && !existsSync(file)) return;
  const store = openCredentials({ file, keychain, notice: () => {} });
  try {
    const issuedAt = Math.floor(Date.now() / 1000);
    await store.update(address, "journal", async () =>
      password === undefined
        ? undefined
        : { accessToken: password, issuedAt, expiresAt: Number.MAX_SAFE_INTEGER },
    );
  } finally {
    store.close();
  }
}

/** Returns an address with its password, which may be stored with the credentials. */
export async function withPassword(
  address: string,
  { credentialsFile: file, keychain }: SecretFile,
): Promise<string> {
  if (splitPassword(address).password !== undefined || !existsSync(file)) return address;
  const store = openCredentials({ file, keychain, notice: () => {} });
  try {
    const kept = await store.get(address, "journal");
    return kept === undefined ? address : address.replace("@", `:${kept.accessToken}@`);
  } finally {
    store.close();
  }
}
