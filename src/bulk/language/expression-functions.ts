import { amountText, type Decimal, decimal, roundMoney } from "../../kernel/money.ts";
import { EvaluationError, isNumber, type Value } from "./values.ts";

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

export type ExpressionFunction = NumberFunction | TextFunction;

const many = Number.POSITIVE_INFINITY;
const one = decimal("1");
const zero = decimal("0");

const stepProblem: Signature["problem"] = (argument, index) =>
  index === 1 && isNumber(argument) && argument.lte(zero) ? "The step must be above 0" : undefined;
const searchProblem: Signature["problem"] = (argument, index) =>
  index === 1 && argument === "" ? "The text to replace must not be empty" : undefined;

const numbers = (
  usage: string,
  minArgs: number,
  maxArgs: number,
  run: NumberFunction["run"],
  problem?: Signature["problem"],
): NumberFunction => ({ usage, takes: "number", minArgs, maxArgs, run, ...(problem && { problem }) });
const texts = (usage: string, run: (text: string) => string): TextFunction => ({
  usage,
  takes: "text",
  minArgs: 1,
  maxArgs: 1,
  keepsEmpty: true,
  run: ([text = ""]) => run(text),
});

/** The functions of the expression language. */
export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<
  string,
  ExpressionFunction
>([
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
export function callText(called: TextFunction, args: readonly Value[]): string | null {
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
function lowerNeighbour(value: Decimal, step: Decimal): Decimal {
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
  const low = lowerNeighbour(value, step);
  const high = low.plus(isEnding(step) ? one : step);
  return low.gte(zero) && value.minus(low).lt(high.minus(value)) ? low : high;
}

function floorTo(value: Decimal, step: Decimal): Decimal {
  const low = lowerNeighbour(value, step);
  if (isEnding(step) && low.lt(zero)) {
    throw new EvaluationError(
      `No price that ends in ${amountText(step)} is at or below ${amountText(value)}`,
    );
  }
  return low;
}
