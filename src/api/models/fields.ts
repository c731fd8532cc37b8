import * as z from "zod/mini";

/**
 * Bounds of a field in the platform's terms. They are metadata, not zod checks: answers are never
 * refused for a bound, requests are checked by `violations.ts`, which reports in the platform's words.
 */
export interface Bounds {
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  minSize?: number;
  maxSize?: number;
  format?:
    | "GUID"
    | "EMAIL"
    | "WEB_URL"
    | "CURRENCY"
    | "COUNTRY"
    | "LANGUAGE"
    | "PHONE"
    | "LOCAL_DATE"
    | "DECIMAL";
  maxScale?: number;
  gt?: number;
  lt?: number;
  /** Every value the platform documents; others are kept and shown. */
  values?: readonly string[];
  /** Groups of fields of which at most one may be set. */
  oneOf?: readonly (readonly string[])[];
  /** Fields that an object needs wherever it is sent. */
  required?: readonly string[];
  /** Written by the platform only; ignored when sent. */
  readonly?: boolean;
}

export const bounds = z.registry<Bounds>();

function bounded<T extends z.core.$ZodType>(schema: T, limits?: Bounds): T {
  if (limits) bounds.add(schema, limits);
  return schema;
}

// What has no bounds is made once: there are thousands of fields, and making a schema is what costs a start.
const anyText = z.string();
const anyNumber = z.number();

export const text = (limits?: Bounds) => (limits ? bounded(z.string(), limits) : anyText);
export const num = (limits?: Bounds) => (limits ? bounded(z.number(), limits) : anyNumber);
export const bool = () => z.boolean();
/** Free-form JSON, kept as it is. */
export const json = () => z.unknown();
export const guid = () => text({ format: "GUID" });
/** The paths of fields, joined by commas. */
export const fieldMask = () => z.string();
/** Bytes as base64 text. */
export const bytes = () => z.string();
/** Money and other exact numbers that travel as text. */
export const decimal = (limits?: Bounds) => text({ format: "DECIMAL", ...limits });

const isoDate = z.codec(z.string(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (value) => value.toISOString(),
});
/** ISO text on the wire, Date in code. */
export const date = () => isoDate;

/** An enumeration: its known values in the type and in the bounds, unknown ones allowed in answers. */
export function enumOf<const V extends readonly string[]>(...values: V) {
  return bounded(
    z.custom<V[number] | (string & {})>((value) => typeof value === "string"),
    { values },
  );
}

/** A list of items. */
export function list<T extends z.core.$ZodType>(item: T, limits?: Bounds): z.core.$ZodArray<T> {
  return bounded(z.array(item), limits);
}

/** A field that only the platform writes; it is ignored when sent. */
export const readonly = <T extends z.core.$ZodType>(schema: T): z.core.$ZodOptional<T> =>
  bounded(z.optional(schema), { readonly: true });

export const map = <T extends z.core.$ZodType>(value: T) => z.record(z.string(), value);

// zod's own types without their methods: there are thousands of fields, and these take the compiler half as long.
type Fields<T extends z.core.$ZodShape> = { [K in keyof T]: z.core.$ZodOptional<z.core.$ZodNullable<T[K]>> };

/** An object as the platform sends it: every field may be absent or null, unknown fields pass through. */
export function obj<T extends z.core.$ZodShape>(
  shape: T,
  limits?: Bounds,
): z.core.$ZodObject<Fields<T>, z.core.$loose> {
  // A getter each, which zod asks once, on first use: most starts use few of the many objects.
  const getters = Object.entries(shape).map(([key, schema]): [string, PropertyDescriptor] => [
    key,
    { enumerable: true, get: () => z.optional(z.nullable(schema)) },
  ]);
  const fields = Object.defineProperties({}, Object.fromEntries(getters)) as Fields<T>;
  return bounded(z.looseObject(fields), limits);
}
