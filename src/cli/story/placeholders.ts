/** Replaces what differs between runs: the folder with HOME, times with TIME, ids with ID, jobs with JOB1, JOB2 … */
export function withPlaceholders(text: string, home: string, jobs: readonly string[]): string {
  return text
    .replaceAll(home, "HOME")
    .replace(/\b\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z| \d\d:\d\d UTC)/g, "TIME")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
    .replace(/trying again in \d+ s/g, "trying again in N s")
    .replace(/\b[0-9a-z]{4}\b/g, (word) => (jobs.includes(word) ? `JOB${jobs.indexOf(word) + 1}` : word));
}

/** Replaces JOB1, JOB2 … in a command with the ids of the jobs that the story created. */
export function withJobs(command: string, jobs: readonly string[]): string {
  return command.replace(/\bJOB(\d)\b/g, (word, number) => jobs[Number(number) - 1] ?? word);
}
