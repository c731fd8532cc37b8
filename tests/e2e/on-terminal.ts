import { afterEach, beforeEach, expect } from "vitest";
import { type Pty, type PtyOptions, spawnPty } from "../support/pty.ts";
import { createHome, type Home, script } from "./program.ts";

/** The program on terminals, in a home that is made for each test of a file; both are put away after it. */
export interface Terminals {
  readonly home: Home;
  /** Starts the program with these words on a terminal of its own. */
  onTerminal(words: readonly string[], options?: PtyOptions): Pty;
}

/** Terminals for each test of the file that calls this; `line` is a line of till that is run in the home first. */
export function terminals(line?: string): Terminals {
  let home: Home;
  const open: Pty[] = [];
  beforeEach(async () => {
    home = createHome();
    if (line !== undefined) await home.till(line);
  });
  afterEach(() => {
    for (const pty of open.splice(0)) pty.close();
    home.close();
  });
  return {
    get home() {
      return home;
    },
    onTerminal(words, options = {}) {
      const env = home.env(options.env);
      const pty = spawnPty(process.execPath, [script, ...words], { cwd: home.root, ...options, env });
      open.push(pty);
      return pty;
    },
  };
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
