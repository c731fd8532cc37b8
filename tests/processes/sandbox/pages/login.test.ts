import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codeGrant, password } from "../../../sandbox/support/identity-sandbox.ts";
import { openPage, skipped, workerBrowser } from "../../chromium.ts";
import { openPagesServer, type PagesServer } from "./pages-server.ts";

describe.skipIf(skipped !== "")(`the login page in a browser${skipped}`, () => {
  let browser: Browser;
  let server: PagesServer;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await workerBrowser();
  });
  beforeEach(async () => {
    server = await openPagesServer();
    page = await openPage(browser, { viewport: { width: 320, height: 640 } });
    complaints.length = 0;
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await page.context().close();
    await server.close();
    expect([complaints, server.failures]).toEqual([[], []]);
  });

  const fill = async (email: string, given = password) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(given);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  /** Returns the redirect URI that the browser returned to. */
  const returned = async () => {
    await page.waitForURL(`${server.callback}**`);
    return new URL(page.url());
  };
  const tokensFor = async (code: string | null, verifier: string) =>
    await server.post("/oauth2/token", codeGrant(code ?? "", verifier, { redirectUri: server.callback }));

  test("returns a code and the state, which give tokens", async () => {
    const { url, verifier } = await server.login();
    await page.goto(url);
    await expect(page.title()).resolves.toBe("Log in - till sandbox");
    await fill("mira@example.com");
    const { searchParams } = await returned();
    expect(searchParams.get("state")).toBe("st4te");
    expect(await tokensFor(searchParams.get("code"), verifier)).toMatchObject({ expires_in: 14_400 });
  });

  test("returns the code in the fragment", async () => {
    await page.goto((await server.login({ responseMode: "fragment" })).url);
    await fill("mira@example.com");
    const { hash, search } = await returned();
    expect([hash, search]).toEqual([expect.stringMatching(/^#code=[\w-]{43}&state=st4te$/), ""]);
  });

  test("shows that the password is wrong, keeps the address, marks and focuses the field", async () => {
    await page.goto((await server.login()).url);
    await fill("mira@example.com", "wrong");
    expect(await page.getByRole("alert").textContent()).toBe("The password is wrong.");
    expect(await page.getByLabel("Email").inputValue()).toBe("mira@example.com");
    const field = page.getByLabel("Password");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.getAttribute("aria-describedby")).toBe(
      await page.getByRole("alert").getAttribute("id"),
    );
    expect(await page.evaluate("document.activeElement.id")).toBe("password");
    await field.fill(password);
    await page.keyboard.press("Enter");
    await returned();
  });

  test("works with the keyboard only", async () => {
    await page.goto((await server.login({ prompt: "consent" })).url);
    // The browser focuses the first field shortly after the page loads.
    await page.locator("#email:focus").waitFor();
    await page.keyboard.type("mira@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Allow this app?" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect((await returned()).searchParams.has("code")).toBe(true);
  });

  test("returns access_denied if consent is denied", async () => {
    await page.goto((await server.login({ prompt: "consent" })).url);
    await fill("mira@example.com");
    await page.getByRole("button", { name: "Deny" }).click();
    const { searchParams } = await returned();
    expect(Object.fromEntries(searchParams)).toEqual({
      error: "access_denied",
      error_description: "The member denied consent",
      state: "st4te",
    });
  });

  test("prompt none returns login_required, or a code while the browser is logged in", async () => {
    const silently = async () => {
      await page.goto((await server.login({ prompt: "none" })).url);
      return (await returned()).searchParams;
    };
    expect((await silently()).get("error")).toBe("login_required");
    await page.goto((await server.login()).url);
    await fill("mira@example.com");
    await returned();
    expect((await silently()).has("code")).toBe(true);
    const { fullUrl } = await server.session({
      logout: { clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001" },
      callbacks: { postFlowUrl: server.callback },
    });
    await page.goto(fullUrl);
    await returned();
    expect((await silently()).get("error")).toBe("login_required");
  });

  test("prompt select_account continues or logs in with another account", async () => {
    await page.goto((await server.login()).url);
    await fill("mira@example.com");
    await returned();
    await page.goto((await server.login({ prompt: "select_account" })).url);
    await page.getByRole("button", { name: "Continue as mira@example.com" }).click();
    expect((await returned()).searchParams.has("code")).toBe(true);
    await page.goto((await server.login({ prompt: "select_account" })).url);
    await page.getByRole("button", { name: "Use another account" }).click();
    await fill("noor@example.com");
    await page.getByRole("heading", { name: "Waiting for approval" }).waitFor();
  });

  test("asks for a second factor once per remembered device", async () => {
    await page.goto((await server.login()).url);
    await fill("jonas@example.com");
    await page.getByLabel("Code by email").check();
    await page.getByLabel("Code", { exact: true }).fill("nothing");
    await page.getByRole("button", { name: "Continue" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("4 more tries");
    await page.getByLabel("Code", { exact: true }).fill((await server.mailTo("jonas@example.com")).code);
    await page.getByLabel("Do not ask again").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await returned();
    await page.goto((await server.login()).url);
    await fill("jonas@example.com");
    expect((await returned()).searchParams.has("code")).toBe(true);
  });

  test("asks for a captcha and verifies a new address", async () => {
    await server.control("settings", { name: "captcha", value: "any" });
    await server.control("members", { action: "unverify", email: "mira@example.com" });
    await page.goto((await server.login()).url);
    await fill("mira@example.com");
    expect(await page.getByRole("alert").textContent()).toContain("captcha");
    await page.getByLabel("I am not a robot").check();
    await fill("mira@example.com");
    await page.getByRole("heading", { name: "Verify your email address" }).waitFor();
    await page.getByLabel("Code").fill((await server.mailTo("mira@example.com")).code);
    await page.getByRole("button", { name: "Continue" }).click();
    expect((await returned()).searchParams.has("code")).toBe(true);
  });

  test("sets a new password from the link of a recovery email", async () => {
    await server.post("/_api/iam/recovery/v1/send-email", {
      email: "mira@example.com",
      redirect: { url: server.callback },
    });
    const { link } = await server.mailTo("mira@example.com");
    await page.goto(link);
    await page.getByLabel("New password").fill("abc");
    await page.getByRole("button", { name: "Set password" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("expected 4 or more");
    await page.getByLabel("New password").fill("fresh-word");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
    await returned();
    await page.goto((await server.login()).url);
    await fill("mira@example.com", "fresh-word");
    await returned();
    await page.goto(link);
    expect(await page.getByRole("alert").textContent()).toContain("was already used");
  });

  test("a hidden frame posts the code to a local embedding page only", async () => {
    const { sessionToken } = await server.post("/_api/iam/authentication/v2/login", {
      loginId: { email: "mira@example.com" },
      password,
    });
    const request = { prompt: "none", responseMode: "web_message", redirectUri: undefined, sessionToken };
    const { url, verifier } = await server.login(request);
    await page.goto(server.callback.replace("127.0.0.1", "localhost"));
    const emitted = await page.evaluate<Record<string, string>>(`new Promise((resolve) => {
      addEventListener("message", ({ data }) => resolve(data));
      const frame = document.createElement("iframe");
      frame.style.display = "none";
      frame.src = ${JSON.stringify(url)};
      document.body.appendChild(frame);
    })`);
    expect(emitted).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: "st4te" });
    const grant = { ...codeGrant(emitted.code ?? "", verifier), redirectUri: undefined };
    expect(await server.post("/oauth2/token", grant)).toMatchObject({ expires_in: 14_400 });
    const policy = (await fetch(url)).headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:*");
  });

  test("every page fits 320 pixels and labels its fields", async () => {
    const longest = `${"x".repeat(120)}@example.com`;
    const urls = [
      (await server.login()).url,
      (
        await server.session({
          storesProduct: { productSlug: longest },
          callbacks: { postFlowUrl: server.callback },
        })
      ).fullUrl,
      `${server.baseUrl}/__till/pages/done`,
      `${server.baseUrl}/__till/pages/auth?session=none`,
    ];
    for (const url of urls) {
      await page.goto(url);
      const found = await page.evaluate(`({
        wide: document.documentElement.scrollWidth > innerWidth,
        lang: document.documentElement.lang,
        headings: document.querySelectorAll("h1").length,
        unnamed: [...document.querySelectorAll("input:not([type=hidden])")].filter((one) => one.labels.length !== 1).length,
      })`);
      expect([url, found]).toEqual([url, { wide: false, lang: "en", headings: 1, unnamed: 0 }]);
    }
  });
});
