import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { exitCodes, TillError } from "../kernel/errors.ts";
import type { Answer } from "./story.ts";

/** A running shell: variables, functions and the folder stay from one command to the next. */
export interface Shell {
  /** Runs a command with this stdin. Throws TillError if it takes too long, and the reason of an abort. */
  run(command: string, stdin: readonly string[]): Promise<Answer>;
  /** Ends the shell and everything it started. */
  close(): void;
}

/** Starts `sh` in a folder. All commands together may take `limit` ms. Throws TillError if there is no `sh`. */
export async function openShell(options: {
  cwd: string;
  limit: number;
  signal: AbortSignal;
}): Promise<Shell> {
  const { cwd, limit, signal } = options;
  const child = spawn("sh", { cwd, detached: true, stdio: "pipe" });
  await started(child);
  const mark = `end-${randomBytes(8).toString("hex")}`;
  const output = { stdout: "", stderr: "" };
  let ended: number | undefined;
  let changed = () => {};
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
      changed();
    });
  }
  // Writing to a shell that has ended is reported by `close`.
  child.stdin.on("error", () => {});
  child.on("close", (code, name) => {
    ended = code ?? (name === "SIGTERM" ? exitCodes.terminated : exitCodes.failure);
    changed();
  });
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Everything has ended.
    }
  };
  const deadline = AbortSignal.timeout(limit);
  const stop = AbortSignal.any([signal, deadline]);
  stop.addEventListener("abort", () => {
    kill();
    changed();
  });

  const answer = (): Answer | undefined => {
    const [stdout, rest] = output.stdout.split(`\n${mark} `);
    const [stderr, done] = output.stderr.split(`\n${mark}\n`);
    if (rest?.endsWith("\n") && done !== undefined) {
      return { stdout: stdout ?? "", stderr: stderr ?? "", code: Number(rest) };
    }
    return ended === undefined ? undefined : { ...output, code: ended };
  };
  return {
    async run(command, stdin) {
      if (ended !== undefined) {
        throw new TillError(exitCodes.failure, "The shell ended before this command.", {
          code: "SHELL_ENDED",
          hint: "Run a command that exits in parentheses: (exit 3)",
        });
      }
      Object.assign(output, { stdout: "", stderr: "" });
      const input = stdin.length === 0 ? "</dev/null" : `<<'${mark}'\n${stdin.join("\n")}\n${mark}`;
      child.stdin.write(
        `{ eval ${shellQuoted(command)}\n} ${input}\nprintf '\\n${mark} %d\\n' $?; printf '\\n${mark}\\n' >&2\n`,
      );
      for (;;) {
        signal.throwIfAborted();
        if (deadline.aborted) {
          throw new TillError(exitCodes.failure, `The story did not end within ${limit / 1000} s.`, {
            code: "STORY_TIMEOUT",
            hint: "Give it more time: --time-limit 5m",
          });
        }
        const found = answer();
        if (found) return found;
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
    close: kill,
  };
}

async function started(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve).once("error", (cause) => {
      const why = `Failed to start sh: ${cause.message}.`;
      const hint = "Stories need a POSIX shell; on Windows, Git Bash or WSL has one.";
      reject(new TillError(exitCodes.failure, why, { code: "NO_SHELL", hint, cause }));
    });
  });
}

/** Quotes a word for sh. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
