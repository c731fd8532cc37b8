import { valueAt } from "../../api/endpoint.ts";
import type { Violation } from "../../api/violations.ts";
import { PlatformError } from "../kernel/tx.ts";

/** A text of the live platform for violations of a field. */
interface Wording {
  /** The calls, by the name of their service. */
  service: string;
  field: RegExp;
  /** Which violations have the text: a missing field, an unknown enumeration value, or a value of a wrong JSON type. */
  of: readonly ("missing" | "enum" | "type")[];
  text: string;
}

/** The live platform's texts where they differ from the general ones. An unknown enumeration value counts as missing. */
const wordings: readonly Wording[] = [
  {
    service: "events",
    field: /^event\.location\.type$/,
    of: ["enum"],
    text: "type enum must be in [VENUE(0), ONLINE(1)]",
  },
  {
    service: "events",
    field: /^event\.registration(\.initialType)?$/,
    of: ["missing", "enum"],
    // The platform lists its internal names here; TICKETING is the accepted one.
    text: "initialType is unexpected. Expected: [RSVP,TICKETS,RSVP_AND_TICKETS]",
  },
  {
    service: "ticketDefinitions",
    field: /\.feeType$/,
    of: ["missing", "enum"],
    text: "feeType value is required",
  },
  { service: "ticketDefinitions", field: /\.value$/, of: ["type"], text: "Unexpected value for field value" },
  {
    service: "discountRules",
    field: /\.(percentage|fixedAmount|fixedPrice|from|to)$/,
    of: ["type"],
    text: "Unexpected value for StringValue",
  },
];

/** The live platform's texts for a value of a wrong JSON type, by what it expected. */
const expectations: Readonly<Record<string, string>> = {
  "an object": "Expected an object",
  text: "Expected a string.",
  "a list": "Expected an array",
  "a number": "Expected a number",
  "true or false": "Expected a boolean",
};

/** Returns the violations of a call's input as the live platform reports them. */
export function worded(call: string, input: unknown, violations: readonly Violation[]): Violation[] {
  const [service] = call.split(".");
  const own = wordings.filter((one) => one.service === service);
  const reported = new Map<string, Violation>();
  for (const given of violations) {
    const found = nearestMissing(input, given);
    const special = own.find(({ field, of }) => field.test(found.field) && of.some(is(found)));
    const description = special?.text ?? typeText(found) ?? found.description;
    reported.set(`${found.field} ${description}`, { ...found, description });
  }
  return [...reported.values()];
}

/**
 * Returns the failure of the live platform for some invalid input of a call, or undefined: it fails on an empty
 * `catalogItemId` that is added to a cart of API v1, instead of rejecting it.
 */
export function failureOf(call: string, input: unknown, violations: readonly Violation[]) {
  if (!/^(carts|currentCart)\.addToCart$/.test(call)) return undefined;
  const isEmptyId = ({ field }: Violation) =>
    field.endsWith(".catalogItemId") && valueAt(input, indexed(field)) === "";
  if (!violations.some(isEmptyId)) return undefined;
  const message = "catalogItemId has size 0, expected 1 or more";
  return new PlatformError(500, "INTERNAL", message, {});
}

/** Moves the violation of a missing field to the outermost object that is missing: `price`, not `price.actualPrice.amount`. */
function nearestMissing(input: unknown, found: Violation): Violation {
  if (found.violatedRule !== "REQUIRED_FIELD") return found;
  const keys = found.field.split(".");
  const paths = keys.map((_, index) => keys.slice(0, index + 1).join("."));
  const missing = paths.find((path) => valueAt(input, indexed(path)) == null);
  return { ...found, field: missing ?? found.field };
}

/** Returns a path with list indexes as keys: `lines.0.id` for `lines[0].id`. */
const indexed = (path: string) => path.replace(/\[(\d+)\]/g, ".$1");

const typeText = ({ data }: Violation) =>
  data.type === "JSON_TYPE" ? expectations[String(data.expected)] : undefined;

const is = (found: Violation) => (kind: Wording["of"][number]) =>
  kind === "missing"
    ? found.violatedRule === "REQUIRED_FIELD"
    : kind === "enum"
      ? found.violatedRule === "INVALID_ENUM_VALUE"
      : found.data.type === "JSON_TYPE";
