import { type Token, TokenReader } from "../../kernel/lexer.ts";
import { decimal } from "../../kernel/money.ts";
import type { Comparison, Operator } from "./expression.ts";
import { expressionFunctions } from "./expression-functions.ts";
import {
  checkArguments,
  didYouMean,
  type ExpressionType,
  from,
  type ParsedExpression,
  readPattern,
} from "./expression-parts.ts";
import { type FieldSpec, fieldNamed, isNumber } from "./values.ts";

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

/** How to write the calls that are parsed on their own. */
const forms = {
  if: "if(condition, value, otherwise)",
  match: "match(text, /pattern/)",
  has: 'has(list, "entry")',
} as const;

class ExpressionParser {
  private readonly reader: TokenReader;
  private readonly fields: readonly FieldSpec[];

  constructor(source: string, fields: readonly FieldSpec[], start: number) {
    this.reader = new TokenReader(source, "expression", start);
    this.fields = fields;
  }

  parse(): ParsedExpression {
    const parsed = this.any();
    if (this.reader.token.kind !== "end") {
      const hint = this.reader.token.text === "," ? "Write decimals with a point: 19.99" : undefined;
      this.reader.fail(this.reader.token, "Expected an operator (+ - * /) or the end", hint);
    }
    return parsed;
  }

  private any(): ParsedExpression {
    return this.joined("or", () => this.all());
  }

  private all(): ParsedExpression {
    return this.joined("and", () => this.one());
  }

  private joined(kind: "and" | "or", operand: () => ParsedExpression): ParsedExpression {
    let left = operand();
    while (this.reader.take("word", kind)) {
      const right = operand();
      for (const side of [left, right]) this.condition(side, kind);
      left = {
        expression: { kind, left: left.expression, right: right.expression },
        type: "boolean",
        ...from(left, right),
      };
    }
    return left;
  }

  private one(): ParsedExpression {
    const not = this.reader.take("word", "not");
    if (not === undefined) return this.comparison();
    const operand = this.one();
    this.condition(operand, "not");
    return {
      expression: { kind: "not", operand: operand.expression },
      type: "boolean",
      ...from(not, operand),
    };
  }

  private comparison(): ParsedExpression {
    const left = this.sum();
    const sign = this.reader.take("operator", "=", "==", "!=", "<", "<=", ">", ">=");
    if (sign === undefined) return left;
    const right = this.sum();
    const operator = (sign.text === "==" ? "=" : sign.text) as Comparison;
    const isOrder = operator !== "=" && operator !== "!=";
    const comparable = isOrder ? ["number", "text"] : ["number", "text", "boolean", "null"];
    for (const side of [left, right]) {
      if (!comparable.includes(side.type))
        this.reader.fail(
          side,
          `${operator} cannot compare ${side.type}`,
          side.type === "list" ? 'To look for an entry, write has(list, "entry").' : undefined,
        );
    }
    if (left.type !== right.type && left.type !== "null" && right.type !== "null")
      this.reader.fail(right, `${left.type} cannot be compared with ${right.type}`);
    return {
      expression: { kind: "compare", operator, left: left.expression, right: right.expression },
      type: "boolean",
      ...from(left, right),
    };
  }

  private condition(parsed: ParsedExpression, what: string): void {
    if (parsed.type === "boolean") return;
    this.reader.fail(parsed, `${what} needs a condition, not ${parsed.type}`, "For example price > 20");
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
    const inner = this.any();
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
    const form = Object.hasOwn(forms, token.text) ? token.text : undefined;
    if (form !== undefined) return this.form(token, form as keyof typeof forms);
    const names = [...expressionFunctions.keys(), ...Object.keys(forms)];
    const called = expressionFunctions.get(token.text);
    if (called === undefined) {
      const message = `There is no function ${token.text}${didYouMean(token.text, names)}`;
      return this.reader.fail(token, message, `Functions: ${names.join(", ")}. Plain text goes in quotes.`);
    }
    this.reader.next();
    const args: ParsedExpression[] = [];
    let closing = this.reader.take("punctuation", ")");
    while (closing === undefined) {
      args.push(this.any());
      closing = this.reader.take("punctuation", ",") ? undefined : this.reader.expect(")");
    }
    const at = from(token, closing);
    checkArguments(this.reader, called, args, at);
    const type = called.takes === "number" ? "number" : "text";
    return {
      expression: { kind: "call", called, args: args.map(({ expression }) => expression) },
      type,
      ...at,
    };
  }

  /** Parses the calls whose arguments are not all values of one type. */
  private form(token: Token, form: keyof typeof forms): ParsedExpression {
    const usage = `Write ${forms[form]}`;
    const comma = () =>
      this.reader.take("punctuation", ",") ?? this.reader.fail(this.reader.token, "Expected ,", usage);
    const end = () => from(token, this.reader.expect(")", usage));
    const argument = (...types: ExpressionType[]) => {
      const parsed = this.any();
      if (types.length > 0 && !types.includes(parsed.type))
        this.reader.fail(parsed, `Expected ${types[0]}, not ${parsed.type}`, usage);
      return parsed;
    };
    this.reader.next();
    if (form === "match") {
      const { expression: operand } = argument("text", "null");
      comma();
      return {
        expression: { kind: "match", operand, pattern: readPattern(this.reader, usage) },
        type: "boolean",
        ...end(),
      };
    }
    if (form === "has") {
      const { expression: list } = argument("list");
      comma();
      const { expression: entry } = argument("text");
      return { expression: { kind: "has", list, entry }, type: "boolean", ...end() };
    }
    const condition = this.any();
    if (condition.type !== "boolean")
      this.reader.fail(condition, `if needs a condition, not ${condition.type}`, usage);
    comma();
    const then = argument();
    comma();
    const otherwise = argument();
    if (then.type !== otherwise.type && then.type !== "null" && otherwise.type !== "null")
      this.reader.fail(otherwise, `Expected ${then.type}, not ${otherwise.type}`, usage);
    return {
      expression: {
        kind: "if",
        condition: condition.expression,
        value: then.expression,
        otherwise: otherwise.expression,
      },
      type: then.type === "null" ? otherwise.type : then.type,
      ...end(),
    };
  }
}
