import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { createHome, type Home, script } from "../processes/program.ts";
import { type Pty, type PtyOptions, spawnPty } from "../support/pty.ts";

/** The program on terminals, in a new home for each test. */
export interface Terminals {
  readonly home: Home;
  /** Starts the program with these arguments on a new terminal. */
  onTerminal(args: readonly string[], options?: PtyOptions): Pty;
}

/** Sets up terminals for the tests of a file. Each home begins as `line`, a till command, leaves an empty one. */
export function terminals(line?: string): Terminals {
  let prepared: Home;
  let home: Home;
  const open: Pty[] = [];
  beforeAll(async () => {
    prepared = createHome();
    if (line !== undefined) await prepared.till(line);
  });
  afterAll(() => prepared.close());
  beforeEach(() => {
    home = createHome({ from: prepared });
  });
  afterEach(() => {
    for (const pty of open.splice(0)) pty.close();
    home.close();
  });
  return {
    get home() {
      return home;
    },
    onTerminal(args, options = {}) {
      const env = home.env(options.env);
      const pty = spawnPty(process.execPath, [script, ...args], { cwd: home.root, ...options, env });
      open.push(pty);
      return pty;
    },
  };
}

/** Returns the exit code after checking that the terminal is restored and the scrollback is not erased. */
export async function exitCodeOf(pty: Pty): Promise<number> {
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect(ttyAfter).toBe(ttyBefore);
  expect(pty.cursorVisible()).toBe(true);
  expect(pty.alternateScreen()).toBe(false);
  expect(pty.mouse()).toBe(false);
  expect(pty.raw()).not.toContain("\x1b[3J");
  // The mouse wheel setting is restored too.
  expect(pty.raw().lastIndexOf("\x1b[?1007r")).toBeGreaterThanOrEqual(pty.raw().lastIndexOf("\x1b[?1007h"));
  return code;
}
