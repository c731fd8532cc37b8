import type { Query } from "../ui/screens/browse/browse-resource.ts";

/** Returns a word, quoted for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns `till` with these arguments as a command line for a shell. */
export function commandLine(...args: readonly string[]): string {
  return ["till", ...args].map(shellWord).join(" ");
}

/** Returns the flags of a list command for a query. */
export function queryFlags({ filter, search, sort }: Query): string[] {
  return [
    ...(filter ? ["--filter", filter] : []),
    ...(search ? ["--search", search] : []),
    ...(sort ? ["--sort", sort] : []),
  ];
}

/** Returns a `--set` text as a flag and its value: `price=+10%` as `--price`, `+10%`. */
export function flagOf(set: string): string[] {
  const equals = set.indexOf("=");
  return [`--${set.slice(0, equals).trim()}`, set.slice(equals + 1).trim()];
}

/** Quotes a value for `--filter`. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
