import { sanitiseLine } from "../../kernel/text.ts";

/** A mistake in an edited text. Lines are counted from 1. */
export interface Mistake {
  line: number;
  message: string;
  /** Another line of the text, with which the message ends: `the SKU "MUG" is also on line 12`. */
  also?: number;
}

/** A text with its mistakes as comments. */
export interface MarkedText {
  text: string;
  /** The comments that were added, which are removed before the text is read again. */
  comments: ReadonlySet<string>;
  /** The mistakes with their lines in this text: `line 9: price: …`. */
  summary: string[];
}

/** How comments with mistakes begin. */
const marker = "# ERROR: ";

/** Returns a text with a comment above each line that has a mistake, and how many there are at the top. */
export function withMistakes(text: string, mistakes: readonly Mistake[]): MarkedText {
  const lines = text.split("\n");
  const last = text.endsWith("\n") ? lines.length - 1 : lines.length;
  const at = (line: number) => Math.max(1, Math.min(line, last));
  const sorted = mistakes.map((one) => ({ ...one, line: at(one.line) })).sort((a, b) => a.line - b.line);
  // Each comment moves the lines below it, and so does the one at the top.
  const moved = (line: number) => line + 1 + sorted.filter((one) => one.line <= line).length;
  const found = sorted.map(({ line, message, also }) => ({
    line,
    text: sanitiseLine(also === undefined ? message : `${message} on line ${moved(at(also))}`),
  }));
  const numbers = [...new Set(found.map(({ line }) => moved(line)))];
  const head = `${marker}${countText(found.length, numbers)} Fix them and save. To cancel, save the file as it is.`;
  const comments = new Set([head]);
  const marked = lines.flatMap((line, index) => {
    const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
    const own = found.filter((one) => one.line === index + 1).map((one) => `${marker}${one.text}`);
    for (const comment of own) comments.add(comment);
    return [...own.map((comment) => indent + comment), line];
  });
  return {
    text: [head, ...marked].join("\n"),
    comments,
    summary: found.map(({ line, text }) => `line ${moved(line)}: ${text}`),
  };
}

/** The most lines that are listed at the top. */
const shownLines = 10;

function countText(count: number, lines: readonly number[]): string {
  if (count === 1) return `1 mistake, on line ${lines[0]}.`;
  const [first, last] = [lines.slice(0, -1), lines.at(-1)];
  const all =
    lines.length > shownLines
      ? `lines ${lines.slice(0, shownLines).join(", ")} …`
      : lines.length === 1
        ? `line ${last}`
        : `lines ${first.join(", ")} and ${last}`;
  return `${count} mistakes, on ${all}.`;
}

/** Returns a text without the comments that withMistakes() has added. */
export function withoutMistakes(text: string, comments: ReadonlySet<string>): string {
  if (comments.size === 0) return text;
  return text
    .split("\n")
    .filter((line) => !comments.has(line.trim()))
    .join("\n");
}

/** Returns a text without all comments of mistakes, for a text that an earlier command has kept. */
export function withoutOldMistakes(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(marker))
    .join("\n");
}
