import { exitCodes, TillError } from "../kernel/errors.ts";
import { isLoopback } from "../kernel/loopback.ts";

/** Returns the URL if a browser may open it (https, or http on loopback). Throws TillError otherwise. */
export function requireSafeUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && isLoopback(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url.href;
  throw new TillError(
    exitCodes.failure,
    `Cannot open "${text}": only https URLs and http URLs on this machine are allowed.`,
    {
      code: "UNSAFE_ADDRESS",
      hint: "If you trust it, open it manually.",
    },
  );
}

/** Opens a URL in `browser` or the system's default browser. Throws TillError if none can be started. */
export async function openBrowser(address: string, browser?: string): Promise<void> {
  const safe = requireSafeUrl(address);
  const { default: open } = await import("open");
  try {
    await open(safe, browser === undefined ? {} : { app: { name: browser } });
  } catch (cause) {
    throw new TillError(exitCodes.failure, `Failed to open a browser: ${(cause as Error).message}.`, {
      code: "NO_BROWSER",
      hint: "Open the URL manually.",
      cause,
    });
  }
}
