import { UsageError } from "../../kernel/errors.ts";
import { syntaxError } from "../../kernel/lexer.ts";
import { amountText, type Decimal, decimal, parseAmount } from "../../kernel/money.ts";
import { evaluateExpression } from "../language/expression.ts";
import { parseExpression } from "../language/expression-parse.ts";
import { EvaluationError, type FieldSpec, isNumber, type Values } from "../language/values.ts";

/** The least amount allowed for a row; EvaluationError where a field that it needs is empty. */
export type Floor = (values: Values, currency: string) => Decimal;

/** What a money field may become. */
export interface Guards {
  /** The name of the guarded field: `price`. */
  readonly field: string;
  readonly floor?: Floor;
  /** The greatest movement allowed, as a part of the old amount: 0.3 for 30 %. */
  readonly cap?: Decimal;
}

/** Reads a floor such as `cost * 1.2`: any expression that yields a number. UsageError with a caret. */
export function parseFloor(text: string, fields: readonly FieldSpec[]): Floor {
  const { expression, type, position, length } = parseExpression(text, fields);
  if (type !== "number")
    throw syntaxError(text, { position, length }, `A floor is a number, and this is ${type}`);
  return (values, currency) => {
    const least = evaluateExpression(expression, values, currency);
    if (!isNumber(least)) throw new EvaluationError(`${text} is empty`);
    return least;
  };
}

/** Reads a greatest movement such as `30%`, as a part: 0.3. */
export function parseCap(text: string): Decimal {
  const [, digits = ""] = /^\s*([\d.]+)\s*%\s*$/.exec(text) ?? [];
  const percent = parseAmount(digits);
  if (percent !== undefined) return percent.times(decimal("0.01"));
  throw new UsageError(`"${text}" is not a percentage.`, { hint: "Write it like 30%" });
}

/**
 * What forbids the new values of a row, in plain words, or undefined. The floor is computed from the new values
 * (a cost that is set by the same command counts); a guard that cannot be computed forbids.
 */
export function checkGuards(
  before: Values,
  after: Values,
  guards: Guards,
  currency: string,
): string | undefined {
  const amount = after[guards.field];
  if (!isNumber(amount)) return undefined;
  return (
    (guards.floor && belowFloor(guards.floor, { ...before, ...after }, guards.field, amount, currency)) ??
    (guards.cap && beyondCap(guards.cap, before[guards.field], guards.field, amount))
  );
}

function belowFloor(
  floor: Floor,
  values: Values,
  name: string,
  amount: Decimal,
  currency: string,
): string | undefined {
  try {
    const least = floor(values, currency);
    if (amount.gte(least)) return undefined;
    return `${name} would become ${amountText(amount)}, below the floor of ${amountText(least)}`;
  } catch (error) {
    if (error instanceof EvaluationError) return `the floor for ${name} cannot be computed: ${error.message}`;
    throw error;
  }
}

function beyondCap(cap: Decimal, old: Values[string], name: string, amount: Decimal): string | undefined {
  if (!isNumber(old)) return `${name} is empty, so its movement cannot be limited`;
  const movement = amount.minus(old).abs();
  if (movement.lte(old.abs().times(cap))) return undefined;
  const percent = amountText(cap.times(decimal("100")));
  return `${name} would move from ${amountText(old)} to ${amountText(amount)}, by more than ${percent}%`;
}
