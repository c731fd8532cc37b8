import Big from "big.js";
import { guidPattern } from "../kernel/guid.ts";
import type { Bounds } from "./models/fields.ts";

/** The platform's validation rules. */
export type ViolatedRule =
  | "VALIDATION"
  | "OTHER"
  | "MAX"
  | "MIN"
  | "MAX_LENGTH"
  | "MIN_LENGTH"
  | "MAX_SIZE"
  | "MIN_SIZE"
  | "FORMAT"
  | "DECIMAL_LTE"
  | "DECIMAL_GTE"
  | "DECIMAL_LT"
  | "DECIMAL_GT"
  | "DECIMAL_MAX_SCALE"
  | "INVALID_ENUM_VALUE"
  | "REQUIRED_FIELD"
  | "FIELD_NOT_ALLOWED"
  | "EXACT_LENGTH"
  | "EXACT_SIZE"
  | "ONE_OF_ALIGNMENT"
  | "REQUIRED_ONE_OF_FIELD";

/** A violated rule without its field. */
export interface Breach {
  rule: ViolatedRule;
  description: string;
  data: Record<string, unknown>;
}

const patterns: Record<NonNullable<Bounds["format"]>, { test(value: string): boolean }> = {
  GUID: guidPattern,
  EMAIL: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/,
  WEB_URL: { test: isWebUrl },
  CURRENCY: /^[A-Z]{3}$/,
  COUNTRY: /^[A-Z]{2}$/,
  LANGUAGE: /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/,
  PHONE: /^[+]?[\d\s().-]{3,30}$/,
  LOCAL_DATE: { test: isLocalDate },
  DECIMAL: /^[+-]?\d+(\.\d+)?$/,
  SLUG: /^[a-z0-9-]+$/,
};

/**
 * Yields the bounds that a text violates. Empty text means "not set": it violates a minimum length only. An empty text is no amount,
 * and none of the services says what it means as one: it is refused.
 */
export function* checkText(value: string, limits: Bounds): Generator<Breach> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, values } = limits;
  const { length } = value;
  if (minLength === maxLength && length > 0 && length !== maxLength) {
    const description = `has size ${length}, expected ${maxLength}`;
    yield { rule: "EXACT_LENGTH", description, data: { threshold: maxLength } };
  } else if (length > maxLength) {
    const description = `has size ${length}, expected ${maxLength} or less`;
    yield { rule: "MAX_LENGTH", description, data: { threshold: maxLength } };
  } else if (length < minLength) {
    const description =
      length === 0 ? "must not be empty" : `has size ${length}, expected ${minLength} or more`;
    yield { rule: "MIN_LENGTH", description, data: { threshold: minLength } };
  }
  if (value === "" && format !== "DECIMAL") return;
  if (values && !values.includes(value)) {
    yield {
      rule: "INVALID_ENUM_VALUE",
      description: `must be one of: ${values.join(", ")}`,
      data: { values },
    };
  }
  if (format && !patterns[format].test(value)) {
    const description =
      format === "SLUG"
        ? "must contain only lowercase letters, digits and dashes"
        : `is not a valid ${format}`;
    yield { rule: "FORMAT", description, data: { type: format } };
  } else if (format === "DECIMAL") yield* checkDecimal(value, limits);
}

/** Yields the bounds that a JSON number violates. */
export function* checkNumber(value: number, { min, max, gt, lt, whole }: Bounds): Generator<Breach> {
  if (whole && !Number.isInteger(value)) {
    yield { rule: "FORMAT", description: "must be a whole number", data: { type: "INTEGER" } };
  }
  if (min !== undefined && value < min) {
    yield { rule: "MIN", description: `must be ${min} or more`, data: { threshold: min } };
  }
  if (max !== undefined && value > max) {
    yield { rule: "MAX", description: `must be ${max} or less`, data: { threshold: max } };
  }
  if (gt !== undefined && value <= gt) {
    yield { rule: "MIN", description: `must be greater than ${gt}`, data: { threshold: gt } };
  }
  if (lt !== undefined && value >= lt) {
    yield { rule: "MAX", description: `must be less than ${lt}`, data: { threshold: lt } };
  }
}

function* checkDecimal(text: string, { min, max, gt, lt, maxScale }: Bounds): Generator<Breach> {
  const value = new Big(text.replace(/^\+/, ""));
  if (min !== undefined && value.lt(min)) {
    yield { rule: "DECIMAL_GTE", description: `must be ${min} or more`, data: { threshold: min } };
  }
  if (max !== undefined && value.gt(max)) {
    yield { rule: "DECIMAL_LTE", description: `must be ${max} or less`, data: { threshold: max } };
  }
  if (gt !== undefined && value.lte(gt)) {
    yield { rule: "DECIMAL_GT", description: `must be greater than ${gt}`, data: { threshold: gt } };
  }
  if (lt !== undefined && value.gte(lt)) {
    yield { rule: "DECIMAL_LT", description: `must be less than ${lt}`, data: { threshold: lt } };
  }
  const scale = (text.split(".")[1] ?? "").length;
  if (maxScale !== undefined && scale > maxScale) {
    const description = `has ${scale} decimal places, expected ${maxScale} or less`;
    yield { rule: "DECIMAL_MAX_SCALE", description, data: { threshold: maxScale } };
  }
}

function isWebUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}

function isLocalDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  );
}
