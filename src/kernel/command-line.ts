/** Returns a word, quoted for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns `till` with these arguments as a command line for a shell. */
export function commandLine(...args: readonly string[]): string {
  return ["till", ...args].map(shellWord).join(" ");
}

/** Returns what to do if cmd.exe, which does not know single quotes, has split an argument in them; undefined otherwise. */
export function quotingHint(argv: readonly string[], platform: NodeJS.Platform): string | undefined {
  const isSplit = argv.some((word) => word.startsWith("'") || word.endsWith("'"));
  if (platform !== "win32" || !isSplit) return undefined;
  return `cmd.exe does not know single quotes. Put the argument in double quotes: "brand = 'Acme'"`;
}

/** Returns the words of a line as a shell splits them: quotes and backslashes are understood, nothing is expanded. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  const word = /(?:'[^']*'?|"(?:\\.|[^"\\])*"?|\\.|[^\s'"\\])+/g;
  for (const [text] of line.matchAll(word))
    words.push(
      text.replace(
        /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)/g,
        (_, single, double, escaped) => single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped,
      ),
    );
  return words;
}

/** Returns whether a quote of a line is not closed, or a backslash at its end escapes nothing. */
export function isOpen(line: string): boolean {
  return /['"\\]/.test(line.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./g, ""));
}
