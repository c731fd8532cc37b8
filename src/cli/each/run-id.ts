/** The characters of ids: no look-alikes, and no letters of `last`. */
const alphabet = "23456789abcdefghjkmnpqrstvwxyz";

/** Returns a new id of a run: six characters; those of jobs have four or five. */
export function newRunId(): string {
  return Array.from({ length: 6 }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join("");
}
