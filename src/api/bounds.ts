import Big from "big.js";
import { guidPattern } from "../kernel/ids.ts";
import type { Bounds } from "./schema.ts";

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
 * Returns the bounds that a text violates. Empty text means "not set": it violates a minimum length only. An empty text is no amount,
 * and none of the services says what it means as one: it is refused.
 */
export function checkText(value: string, limits: Bounds): Breach[] {
  const found: Breach[] = [];
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, values } = limits;
  const { length } = value;
  if (minLength === maxLength && length > 0 && length !== maxLength) {
    const description = `has size ${length}, expected ${maxLength}`;
    add(found, "EXACT_LENGTH", description, { threshold: maxLength });
  } else if (length > maxLength) {
    const description = `has size ${length}, expected ${maxLength} or less`;
    add(found, "MAX_LENGTH", description, { threshold: maxLength });
  } else if (length < minLength) {
    const description =
      length === 0 ? "must not be empty" : `has size ${length}, expected ${minLength} or more`;
    add(found, "MIN_LENGTH", description, { threshold: minLength });
  }
  if (value === "" && format !== "DECIMAL") return found;
  if (values && !values.includes(value)) {
    add(found, "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  }
  if (format && !patterns[format].test(value)) {
    const description =
      format === "SLUG"
        ? "must contain only lowercase letters, digits and dashes"
        : `is not a valid ${format}`;
    add(found, "FORMAT", description, { type: format });
  } else if (format === "DECIMAL") found.push(...checkDecimal(value, limits));
  return found;
}

/** Returns the bounds that a JSON number violates. */
export function checkNumber(value: number, { min, max, gt, lt, whole }: Bounds): Breach[] {
  const found: Breach[] = [];
  if (whole && !Number.isInteger(value)) {
    add(found, "FORMAT", "must be a whole number", { type: "INTEGER" });
  }
  if (min !== undefined && value < min) {
    add(found, "MIN", `must be ${min} or more`, { threshold: min });
  }
  if (max !== undefined && value > max) {
    add(found, "MAX", `must be ${max} or less`, { threshold: max });
  }
  if (gt !== undefined && value <= gt) {
    add(found, "MIN", `must be greater than ${gt}`, { threshold: gt });
  }
  if (lt !== undefined && value >= lt) {
    add(found, "MAX", `must be less than ${lt}`, { threshold: lt });
  }
  return found;
}

function checkDecimal(text: string, { min, max, gt, lt, maxScale }: Bounds): Breach[] {
  const found: Breach[] = [];
  const value = new Big(text.replace(/^\+/, ""));
  if (min !== undefined && value.lt(min)) {
    add(found, "DECIMAL_GTE", `must be ${min} or more`, { threshold: min });
  }
  if (max !== undefined && value.gt(max)) {
    add(found, "DECIMAL_LTE", `must be ${max} or less`, { threshold: max });
  }
  if (gt !== undefined && value.lte(gt)) {
    add(found, "DECIMAL_GT", `must be greater than ${gt}`, { threshold: gt });
  }
  if (lt !== undefined && value.gte(lt)) {
    add(found, "DECIMAL_LT", `must be less than ${lt}`, { threshold: lt });
  }
  const scale = (text.split(".")[1] ?? "").length;
  if (maxScale !== undefined && scale > maxScale) {
    const description = `has ${scale} decimal places, expected ${maxScale} or less`;
    add(found, "DECIMAL_MAX_SCALE", description, { threshold: maxScale });
  }
  return found;
}

function add(found: Breach[], rule: ViolatedRule, description: string, data: Breach["data"]): void {
  found.push({ rule, description, data });
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
