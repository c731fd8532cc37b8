import { type Violation, violation } from "../../api/violations.ts";

/** An error that becomes a response with field violations (HTTP 400). */
export class InvalidInput extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ field, description }) => `${field} ${description}`).join(", "));
    this.name = "InvalidInput";
    this.violations = violations;
  }
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
