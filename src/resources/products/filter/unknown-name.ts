import type { UsageError } from "../../../kernel/errors.ts";
import { type Span, syntaxError } from "../../../kernel/lexer.ts";
import { capitalised, nearest } from "../../../kernel/text.ts";

/** The most names that a hint lists. */
const most = 12;

/** Returns the error for a name that nothing in the shop has, with a caret and suggestions. */
export function unknownName(
  source: string,
  at: Span,
  { singular, name, known }: { singular: string; name: string; known: readonly string[] },
): UsageError {
  const suggestion = nearest(name, known);
  const question = suggestion === undefined ? "" : `. Did you mean ${suggestion}?`;
  const more = known.length > most ? `, … (${known.length})` : "";
  const plural = `${capitalised(singular)}s`;
  const hint =
    known.length === 0
      ? `There are no ${singular}s.`
      : `${plural}: ${known.slice(0, most).join(", ")}${more}`;
  return syntaxError(source, at, `There is no ${singular} ${name}${question}`, hint);
}
