import { isExecutable } from "../kernel/installation.ts";

/** Returns the program of this process and its first arguments; the single executable has none. */
export function ownProgram(): string[] {
  return isExecutable() ? [process.execPath] : [process.execPath, process.argv[1] ?? ""];
}

/** Starts this program with other arguments, detached from this process. */
export function startAgain(argv: readonly string[]): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const [program = process.execPath, ...first] = ownProgram();
  spawn(program, [...first, ...argv], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  }).unref();
}
