import { currencyDigits } from "../../kernel/currency.ts";
import { UsageError } from "../../kernel/errors.ts";
import { syntaxError } from "../../kernel/lexer.ts";
import { amountText, type Decimal, decimal, parseAmount } from "../../kernel/money.ts";
import { evaluateExpression, parseExpression } from "../language/expression.ts";
import { EvaluationError, type FieldSpec, isNumber, type Values } from "../language/values.ts";

/** Returns the lowest amount allowed for a row. Throws EvaluationError if a field that it needs is empty. */
export type Floor = (values: Values, currency: string) => Decimal;

/** Limits on the new value of a money field. */
export interface Guards {
  /** The name of the guarded field: `price`. */
  readonly field: string;
  readonly floor?: Floor | undefined;
  /** The largest change allowed, as a fraction of the old amount: 0.3 for 30%. */
  readonly cap?: Decimal | undefined;
  /** Amounts below the floor are raised to it, and counted. */
  readonly raises?: { count: number } | undefined;
  /** The largest change of all changed amounts together, and what they are together. */
  readonly total?:
    | { readonly cap: Decimal; readonly text: string; before: Decimal; after: Decimal }
    | undefined;
}

/** The guards as they are typed. */
export interface GuardTexts {
  floor?: string;
  floorRaises?: boolean;
  capChange?: string;
  maxTotalChange?: string;
}

/** Parses the guards of prices. Throws UsageError. */
export function parseGuards(
  { floor, floorRaises = false, capChange, maxTotalChange }: GuardTexts,
  fields: readonly FieldSpec[],
): Guards {
  if (floorRaises && floor === undefined)
    throw new UsageError("--floor-raises needs the floor.", {
      field: "--floor-raises",
      hint: "For example: --floor 'cost * 1.2' --floor-raises",
    });
  const zero = decimal("0");
  return {
    field: "price",
    floor: floor === undefined ? undefined : parseFloor(floor, fields),
    cap: capChange === undefined ? undefined : parseCap(capChange),
    raises: floorRaises ? { count: 0 } : undefined,
    total:
      maxTotalChange === undefined
        ? undefined
        : { cap: parseCap(maxTotalChange), text: maxTotalChange, before: zero, after: zero },
  };
}

/** Parses a floor such as `cost * 1.2`, any expression that yields a number. Throws UsageError with a caret. */
export function parseFloor(text: string, fields: readonly FieldSpec[]): Floor {
  const { expression, type, position, length } = parseExpression(text, fields);
  if (type !== "number")
    throw syntaxError(text, { position, length }, `A floor must be a number, not ${type}`);
  return (values, currency) => {
    const floor = evaluateExpression(expression, values, currency);
    if (!isNumber(floor)) throw new EvaluationError(`${text} is empty`);
    return floor;
  };
}

/** Parses a largest change such as `30%` as a fraction: 0.3. */
export function parseCap(text: string): Decimal {
  const [, digits = ""] = /^\s*([\d.]+)\s*%\s*$/.exec(text) ?? [];
  const percent = parseAmount(digits);
  if (percent !== undefined) return percent.times(decimal("0.01"));
  throw new UsageError(`"${text}" is not a percentage.`, { hint: "Write it like 30%" });
}

/**
 * Returns the new values of a row with the guarded field raised to the floor, rounded up to the currency, if guards raise it. Throws
 * EvaluationError if the floor cannot be computed.
 */
export function raised<V extends Values>(before: Values, after: V, guards: Guards, currency: string): V {
  const { field, floor, raises } = guards;
  const amount = after[field];
  if (raises === undefined || floor === undefined || !isNumber(amount)) return after;
  const lowest = floor({ ...before, ...after }, currency);
  if (amount.gte(lowest)) return after;
  raises.count++;
  return { ...after, [field]: lowest.round(currencyDigits(currency), 3) };
}

/**
 * Returns why the new values of a row are not allowed, or undefined. Computes the floor from the new values, such as a cost
 * that the same command sets. If a guard cannot be computed, the row is not allowed.
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
    const lowest = floor(values, currency);
    if (amount.gte(lowest)) return undefined;
    return `${name} would become ${amountText(amount)}, below the floor of ${amountText(lowest)}`;
  } catch (error) {
    if (error instanceof EvaluationError) return `the floor for ${name} cannot be computed: ${error.message}`;
    throw error;
  }
}

function beyondCap(cap: Decimal, old: Values[string], name: string, amount: Decimal): string | undefined {
  if (!isNumber(old)) return `${name} is empty, so its change cannot be limited`;
  const change = amount.minus(old).abs();
  if (change.lte(old.abs().times(cap))) return undefined;
  const percent = amountText(cap.times(decimal("100")));
  return `${name} would change from ${amountText(old)} to ${amountText(amount)}, by more than ${percent}%`;
}
