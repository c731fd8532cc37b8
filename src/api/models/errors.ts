import type { Schema } from "../schema.ts";
import { bool, enumOf, json, list, map, num, obj, text } from "./fields.ts";

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

export const ItemMetadata = obj({
  id: text(),
  originalIndex: num(),
  success: bool(),
  error: obj({ code: text(), description: text(), data: json() }),
});
export const BulkResults = list(obj({ itemMetadata: ItemMetadata }));
export const BulkActionMetadata = obj({
  totalSuccesses: num(),
  totalFailures: num(),
  undetailedFailures: num(),
});

/** Returns the result of a bulk call that returns each item under `key`. */
export const bulkResults = <Key extends string, Item extends Schema>(key: Key, item: Item) =>
  obj({
    results: list(
      obj({ itemMetadata: ItemMetadata, [key]: item } as Record<Key, Item> & {
        itemMetadata: typeof ItemMetadata;
      }),
    ),
    bulkActionMetadata: BulkActionMetadata,
  });
/** The result of a bulk call that returns no items. */
export const plainBulkResults = obj({ results: BulkResults, bulkActionMetadata: BulkActionMetadata });
