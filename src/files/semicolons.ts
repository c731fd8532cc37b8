import { UsageError } from "../kernel/errors.ts";

/** Returns the entries of a `;` list without empty ones. Spaces are kept. */
export function splitList(text: string): string[] {
  return text.split(";").filter((entry) => entry.trim() !== "");
}

/** The inverse of `splitList`. Throws UsageError for an entry that the list cannot hold; `of` is its description. */
export function joinList(entries: readonly string[], of: string): string {
  for (const entry of entries) {
    if (entry.includes(";") || entry.trim() === "")
      throw cannotWrite(entry, of, "contains a semicolon or is empty");
  }
  return entries.join(";");
}

/** Returns the error for a value that a dialect cannot hold. */
export function cannotWrite(value: string, of: string, why: string): UsageError {
  return new UsageError(
    `${JSON.stringify(value.slice(0, 60))} (${of}) ${why}, which this format cannot hold.`,
    {
      hint: "Use the till format (--format till), which can hold every value.",
    },
  );
}
