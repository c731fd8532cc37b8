import { fit, sanitise, wrap } from "../../kernel/text.ts";

/** The most lines of a message. */
const most = 6;

/**
 * Returns a message as at most six lines, the last of which ends with `…` if more follow; indented lines, which align with a
 * caret, are not wrapped.
 */
export function messageLines(text: string, width: number): string[] {
  const lines = sanitise(text)
    .split("\n")
    .flatMap((line) => (line.startsWith("  ") ? [line] : wrap(line, width)));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fit(`${lines[most - 1]} …`, width)];
}
