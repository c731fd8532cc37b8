import { exitCodes, TillError } from "../kernel/errors.ts";

/** The address as a browser may be given it: https, or http on this machine. TillError for any other. */
export function requireSafeUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url.href;
  throw new TillError(
    exitCodes.failure,
    `"${text}" is not opened: only https addresses are, and http on this machine.`,
    {
      code: "UNSAFE_ADDRESS",
      hint: "If you trust it, open it yourself.",
    },
  );
}

/** Hands an address to a browser, the system's unless one is named, as one argument. TillError where there is none. */
export async function openBrowser(address: string, browser?: string): Promise<void> {
  const safe = requireSafeUrl(address);
  const { default: open } = await import("open");
  try {
    await open(safe, browser === undefined ? {} : { app: { name: browser } });
  } catch (cause) {
    throw new TillError(exitCodes.failure, `No browser could be started: ${(cause as Error).message}.`, {
      code: "NO_BROWSER",
      hint: "Open the address yourself.",
      cause,
    });
  }
}
