import { memo } from "../kernel/memo.ts";

/**
 * A JSON Schema of the contract, with its references resolved. `Wire` is the type of the JSON. The keywords that begin with
 * `x-till-` say what JSON Schema has no word for.
 */
export interface Schema<Wire = unknown> {
  /** The name of a model. */
  readonly title?: string;
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  /** The fields of an object. Each can be absent or null, except for those of `x-till-always`; others are passed through. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** The schema of the values of a map. */
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  /** All values that the platform documents; others are accepted in responses. */
  readonly enum?: readonly string[];
  /** `date-time` for times, `decimal` for exact numbers as text; the others are those of `formatNames`. */
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Set by the platform only; ignored in requests. */
  readonly readOnly?: boolean;
  /** The bounds of a `decimal`. */
  readonly "x-till-bounds"?: Readonly<Pick<Bounds, "min" | "max" | "gt" | "lt" | "maxScale">>;
  /** Fields that every request with the object must have. */
  readonly "x-till-required"?: readonly string[];
  /** Groups of fields of which at most one may be set. */
  readonly "x-till-one-of"?: readonly (readonly string[])[];
  /** Fields that the platform always returns. */
  readonly "x-till-always"?: readonly string[];
  /** Fields that hold objects with such fields: `lineItems`. */
  readonly "x-till-holds"?: readonly string[];
  /**
   * Whether what is below describes a person (`all`: numbers and dates, too), unless a part of it says otherwise. Without it, that
   * is as around it. `unless`: not if this field beside it is set. `open`: in free-form JSON, not the values of these keys.
   */
  readonly "x-till-personal"?:
    | boolean
    | "all"
    | { readonly unless?: string; readonly open?: readonly string[] };
  /** Types only: no schema has this. */
  readonly "~wire"?: Wire;
}

/** The JSON of a schema. */
export type WireOf<S extends Schema> = unknown extends S["~wire"] ? unknown : NonNullable<S["~wire"]>;

/** A time as ISO text, which decoded values have as Date. */
export type Time = string & { readonly "~time"?: true };

/** JSON with times as Date. */
export type Decoded<T> = T extends string
  ? "~time" extends keyof T
    ? Date
    : T
  : T extends object
    ? { [K in keyof T]: Decoded<T[K]> }
    : T;

/** The platform's names of formats, by their names in JSON Schema. */
const formatNames = {
  uuid: "GUID",
  email: "EMAIL",
  uri: "WEB_URL",
  currency: "CURRENCY",
  country: "COUNTRY",
  language: "LANGUAGE",
  phone: "PHONE",
  date: "LOCAL_DATE",
  decimal: "DECIMAL",
  slug: "SLUG",
} as const;

/** The format of a text in the platform's terms. */
export type Format = (typeof formatNames)[keyof typeof formatNames];

/** The name of a format in JSON Schema. */
export const formatIn = Object.fromEntries(
  Object.entries(formatNames).map(([name, format]) => [format, name]),
) as Readonly<Record<Format, string>>;

/**
 * Bounds of a field in the platform's terms. Responses are never rejected for them, and `violations.ts` checks requests with
 * the platform's wording.
 */
export interface Bounds<Always extends string = string> {
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  minSize?: number;
  maxSize?: number;
  format?: Format;
  maxScale?: number;
  /** A number without decimals. */
  whole?: boolean;
  gt?: number;
  lt?: number;
  /** All values that the platform documents; others are accepted in responses. */
  values?: readonly string[];
  /** Groups of fields of which at most one may be set. */
  oneOf?: readonly (readonly string[])[];
  /** Fields that are required in every request with the object. */
  required?: readonly string[];
  /** Set by the platform only; ignored in requests. */
  readonly?: boolean;
  /** Fields of an object that the platform always returns. */
  always?: readonly Always[];
  /** Fields of such an object that hold others: `lineItems`. */
  holds?: readonly string[];
}

/** Returns the bounds of a field. */
export const boundsOf = memo((schema: Schema): Bounds => {
  const bounds: Bounds = {
    min: schema.minimum,
    max: schema.maximum,
    gt: schema.exclusiveMinimum,
    lt: schema.exclusiveMaximum,
    minLength: schema.minLength,
    maxLength: schema.maxLength,
    minSize: schema.minItems,
    maxSize: schema.maxItems,
    format: formatNames[schema.format as keyof typeof formatNames],
    whole: schema.type === "integer" || undefined,
    values: schema.enum,
    oneOf: schema["x-till-one-of"],
    required: schema["x-till-required"],
    readonly: schema.readOnly,
    always: schema["x-till-always"],
    holds: schema["x-till-holds"],
    ...schema["x-till-bounds"],
  };
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
});

/** Returns whether a schema is that of a time. */
export const isTime = ({ format }: Schema): boolean => format === "date-time";
