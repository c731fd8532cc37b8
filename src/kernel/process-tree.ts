import { execFileSync } from "node:child_process";

/** Returns why a program could not be started. */
export function startProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "it is not installed, or not on the PATH";
  return code === "EACCES" ? "this user may not run it" : message;
}

/**
 * Sends a signal to a process and to everything that it started, and ends them on Windows, which has no signals. Their process
 * group is that of the caller, so that it still ends with the caller's.
 */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    run("taskkill", ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  for (const one of [pid, ...descendantsOf(pid)]) {
    try {
      process.kill(one, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Returns the processes that a process started, and those that they started. */
function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(
    run("ps", ["-A", "-o", "pid=,ppid="])
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number)),
    ([, parent]) => parent,
  );
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

/** Returns what a program prints; nothing if it is missing or fails, as `ps` of some small systems does. */
function run(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}
