import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { changeIds } from "../bulk/journal/single-store.ts";
import { TillError, UsageError } from "../kernel/errors.ts";
import { escapeMarkup } from "../kernel/text.ts";
import { openShell, shellQuoted } from "./shell.ts";
import { type StoryCommand, type StoryPart, showAnswer, showPart } from "./story.ts";

/** A command whose answer is not the expected one. */
export interface StoryFailure {
  line: number;
  command: string;
  /** The lines that differ, or why the story could not go on. */
  difference: string[];
}

/** The result of one story. */
export interface StoryResult {
  file: string;
  passed: boolean;
  /** Whether all commands ran. */
  complete: boolean;
  commands: number;
  failures: StoryFailure[];
  /** In milliseconds. */
  duration: number;
  /** The story with the actual answers where they do not match. */
  updated: string;
}

export interface StoryOptions {
  /** The program and its first arguments that `till` runs. */
  program: readonly string[];
  /** In milliseconds. */
  limit: number;
  signal: AbortSignal;
}

/**
 * Runs a story in a temporary folder with a sandbox of its own. Profiles and credentials of the user are out of reach. A
 * story that cannot go on (time limit, `exit`) ends with a failure.
 */
export async function runStory(
  parts: readonly StoryPart[],
  file: string,
  options: StoryOptions,
): Promise<StoryResult> {
  const begun = performance.now();
  const home = realpathSync(mkdtempSync(join(tmpdir(), "till-story-")));
  const shell = await openShell({ cwd: home, ...options });
  const failures: StoryFailure[] = [];
  const updated: string[] = [];
  const jobs: string[] = [];
  let stopped = false;
  const answerOf = async (command: StoryCommand): Promise<readonly string[]> => {
    const answer = await shell.run(withJobs(command.text, jobs), command.stdin);
    jobs.push(...newJobs(join(home, "till", "state"), jobs));
    return showAnswer(answer).map((line) => withPlaceholders(line, home, jobs));
  };
  const expected = async (command: StoryCommand): Promise<readonly string[]> => {
    if (stopped) return command.answer;
    const { line, text } = command;
    try {
      const actual = await answerOf(command);
      if (matchesAnswer(command.answer, actual)) return command.answer;
      failures.push({ line, command: text, difference: lineDifference(command.answer, actual) });
      return actual;
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      stopped = true;
      failures.push({
        line,
        command: text,
        difference: [error.message, ...(error.hint ? [error.hint] : [])],
      });
      return command.answer;
    }
  };
  try {
    await shell.run(environment(home, file, options.program), []);
    for (const part of parts) {
      if (part.kind === "file" && !stopped) writeStoryFile(home, part.name, part.lines);
      updated.push(...showPart(part, part.kind === "command" ? await expected(part) : []));
    }
  } finally {
    shell.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return {
    file,
    passed: failures.length === 0,
    complete: !stopped,
    commands: parts.filter(({ kind }) => kind === "command").length,
    failures,
    duration: Math.round(performance.now() - begun),
    updated: updated.join("\n"),
  };
}

/** Throws UsageError for a story that only till's own tests can run. */
export function requireNoTerminal(parts: readonly StoryPart[], file: string): void {
  const part = parts.find((part) => part.kind === "command" && part.terminal);
  if (!part) return;
  throw new UsageError(`${file}:${part.line}: Commands with % (as on a terminal) are not supported here.`, {
    code: "INVALID_STORY",
    hint: 'Write "$ " instead: the command then runs as in a script.',
    location: { file, line: part.line },
  });
}

/** Returns the shell line that sets up the environment: no settings of till, no CI, no color, UTC. */
function environment(home: string, file: string, program: readonly string[]): string {
  const bin = join(home, ".bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "till"), `#!/bin/sh\nexec ${program.map(shellQuoted).join(" ")} "$@"\n`, {
    mode: 0o755,
  });
  const values = {
    TILL_HOME: join(home, "till"),
    TILL_STORY: "1",
    STORY_DIR: dirname(resolve(file)),
    NO_COLOR: "1",
    COLUMNS: "80",
    TERM: "dumb",
    TZ: "UTC",
    LC_ALL: "C.UTF-8",
  };
  const exported = Object.entries(values).map(([name, value]) => `${name}=${shellQuoted(value)}`);
  return [
    "unset CI GITHUB_ACTIONS FORCE_COLOR $(env | sed -n 's/^\\(TILL_[A-Z_]*\\)=.*/\\1/p')",
    `export PATH=${shellQuoted(bin)}:"$PATH" ${exported.join(" ")}`,
  ].join("; ");
}

function writeStoryFile(home: string, name: string, lines: readonly string[]): void {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

/** Returns whether a line matches an expected line, in which `[..]` stands for any text. */
function matchesLine(expected: string, actual: string): boolean {
  if (!expected.includes("[..]")) return expected === actual;
  const pieces = expected.split("[..]").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".*")}$`, "u").test(actual);
}

/** Returns whether an answer matches the expected one, in which a line `...` stands for any number of lines. */
export function matchesAnswer(expected: readonly string[], actual: readonly string[]): boolean {
  /** The numbers of actual lines that the expected lines read so far may have used. */
  let used = new Set([0]);
  for (const line of expected) {
    const next = new Set<number>();
    for (const count of used) {
      if (line === "...") for (let end = count; end <= actual.length; end += 1) next.add(end);
      else if (count < actual.length && matchesLine(line, actual[count] ?? "")) next.add(count + 1);
    }
    used = next;
  }
  return used.has(actual.length);
}

/** Returns the lines that differ: expected ones after `- `, actual ones after `+ `, at most two equal ones around them. */
export function lineDifference(expected: readonly string[], actual: readonly string[]): string[] {
  const max = Math.min(expected.length, actual.length);
  const same = (expectedAt: number, actualAt: number) =>
    matchesLine(expected[expectedAt] ?? "", actual[actualAt] ?? "");
  let start = 0;
  while (start < max && same(start, start)) start += 1;
  let end = 0;
  while (end < max - start && same(expected.length - 1 - end, actual.length - 1 - end)) end += 1;
  const context = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  return [
    ...context(actual.slice(Math.max(0, start - 2), start)),
    ...expected.slice(start, expected.length - end).map((line) => `- ${line}`),
    ...actual.slice(start, actual.length - end).map((line) => `+ ${line}`),
    ...context(actual.slice(actual.length - end, actual.length - end + Math.min(end, 2))),
  ];
}

/** Replaces what differs between runs: the folder with HOME, times with TIME, ids with ID, jobs as withJobs writes them. */
export function withPlaceholders(text: string, home: string, jobs: readonly string[]): string {
  return text
    .replaceAll(home, "HOME")
    .replace(/\b\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z| \d\d:\d\d UTC)/g, "TIME")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
    .replace(/(--run |"run":"|"_kind":"run","id":")[2-9a-hjkmnp-tv-z]{6}\b/g, "$1RUN")
    .replace(/trying again in \d+ s/g, "trying again in N s")
    .replace(/\b[0-9a-z]{4,5}\b/g, (word) => placeholderOf(word, jobs) ?? word);
}

/** Replaces JOB1, JOB2 … in a command with the ids of the bulk jobs that the story created, CALL1 … with those of single changes. */
export function withJobs(command: string, jobs: readonly string[]): string {
  return command.replace(
    /\b(?:JOB|CALL)\d+\b/g,
    (word) => jobs.find((id) => placeholderOf(id, jobs) === word) ?? word,
  );
}

/** Jobs of single changes have longer ids. */
const isSingle = (id: string) => id.length > 4;

function placeholderOf(id: string, jobs: readonly string[]): string | undefined {
  if (!jobs.includes(id)) return undefined;
  const alike = jobs.filter((job) => isSingle(job) === isSingle(id));
  return `${isSingle(id) ? "CALL" : "JOB"}${alike.indexOf(id) + 1}`;
}

/** Returns the jobs in a state folder that are not known yet, oldest first. */
export function newJobs(state: string, knownJobs: readonly string[]): string[] {
  const createdAt = (file: string) => statSync(join(state, file)).birthtimeMs;
  const bulk = globSync("jobs/*.sqlite", { cwd: state })
    .sort((a, b) => createdAt(a) - createdAt(b))
    .map((file) => basename(file, ".sqlite"));
  const single = changeIds(join(state, "changes.sqlite"));
  return [...bulk, ...single].filter((id) => !knownJobs.includes(id));
}

/** Returns the results in the format of JUnit, which CI systems read. */
export function junit(results: readonly StoryResult[]): string {
  const failed = results.filter(({ passed }) => !passed).length;
  const cases = results.flatMap(({ file, duration, failures }) => [
    `  <testcase name="${xml(file)}" classname="till story" time="${duration / 1000}"${failures.length === 0 ? "/>" : ">"}`,
    ...failures.map(
      ({ line, command, difference }) =>
        `    <failure message="${xml(`line ${line}: ${command}`)}">${xml(difference.join("\n"))}</failure>`,
    ),
    ...(failures.length === 0 ? [] : ["  </testcase>"]),
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="till story" tests="${results.length}" failures="${failed}">`,
    ...cases,
    "</testsuite>",
    "",
  ].join("\n");
}

/** Escapes text for XML 1.0, which has no control characters except tab and line breaks. */
function xml(text: string): string {
  return escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd"));
}

/** Returns the results in the Test Anything Protocol, version 14. */
export function tap(results: readonly StoryResult[]): string {
  const lines = results.flatMap(({ file, passed, failures }, index) => [
    `${passed ? "ok" : "not ok"} ${index + 1} - ${file.replaceAll("#", "\\#")}`,
    ...failures.flatMap(({ line, command, difference }) =>
      [`line ${line}: ${command}`, ...difference].map((text) => `# ${text}`),
    ),
  ]);
  return ["TAP version 14", `1..${results.length}`, ...lines, ""].join("\n");
}
