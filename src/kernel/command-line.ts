/** A shell whose quotes till knows. `pwsh` is PowerShell 7, which passes double quotes on. */
export type Shell = "posix" | "cmd" | "powershell" | "pwsh";

/** Returns a word, quoted for a shell only where it needs that, as a person would. */
export function shellWord(word: string, shell: Shell = "posix"): string {
  const safe = shell === "posix" ? /^[\p{L}\p{N}_./:=+%@,-]+$/u : /^[\p{L}\p{N}_./:=+@-]+$/u;
  if (safe.test(word)) return word;
  if (shell === "posix") {
    const isPlain = !/["$`\\!]/.test(word);
    return word.includes("'") && isPlain ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
  }
  // Programs of Windows split their command line themselves: a backslash escapes a quote, and backslashes before it.
  const escaped = word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&");
  // This form works in cmd.exe and in PowerShell.
  if (shell === "cmd" || !/["$`“”„]/.test(word)) return `"${escaped}"`;
  return `'${(shell === "pwsh" ? word : escaped).replace(/['‘’‚‛]/g, "$&$&")}'`;
}

/** Returns a command line that commandLine wrote, with its words quoted for another shell. */
export function inShell(line: string, shell: Shell): string {
  if (shell === "posix") return line;
  return splitWords(line)
    .map((word) => shellWord(word, shell))
    .join(" ");
}

/** Returns `till` with these arguments as a command line for a POSIX shell; inShell translates it. */
export function commandLine(...args: readonly string[]): string {
  return ["till", ...args].map((word) => shellWord(word)).join(" ");
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
export function hasOpenQuote(line: string): boolean {
  return /['"\\]/.test(line.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./g, ""));
}

/** Adds words to a command line, in front of its `--` if it has one. */
export function withWords(line: readonly string[], ...words: readonly string[]): string[] {
  const dashes = line.indexOf("--");
  const end = dashes < 0 ? line.length : dashes;
  return [...line.slice(0, end), ...words, ...line.slice(end)];
}
