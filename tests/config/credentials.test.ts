import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Credential, memoryCredentials, openCredentials } from "../../src/config/credentials.ts";
import { temporaryFolder } from "../support/folders.ts";

function folder(): string {
  const path = temporaryFolder();
  return path;
}

function open(file: string, lockTimeout?: number) {
  const notices: string[] = [];
  const store = openCredentials({
    file,
    notice: (message) => notices.push(message),
    ...(lockTimeout !== undefined && { lockTimeout }),
  });
  onTestFinished(() => store.close());
  return { store, notices };
}

const credential = (accessToken: string, expiresAt = 9_999_999_999): Credential => ({
  accessToken,
  refreshToken: `${accessToken}-refresh`,
  issuedAt: 1,
  expiresAt,
});

const mode = (path: string) => statSync(path).mode & 0o777;

const stores = {
  file: () => open(join(folder(), "credentials.db")).store,
  memory: () => memoryCredentials(),
};

for (const [name, make] of Object.entries(stores)) {
  test(`${name}: profiles and kinds are kept apart; undefined removes`, async () => {
    const store = make();
    await store.update("a", "visitor", async () => credential("v"));
    await store.update("a", "member", async () => ({ accessToken: "m", issuedAt: 1, expiresAt: 2 }));
    expect(await store.get("a", "visitor")).toEqual(credential("v"));
    expect(await store.get("a", "member")).toEqual({ accessToken: "m", issuedAt: 1, expiresAt: 2 });
    expect(await store.get("b", "visitor")).toBeUndefined();
    expect(await store.kinds("a")).toEqual(["member", "visitor"]);
    expect(await store.update("a", "visitor", async () => undefined)).toBeUndefined();
    expect(await store.kinds("a")).toEqual(["member"]);
  });

  test(`${name}: a change that throws changes nothing, and the next one gets its turn`, async () => {
    const store = make();
    await store.update("a", "member", async () => credential("old"));
    const failing = store.update("a", "member", () => Promise.reject(new Error("no response")));
    const next = store.update("a", "member", async (current) => credential(`${current?.accessToken}+`));
    await expect(failing).rejects.toThrow("no response");
    expect(await next).toEqual(credential("old+"));
  });

  test(`${name}: changes come one after the other, each seeing the one before`, async () => {
    const store = make();
    const add = () =>
      store.update("a", "member", async (current) => {
        await new Promise(setImmediate);
        return credential(`${current?.accessToken ?? ""}x`);
      });
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await store.get("a", "member"))?.accessToken).toBe("x".repeat(10));
  });

  test(`${name}: only the rejected token is cleared`, async () => {
    const store = make();
    await store.update("a", "member", async () => credential("new"));
    expect(await store.clear("a", "member", "old")).toBe(false);
    expect(await store.get("a", "member")).toEqual(credential("new"));
    expect(await store.clear("a", "member", "new")).toBe(true);
    expect(await store.get("a", "member")).toBeUndefined();
    expect(await store.clear("a", "member", "new")).toBe(false);
  });

  test(`${name}: an abort while waiting ends the wait with its reason`, async () => {
    const store = make();
    const reason = new Error("Ctrl-C");
    const waiting = store.update("a", "member", async () => credential("x"), AbortSignal.abort(reason));
    await expect(waiting).rejects.toBe(reason);
    expect(await store.get("a", "member")).toBeUndefined();
  });
}

test("creates the file with mode 0600 in a folder with mode 0700, including SQLite's side files", async () => {
  const file = join(folder(), "deep", "till", "credentials.db");
  const { store } = open(file);
  await store.update("a", "member", async () => credential("x"));
  expect(mode(join(file, ".."))).toBe(0o700);
  const names = readdirSync(join(file, "..")).sort();
  expect(names).toEqual(["credentials.db", "credentials.db-shm", "credentials.db-wal"]);
  for (const name of names) expect(mode(join(file, "..", name))).toBe(0o600);
});

test("repairs wider modes", async () => {
  const home = join(folder(), "till");
  const file = join(home, "credentials.db");
  mkdirSync(home, { mode: 0o755 });
  writeFileSync(file, "", { mode: 0o644 });
  chmodSync(home, 0o755);
  open(file);
  expect([mode(home), mode(file)]).toEqual([0o700, 0o600]);
});

test("rejects a symbolic link and does not change its target", () => {
  const home = folder();
  const target = join(home, "target");
  writeFileSync(target, "precious", { mode: 0o644 });
  symlinkSync(target, join(home, "credentials.db"));
  expect(() => open(join(home, "credentials.db"))).toThrow(/is a symbolic link/);
  expect(readFileSync(target, "utf8")).toBe("precious");
  expect(mode(target)).toBe(0o644);
  mkdirSync(join(home, "folder.db"));
  expect(() => open(join(home, "folder.db"))).toThrow(/is not a file/);
});

test("renames a damaged or truncated file with a notice, and initializes an empty one", async () => {
  const home = folder();
  const file = join(home, "credentials.db");
  const first = openCredentials({ file, notice: () => {} });
  for (let index = 0; index < 200; index++)
    await first.update(`p${index}`, "member", async () => credential("x".repeat(100)));
  first.close();
  const whole = readFileSync(file);

  const scribbled = Buffer.from(whole).fill(0xa5, whole.length - 6000, whole.length - 5000);
  const wrecks = [Buffer.from("{}".repeat(1000)), whole.subarray(0, whole.length / 2), scribbled];
  for (const [number, damaged] of wrecks.entries()) {
    writeFileSync(file, damaged);
    const notices: string[] = [];
    const store = openCredentials({ file, notice: (message) => notices.push(message) });
    const notice = `credentials\\.db\\.damaged-${number + 1}\\. It may still hold secrets: till doctor --fix`;
    expect(notices).toEqual([expect.stringMatching(notice)]);
    expect(readFileSync(`${file}.damaged-${number + 1}`).subarray(0, 100)).toEqual(damaged.subarray(0, 100));
    expect(await store.kinds("p1")).toEqual([]);
    await store.update("a", "member", async () => credential("again"));
    store.close();
    expect(mode(file)).toBe(0o600);
  }
  writeFileSync(file, "");
  const { store, notices } = open(file);
  expect(await store.get("a", "member")).toBeUndefined();
  expect(notices).toEqual([]);
});

test("waits for the lock of another connection without blocking, up to the time limit", async () => {
  const file = join(folder(), "credentials.db");
  const [one, two] = [open(file).store, open(file, 100).store];
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = one.update("a", "member", async () => {
    await promise;
    return credential("from one");
  });
  await expect(two.update("a", "member", async () => credential("from two"))).rejects.toMatchObject({
    code: "CREDENTIALS_LOCKED",
    exitCode: 6,
  });
  expect(await two.get("a", "member")).toBeUndefined();

  const stop = new AbortController();
  const aborted = two.update("a", "member", async () => credential("x"), stop.signal);
  stop.abort(new Error("Ctrl-C"));
  await expect(aborted).rejects.toThrow("Ctrl-C");

  const waiting = open(file).store.update("a", "member", async (current) =>
    credential(`${current?.accessToken}, then three`),
  );
  resolve();
  await holding;
  expect((await waiting)?.accessToken).toBe("from one, then three");
});

test("reports the path and a hint if the folder cannot be created or written", () => {
  const home = folder();
  writeFileSync(join(home, "config"), "");
  const error = expect.objectContaining({
    code: "CREDENTIALS_UNREADABLE",
    message: expect.stringContaining(`Cannot store credentials in ${join(home, "config")}`),
    hint: "Check the owner and the permissions of the folder.",
  });
  expect(() => open(join(home, "config", "credentials.db"))).toThrow(error);
  expect(() => open(join(home, "config", "deeper", "credentials.db"))).toThrow(
    expect.objectContaining({ code: "CREDENTIALS_UNREADABLE" }),
  );
});

test.skipIf(process.getuid?.() === 0)("a folder without write permission is the same error", () => {
  const home = join(folder(), "config");
  mkdirSync(home, { mode: 0o500 });
  expect(() => open(join(home, "credentials.db"))).toThrow(
    expect.objectContaining({ code: "CREDENTIALS_UNREADABLE" }),
  );
});

test("rejects a symbolic link in place of SQLite's side files", () => {
  const home = folder();
  for (const ending of ["-wal", "-shm"]) {
    const file = join(home, `credentials${ending}.db`);
    writeFileSync(join(home, "target"), "precious");
    symlinkSync(join(home, "target"), file + ending);
    expect(() => open(file)).toThrow(/is a symbolic link/);
    expect(readFileSync(join(home, "target"), "utf8")).toBe("precious");
  }
});
