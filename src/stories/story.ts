import { UsageError } from "../kernel/errors.ts";

/** A command of a story and the answer written below it. */
export interface StoryCommand {
  kind: "command";
  /** Counted from 1. */
  line: number;
  text: string;
  /** Written with `%`: run as on a terminal. */
  terminal: boolean;
  stdin: readonly string[];
  answer: readonly string[];
}

/** A file that a story writes: `> name`, its lines, `<<<`. */
export interface StoryFile {
  kind: "file";
  line: number;
  name: string;
  lines: readonly string[];
}

/** A comment or an empty line. */
export interface StoryText {
  kind: "text";
  line: number;
  text: string;
}

export type StoryPart = StoryCommand | StoryFile | StoryText;

/** What a command printed, and its exit code. */
export interface Answer {
  stdout: string;
  stderr: string;
  code: number;
}

/**
 * Parses a story: a transcript of commands and their answers. `$ …` is a command, `% …` a command as on a terminal, `< …`
 * below it a line of its stdin, `> name`, lines and `<<<` a file, `#` a comment. Throws UsageError with file and line.
 */
export function parseStory(source: string, file: string): StoryPart[] {
  const lines = source.split("\n");
  const parts: StoryPart[] = [];
  const fail = (line: number, message: string) =>
    new UsageError(`${file}:${line}: ${message}`, {
      code: "INVALID_STORY",
      hint: "For the format: till help story run",
      location: { file, line },
    });
  let at = 0;
  while (at < lines.length) {
    const text = lines[at] ?? "";
    const line = at + 1;
    at += 1;
    const rest = text.slice(2);
    if (text === "" || text.startsWith("#")) parts.push({ kind: "text", line, text });
    else if (text.startsWith("> ")) {
      const end = lines.indexOf("<<<", at);
      if (end === -1) throw fail(line, `The file "${rest}" has no end: a line <<< is missing.`);
      parts.push({ kind: "file", line, name: rest, lines: lines.slice(at, end) });
      at = end + 1;
    } else if (/^[$%] /.test(text)) {
      const stdin: string[] = [];
      while (lines[at]?.startsWith("< ")) stdin.push((lines[at++] ?? "").slice(2));
      const answer: string[] = [];
      while (at < lines.length && !beginsPart(lines[at] ?? "")) answer.push(lines[at++] ?? "");
      parts.push({ kind: "command", line, text: rest, terminal: text.startsWith("%"), stdin, answer });
    } else throw fail(line, `"${text}" belongs to no command. A command begins with "$ ".`);
  }
  return parts;
}

function beginsPart(line: string): boolean {
  return line === "" || line.startsWith("#") || /^[$%>] /.test(line);
}

/** Returns a part as the story shows it; a command with the given answer. */
export function showPart(part: StoryPart, answer: readonly string[] = []): string[] {
  if (part.kind === "text") return [part.text];
  if (part.kind === "file") return [`> ${part.name}`, ...part.lines, "<<<"];
  const sign = part.terminal ? "%" : "$";
  return [`${sign} ${part.text}`, ...part.stdin.map((text) => `< ${text}`), ...answer];
}

/**
 * Returns an answer as lines of a story: stdout (an empty line is `.`, a line that would be read as something else begins
 * with a backslash), stderr after `! `, an exit code other than 0 as `? code`.
 */
export function showAnswer({ stdout, stderr, code }: Answer): string[] {
  return [
    ...linesOf(stdout).map((line) =>
      line === "" ? "." : /^([$%<>!?] |[#\\]|\.$)/.test(line) ? `\\${line}` : line,
    ),
    ...linesOf(stderr).map((line) => `! ${line}`.trimEnd()),
    ...(code === 0 ? [] : [`? ${code}`]),
  ];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
