import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../../context/context.ts";
import { type MarkedText, type Mistake, withMistakes, withoutMistakes } from "../../files/edit.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { countOf } from "../../kernel/text.ts";
import { chosenEditor, openEditor } from "./editor.ts";

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
  // A file that was kept is edited where it is, so that it is deleted once it was applied.
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
const isSame = (one: string, other: string): boolean => one.trimEnd() === other.trimEnd();

function stillWrong(summary: readonly string[]): UsageError {
  const lines = summary.slice(0, shown).map((line) => `  ${line}`);
  if (summary.length > shown) lines.push(`  … and ${summary.length - shown} more`);
  const count = countOf(summary.length, "mistake");
  return new UsageError(
    [`Canceled: the text was saved with ${count}. Nothing was sent.`, ...lines].join("\n"),
    { code: "INVALID_EDIT" },
  );
}
