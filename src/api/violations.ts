import type * as z from "zod/mini";
import { isCalendarDate } from "../kernel/durations.ts";
import { isRecord } from "../kernel/json.ts";
import { type Breach, checkNumber, checkText, type ViolatedRule } from "./bounds.ts";
import { type Endpoint, requiredPath, valueAt } from "./endpoint.ts";
import { type Bounds, bounds } from "./models/fields.ts";

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
export function valueViolations(schema: z.core.$ZodType, value: unknown, path: string): Violation[] {
  const found: Violation[] = [];
  walkValue(schema, value, path, found);
  return found;
}

/** Adds the violations of a value to those found. Every value of a request and of an import comes here: there are no generators. */
function walkValue(schema: z.core.$ZodType, value: unknown, path: string, found: Violation[]): void {
  const limits = bounds.get(schema) ?? {};
  if (limits.readonly) return;
  const type = schema as z.core.$ZodTypes;
  const { def } = type._zod;
  const wrong = (expected: string) => found.push(wrongType(path, expected));
  switch (def.type) {
    case "optional":
    case "nullable":
      if (value !== undefined && value !== null) walkValue(def.innerType, value, path, found);
      return;
    case "object":
      if (isRecord(value)) walkFields(def.shape, value, path, limits, found);
      else wrong("an object");
      return;
    case "record":
      if (!isRecord(value)) wrong("an object");
      else
        for (const [key, item] of Object.entries(value))
          walkValue(def.valueType, item, below(path, key), found);
      return;
    case "array":
      if (Array.isArray(value)) walkItems(def.element, value, path, limits, found);
      else wrong("a list");
      return;
    case "string":
    case "custom":
      if (typeof value === "string") addNamed(path, checkText(value, limits), found);
      else wrong("text");
      return;
    case "number":
      if (isNumber(value)) addNamed(path, checkNumber(value, limits), found);
      else wrong("a number");
      return;
    case "boolean":
      if (typeof value !== "boolean") wrong("true or false");
      return;
    case "pipe": {
      const out = def.out as z.core.$ZodTypes;
      walkValue(def.in, value, path, found);
      if (out._zod.def.type === "date" && typeof value === "string" && !isTime(value)) {
        found.push(violation(path, "FORMAT", "is not a valid date and time", { type: "DATE_TIME" }));
      }
      return;
    }
    case "union":
      if (def.options.every((option) => valueViolations(option, value, path).length > 0))
        wrong("one of the allowed types");
      return;
    case "literal":
      if (!def.values.some((allowed) => allowed === value)) {
        found.push(
          violation(path, "INVALID_ENUM_VALUE", `must be ${def.values.join(" or ")}`, { values: def.values }),
        );
      }
      return;
    case "unknown":
    case "any":
      return;
    default:
      throw new Error(`Unsupported schema type ${def.type} at "${path}"`);
  }
}

function walkFields(
  shape: z.core.$ZodShape,
  value: Record<string, unknown>,
  path: string,
  limits: Bounds,
  found: Violation[],
): void {
  for (const key of Object.keys(shape)) {
    const schema = shape[key];
    if (schema && Object.hasOwn(value, key)) walkValue(schema, value[key], below(path, key), found);
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
  element: z.core.$ZodType,
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
const isTime = (text: string) => {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  return !Number.isNaN(Date.parse(text)) && (day === undefined || isCalendarDate(day));
};
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
