import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { operator } from "../../../src/sandbox/control/control.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import type { StoreTx } from "../../../src/sandbox/kernel/tx.ts";
import { type Message, readMessages } from "../../../src/sandbox/members/mailbox.ts";
import { addMember, memberByEmail, saveMember } from "../../../src/sandbox/members/members.ts";
import { createWorld } from "../../support/world.ts";

const ada = "ada@example.com";
const password = "canary-password-1";

/** A test world with a member, files that contain secrets, and access to the sandbox's internals. */
async function signInWorld() {
  const world = createWorld();
  onTestFinished(world.close);
  await world.till("sandbox status");
  writeFileSync(world.path("password.txt"), `${password}\nsecond line\n`);
  writeFileSync(world.path("new.txt"), "another-canary-2\r\n");
  const behind = <T>(work: (tx: StoreTx) => T): T => {
    const store = openStore(world.path("till/data/sandbox.db"));
    try {
      return store.write(operator, work);
    } finally {
      store.close();
    }
  };
  behind((tx) => addMember(tx, { email: ada, password, emailVerified: true }));
  return {
    ...world,
    behind,
    set: (name: string, value: string) => behind((tx) => tx.setSetting(name, value)),
    mail: (): Message[] => behind((tx) => readMessages(tx, 10)),
    who: async (flags = "") => JSON.parse((await world.till(`whoami --json ${flags}`)).stdout),
    login: (more = "") => world.till(`login --email ${ada} --password-file password.txt ${more}`),
  };
}

const kinds = (who: { identities: { role: string }[] }) => who.identities.map(({ role }) => role);

test("whoami on a fresh install prints no identity and creates no files", async () => {
  const world = createWorld();
  onTestFinished(world.close);
  const { stdout, stderr, code } = await world.till("whoami");
  expect({ stdout, code }).toMatchObject({ stdout: expect.stringMatching(/^Role\tnone$/m), code: 0 });
  expect(stderr).toContain("till login");
  expect((await world.sh("ls -A")).stdout).toBe("");
});

test("login --email reads the password from a file or stdin and stores member tokens without a browser", async () => {
  const world = await signInWorld();
  const result = await world.login();
  expect(result).toEqual({
    stdout: `Signed in to profile sandbox as ${ada} (member).\n`,
    stderr: "",
    code: 0,
  });
  const who = await world.who();
  expect(who).toMatchObject({ role: "member", loggedIn: true, member: { email: ada }, renewable: true });
  expect(Date.parse(who.expires) - Date.now()).toBeGreaterThan(14_000_000);
  expect(who.keptIn).toBe(world.path("till/config/credentials.db"));
  // The visitor is kept next to the member.
  expect(kinds(who)).toEqual(["member", "visitor", "admin"]);

  await world.till("logout");
  const piped = await world.till(`login --email ${ada} --password-file -`, { stdin: `${password}\n` });
  expect(piped.code).toBe(0);
  expect((await world.who()).role).toBe("member");
});

test("the visitor is the same before and after a login", async () => {
  const world = await signInWorld();
  await world.till("login --visitor");
  const before = (await world.till("account token --as visitor")).stdout;
  await world.login();
  expect((await world.till("account token --as visitor")).stdout).toBe(before);
});

test("a rejected login prints the platform's error code and keeps the current member", async () => {
  const world = await signInWorld();
  await world.login();
  const attempt = async (line: string, stdin = "wrong\n") => {
    const { stderr, code } = await world.till(`login --json ${line}`, { stdin });
    return [JSON.parse(stderr).error.code, code];
  };
  expect(await attempt(`--email ${ada} --password-file -`)).toEqual(["invalidPassword", 4]);
  expect(await attempt("--email nobody@example.com --password-file -")).toEqual(["invalidEmail", 4]);
  expect(await attempt("--email nonsense --password-file -")).toEqual(["invalidEmail", 4]);
  expect((await world.who()).role).toBe("member");
  world.behind((tx) => {
    const member = memberByEmail(tx, ada);
    if (member) saveMember(tx, member, { mustReset: true });
  });
  expect(await attempt(`--email ${ada} --password-file -`)).toEqual(["resetPassword", 4]);
});

test("captcha tokens are sent only when given, and each captcha error has its own message", async () => {
  const world = await signInWorld();
  world.set("captcha", "visible");
  const attempt = async (more: string) => JSON.parse((await world.login(`--json ${more}`)).stderr || "{}");
  expect(await attempt("")).toMatchObject({
    error: { code: "missingCaptchaToken", hint: expect.stringContaining("--captcha") },
  });
  expect(await attempt("--captcha nonsense")).toMatchObject({ error: { code: "invalidCaptchaToken" } });
  expect(await attempt("--captcha sandbox-captcha-ok")).toEqual({});
  world.set("captcha", "invisible");
  expect(await attempt("--captcha sandbox-captcha-ok")).toMatchObject({
    error: { code: "missingCaptchaToken" },
  });
  expect(await attempt("--invisible-captcha sandbox-captcha-ok")).toEqual({});
});

test("without a terminal, a missing secret exits 2 and names the flag", async () => {
  const world = await signInWorld();
  for (const [line, flag] of [
    [`login --email ${ada}`, "--password-file"],
    ["account register --email x@example.com", "--password-file"],
    ["account password recover", "--token-file"],
  ] as const) {
    const { stderr, code } = await world.till(`${line} --json`);
    expect([code, JSON.parse(stderr).error.field], line).toEqual([2, flag]);
  }
  writeFileSync(world.path("empty.txt"), "\n");
  expect((await world.till(`login --email ${ada} --password-file empty.txt`)).stderr).toContain("empty");
});

test("incompatible flags are rejected before anything is sent", async () => {
  const world = await signInWorld();
  for (const line of [
    "--visitor --api-key",
    `--email ${ada} --as-member x`,
    "--password-file password.txt",
    "--visitor --port 0",
    `--email ${ada} --prompt login`,
    "--key-file password.txt",
    "--port 99999",
    "--port -1",
    "--create",
    "--prompt never",
  ])
    expect((await world.till(`login ${line}`)).code, line).toBe(2);
  expect((await world.till("logout --return-to https://shop.example/")).code).toBe(2);
});

test("account register sends profile, custom fields, addresses, privacy and client data, then signs in", async () => {
  const world = await signInWorld();
  const result = await world.till([
    ..."account register --email maja@example.com --password-file password.txt --first-name Maja".split(" "),
    ..."--last-name Lund --phone +4712345678 --privacy PRIVATE --custom size=M --custom shoe=39".split(" "),
    ..."-f profile.addresses[0].tag=HOME -f profile.addresses[0].address.city=Oslo".split(" "),
    ...'-F clientMetaData={"source":"till"}'.split(" "),
  ]);
  expect(result).toMatchObject({ stdout: expect.stringContaining("maja@example.com (member)"), code: 0 });
  const profile = world.behind((tx) => memberByEmail(tx, "maja@example.com")?.profile);
  expect(profile).toMatchObject({
    firstName: "Maja",
    lastName: "Lund",
    phones: ["+4712345678"],
    privacyStatus: "PRIVATE",
    customFields: [
      { name: "size", value: { strValue: "M" } },
      { name: "shoe", value: { strValue: "39" } },
    ],
    addresses: [{ tag: "HOME", address: { city: "Oslo" } }],
  });
});

test("a rejected registration prints the platform's error code; a password argument is rejected unsent", async () => {
  const world = await signInWorld();
  const attempt = async (line: string) => {
    const { stderr, code } = await world.till(`account register --json --password-file password.txt ${line}`);
    return [JSON.parse(stderr).error.code, code];
  };
  expect(await attempt(`--email ${ada}`)).toEqual(["emailAlreadyExists", 6]);
  expect(await attempt("--email nonsense")).toEqual(["invalidEmail", 2]);
  expect(await attempt("")).toEqual(["USAGE", 2]);
  const { stderr, code } = await world.till("account register --email x@example.com -f password=secret");
  expect(code).toBe(2);
  expect(stderr).not.toContain("secret");
  world.set("captcha", "any");
  expect(await attempt("--email new@example.com")).toEqual(["missingCaptchaToken", 4]);
  expect(await attempt("--email new@example.com --captcha no")).toEqual(["invalidCaptchaToken", 4]);
});

test("email verification: the state token is stored for the next process, and the code signs in", async () => {
  const world = await signInWorld();
  world.set("emailVerification", "on");
  const registered = await world.till(
    "account register --email maja@example.com --password-file password.txt",
  );
  expect(registered).toMatchObject({
    stdout: expect.stringContaining("till account verify-email code"),
    code: 0,
  });
  expect((await world.who()).role).toBe("visitor");
  const wrong = world.mail()[0]?.code === "000000" ? "111111" : "000000";
  expect(await world.till(`account verify-email code ${wrong}`)).toMatchObject({
    stderr: expect.stringMatching(/The code is wrong[\s\S]*till account verify-email resend/),
    code: 4,
  });
  const first = world.mail()[0]?.code;
  expect((await world.till("account verify-email resend")).code).toBe(0);
  const second = world.mail()[0]?.code;
  expect(world.mail()).toHaveLength(2);
  if (first !== second) expect((await world.till(`account verify-email code ${first}`)).code).not.toBe(0);
  expect(await world.till(`account verify-email code ${second}`)).toMatchObject({
    stdout: expect.stringContaining("maja@example.com (member)"),
    code: 0,
  });
  // It works only once.
  const again = await world.till(`account verify-email code ${second}`);
  expect(again).toMatchObject({ stderr: expect.stringMatching(/^error: Unknown _state/), code: 4 });
});

test("verify-email fails with Unknown _state if no login is pending", async () => {
  const world = await signInWorld();
  for (const line of ["account verify-email code 123456", "account verify-email resend"]) {
    expect(await world.till(line)).toMatchObject({
      stderr: expect.stringMatching(/^error: Unknown _state/),
      code: 4,
    });
  }
  await world.login();
  expect((await world.till("account verify-email start")).code).toBe(0);
  expect((await world.till(`account verify-email code ${world.mail()[0]?.code}`)).code).toBe(0);
});

test("without a terminal, a login that needs a verification, an approval or a second factor fails", async () => {
  const world = await signInWorld();
  const change = (fields: Parameters<typeof saveMember>[2]) =>
    world.behind((tx) => {
      const member = memberByEmail(tx, ada);
      if (member) saveMember(tx, member, fields);
    });
  const attempt = async () => {
    const { stderr, code } = await world.login("--json");
    return [JSON.parse(stderr).error.code, code];
  };
  change({ pending: ["PENDING_EMAIL_VERIFICATION_REQUIRED"] });
  expect(await attempt()).toEqual(["EMAIL_VERIFICATION_REQUIRED", 4]);
  change({ pending: ["PENDING_ADMIN_APPROVAL_REQUIRED"] });
  expect(await attempt()).toEqual(["OWNER_APPROVAL_REQUIRED", 4]);
  change({ pending: [], factors: ["TOTP"] });
  expect(await attempt()).toEqual(["UNKNOWN_STATE", 4]);
  expect((await world.login()).stderr).toMatch(/^error: Unknown _state: the platform answered REQUIRE_MFA/);
  change({ factors: [], state: "OFFLINE" });
  expect((await world.login()).stderr).toMatch(/^error: Unknown _state: the platform answered STATUS_CHECK/);
  change({ state: "BLOCKED" });
  expect(await attempt()).toEqual(["invalidEmail", 4]);
});

test("password: forgot, recover with the link, change, and activate as admin", async () => {
  const world = await signInWorld();
  const { stderr, stdout } = await world.till(
    `account password forgot ${ada} --return-to https://shop.example/`,
  );
  expect(stdout).toBe("");
  expect(stderr).toContain("till account password recover");
  writeFileSync(world.path("link.txt"), `${world.mail()[0]?.link}\n`);
  const recovered = await world.till(
    "account password recover --token-file link.txt --password-file new.txt",
  );
  expect(recovered).toMatchObject({ stdout: expect.stringContaining(ada), code: 0 });
  expect((await world.login()).code).toBe(4);
  expect(
    await world.till("account password recover --token-file link.txt --password-file new.txt"),
  ).toMatchObject({
    stderr: expect.stringMatching(/recovery token[\s\S]*till account password forgot/),
    code: 4,
  });
  expect((await world.till("account password change --password-file password.txt")).code).toBe(0);
  expect((await world.login()).code).toBe(0);
  const id = world.behind((tx) => memberByEmail(tx, ada)?.id);
  expect((await world.till(`account password activate ${id}`)).code).toBe(0);
  expect(world.mail()[0]?.subject).toBe("Activate your account");
  await world.till("logout");
  expect((await world.till("account password change --password-file new.txt")).code).toBe(4);
});

test("external login signs a member in with an API key", async () => {
  const world = await signInWorld();
  const id = world.behind((tx) => memberByEmail(tx, ada)?.id);
  expect((await world.till(`login --as-member ${id}`)).code).toBe(0);
  expect(await world.who()).toMatchObject({ role: "member", loggedIn: true, member: { id } });
  const nobody = await world.till("login --as-member 5173f0a0-5a9d-4b0c-8a0d-0000000000ff");
  expect(nobody.stderr).toMatch(/^error: Failed to get member tokens: something went wrong/);
  expect(nobody.stderr).toContain("Check the member ID.");
  expect(nobody.code).toBe(5);
});

test("--create signs on a member by address, and registers the address once", async () => {
  const world = await signInWorld();
  const signOn = () => world.till("login --as-member noa@example.com --create");
  expect((await world.till("login --as-member noa@example.com")).stderr).toContain("--create");
  expect(await signOn()).toMatchObject({
    stdout: expect.stringContaining("noa@example.com (member)"),
    code: 0,
  });
  const member = world.behind((tx) => memberByEmail(tx, "noa@example.com"));
  expect(member).toMatchObject({ emailVerified: true, state: "ACTIVE" });
  expect((await signOn()).code).toBe(0);
  expect(await world.who()).toMatchObject({ role: "member", member: { id: member?.id } });
  const withoutAddress = await world.till(`login --as-member ${member?.id} --create`);
  expect([withoutAddress.code, withoutAddress.stderr]).toEqual([2, expect.stringContaining("email address")]);
});

test("logout removes both tokens; --hosted ends the session on the platform first", async () => {
  const world = await signInWorld();
  await world.login();
  expect(await world.till("logout")).toEqual({
    stdout: "",
    stderr: "Signed out of profile sandbox.\n",
    code: 0,
  });
  expect(kinds(await world.who())).toEqual(["admin"]);
  expect((await world.till("logout")).stderr).toBe("Not signed in to profile sandbox.\n");
  await world.login();
  const stolen = (await world.till("account token")).stdout.trim();
  expect((await world.till("logout --hosted")).code).toBe(0);
  expect(kinds(await world.who())).toEqual(["admin"]);
  const store = openStore(world.path("till/data/sandbox.db"));
  const left = store.db.prepare("SELECT count(*) AS n FROM token WHERE value = ?").get<{ n: number }>(stolen);
  store.close();
  expect(left?.n).toBe(0);
});

test("account token prints a refreshed token for scripts and fails on a terminal", async () => {
  const world = await signInWorld();
  const visitor = await world.till("account token");
  expect(visitor.stdout).toMatch(/^OauthNG\.JWS\.\S+\n$/);
  await world.login();
  const member = await world.till("account token --json");
  expect(JSON.parse(member.stdout)).toMatchObject({ role: "member", accessToken: expect.any(String) });
  expect(JSON.parse(member.stdout).accessToken).not.toBe(visitor.stdout.trim());
  const onTerminal = await world.till("account token", { terminal: true });
  expect(onTerminal).toMatchObject({ stdout: "", code: 2, stderr: expect.stringContaining("--yes") });
  expect((await world.till("account token --yes", { terminal: true })).stdout).toMatch(/^OauthNG/);
  expect((await world.till("account token --as admin")).code).toBe(2);
  await world.till("logout");
  expect((await world.till("account token --as member")).code).toBe(4);
});

test("a revoked member exits 4 and never falls back to a visitor or a browser", async () => {
  const world = await signInWorld();
  await world.login();
  world.behind((tx) => tx.db.prepare("DELETE FROM token").run());
  const result = await world.till("account password change --password-file new.txt");
  expect(result).toMatchObject({ code: 4, stderr: expect.stringContaining("till login") });
  expect(await world.who()).toMatchObject({ role: "member", loggedIn: false });
  const added = await world.till("cart add stoneware-mug");
  expect(added).toMatchObject({ code: 4, stderr: expect.stringContaining("till login") });
});

test("with credentials in the environment, login fails and nothing is written", async () => {
  const world = await signInWorld();
  for (const env of [
    { TILL_API_KEY: "k" },
    { TILL_ACCESS_TOKEN: "t" },
    { TILL_BASE_URL: "https://shop.invalid", TILL_CLIENT_ID: "c" },
  ] as Record<string, string>[]) {
    for (const line of ["login --visitor", `login --email ${ada} --password-file password.txt`, "logout"]) {
      const { stderr, code } = await world.till(line, { env });
      expect(code, line).toBe(2);
      expect(stderr).toContain(Object.keys(env).join(" and "));
    }
  }
  expect((await world.sh("ls till")).stdout).toBe("data\n");
  const key = JSON.parse((await world.till("whoami --json", { env: { TILL_API_KEY: "k" } })).stdout);
  expect(key).toMatchObject({ role: "admin", loggedIn: false, keptIn: "environment" });
  const table = (await world.till("whoami", { env: { TILL_API_KEY: "k" } })).stdout;
  expect([table.split("\n")[0], table]).toEqual(["Role\tadmin", expect.not.stringContaining("Signed in\t")]);
  const token = JSON.parse((await world.till("whoami --json", { env: { TILL_ACCESS_TOKEN: "t" } })).stdout);
  expect(token).toMatchObject({ role: "unknown", loggedIn: null });
});

test("login does not wait for a browser in CI", async () => {
  const world = await signInWorld();
  const { stderr, code } = await world.till("login", { env: { CI: "true" } });
  expect(code).toBe(2);
  expect(stderr).toContain("--password-file");
});
