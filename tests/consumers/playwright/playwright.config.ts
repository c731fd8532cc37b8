import { defineConfig } from "@playwright/test";

const { CHROMIUM } = process.env;

export default defineConfig({
  // Without a browser, the tests that need none are left.
  grepInvert: CHROMIUM ? [] : /in a browser/,
  testIgnore: CHROMIUM ? [] : /guides/,
  use: CHROMIUM ? { launchOptions: { executablePath: CHROMIUM, args: ["--no-sandbox"] } } : {},
});
