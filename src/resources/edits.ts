/** A staged change: `--set` texts, and the rows they are for: some, or all that a query finds. */
export interface Edit {
  readonly sets: readonly string[];
  readonly rows: readonly EditRow[] | EditQuery;
}

/** A row that is to be changed. */
export interface EditRow {
  readonly id: string;
  readonly label: string;
  readonly reference: string;
}

/** All rows of a list. */
export interface EditQuery {
  readonly filter?: string | undefined;
  readonly search?: string | undefined;
}

/** A word as a shell has to be given it. */
export function shellWord(word: string): string {
  return /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line of these words. */
export function commandLine(...words: readonly string[]): string {
  return ["till", ...words].map(shellWord).join(" ");
}

/** The flags of a list command for a query. */
export function queryFlags(query: EditQuery & { sort?: string | undefined }): string[] {
  const { filter, search, sort } = query;
  return [
    ...(filter ? ["--filter", filter] : []),
    ...(search ? ["--search", search] : []),
    ...(sort ? ["--sort", sort] : []),
  ];
}

/** `price=+10%` as the flag of a command that has one a field: `--price`, `+10%`. */
export function flagOf(set: string): string[] {
  const equals = set.indexOf("=");
  return [`--${set.slice(0, equals).trim()}`, set.slice(equals + 1).trim()];
}

/** Whether the rows of an edit are named, or found by a query. */
export function isNamed(rows: Edit["rows"]): rows is readonly EditRow[] {
  return Array.isArray(rows);
}
