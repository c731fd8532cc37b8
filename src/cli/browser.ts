import type { ChildProcess } from "node:child_process";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { isLoopback } from "../kernel/loopback.ts";

/** Returns the URL if a browser may open it (https, or http on loopback). Throws TillError otherwise. */
export function requireSafeUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && isLoopback(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url.href;
  throw new TillError(
    exitCodes.failure,
    `Cannot open "${text}": only https URLs and http URLs on this computer are allowed.`,
    {
      code: "UNSAFE_ADDRESS",
      hint: "If you trust it, open it manually.",
    },
  );
}

/** Milliseconds after which a program that opens a URL and still runs has not failed. */
const settled = 2_000;

/** Opens a URL in `browser` or the system's default browser. Throws TillError if none can be started, or if it fails at once. */
export async function openBrowser(address: string, browser?: string): Promise<void> {
  const safe = requireSafeUrl(address);
  const { default: open } = await import("open");
  try {
    await opened(await open(safe, browser === undefined ? {} : { app: { name: browser } }));
  } catch (cause) {
    throw new TillError(exitCodes.failure, `Failed to open a browser: ${(cause as Error).message}.`, {
      code: "NO_BROWSER",
      hint: "Open the URL manually.",
      cause,
    });
  }
}

/** Waits until a started program ends or goes on running. Rejects if it ends with a failure. */
async function opened(child: ChildProcess): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(ended.resolve, settled);
  const check = (code: number | null, signal: string | null) => {
    if (code === 0) ended.resolve();
    else ended.reject(new Error(`${child.spawnfile} ended with ${code ?? signal}`));
  };
  child.once("exit", check);
  if (child.exitCode !== null || child.signalCode !== null) check(child.exitCode, child.signalCode);
  try {
    await ended.promise;
  } finally {
    clearTimeout(timer);
    child.off("exit", check);
  }
}
