import { isCalendarDate } from "../kernel/durations.ts";
import { isRecord } from "../kernel/json.ts";
import { type Breach, checkNumber, checkText, type ViolatedRule } from "./bounds.ts";
import { type Endpoint, requiredPath, valueAt } from "./endpoint.ts";
import { type Bounds, boundsOf, isTime, type Schema } from "./schema.ts";

/** One invalid field in the platform's wording: `lineItems[0].quantity` `must be 1 or more`. */
export interface Violation {
  field: string;
  description: string;
  violatedRule: ViolatedRule;
  ruleName: string;
  /** The rule's parameters; `type` is the name of a format. */
  data: Record<string, unknown>;
}

/** Returns all violations in a wire input, sorted by field; empty if the input is valid. */
export function violations(
  endpoint: Pick<Endpoint, "input" | "required" | "requiredOneOf">,
  input: unknown,
): Violation[] {
  const found = [...missingFields(endpoint, input), ...valueViolations(endpoint.input, input, "")];
  const missing = new Set(
    found.filter(({ violatedRule }) => violatedRule === "REQUIRED_FIELD").map(({ field }) => field),
  );
  return found
    .filter(({ field, violatedRule }) => violatedRule === "REQUIRED_FIELD" || !missing.has(field))
    .sort((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
}

/** Returns the platform's error body (HTTP 400) for violations. */
export function invalidArgument(fieldViolations: readonly Violation[]) {
  const text = fieldViolations.map(({ field, description }) => `"${field}" ${description}`).join(", ");
  return { message: `INVALID_ARGUMENT: ${text}`, details: { validationError: { fieldViolations } } };
}

/** What a text of a format is, with an example, where the platform says `is not a valid GUID`. */
const formatTexts: Readonly<Record<string, string>> = {
  GUID: "an id such as 2bc04dbd-2b43-4ef8-8f3e-6d6f0d3a9c51",
  EMAIL: "an email address such as ada@example.com",
  WEB_URL: "a web address such as https://example.com/mug.jpg",
  CURRENCY: "a currency code such as EUR",
  COUNTRY: "a country code such as DE",
  LANGUAGE: "a language code such as en or pt-BR",
  PHONE: "a phone number such as +49 30 123456",
  LOCAL_DATE: "a date such as 2030-12-31",
  DECIMAL: "a number such as 19.99",
  DATE_TIME: "a time such as 2030-12-31T18:00:00Z",
};

/**
 * Returns what is wrong as people say it: `has 81 characters, the maximum is 80`, where the platform says `has size 81`, and what a text of a
 * format looks like.
 */
export function violationText({ violatedRule, description, data }: Violation): string {
  const format = /^is not a valid /.test(description) ? formatTexts[String(data.type)] : undefined;
  if (format !== undefined) return `is not ${format}`;
  const of = violatedRule.endsWith("LENGTH") ? "characters" : "entries";
  return description
    .replace(/^has size (\d+), expected (\d+) or less$/, `has $1 ${of}, the maximum is $2`)
    .replace(/^has size (\d+), expected (\d+) or more$/, `has $1 ${of}, the minimum is $2`)
    .replace(/^has size (\d+), expected (\d+)$/, `has $1 ${of}, it needs $2`);
}

/** Returns the violation of one field, for rules that no schema contains. */
export function violation(field: string, rule: ViolatedRule, description: string, data = {}): Violation {
  return { field, description, violatedRule: rule, ruleName: rule, data };
}

const isMissing = (value: unknown) => value === undefined || value === null || value === "";

function* missingFields(
  endpoint: Pick<Endpoint, "required" | "requiredOneOf">,
  input: unknown,
): Generator<Violation> {
  const missing = (endpoint.required ?? []).flatMap((rule) => {
    const { path, parent } = requiredPath(rule);
    const applies = parent === undefined || !isMissing(valueAt(input, parent));
    return applies && isMissing(valueAt(input, path)) ? [path] : [];
  });
  for (const path of missing) {
    // If `product.priceData` is missing, its price is not reported too.
    if (missing.some((other) => path.startsWith(`${other}.`))) continue;
    yield violation(path, "REQUIRED_FIELD", "must not be empty");
  }
  for (const fields of endpoint.requiredOneOf ?? []) {
    const present = fields.filter((path) => !isMissing(valueAt(input, path)));
    const names = fields.join(", ");
    const [first = ""] = fields;
    if (present.length === 0) {
      yield violation(first, "REQUIRED_ONE_OF_FIELD", `must be set, or another one of: ${names}`, { fields });
    } else yield* alignment(present, fields, "");
  }
}

function* alignment(
  present: readonly string[],
  fields: readonly string[],
  prefix: string,
): Generator<Violation> {
  const [first, ...rest] = present;
  for (const field of rest) {
    const description = `must not be set together with ${first}: only one of ${fields.join(", ")} is allowed`;
    yield violation(prefix + field, "ONE_OF_ALIGNMENT", description, { fields });
  }
}

/** Returns the violations of one value; `path` names it. */
export function valueViolations(schema: Schema, value: unknown, path: string): Violation[] {
  const found: Violation[] = [];
  walkValue(schema, value, path, found);
  return found;
}

/** Adds the violations of a value to those found. Every value of a request and of an import comes here: there are no generators. */
function walkValue(schema: Schema, value: unknown, path: string, found: Violation[]): void {
  if (schema.readOnly) return;
  const { type, properties, additionalProperties, items, anyOf } = schema;
  const wrong = (expected: string) => found.push(wrongType(path, expected));
  switch (type) {
    case "object":
      if (!isRecord(value)) wrong("an object");
      else if (properties) walkFields(properties, value, path, boundsOf(schema), found);
      else if (additionalProperties)
        for (const [key, item] of Object.entries(value))
          walkValue(additionalProperties, item, below(path, key), found);
      return;
    case "array":
      if (Array.isArray(value)) walkItems(items ?? {}, value, path, boundsOf(schema), found);
      else wrong("a list");
      return;
    case "string":
      if (typeof value !== "string") wrong("text");
      else if (!isTime(schema)) addNamed(path, checkText(value, boundsOf(schema)), found);
      else if (!isPointInTime(value))
        found.push(violation(path, "FORMAT", "is not a valid date and time", { type: "DATE_TIME" }));
      return;
    case "number":
    case "integer":
      if (isNumber(value)) addNamed(path, checkNumber(value, boundsOf(schema)), found);
      else wrong("a number");
      return;
    case "boolean":
      if (typeof value !== "boolean") wrong("true or false");
      return;
    default:
      if (anyOf?.every((option) => valueViolations(option, value, path).length > 0))
        wrong("one of the allowed types");
  }
}

function walkFields(
  shape: Readonly<Record<string, Schema>>,
  value: Record<string, unknown>,
  path: string,
  limits: Bounds,
  found: Violation[],
): void {
  for (const key of Object.keys(shape)) {
    const schema = shape[key];
    const one = value[key];
    if (schema && one !== undefined && one !== null && Object.hasOwn(value, key))
      walkValue(schema, one, below(path, key), found);
  }
  for (const key of limits.required ?? []) {
    if (isMissing(valueAt(value, key)))
      found.push(violation(below(path, key), "REQUIRED_FIELD", "must not be empty"));
  }
  for (const fields of limits.oneOf ?? []) {
    const present = fields.filter((key) => Object.hasOwn(value, key) && !isMissing(value[key]));
    found.push(...alignment(present, fields, path === "" ? "" : `${path}.`));
  }
}

function walkItems(
  element: Schema,
  items: readonly unknown[],
  path: string,
  limits: Bounds,
  found: Violation[],
): void {
  const { minSize = 0, maxSize = Number.POSITIVE_INFINITY } = limits;
  const size = items.length;
  const add = (rule: ViolatedRule, expected: string, threshold: number) =>
    found.push(violation(path, rule, `has size ${size}, expected ${expected}`, { threshold }));
  if (minSize === maxSize && size > 0 && size !== maxSize) add("EXACT_SIZE", `${maxSize}`, maxSize);
  else if (size > maxSize) add("MAX_SIZE", `${maxSize} or less`, maxSize);
  else if (size < minSize) add("MIN_SIZE", `${minSize} or more`, minSize);
  for (const [index, item] of items.entries()) walkValue(element, item, `${path}[${index}]`, found);
}

function addNamed(path: string, breaches: readonly Breach[], found: Violation[]): void {
  for (const { rule, description, data } of breaches) found.push(violation(path, rule, description, data));
}

function wrongType(path: string, expected: string): Violation {
  return violation(path, "VALIDATION", `must be ${expected}`, { type: "JSON_TYPE", expected });
}

const below = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);
const isPointInTime = (text: string) => {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  return !Number.isNaN(Date.parse(text)) && (day === undefined || isCalendarDate(day));
};
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
