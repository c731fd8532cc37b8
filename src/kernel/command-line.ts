/** Returns a word, quoted for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns `till` with these arguments as a command line for a shell. */
export function commandLine(...args: readonly string[]): string {
  return ["till", ...args].map(shellWord).join(" ");
}
