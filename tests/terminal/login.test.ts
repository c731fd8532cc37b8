import { beforeEach, expect, test } from "vitest";
import { fromBase32, totpCode, totpStep } from "../../src/sandbox/members/members.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const password = "till-demo-1";
const computer = terminals();
const { onTerminal } = computer;
beforeEach(async () => void (await computer.home.till("sandbox seed demo")));
const till = async (line: string) => await computer.home.till(line);
const login = (line: string) => onTerminal(line.split(" "));

const role = async () => JSON.parse((await till("whoami --json")).stdout).role;
const newest = async (what: "code" | "link") =>
  JSON.parse((await till("sandbox mail list --limit 1 --json")).stdout).items[0][what];

test("prompts for the password without showing it", async () => {
  const terminal = login("login --email mira@example.com");
  await terminal.waitFor("Password for mira@example.com:");
  terminal.type(`${password}\r`);
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toContain(
    "Signed in to profile sandbox as mira@example.com (member).",
  );
  expect(terminal.raw()).not.toContain(password);
  expect(await role()).toBe("member");
});

test("offers a second factor, retries after a wrong code and remembers the device", async () => {
  const terminal = login("login --email jonas@example.com");
  await terminal.waitFor("Password for");
  terminal.type(`${password}\r`);
  await terminal.waitFor("Second factor:");
  terminal.type("\r");
  await terminal.waitFor("Code (authenticator app):");
  terminal.type("000000\r");
  await terminal.waitFor("Remember this device?");
  terminal.type("n");
  await terminal.waitFor("The code is wrong");
  const secret = fromBase32("MRSW23ZNORUWY3BNNJXW4YLT") ?? Buffer.alloc(0);
  terminal.type(`${totpCode(secret, totpStep(new Date()))}\r`);
  await terminal.waitFor("y/N");
  terminal.type("y");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(await role()).toBe("member");
  // The visitor identifies the device.
  const again = login("login --email jonas@example.com");
  await again.waitFor("Password for");
  again.type(`${password}\r`);
  expect(await exitCodeOf(again)).toBe(0);
  expect(again.history().join("\n")).not.toContain("Second factor");
});

test("can send a code again", async () => {
  await till("sandbox members mfa mira@example.com --factor EMAIL");
  const terminal = login("login --email mira@example.com");
  await terminal.waitFor("Password for");
  terminal.type(`${password}\r`);
  await terminal.waitFor("Code (email)");
  terminal.type("\r");
  await terminal.waitFor("Sent the code again.");
  terminal.type(`${await newest("code")}\r`);
  await terminal.waitFor("Remember this device?");
  terminal.type("n");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("prompts for the verification code of a registration", async () => {
  await till("sandbox settings emailVerification=on");
  const terminal = login("account register --email lena@example.com");
  await terminal.waitFor("New password for lena@example.com:");
  terminal.type("a-fresh-one-3\r");
  await terminal.waitFor("Repeat it:");
  terminal.type("another\r");
  await terminal.waitFor("The entries do not match");
  terminal.type("\u0015a-fresh-one-3\r");
  await terminal.waitFor("Code from the email to lena@example.com:");
  terminal.type(`${await newest("code")}\r`);
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.raw()).not.toContain("a-fresh-one-3");
  expect(await role()).toBe("member");
});

test("account register prompts for a valid email address", async () => {
  const terminal = login("account register");
  await terminal.waitFor("Email address:");
  terminal.type("lena\r");
  await terminal.waitFor("Enter an email address.");
  terminal.type("@example.com\r");
  await terminal.waitFor("New password for lena@example.com:");
  terminal.type("a-fresh-one-3\r");
  await terminal.waitFor("Repeat it:");
  terminal.type("a-fresh-one-3\r");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(await role()).toBe("member");
});

test.each(["\x03", "\x1b"])("leaving a prompt with %j does not sign in", async (key) => {
  const terminal = login("login --email mira@example.com");
  await terminal.waitFor("Password for");
  terminal.type(key);
  expect(await exitCodeOf(terminal)).toBe(key === "\x03" ? 130 : 1);
  expect(await role()).toBe("none");
});

test("over SSH no browser opens, a wrong paste is reported, and Ctrl-C ends the wait", async () => {
  const terminal = onTerminal(["login", "--port", "0"], { env: { SSH_TTY: "/dev/pts/9" }, columns: 120 });
  await terminal.waitFor("paste the URL");
  terminal.type("http://127.0.0.1:17591/callback#code=a&state=b\r");
  await terminal.waitFor("Invalid _state");
  terminal.type("\x03");
  expect(await exitCodeOf(terminal)).toBe(130);
});
