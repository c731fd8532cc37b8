import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { TillError, UsageError } from "../../kernel/errors.ts";
import { difference, matchesAnswer } from "./compare.ts";
import { newJobs, withJobs, withPlaceholders } from "./placeholders.ts";
import { openShell, quoted } from "./shell.ts";
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
      failures.push({ line, command: text, difference: difference(command.answer, actual) });
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

/** Returns the shell line that sets up the environment: no settings of till, no CI, no colour, UTC. */
function environment(home: string, file: string, program: readonly string[]): string {
  const bin = join(home, ".bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "till"), `#!/bin/sh\nexec ${program.map(quoted).join(" ")} "$@"\n`, {
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
  const exported = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`);
  return [
    "unset CI GITHUB_ACTIONS FORCE_COLOR $(env | sed -n 's/^\\(TILL_[A-Z_]*\\)=.*/\\1/p')",
    `export PATH=${quoted(bin)}:"$PATH" ${exported.join(" ")}`,
  ].join("; ");
}

function writeStoryFile(home: string, name: string, lines: readonly string[]): void {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}
