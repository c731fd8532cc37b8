import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Decimal } from "../../kernel/money.ts";

/** A value of a field: amounts and numbers are exact decimals, null is "empty". */
export type Value = Decimal | string | boolean | null;
/** The fields of one row by name; a field that is absent counts as empty. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** A field that `--set` can change and expressions can read. */
export interface FieldSpec {
  readonly name: string;
  readonly type: "money" | "number" | "text" | "boolean";
  /** Whether it may be cleared. */
  readonly nullable?: boolean;
  /** Other names by which people know it. */
  readonly aliases?: readonly string[];
  /** Number fields are rounded half up to this many decimals; 6 unless said. */
  readonly digits?: number;
}

/** A change or an expression that has no result for one row: the message says why, in plain words. */
export class EvaluationError extends TillError {
  constructor(message: string, field?: string) {
    super(exitCodes.usage, message, { code: "EVALUATION", ...(field !== undefined && { field }) });
  }
}

/** Whether a value is a number. */
export function isNumber(value: Value | undefined): value is Decimal {
  return value !== null && typeof value === "object";
}

/** The field of that name or alias. */
export function fieldNamed(name: string, fields: readonly FieldSpec[]): FieldSpec | undefined {
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.aliases?.includes(name));
}
