import { expect } from "vitest";
import { type Pty, type PtyOptions, spawnPty } from "../pty.ts";
import { type Home, script } from "./program.ts";

/** The program on a terminal of its own, in a home. */
export function onTerminal(home: Home, words: readonly string[], options: PtyOptions = {}): Pty {
  return spawnPty(process.execPath, [script, ...words], {
    cwd: home.root,
    ...options,
    env: home.env(options.env),
  });
}

/** The exit code, once the terminal is found as it was and nothing of the scrollback was erased. */
export async function leaves(pty: Pty): Promise<number> {
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect(ttyAfter).toBe(ttyBefore);
  expect(pty.cursorVisible()).toBe(true);
  expect(pty.alternateScreen()).toBe(false);
  expect(pty.raw()).not.toContain("\x1b[3J");
  // The wheel is given back, too.
  expect(pty.raw().lastIndexOf("\x1b[?1007r")).toBeGreaterThanOrEqual(pty.raw().lastIndexOf("\x1b[?1007h"));
  return code;
}
