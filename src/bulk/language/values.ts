import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Decimal } from "../../kernel/money.ts";

/** The value of a field: amounts and numbers are exact decimals, null is empty. */
export type Value = Decimal | string | boolean | null | readonly string[];
/** The fields of a row by name; an absent field is empty. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** A field that `--set` can change and expressions can read. */
export interface FieldSpec {
  readonly name: string;
  readonly type: "money" | "number" | "text" | "boolean" | "list";
  /** Whether it may be cleared. */
  readonly nullable?: boolean;
  /** Other names that are accepted. */
  readonly aliases?: readonly string[];
  /** Decimals to which number fields are rounded half up. Default 6. */
  readonly digits?: number;
  /** The entries of a list begin with a title and a colon, and can be removed by that title. */
  readonly titled?: true;
  /** The entries of a list belong to those of this field, by position: the same one may occur twice. */
  readonly positional?: string | undefined;
  /** The values of a text field that has only these. */
  readonly values?: readonly string[];
}

/** A change or expression that has no result for a row; the message says why. */
export class EvaluationError extends TillError {
  constructor(message: string, field?: string) {
    super(exitCodes.usage, message, { code: "EVALUATION", field });
  }
}

/** Returns whether a value is a number. */
export function isNumber(value: Value | undefined): value is Decimal {
  return value !== null && typeof value === "object" && !isList(value);
}

/** Returns whether a value is a list. */
export function isList(value: Value | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** Returns the field with this name or alias. */
export function fieldNamed(name: string, fields: readonly FieldSpec[]): FieldSpec | undefined {
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.aliases?.includes(name));
}
