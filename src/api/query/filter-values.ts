import { syntaxError, type Token } from "../../kernel/lexer.ts";
import { amountText, fitsJson, parseAmount } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import {
  type CompareOperator,
  type FilterExpression,
  type FilterField,
  type FilterValue,
  joinFilters,
  type ListOperator,
} from "./filter.ts";

type Operator = CompareOperator | ListOperator;

/** Returns the value of a token for a field that is not a date. Throws UsageError with a caret. */
export function parseValue(
  source: string,
  field: FilterField,
  token: Token,
  operator: Operator,
): FilterValue {
  if (isNull(source, token, operator)) return null;
  if (field.type === "number") return numberValue(source, field, token);
  if (field.type === "boolean") {
    if (token.kind === "word" && (token.text === "true" || token.text === "false"))
      return token.text === "true";
    throw syntaxError(source, token, `${field.name} is true or false`);
  }
  if (field.values === undefined || field.values.includes(token.text)) return token.text;
  const suggestion = nearest(token.text, field.values);
  const message = `${field.name} cannot be ${token.text}${suggestion === undefined ? "" : `. Did you mean ${suggestion}?`}`;
  throw syntaxError(source, token, message, `Values: ${field.values.join(", ")}`);
}

/** Whether a token is null. Throws UsageError with a caret if it is not a value, or if null is not allowed. */
function isNull(source: string, token: Token, operator: Operator): boolean {
  const keyword = token.kind === "word" && /^(?:and|or|not)$/i.test(token.text);
  if (keyword || token.kind === "end" || token.kind === "operator" || token.kind === "punctuation") {
    const hint = keyword ? `If ${token.text} is the value, put it in quotes: "${token.text}"` : undefined;
    throw syntaxError(source, token, `Expected a value after ${operator}`, hint);
  }
  if (token.kind !== "word" || token.text !== "null") return false;
  if (operator === "=" || operator === "!=") return true;
  throw syntaxError(source, token, "null can only be used with = or !=");
}

function numberValue(source: string, field: FilterField, token: Token): string {
  const amount = token.kind === "number" ? parseAmount(token.text) : undefined;
  if (amount === undefined) {
    throw syntaxError(
      source,
      token,
      `${field.name} is a number`,
      "Write numbers like 5, -2 or 19.99, without quotes.",
    );
  }
  if (!fitsJson(amount)) throw syntaxError(source, token, "This number has more than 15 significant digits");
  return amountText(amount);
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?$/;

/**
 * Returns a condition on a date field. A date without a time means the whole day in UTC: `=` matches the day, `<=` includes
 * it, `>` starts after it. A time needs a zone (Z or +02:00). Throws UsageError with a caret.
 */
export function parseDateCondition(
  source: string,
  field: FilterField,
  operator: Operator,
  token: Token,
): FilterExpression {
  const compare = (by: CompareOperator, value: FilterValue): FilterExpression => ({
    kind: "compare",
    field,
    operator: by,
    value,
  });
  // A list of dates is an `or` of equalities. Fields of type list never contain dates.
  const comparison: CompareOperator =
    operator === "in" || operator === "hasSome" || operator === "hasAll" ? "=" : operator;
  if (isNull(source, token, operator)) return compare(comparison, null);
  const [start, end] = dateBounds(source, field, token);
  if (end === undefined) return compare(comparison, start);
  const within = joinFilters("and", [compare(">=", start), compare("<", end)]);
  if (comparison === "=") return within;
  if (comparison === "!=") return { kind: "not", filter: within };
  if (comparison === ">") return compare(">=", end);
  if (comparison === "<=") return compare("<", end);
  return compare(comparison, start);
}

/** Returns an instant, or the start of a day and of the next day, as ISO text in UTC. */
function dateBounds(source: string, field: FilterField, token: Token): [start: string, end?: string] {
  const fail = (message: string) =>
    syntaxError(source, token, message, "For example 2026-01-31 or 2026-01-31T18:00:00Z");
  if (!day.test(token.text) && !instant.test(token.text)) throw fail(`${field.name} is a date`);
  const date = token.text.slice(0, 10);
  const start = new Date(`${date}T00:00:00Z`);
  // Date.parse takes February 30 for March 2.
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(date))
    throw fail("There is no such date");
  if (day.test(token.text)) {
    const end = new Date(start);
    end.setUTCDate(end.getUTCDate() + 1);
    return [start.toISOString(), end.toISOString()];
  }
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(token.text))
    throw fail("The time has no zone; add Z or an offset such as +02:00");
  const at = new Date(token.text);
  if (Number.isNaN(at.getTime())) throw fail("There is no such time");
  return [at.toISOString()];
}
