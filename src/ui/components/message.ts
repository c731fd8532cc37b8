import { sanitise, wrap } from "../../kernel/text.ts";

/** Returns a message as at most six lines; indented lines, which align with a caret, are not wrapped. */
export function messageLines(text: string, width: number): string[] {
  const lines = sanitise(text)
    .split("\n")
    .flatMap((line) => (line.startsWith("  ") ? [line] : wrap(line, width)));
  return lines.slice(0, 6);
}
