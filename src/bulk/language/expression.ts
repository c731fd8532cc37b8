import { type Decimal, decimal } from "../../kernel/money.ts";
import { callText, type ExpressionFunction } from "./expression-functions.ts";
import { EvaluationError, isList, isNumber, type Value, type Values } from "./values.ts";

/** A checked expression: all its fields and functions exist, and the types match. */
export type Expression =
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

export type Operator = "+" | "-" | "*" | "/";
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/**
 * Returns the value of an expression for a row: exact, except for divisions (20 decimals). `currency` decides the digits of
 * `round(x)`. Throws EvaluationError for an empty number in arithmetic and a division by zero.
 */
export function evaluateExpression(expression: Expression, values: Values, currency: string): Value {
  const evaluate = (one: Expression): Value => evaluateExpression(one, values, currency);
  const number = (one: Expression): Decimal => {
    const value = evaluate(one);
    if (isNumber(value)) return value;
    const field = one.kind === "field" ? one.name : undefined;
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
      return expression.pattern.test(String(evaluate(expression.operand) ?? ""));
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
