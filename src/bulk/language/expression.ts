import { type Decimal, decimal } from "../../kernel/money.ts";
import { callText, type ExpressionFunction } from "./expression-functions.ts";
import { EvaluationError, isNumber, type Value, type Values } from "./values.ts";

/** A checked expression: all its fields and functions exist, and the types match. */
export type Expression =
  | { readonly kind: "literal"; readonly value: Value }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "negate"; readonly operand: Expression }
  | {
      readonly kind: "arithmetic";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "call"; readonly called: ExpressionFunction; readonly args: readonly Expression[] };

export type Operator = "+" | "-" | "*" | "/";

/**
 * Returns the value of an expression for a row: exact, except for divisions (20 decimals). `currency` decides the digits of
 * `round(x)`. Throws EvaluationError for an empty number and a division by zero.
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
    case "arithmetic":
      return arithmetic[expression.operator](number(expression.left), number(expression.right));
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

/** Returns the names of the fields that an expression reads. */
export function fieldsRead(expression: Expression): string[] {
  switch (expression.kind) {
    case "literal":
      return [];
    case "field":
      return [expression.name];
    case "negate":
      return fieldsRead(expression.operand);
    case "arithmetic":
      return [...new Set([...fieldsRead(expression.left), ...fieldsRead(expression.right)])];
    case "call":
      return [...new Set(expression.args.flatMap(fieldsRead))];
  }
}
