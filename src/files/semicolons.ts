import { UsageError } from "../kernel/errors.ts";

/** The entries of a `;` list; empty ones are left out. Entries are taken exactly, spaces included. */
export function splitList(text: string): string[] {
  return text.split(";").filter((entry) => entry.trim() !== "");
}

/** The inverse of `splitList`. UsageError for an entry that such a list cannot hold; `of` says what it is. */
export function joinList(entries: readonly string[], of: string): string {
  for (const entry of entries) {
    if (entry.includes(";") || entry.trim() === "")
      throw cannotWrite(entry, of, "holds a semicolon or is empty");
  }
  return entries.join(";");
}

/** The error for a value that a dialect has no way to write. */
export function cannotWrite(value: string, of: string, why: string): UsageError {
  return new UsageError(
    `${JSON.stringify(value.slice(0, 60))} (${of}) ${why}, which this format cannot write.`,
    {
      hint: "Use the till format (--format till), which carries every value.",
    },
  );
}
