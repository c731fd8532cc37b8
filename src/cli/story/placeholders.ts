import { globSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { withCallLog } from "../../bulk/call-log.ts";

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
  const alike = jobs.filter((one) => isSingle(one) === isSingle(id));
  return `${isSingle(id) ? "CALL" : "JOB"}${alike.indexOf(id) + 1}`;
}

/** Returns the jobs in a state folder that are not known yet, oldest first. */
export function newJobs(state: string, known: readonly string[]): string[] {
  const createdAt = (file: string) => statSync(join(state, file)).birthtimeMs;
  const bulk = globSync("jobs/*.sqlite", { cwd: state })
    .sort((one, other) => createdAt(one) - createdAt(other))
    .map((file) => basename(file, ".sqlite"));
  const single = withCallLog(join(state, "calls.sqlite"), (log) => log?.jobs() ?? []).toReversed();
  return [...bulk, ...single].filter((id) => !known.includes(id));
}
