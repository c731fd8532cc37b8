import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPage, skipped, workerBrowser } from "./chromium.ts";
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
      const page = await openPage(browser, { viewport: size });
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
