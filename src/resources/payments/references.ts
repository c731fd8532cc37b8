/** A reference to an order as given by the user, with its location: `ids.csv:12`. */
export interface OrderReference {
  reference: string;
  source?: string;
}

/** Parses an id or number; `#10007` is the number 10007. Returns undefined for other text. */
export function parseReference(text: string): string | undefined {
  const reference = text.trim().replace(/^#/, "");
  return /^[\w-]{1,100}$/.test(reference) ? reference : undefined;
}
