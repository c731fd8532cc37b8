import { enumOf, json, list, map, obj, text } from "./fields.ts";

/** An error of a business rule, with its code. */
export const ApplicationError = obj({ code: text(), description: text(), data: json() });

const RuleType = enumOf(
  "VALIDATION",
  "OTHER",
  "MAX",
  "MIN",
  "MAX_LENGTH",
  "MIN_LENGTH",
  "MAX_SIZE",
  "MIN_SIZE",
  "FORMAT",
  "DECIMAL_LTE",
  "DECIMAL_GTE",
  "DECIMAL_LT",
  "DECIMAL_GT",
  "DECIMAL_MAX_SCALE",
  "INVALID_ENUM_VALUE",
  "REQUIRED_FIELD",
  "FIELD_NOT_ALLOWED",
  "ONE_OF_ALIGNMENT",
  "EXACT_LENGTH",
  "EXACT_SIZE",
  "REQUIRED_ONE_OF_FIELD",
);
const FieldViolation = obj({
  field: text(),
  description: text(),
  violatedRule: RuleType,
  ruleName: text(),
  data: json(),
});

/** The details of an error within a successful response. */
export const ErrorDetails = obj(
  {
    applicationError: ApplicationError,
    validationError: obj({ fieldViolations: list(FieldViolation) }),
    systemError: obj({ errorCode: text() }),
    tracing: map(text()),
  },
  { oneOf: [["applicationError", "validationError", "systemError"]] },
);
