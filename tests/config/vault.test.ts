import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCredentials } from "../../src/config/credentials.ts";
import { type Keychain, secretsPlace } from "../../src/config/vault.ts";
import { temporaryFolder } from "../support/folders.ts";

const secret = "canary-8d1f";
const credential = {
  accessToken: secret,
  refreshToken: `${secret}-refresh`,
  issuedAt: 1,
  expiresAt: 9_999_999_999,
};

function newFile(): string {
  const folder = temporaryFolder();
  return join(folder, "credentials.db");
}

/** A keychain in memory that counts reads; `locked` makes it fail. */
function memoryKeychain() {
  const entries = new Map<string, string>();
  const state = { locked: false, reads: 0 };
  const answer = () => {
    if (state.locked) throw new Error("the keychain is locked");
  };
  const keychain: Keychain = {
    name: "Test Keychain",
    read(account) {
      answer();
      state.reads += 1;
      return entries.get(account);
    },
    write(account, value) {
      answer();
      entries.set(account, value);
    },
  };
  return { keychain, entries, state };
}

function open(file: string, keychain: Keychain | false) {
  const store = openCredentials({ file, keychain, notice: () => {} });
  onTestFinished(() => store.close());
  return store;
}

/** Returns the bytes of the database and its side file. */
const bytesOf = (file: string) => readFileSync(file, "latin1") + readFileSync(`${file}-wal`, "latin1");

test("with a keychain the file holds no secret, and every process of the user reads it", async () => {
  const file = newFile();
  const { keychain, entries } = memoryKeychain();
  await open(file, keychain).update("shop", "member", async () => credential);
  expect(await open(file, keychain).get("shop", "member")).toEqual(credential);
  expect(entries.size).toBe(1);
  expect(bytesOf(file)).not.toContain(secret);
  expect([...entries.values()].join()).not.toContain(secret);
});

test("one process asks the keychain once to read", async () => {
  const file = newFile();
  const { keychain, state } = memoryKeychain();
  await open(file, keychain).update("shop", "member", async () => credential);
  const store = open(file, keychain);
  state.reads = 0;
  for (let round = 0; round < 3; round++) await store.get("shop", "member");
  expect(state.reads).toBe(1);
});

test("without an answer secrets are kept in the private file, and are read later with a keychain", async () => {
  const file = newFile();
  const { keychain, state } = memoryKeychain();
  state.locked = true;
  await open(file, keychain).update("shop", "apiKey", async () => credential);
  expect(bytesOf(file)).toContain(secret);
  state.locked = false;
  const later = open(file, keychain);
  expect(await later.get("shop", "apiKey")).toEqual(credential);
  // The next change encrypts it.
  await later.update("shop", "apiKey", async () => ({ ...credential, issuedAt: 2 }));
  expect(await open(file, keychain).get("shop", "apiKey")).toEqual({ ...credential, issuedAt: 2 });
  await expect(open(file, false).get("shop", "apiKey")).rejects.toThrow("turned off by TILL_HOME");
});

test("a keychain that does not answer any more ends a read with exit 4, and signing in again or out works", async () => {
  const file = newFile();
  const { keychain, entries, state } = memoryKeychain();
  await open(file, keychain).update("shop", "member", async () => credential);
  state.locked = true;
  await expect(open(file, keychain).get("shop", "member")).rejects.toMatchObject({
    exitCode: 4,
    code: "KEYCHAIN_UNAVAILABLE",
    message: expect.stringContaining("the keychain is locked"),
  });
  await open(file, keychain).update("shop", "member", async () => ({ ...credential, accessToken: "new" }));
  expect(await open(file, keychain).get("shop", "member")).toMatchObject({ accessToken: "new" });

  state.locked = false;
  await open(file, keychain).update("shop", "member", async () => credential);
  entries.clear();
  const store = open(file, keychain);
  await expect(store.get("shop", "member")).rejects.toThrow("has no key for this file");
  await store.update("shop", "member", async () => undefined);
  expect(await store.kinds("shop")).toEqual([]);
});

test("a token that is not the rejected one stays when it is encrypted", async () => {
  const file = newFile();
  const { keychain } = memoryKeychain();
  const store = open(file, keychain);
  await store.update("shop", "member", async () => credential);
  expect(await store.clear("shop", "member", "another")).toBe(false);
  expect(await store.clear("shop", "member", secret)).toBe(true);
});

test("the place of secrets is the keychain, or the file with the reason", () => {
  const { keychain, state } = memoryKeychain();
  expect(secretsPlace("/f", keychain)).toEqual({ keychain: "Test Keychain" });
  state.locked = true;
  expect(secretsPlace("/f", keychain)).toEqual({
    file: "Test Keychain does not answer: the keychain is locked",
  });
  expect(secretsPlace("/f", false)).toEqual({ file: "turned off by TILL_HOME or TILL_KEYCHAIN" });
});
