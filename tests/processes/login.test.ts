import { once } from "node:events";
import { createServer } from "node:net";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fromBase32, totpCode, totpStep } from "../../src/sandbox/services/members/totp.ts";
import { skipped, workerBrowser } from "./chromium.ts";
import { createHome, type Home, script } from "./program.ts";
import { type Pty, spawnPty } from "./pty.ts";

const password = "till-demo-1";

let home: Home;
const open: Pty[] = [];
beforeEach(async () => {
  home = createHome();
  await home.till("sandbox seed demo");
});
afterEach(() => {
  for (const pty of open.splice(0)) pty.close();
  home.close();
});

function onTerminal(line: string, env: Record<string, string> = {}, columns = 80): Pty {
  const args = [script, ...line.split(" ")];
  const pty = spawnPty(process.execPath, args, { cwd: home.root, env: home.env(env), columns });
  open.push(pty);
  return pty;
}

/** Returns the exit code after checking that the terminal is restored. */
async function exitCodeOf(pty: Pty): Promise<number> {
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect(ttyAfter).toBe(ttyBefore);
  expect(pty.cursorVisible()).toBe(true);
  return code;
}

const role = async () => JSON.parse((await home.till("whoami --json")).stdout).role;
const newest = async (what: "code" | "link") =>
  JSON.parse((await home.till("sandbox mail list --limit 1 --json")).stdout).items[0][what];

describe("on a terminal", () => {
  test("prompts for the password without showing it", async () => {
    const pty = onTerminal("login --email mira@example.com");
    await pty.waitFor("Password for mira@example.com:");
    pty.type(`${password}\r`);
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toContain("Signed in to profile sandbox as mira@example.com (member).");
    expect(pty.raw()).not.toContain(password);
    expect(await role()).toBe("member");
  });

  test("offers a second factor, retries after a wrong code and remembers the device", async () => {
    const pty = onTerminal("login --email jonas@example.com");
    await pty.waitFor("Password for");
    pty.type(`${password}\r`);
    await pty.waitFor("Second factor:");
    await pty.quiet();
    pty.type("\r");
    await pty.waitFor("Code (authenticator app):");
    await pty.quiet();
    pty.type("000000\r");
    await pty.waitFor("Remember this device?");
    await pty.quiet();
    pty.type("n");
    await pty.waitFor("The code is wrong");
    await pty.quiet();
    const secret = fromBase32("MRSW23ZNORUWY3BNNJXW4YLT") ?? Buffer.alloc(0);
    pty.type(`${totpCode(secret, totpStep(new Date()))}\r`);
    await pty.waitFor((screen) => screen.at(-1)?.includes("y/N") === true || screen.join().includes("y/N"));
    await pty.quiet();
    pty.type("y");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(await role()).toBe("member");
    // The visitor identifies the device.
    const again = onTerminal("login --email jonas@example.com");
    await again.waitFor("Password for");
    again.type(`${password}\r`);
    expect(await exitCodeOf(again)).toBe(0);
    expect(again.history().join("\n")).not.toContain("Second factor");
  });

  test("can send a code again", async () => {
    await home.till("sandbox members mfa mira@example.com --factor EMAIL");
    const pty = onTerminal("login --email mira@example.com");
    await pty.waitFor("Password for");
    pty.type(`${password}\r`);
    await pty.waitFor("Code (email)");
    await pty.quiet();
    pty.type("\r");
    await pty.waitFor("Sent the code again.");
    await pty.quiet();
    pty.type(`${await newest("code")}\r`);
    await pty.waitFor("Remember this device?");
    await pty.quiet();
    pty.type("n");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("prompts for the verification code of a registration", async () => {
    await home.till("sandbox settings emailVerification=on");
    const pty = onTerminal("register --email lena@example.com");
    await pty.waitFor("New password for lena@example.com:");
    pty.type("a-fresh-one-3\r");
    await pty.waitFor("Repeat it:");
    await pty.quiet();
    pty.type("another\r");
    await pty.waitFor("The entries do not match");
    pty.type("\u0015a-fresh-one-3\r");
    await pty.waitFor("Code from the email to lena@example.com:");
    pty.type(`${await newest("code")}\r`);
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.raw()).not.toContain("a-fresh-one-3");
    expect(await role()).toBe("member");
  });

  test("register prompts for a valid email address", async () => {
    const pty = onTerminal("register");
    await pty.waitFor("Email address:");
    await pty.quiet();
    pty.type("lena\r");
    await pty.waitFor("Enter an email address.");
    pty.type("@example.com\r");
    await pty.waitFor("New password for lena@example.com:");
    await pty.quiet();
    pty.type("a-fresh-one-3\r");
    await pty.waitFor("Repeat it:");
    await pty.quiet();
    pty.type("a-fresh-one-3\r");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(await role()).toBe("member");
  });

  test.each(["\x03", "\x1b"])("leaving a prompt with %j does not sign in", async (key) => {
    const pty = onTerminal("login --email mira@example.com");
    await pty.waitFor("Password for");
    await pty.quiet();
    pty.type(key);
    expect(await exitCodeOf(pty)).toBe(key === "\x03" ? 130 : 1);
    expect(await role()).toBe("none");
  });

  test("over SSH no browser opens, a wrong paste is reported, and Ctrl-C frees the port", async () => {
    const pty = onTerminal("login --port 17591", { SSH_TTY: "/dev/pts/9" });
    await pty.waitFor("paste the URL");
    await pty.quiet();
    pty.type("http://127.0.0.1:17591/callback#code=a&state=b\r");
    await pty.waitFor("Invalid _state");
    pty.type("\x03");
    expect(await exitCodeOf(pty)).toBe(130);
    const next = createServer().listen(17591, "127.0.0.1");
    await once(next, "listening");
    next.close();
  });
});

describe.skipIf(skipped !== "")(`in a browser${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await workerBrowser();
  });

  test.each(["on a phone's", "on a desk's"])(
    "the login page of the embedded sandbox redirects to the callback and a final page (%s)",
    async (how) => {
      const pty = onTerminal("login --port 0 --no-browser", {}, 120);
      await pty.waitFor("paste the URL");
      const [address = ""] = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(pty.history().join("\n")) ?? [];
      const size = how === "on a phone's" ? { width: 320, height: 600 } : { width: 1280, height: 800 };
      const page = await (await browser.newContext({ viewport: size })).newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(address);
      await page.getByLabel("Email").fill("mira@example.com");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("heading", { name: "Almost done" }).waitFor();
      expect(await page.getByRole("main").textContent()).toContain("You can close this window");
      // The code is neither in the address bar nor in the history.
      expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect(wide).toBe(false);
      expect(complaints).toEqual([]);
      expect(await exitCodeOf(pty)).toBe(0);
      await page.context().close();
      expect(await role()).toBe("member");
      // The page is served only during the login.
      await expect(fetch(address)).rejects.toThrow();
    },
  );
});
