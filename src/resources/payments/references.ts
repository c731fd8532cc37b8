/** An order as it was named, and where: `ids.csv:12`. */
export interface Named {
  reference: string;
  source?: string;
}

/** An id or number as it was typed; `#10007` is the number 10007. Undefined for what is neither. */
export function referenceOf(text: string): string | undefined {
  const reference = text.trim().replace(/^#/, "");
  return /^[\w-]{1,100}$/.test(reference) ? reference : undefined;
}
