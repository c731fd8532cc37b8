import * as z from "zod/mini";

/**
 * Bounds of a field in the platform's terms. They are metadata, not zod checks: responses are never rejected for them, and
 * `violations.ts` checks requests with the platform's wording.
 */
export interface Bounds<Always extends string = string> {
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
    | "DECIMAL"
    | "SLUG";
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

/** The bounds of schemas. */
export const bounds = z.registry<Bounds>();

/**
 * Returns a schema that is created on first use: there are thousands of schemas, and a command uses few of them.
 */
function lazy<T extends z.core.$ZodType>(make: () => T, limits?: Bounds): T {
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

// Schemas without bounds are created once.
const anyText = lazy(() => z.string());
const anyNumber = lazy(() => z.number());
const anyBool = lazy(() => z.boolean());
const anyJson = lazy(() => z.unknown());
const anyGuid = lazy(() => z.string(), { format: "GUID" });

export const text = (limits?: Bounds) => (limits ? lazy(() => z.string(), limits) : anyText);
export const num = (limits?: Bounds) => (limits ? lazy(() => z.number(), limits) : anyNumber);
export const bool = () => anyBool;
/** Free-form JSON, passed through unchanged. */
export const json = () => anyJson;
export const guid = () => anyGuid;
/** The paths of fields, joined by commas. */
export const fieldMask = () => anyText;
/** The paths of fields, as a list or joined by commas. */
export const fieldPaths = () => lazy(() => z.union([z.array(z.string()), z.string()]));
/** Bytes as base64 text. */
export const bytes = () => anyText;
/** Money and other exact numbers, as decimal text. */
export const decimal = (limits?: Bounds) => text({ format: "DECIMAL", ...limits });

const isoDate = lazy(() =>
  z.codec(z.string(), z.date(), {
    decode: (iso) => new Date(iso),
    encode: (value) => value.toISOString(),
  }),
);
/** ISO text on the wire, Date in code. */
export const date = () => isoDate;

/** An enumeration: known values are in the type and the bounds, unknown ones are allowed in responses. */
export function enumOf<V extends string>(...values: readonly V[]) {
  return lazy(() => z.custom<V | (string & {})>((value) => typeof value === "string"), { values });
}

/** A list of items. */
export function list<T extends z.core.$ZodType>(item: T, limits?: Bounds): z.core.$ZodArray<T> {
  return lazy(() => z.array(item), limits);
}

/** A field that only the platform sets; it is ignored in requests. */
export const readonly = <T extends z.core.$ZodType>(schema: T): z.core.$ZodOptional<T> =>
  lazy(() => z.optional(schema), { readonly: true });

export const map = <T extends z.core.$ZodType>(value: T) => lazy(() => z.record(z.string(), value));

// Simpler than the types that zod derives from a shape, which double the compile time.
type Loose = { [key: string]: unknown };
type WireObject<T extends z.core.$ZodShape, A extends keyof T> = {
  [K in Exclude<keyof T, A>]?: z.input<T[K]> | null;
} & { [K in A]: NonNullable<z.input<T[K]>> } & Loose;
type ParsedObject<T extends z.core.$ZodShape, A extends keyof T> = {
  [K in Exclude<keyof T, A>]?: z.output<T[K]> | null;
} & { [K in A]: NonNullable<z.output<T[K]>> } & Loose;

/**
 * An object of the platform: fields can be absent or null, except for those that the platform always returns; unknown fields
 * are passed through. For an object in an input, see `draft`.
 */
export function obj<T extends z.core.$ZodShape, const A extends keyof T & string = never>(
  shape: T,
  limits?: Bounds<A>,
): z.core.$ZodType<ParsedObject<T, A>, WireObject<T, A>> {
  return lazy(() => {
    const fields = Object.entries(shape).map(([key, schema]) => [
      key,
      lazy(() => z.optional(z.nullable(schema))),
    ]);
    return z.looseObject(Object.fromEntries(fields)) as z.core.$ZodType as z.core.$ZodType<
      ParsedObject<T, A>,
      WireObject<T, A>
    >;
  }, limits);
}

/** An object in an input: the fields that the platform always returns can be absent. */
export const draft = <P, W>(model: z.core.$ZodType<P, W>) =>
  model as z.core.$ZodType as z.core.$ZodType<Partial<P>, Partial<W>>;
