import { UsageError } from "../../kernel/errors.ts";
import { type Span, type Token, TokenReader } from "../../kernel/lexer.ts";
import { amountText, type Decimal, decimal, roundMoney } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { TimeLimitError, withTimeLimit } from "../../kernel/time-limit.ts";
import {
  EvaluationError,
  type FieldSpec,
  fieldNamed,
  isList,
  isNumber,
  type Value,
  type Values,
} from "./values.ts";

/** A checked expression: all its fields and functions exist, and the types match. */
type Expression =
  | { readonly kind: "literal"; readonly value: Value }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "negate" | "not"; readonly operand: Expression }
  | {
      readonly kind: "arithmetic";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly value: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: "match"; readonly operand: Expression; readonly pattern: RegExp }
  | { readonly kind: "has"; readonly list: Expression; readonly entry: Expression }
  | { readonly kind: "call"; readonly called: ExpressionFunction; readonly args: readonly Expression[] };

type Operator = "+" | "-" | "*" | "/";
type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/**
 * Returns the value of an expression for a row: exact, except for divisions (20 decimals). `currency` decides the digits of
 * `round(x)`. Throws EvaluationError for an empty number in arithmetic and a division by zero.
 */
export function evaluateExpression(expression: Expression, values: Values, currency: string): Value {
  const evaluate = (expression: Expression): Value => evaluateExpression(expression, values, currency);
  const number = (expression: Expression): Decimal => {
    const value = evaluate(expression);
    if (isNumber(value)) return value;
    const field = expression.kind === "field" ? expression.name : undefined;
    throw new EvaluationError(`${field ?? "A number"} is empty`, field);
  };
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "field":
      return values[expression.name] ?? null;
    case "negate":
      return number(expression.operand).neg();
    case "not":
      return evaluate(expression.operand) !== true;
    case "arithmetic":
      return arithmetic[expression.operator](number(expression.left), number(expression.right));
    case "compare":
      return comparisons[expression.operator](
        compared(evaluate(expression.left), evaluate(expression.right)),
      );
    case "and":
      return evaluate(expression.left) === true && evaluate(expression.right) === true;
    case "or":
      return evaluate(expression.left) === true || evaluate(expression.right) === true;
    case "if":
      return evaluate(evaluate(expression.condition) === true ? expression.value : expression.otherwise);
    case "match":
      return matches(expression.pattern, String(evaluate(expression.operand) ?? ""));
    case "has": {
      const list = evaluate(expression.list);
      return isList(list) && list.includes(String(evaluate(expression.entry) ?? ""));
    }
    case "call": {
      const { called, args } = expression;
      if (called.takes === "number") return called.run(checked(called, args.map(number)), currency);
      return callText(called, checked(called, args.map(evaluate)));
    }
  }
}

/** The longest that a regular expression may look at one text, in milliseconds. */
const matchLimit = 1000;

/** What can take exponential time: a repeated group, two repetitions without an end, or what was matched before. */
const mayBacktrack = /\)[*+{]|\\[1-9k]|(?:[*+]|\{\d+,\})[\s\S]*(?:[*+]|\{\d+,\})/;

/** Returns whether a pattern matches. Throws UsageError, which ends the command, if it looks at the text for longer than a second. */
function matches(pattern: RegExp, text: string): boolean {
  if (!mayBacktrack.test(pattern.source)) return pattern.test(text);
  try {
    return withTimeLimit(matchLimit, () => pattern.test(text));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw new UsageError(`The pattern ${pattern} takes too long on one of the texts.`, {
      code: "PATTERN_TOO_SLOW",
      hint: "Nothing was sent. Repeat no group that repeats something itself: /(a+)+/ is /a+/",
    });
  }
}

function checked<V extends Value>({ problem }: ExpressionFunction, args: readonly V[]): readonly V[] {
  const wrong = args.map((value, index) => problem?.(value, index)).find((one) => one !== undefined);
  if (wrong !== undefined) throw new EvaluationError(wrong);
  return args;
}

const zero = decimal("0");
const arithmetic: Record<Operator, (left: Decimal, right: Decimal) => Decimal> = {
  "+": (left, right) => left.plus(right),
  "-": (left, right) => left.minus(right),
  "*": (left, right) => left.times(right),
  "/": (left, right) => {
    if (right.eq(zero)) throw new EvaluationError("Division by zero");
    return left.div(right);
  },
};

/** Returns a negative number, 0 or a positive number; undefined if one value is empty and the other is not. */
function compared(left: Value, right: Value): number | undefined {
  if (isNumber(left) && isNumber(right)) return left.cmp(right);
  const [one, other] = [left === "" ? null : left, right === "" ? null : right];
  if (one === other) return 0;
  if (one === null || other === null) return undefined;
  return one < other ? -1 : 1;
}

/** As in filters, an empty value differs from every other value and is neither smaller nor larger. */
const comparisons: Record<Comparison, (sign: number | undefined) => boolean> = {
  "=": (sign) => sign === 0,
  "!=": (sign) => sign !== 0,
  "<": (sign) => sign !== undefined && sign < 0,
  "<=": (sign) => sign !== undefined && sign <= 0,
  ">": (sign) => sign !== undefined && sign > 0,
  ">=": (sign) => sign !== undefined && sign >= 0,
};

/** Returns the names of the fields that an expression reads. */
export function fieldsRead(expression: Expression): string[] {
  if (expression.kind === "field") return [expression.name];
  return [...new Set(partsOf(expression).flatMap(fieldsRead))];
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "field":
      return [];
    case "negate":
    case "not":
    case "match":
      return [expression.operand];
    case "if":
      return [expression.condition, expression.value, expression.otherwise];
    case "has":
      return [expression.list, expression.entry];
    case "call":
      return expression.args;
    default:
      return [expression.left, expression.right];
  }
}

type ExpressionType = "number" | "text" | "boolean" | "list" | "null";

/** An expression with its type and its position in the source. */
interface ParsedExpression extends Span {
  readonly expression: Expression;
  readonly type: ExpressionType;
}

/** Reads a regular expression between slashes. Throws UsageError with a caret. */
function readPattern(reader: TokenReader, usage: string): RegExp {
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
function checkArguments(
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
function from(first: Span, last: Span): Span {
  return { position: first.position, length: last.position + last.length - first.position };
}

/** Returns a question for a message: `. Did you mean price?`; empty if no name is near. */
function didYouMean(word: string, names: readonly string[]): string {
  const suggestion = nearest(word, names);
  return suggestion === undefined ? "" : `. Did you mean ${suggestion}?`;
}

interface Signature {
  /** How to call it, for messages and help. */
  readonly usage: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Returns what is wrong with an argument; called when parsing for literals, else for each row. */
  readonly problem?: (argument: Value, index: number) => string | undefined;
}
interface NumberFunction extends Signature {
  readonly takes: "number";
  readonly run: (args: readonly Decimal[], currency: string) => Decimal;
}
interface TextFunction extends Signature {
  /** Whether it accepts numbers, which become decimal text. */
  readonly takes: "text" | "text or number";
  readonly run: (args: readonly string[]) => string;
  /** Returns null for an empty first argument; otherwise empty arguments become "". */
  readonly keepsEmpty: boolean;
}

type ExpressionFunction = NumberFunction | TextFunction;

const many = Number.POSITIVE_INFINITY;
const one = decimal("1");

const stepProblem: Signature["problem"] = (argument, index) =>
  index === 1 && isNumber(argument) && argument.lte(zero) ? "The step must be above 0" : undefined;
const searchProblem: Signature["problem"] = (argument, index) =>
  index === 1 && (argument === "" || argument === null) ? "The text to replace must not be empty" : undefined;

const numbers = (
  usage: string,
  minArgs: number,
  maxArgs: number,
  run: NumberFunction["run"],
  problem?: Signature["problem"],
): NumberFunction => ({ usage, takes: "number", minArgs, maxArgs, run, problem });
const texts = (usage: string, run: (text: string) => string): TextFunction => ({
  usage,
  takes: "text",
  minArgs: 1,
  maxArgs: 1,
  keepsEmpty: true,
  run: ([text = ""]) => run(text),
});

/** The functions of the expression language. */
const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  [
    "round",
    numbers(
      "round(number, step)",
      1,
      2,
      ([value = zero, step], currency) =>
        step === undefined ? roundMoney(value, currency) : roundTo(value, step),
      stepProblem,
    ),
  ],
  [
    "floor",
    numbers("floor(number, step)", 1, 2, ([value = zero, step = one]) => floorTo(value, step), stepProblem),
  ],
  ["cap", numbers("cap(number, most)", 2, 2, (args) => args.reduce(lesser))],
  ["min", numbers("min(number, …)", 1, many, (args) => args.reduce(lesser))],
  ["max", numbers("max(number, …)", 1, many, (args) => args.reduce(greater))],
  [
    "replace",
    {
      usage: 'replace(text, "from", "to")',
      takes: "text",
      minArgs: 3,
      maxArgs: 3,
      keepsEmpty: true,
      problem: searchProblem,
      run: ([text = "", from = "", to = ""]) => text.split(from).join(to),
    },
  ],
  ["upper", texts("upper(text)", (text) => text.toUpperCase())],
  ["lower", texts("lower(text)", (text) => text.toLowerCase())],
  ["trim", texts("trim(text)", (text) => text.trim())],
  [
    "concat",
    {
      usage: "concat(text, …)",
      takes: "text or number",
      minArgs: 1,
      maxArgs: many,
      keepsEmpty: false,
      run: (args) => args.join(""),
    },
  ],
]);

/** Calls a text function; numbers and empty values become text. */
function callText(called: TextFunction, args: readonly Value[]): string | null {
  if (called.keepsEmpty && args[0] === null) return null;
  return called.run(args.map((value) => (isNumber(value) ? amountText(value) : String(value ?? ""))));
}

const lesser = (left: Decimal, right: Decimal): Decimal => (right.lt(left) ? right : left);
const greater = (left: Decimal, right: Decimal): Decimal => (right.gt(left) ? right : left);

/** Returns whether a step is a price ending, from .5 to below 1: .99 means the amounts .99, 1.99, 2.99 … */
function isEnding(step: Decimal): boolean {
  return step.gte(decimal("0.5")) && step.lt(one);
}

/** Returns the greatest amount, at most the value, that is a multiple of the step or has the ending. */
function lowerNeighbor(value: Decimal, step: Decimal): Decimal {
  return isEnding(step)
    ? multiples(value.minus(step), one).times(one).plus(step)
    : multiples(value, step).times(step);
}

/** Returns how many whole steps are in the value. The quotient has 20 decimals; the two corrections make it exact. */
function multiples(value: Decimal, step: Decimal): Decimal {
  const quotient = value.div(step).round(0, 0);
  if (quotient.times(step).gt(value)) return quotient.minus(one);
  const next = quotient.plus(one);
  return next.times(step).lte(value) ? next : quotient;
}

function roundTo(value: Decimal, step: Decimal): Decimal {
  if (value.lt(zero)) return roundTo(value.neg(), step).neg();
  const low = lowerNeighbor(value, step);
  const high = low.plus(isEnding(step) ? one : step);
  return low.gte(zero) && value.minus(low).lt(high.minus(value)) ? low : high;
}

function floorTo(value: Decimal, step: Decimal): Decimal {
  const low = lowerNeighbor(value, step);
  if (isEnding(step) && low.lt(zero)) {
    throw new EvaluationError(
      `No price that ends in ${amountText(step)} is at or below ${amountText(value)}`,
    );
  }
  return low;
}

/**
 * Parses an expression (docs/guides/changes.md) from `start` to the end of the source. Throws UsageError with a caret for
 * syntax errors, unknown fields and functions, and types that do not match.
 */
export function parseExpression(source: string, fields: readonly FieldSpec[], start = 0): ParsedExpression {
  return new ExpressionParser(source, fields, start).parse();
}
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
    return this.joined("and", () => this.negation());
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

  private negation(): ParsedExpression {
    const not = this.reader.take("word", "not");
    if (not === undefined) return this.comparison();
    const operand = this.negation();
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
