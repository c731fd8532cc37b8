import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The system's browser: `CHROMIUM_PATH` or the first known name on the path, or undefined if there is none. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why the page tests are skipped, for their title; empty if they run. */
export const skipped =
  findChromium() === undefined
    ? " (skipped: no Chromium on the path; install one, or set CHROMIUM_PATH)"
    : "";

let ofWorker: Promise<Browser> | undefined;

/** Returns the headless Chromium that the files of this worker share. Each test opens contexts of its own in it. */
export async function workerBrowser(): Promise<Browser> {
  const executablePath = findChromium() ?? "";
  ofWorker ??= chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  return await ofWorker;
}

/** Returns a page in a context of its own, whose waits take a minute at most, as those of other tests. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  return await context.newPage();
}
