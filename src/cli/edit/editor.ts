import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";

/** Exit codes of the shell for programs that do not exist or cannot be run. */
const notStarted = new Set([126, 127]);

/**
 * Returns the editor of the environment (VISUAL, else EDITOR), on a terminal vi by default. Throws UsageError if there is none.
 */
export function chosenEditor({ environment, streams }: Pick<Context, "environment" | "streams">): string {
  if (environment.editor !== undefined) return environment.editor;
  if (streams.terminal !== undefined) return process.platform === "win32" ? "notepad" : "vi";
  throw new UsageError("Cannot open an editor without a terminal.", {
    code: "NO_EDITOR",
    hint: "Set EDITOR to a program that changes the file, or change products with: till products update",
  });
}

/**
 * Opens a file in an editor and waits until it ends. The editor gets the terminal, and Ctrl-C. Throws TillError if it cannot be
 * started, ends with an error or is stopped.
 */
export async function openEditor(context: Context, editor: string, file: string): Promise<void> {
  const { streams, signal } = context;
  const resume = streams.activity?.pause();
  const tty = streams.stdin.isTTY ? undefined : openTerminal();
  try {
    const ended = await context.apart(() =>
      runEditor(editor, file, {
        stdio: [tty ?? 0, streams.stdout.isTTY ? 1 : 2, 2],
        signal,
        cwd: context.cwd,
      }),
    );
    signal.throwIfAborted();
    if (ended.signal === "SIGINT" || ended.code === exitCodes.interrupted)
      throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
    if (ended.missing || notStarted.has(ended.code ?? 0))
      throw new UsageError(`Cannot start the editor "${editor}". Nothing was sent.`, {
        code: "NO_EDITOR",
        hint: "Set VISUAL or EDITOR to an editor, for example: export EDITOR=nano",
      });
    if (ended.code !== 0)
      throw new TillError(
        exitCodes.failure,
        `The editor "${editor}" ended with ${ended.signal ?? `exit code ${ended.code}`}. Nothing was sent.`,
        { code: "EDITOR_FAILED" },
      );
  } finally {
    if (tty !== undefined) closeSync(tty);
    resume?.();
  }
}

/** Opens the terminal of the process if stdin is something else: `till products list … | till edit products -`. */
function openTerminal(): number | undefined {
  try {
    return openSync("/dev/tty", "r");
  } catch {
    return undefined;
  }
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The program does not exist. */
  missing: boolean;
}

function runEditor(
  editor: string,
  file: string,
  { signal, ...options }: { stdio: [number, number, number]; cwd: string; signal: AbortSignal },
): Promise<Ended> {
  // Like Git: the editor is a command of the shell, so that it can have arguments.
  const child =
    process.platform === "win32"
      ? spawn(`${editor} "${file}"`, { ...options, shell: true })
      : spawn("sh", ["-c", `${editor} "$@"`, editor, file], options);
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  return new Promise<Ended>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null, missing: true }));
    child.once("exit", (code, ending) => resolve({ code, signal: ending, missing: false }));
  }).finally(() => signal.removeEventListener("abort", stop));
}
