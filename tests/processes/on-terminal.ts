import { afterEach, beforeEach } from "vitest";
import { copyHome } from "../support/folders.ts";
import { createWorld } from "../support/world.ts";
import { createHome, type Home, script } from "./program.ts";
import { type Pty, type PtyOptions, spawnPty } from "./pty.ts";

/** The built program on pseudo-terminals, in a new home for each test. */
export interface Ptys {
  readonly home: Home;
  /** Starts the program with these arguments on a new terminal. */
  onTerminal(args: readonly string[], options?: PtyOptions): Pty;
}

/** Sets up pseudo-terminals for the tests of a file. Each home begins as `line`, a till command, leaves an empty one. */
export function ptys(line?: string): Ptys {
  let home: Home;
  const open: Pty[] = [];
  beforeEach(async () => {
    home = createHome();
    if (line === undefined) return;
    const prepared = createWorld();
    await prepared.till(line);
    copyHome(prepared.home, home.root);
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
