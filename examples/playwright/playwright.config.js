import { defineConfig } from "@playwright/test";

export default defineConfig({
  // Set CHROMIUM to use the browser of the system instead of Playwright's own.
  use: process.env.CHROMIUM
    ? { launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] } }
    : {},
});
