import { type Span, type Token, TokenReader } from "../../kernel/lexer.ts";
import { decimal } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import type { Expression, Operator } from "./expression.ts";
import { type ExpressionFunction, expressionFunctions } from "./expression-functions.ts";
import { type FieldSpec, fieldNamed, isNumber } from "./values.ts";

type ExpressionType = "number" | "text" | "boolean" | "null";

/** An expression with its type and its position in the source. */
export interface ParsedExpression extends Span {
  readonly expression: Expression;
  readonly type: ExpressionType;
}

/**
 * Parses an expression (docs/guides/changes.md) from `start` to the end of the source. Throws UsageError with a caret for
 * syntax errors, unknown fields and functions, and types that do not match.
 */
export function parseExpression(source: string, fields: readonly FieldSpec[], start = 0): ParsedExpression {
  return new ExpressionParser(source, fields, start).parse();
}

const zero = decimal("0");
const literals: Record<string, { value: boolean | null; type: ExpressionType }> = {
  true: { value: true, type: "boolean" },
  false: { value: false, type: "boolean" },
  null: { value: null, type: "null" },
};

class ExpressionParser {
  private readonly reader: TokenReader;
  private readonly fields: readonly FieldSpec[];

  constructor(source: string, fields: readonly FieldSpec[], start: number) {
    this.reader = new TokenReader(source, "expression", start);
    this.fields = fields;
  }

  parse(): ParsedExpression {
    const parsed = this.sum();
    if (this.reader.token.kind !== "end") {
      const hint = this.reader.token.text === "," ? "Write decimals with a point: 19.99" : undefined;
      this.reader.fail(this.reader.token, "Expected an operator (+ - * /) or the end", hint);
    }
    return parsed;
  }

  private sum(): ParsedExpression {
    return this.leftToRight(["+", "-"], () => this.product());
  }

  private product(): ParsedExpression {
    return this.leftToRight(["*", "/"], () => this.unary());
  }

  private leftToRight(operators: readonly Operator[], operand: () => ParsedExpression): ParsedExpression {
    let left = operand();
    let sign = this.reader.take("operator", ...operators);
    while (sign !== undefined) {
      left = this.arithmetic(sign.text as Operator, left, operand());
      sign = this.reader.take("operator", ...operators);
    }
    return left;
  }

  private arithmetic(operator: Operator, left: ParsedExpression, right: ParsedExpression): ParsedExpression {
    const hint = operator === "+" ? "To join text, write concat(a, b)." : undefined;
    for (const side of [left, right]) {
      if (side.type !== "number") this.reader.fail(side, `${operator} needs numbers, not ${side.type}`, hint);
    }
    const { expression } = right;
    if (
      operator === "/" &&
      expression.kind === "literal" &&
      isNumber(expression.value) &&
      expression.value.eq(zero)
    ) {
      this.reader.fail(right, "Division by zero");
    }
    return {
      expression: { kind: "arithmetic", operator, left: left.expression, right: expression },
      type: "number",
      ...from(left, right),
    };
  }

  private unary(): ParsedExpression {
    const minus = this.reader.take("operator", "-");
    if (minus === undefined) return this.primary();
    const operand = this.unary();
    if (operand.type !== "number") this.reader.fail(operand, `- needs a number, not ${operand.type}`);
    return {
      expression: { kind: "negate", operand: operand.expression },
      type: "number",
      ...from(minus, operand),
    };
  }

  private primary(): ParsedExpression {
    const token = this.reader.next();
    const at = from(token, token);
    if (token.kind === "number")
      return { expression: { kind: "literal", value: decimal(token.text) }, type: "number", ...at };
    if (token.kind === "string")
      return { expression: { kind: "literal", value: token.text }, type: "text", ...at };
    if (token.kind === "word") return this.reader.token.text === "(" ? this.call(token) : this.named(token);
    if (token.text !== "(") this.reader.fail(token, "Expected a field, a number, quoted text or a function");
    const inner = this.sum();
    return { ...inner, ...from(token, this.reader.expect(")")) };
  }

  private named(token: Token): ParsedExpression {
    const literal = Object.hasOwn(literals, token.text) ? literals[token.text] : undefined;
    if (literal !== undefined) {
      return {
        expression: { kind: "literal", value: literal.value },
        type: literal.type,
        ...from(token, token),
      };
    }
    const field = fieldNamed(token.text, this.fields);
    if (field === undefined) {
      const names = this.fields.map(({ name }) => name);
      const hint = `Fields: ${names.join(", ")}. Put text in quotes: "${token.text}"`;
      return this.reader.fail(token, `There is no field ${token.text}${didYouMean(token.text, names)}`, hint);
    }
    const type = field.type === "money" ? "number" : field.type;
    return { expression: { kind: "field", name: field.name }, type, ...from(token, token) };
  }

  private call(token: Token): ParsedExpression {
    const names = [...expressionFunctions.keys()];
    const called = expressionFunctions.get(token.text);
    if (called === undefined) {
      const message = `There is no function ${token.text}${didYouMean(token.text, names)}`;
      return this.reader.fail(token, message, `Functions: ${names.join(", ")}. Plain text goes in quotes.`);
    }
    this.reader.next();
    const args: ParsedExpression[] = [];
    let closing = this.reader.take("punctuation", ")");
    while (closing === undefined) {
      args.push(this.sum());
      closing = this.reader.take("punctuation", ",") ? undefined : this.reader.expect(")");
    }
    const at = from(token, closing);
    this.check(called, args, at);
    const type = called.takes === "number" ? "number" : "text";
    return {
      expression: { kind: "call", called, args: args.map(({ expression }) => expression) },
      type,
      ...at,
    };
  }

  private check(called: ExpressionFunction, args: readonly ParsedExpression[], at: Span): void {
    const usage = `Write ${called.usage}`;
    if (args.length < called.minArgs || args.length > called.maxArgs) {
      this.reader.fail(
        at,
        `This function does not take ${args.length} ${args.length === 1 ? "value" : "values"}`,
        usage,
      );
    }
    for (const [index, arg] of args.entries()) {
      const { type, expression } = arg;
      const fits = called.takes === "text or number" ? type !== "boolean" : type === called.takes;
      if (!fits) this.reader.fail(arg, `Expected ${called.takes}, not ${type}`, usage);
      const problem = expression.kind === "literal" ? called.problem?.(expression.value, index) : undefined;
      if (problem !== undefined) this.reader.fail(arg, problem, usage);
    }
  }
}

/** Returns the span from the start of one to the end of another. */
function from(first: Span, last: Span): Span {
  return { position: first.position, length: last.position + last.length - first.position };
}

function didYouMean(word: string, names: readonly string[]): string {
  const suggestion = nearest(word, names);
  return suggestion === undefined ? "" : `. Did you mean ${suggestion}?`;
}
