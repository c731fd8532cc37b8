import type { Span, TokenReader } from "../../kernel/lexer.ts";
import { nearest } from "../../kernel/text.ts";
import type { Expression } from "./expression.ts";
import type { ExpressionFunction } from "./expression-functions.ts";

export type ExpressionType = "number" | "text" | "boolean" | "list" | "null";

/** An expression with its type and its position in the source. */
export interface ParsedExpression extends Span {
  readonly expression: Expression;
  readonly type: ExpressionType;
}

/** Reads a regular expression between slashes. Throws UsageError with a caret. */
export function readPattern(reader: TokenReader, usage: string): RegExp {
  const token = reader.next();
  if (token.kind !== "regex")
    return reader.fail(token, "Expected a regular expression between slashes", usage);
  const end = token.text.lastIndexOf("/");
  try {
    return new RegExp(token.text.slice(1, end), token.text.slice(end + 1).replace(/[gy]/g, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reader.fail(token, reason.replace(/^Invalid/, "This is an invalid"), usage);
  }
}

/** Checks the number and the types of the arguments of a function. Throws UsageError with a caret. */
export function checkArguments(
  reader: TokenReader,
  called: ExpressionFunction,
  args: readonly ParsedExpression[],
  at: Span,
): void {
  const usage = `Write ${called.usage}`;
  if (args.length < called.minArgs || args.length > called.maxArgs) {
    reader.fail(
      at,
      `This function does not take ${args.length} ${args.length === 1 ? "value" : "values"}`,
      usage,
    );
  }
  for (const [index, arg] of args.entries()) {
    const { type, expression } = arg;
    const fits = called.takes === "text or number" ? type !== "boolean" : type === called.takes;
    if (!fits) reader.fail(arg, `Expected ${called.takes}, not ${type}`, usage);
    const problem = expression.kind === "literal" ? called.problem?.(expression.value, index) : undefined;
    if (problem !== undefined) reader.fail(arg, problem, usage);
  }
}
/** Returns the span from the start of one to the end of another. */
export function from(first: Span, last: Span): Span {
  return { position: first.position, length: last.position + last.length - first.position };
}

/** Returns a question for a message: `. Did you mean price?`; empty if no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const suggestion = nearest(word, names);
  return suggestion === undefined ? "" : `. Did you mean ${suggestion}?`;
}
