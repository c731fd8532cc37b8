import type * as z from "zod/mini";
import { type Violation, valueViolations, violation } from "../../api/violations.ts";

/** An error that becomes a response with field violations (HTTP 400). */
export class InvalidInput extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ field, description }) => `${field} ${description}`).join(", "));
    this.name = "InvalidInput";
    this.violations = violations;
  }
}

/** Throws InvalidInput if a value, such as a computed one, violates the bounds of its field. */
export function checkBounds(schema: z.core.$ZodType, value: unknown, field: string): void {
  const found = valueViolations(schema, value, field);
  if (found.length > 0) throw new InvalidInput(found);
}

/** Returns an InvalidInput error with one field violation. */
export function invalid(
  field: string,
  rule: Violation["violatedRule"],
  description: string,
  data = {},
): InvalidInput {
  return new InvalidInput([violation(field, rule, description, data)]);
}
