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

/**
 * A schema that is made when somebody first looks into it: there are thousands of them, making one takes longer than
 * declaring it, and most starts look into few.
 */
function late<T extends z.core.$ZodType>(make: () => T, limits?: Bounds): T {
  const schema = {
    get _zod() {
      const { _zod } = make();
      Object.defineProperty(schema, "_zod", { value: _zod });
      return _zod;
    },
  } as T;
  if (limits) bounds.add(schema, limits);
  return schema;
}

// What has no bounds is made once.
const anyText = late(() => z.string());
const anyNumber = late(() => z.number());
const anyBool = late(() => z.boolean());
const anyJson = late(() => z.unknown());
const anyGuid = late(() => z.string(), { format: "GUID" });

export const text = (limits?: Bounds) => (limits ? late(() => z.string(), limits) : anyText);
export const num = (limits?: Bounds) => (limits ? late(() => z.number(), limits) : anyNumber);
export const bool = () => anyBool;
/** Free-form JSON, kept as it is. */
export const json = () => anyJson;
export const guid = () => anyGuid;
/** The paths of fields, joined by commas. */
export const fieldMask = () => anyText;
/** The paths of fields, as a list or joined by commas. */
export const fieldPaths = () => late(() => z.union([z.array(z.string()), z.string()]));
/** Bytes as base64 text. */
export const bytes = () => anyText;
/** Money and other exact numbers that travel as text. */
export const decimal = (limits?: Bounds) => text({ format: "DECIMAL", ...limits });

const isoDate = late(() =>
  z.codec(z.string(), z.date(), {
    decode: (iso) => new Date(iso),
    encode: (value) => value.toISOString(),
  }),
);
/** ISO text on the wire, Date in code. */
export const date = () => isoDate;

/** An enumeration: its known values in the type and in the bounds, unknown ones allowed in answers. */
export function enumOf<const V extends readonly string[]>(...values: V) {
  return late(() => z.custom<V[number] | (string & {})>((value) => typeof value === "string"), { values });
}

/** A list of items. */
export function list<T extends z.core.$ZodType>(item: T, limits?: Bounds): z.core.$ZodArray<T> {
  return late(() => z.array(item), limits);
}

/** A field that only the platform writes; it is ignored when sent. */
export const readonly = <T extends z.core.$ZodType>(schema: T): z.core.$ZodOptional<T> =>
  late(() => z.optional(schema), { readonly: true });

export const map = <T extends z.core.$ZodType>(value: T) => late(() => z.record(z.string(), value));

// What an object may be, said without the types that zod makes of a shape: with thousands of fields these take the
// compiler twice as long and a sixth more memory.
type Loose = { [key: string]: unknown };
type Sent<T extends z.core.$ZodShape> = { [K in keyof T]?: z.input<T[K]> | null } & Loose;
type Held<T extends z.core.$ZodShape> = { [K in keyof T]?: z.output<T[K]> | null } & Loose;

/** An object as the platform sends it: every field may be absent or null, unknown fields pass through. */
export function obj<T extends z.core.$ZodShape>(
  shape: T,
  limits?: Bounds,
): z.core.$ZodType<Held<T>, Sent<T>> {
  return late(() => {
    const fields = Object.entries(shape).map(([key, schema]) => [
      key,
      late(() => z.optional(z.nullable(schema))),
    ]);
    return z.looseObject(Object.fromEntries(fields)) as z.core.$ZodType as z.core.$ZodType<Held<T>, Sent<T>>;
  }, limits);
}
