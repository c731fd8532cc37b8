/** Matches a GUID in upper or lower case. */
export const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text is a GUID. */
export const isGuid = (text: string): boolean => guidPattern.test(text);
