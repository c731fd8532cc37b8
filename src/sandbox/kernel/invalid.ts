import { type Violation, violation } from "../../api/violations.ts";

/** What a handler or the store throws where the platform would answer with field violations (HTTP 400). */
export class InvalidInput extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ field, description }) => `${field} ${description}`).join(", "));
    this.name = "InvalidInput";
    this.violations = violations;
  }
}

/** One violated field as an error to throw. */
export function invalid(
  field: string,
  rule: Violation["violatedRule"],
  description: string,
  data = {},
): InvalidInput {
  return new InvalidInput([violation(field, rule, description, data)]);
}
