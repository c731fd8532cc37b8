/** Matches a GUID in upper or lower case. */
export const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text is a GUID. */
export const isGuid = (text: string): boolean => guidPattern.test(text);

/** Returns a GUID in lower case, as the platform writes it, and other text unchanged. */
export const lowerGuid = (text: string): string => (isGuid(text) ? text.toLowerCase() : text);

/** No look-alikes, and no l, so that no id is `last`. */
const shortAlphabet = "23456789abcdefghjkmnpqrstvwxyz";

/** Returns a random id that people can type, which may be in use. Bulk jobs have 4 characters, other jobs 5, runs 6. */
export function shortId(length: 4 | 5 | 6): string {
  return Array.from({ length }, () => shortAlphabet[Math.floor(Math.random() * shortAlphabet.length)]).join(
    "",
  );
}
