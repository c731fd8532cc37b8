import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../context/context.ts";
import { type MarkedText, type Mistake, withMistakes, withoutMistakes } from "../files/edit.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";
import { countOf } from "../kernel/text.ts";

/** What an edited text means, or what is wrong with it. */
export type Understood<T> = { value: T } | { mistakes: readonly Mistake[] };

/** A text that is edited in a private temporary file. */
export interface EditSession {
  /** The file, which is deleted by `close`. */
  readonly file: string;
  /**
   * Opens the editor until the text is understood, with mistakes as comments. Returns undefined if the text was not changed.
   * Throws TillError if the user cancels: the editor fails, the text is empty, or mistakes were saved again.
   */
  edit<T>(understand: (text: string) => Promise<Understood<T>>): Promise<T | undefined>;
  /** Deletes the file, or keeps it and says where it is. */
  close(keep: boolean): Promise<void>;
}

/** The most mistakes that are printed. */
const shown = 10;

/** What is edited. */
interface SessionText {
  /** The name of the file. */
  name: string;
  /** The text that would change nothing. */
  text: string;
  /** A file with a changed text, to continue with. */
  begun?: { file: string; text: string };
  /** Returns the command that continues with a file that was kept. */
  again(file: string): string;
}

/** Begins to edit a text. Throws UsageError if there is no editor. */
export function openSession(context: Context, { name, text, begun, again }: SessionText): EditSession {
  const editor = chosenEditor(context);
  const edits = join(context.paths.state, "edits");
  // A file kept from an earlier session is edited in place, and deleted once it was applied.
  const kept = begun && dirname(dirname(begun.file)) === edits ? dirname(begun.file) : undefined;
  const folder = kept ?? newFolder(edits);
  const file = join(folder, name);
  let saved = begun?.text ?? text;
  const write = (content: string) => writeFileSync(file, content, { mode: 0o600 });
  write(saved);
  return {
    file,
    async edit(understand) {
      let marked: MarkedText | undefined;
      for (;;) {
        try {
          await openEditor(context, editor, file);
        } finally {
          saved = readText(file);
        }
        if (marked && isSame(saved, marked.text)) throw stillWrong(marked.summary);
        if (isSame(saved, text)) return undefined;
        const plain = withoutMistakes(saved, marked?.comments ?? new Set());
        if (plain.split("\n").every((line) => /^\s*(#|$)/.test(line))) {
          saved = text;
          throw new TillError(exitCodes.failure, "Canceled: the saved file is empty. Nothing was sent.", {
            code: "EDIT_CANCELED",
          });
        }
        const understood = await understand(plain);
        if ("value" in understood) return understood.value;
        marked = withMistakes(plain, understood.mistakes);
        write(marked.text);
        saved = marked.text;
      }
    },
    async close(keep) {
      if (keep && !isSame(saved, text)) {
        await context.notice(`Your text is kept in ${file}. To continue with it: ${again(file)}`);
      } else rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a folder that can be read by the user only, with a short name that is not used. */
function newFolder(parent: string): string {
  makeFolder(parent);
  for (let number = 1; ; number++) {
    const folder = join(parent, String(number));
    try {
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
  }
}

/** Returns the text of a file; none if the editor has removed it. Throws UsageError for other encodings than UTF-8. */
function readText(file: string): string {
  if (!existsSync(file)) return "";
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)).replaceAll("\r\n", "\n");
  } catch (cause) {
    throw new UsageError("The saved file is not UTF-8 text. Nothing was sent.", {
      code: "INVALID_EDIT",
      cause,
    });
  }
}

/** Some editors add or remove the last end of line. */
const isSame = (a: string, b: string): boolean => a.trimEnd() === b.trimEnd();

function stillWrong(summary: readonly string[]): UsageError {
  const lines = summary.slice(0, shown).map((line) => `  ${line}`);
  if (summary.length > shown) lines.push(`  … and ${summary.length - shown} more`);
  const count = countOf(summary.length, "mistake");
  return new UsageError(
    [`Canceled: the text was saved with ${count}. Nothing was sent.`, ...lines].join("\n"),
    { code: "INVALID_EDIT" },
  );
}

/** Exit codes of the shell, and of cmd.exe, for programs that do not exist or cannot be run. */
const notStarted = new Set([126, 127, 9009]);

/**
 * Returns the editor of the environment (VISUAL, else EDITOR), on a terminal vi by default. Throws UsageError if there is none.
 */
function chosenEditor({ environment, streams }: Pick<Context, "environment" | "streams">): string {
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
async function openEditor(context: Context, editor: string, file: string): Promise<void> {
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
        hint: `Set VISUAL or EDITOR to an editor, for example: ${process.platform === "win32" ? "setx EDITOR notepad" : "export EDITOR=nano"}`,
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

/** Opens the terminal of the process if stdin is something else: `till products list … | till products edit -`. */
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
