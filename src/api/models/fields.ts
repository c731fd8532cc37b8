import { type Bounds, formatIn, type Schema, type Time, type WireOf } from "../schema.ts";

/** Returns the keywords of bounds. */
function keywords(limits: Bounds = {}): Schema {
  const { format, min, max, gt, lt, maxScale } = limits;
  const decimal = format === "DECIMAL" ? defined({ min, max, gt, lt, maxScale }) : undefined;
  return defined({
    format: format && formatIn[format],
    ...(decimal
      ? { "x-till-bounds": Object.keys(decimal).length > 0 ? decimal : undefined }
      : { minimum: min, maximum: max, exclusiveMinimum: gt, exclusiveMaximum: lt }),
    minLength: limits.minLength,
    maxLength: limits.maxLength,
    minItems: limits.minSize,
    maxItems: limits.maxSize,
    enum: limits.values,
    readOnly: limits.readonly,
    "x-till-one-of": limits.oneOf,
    "x-till-required": limits.required,
    "x-till-always": limits.always,
    "x-till-holds": limits.holds,
  });
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

// Schemas without bounds are created once.
const anyText: Schema<string> = { type: "string" };
const anyNumber: Schema<number> = { type: "number" };
const anyBool: Schema<boolean> = { type: "boolean" };
const anyJson: Schema<unknown> = {};
const anyGuid: Schema<string> = { type: "string", format: formatIn.GUID };

export const text = (limits?: Bounds): Schema<string> =>
  limits ? ({ ...keywords(limits), type: "string" } as Schema<string>) : anyText;
export const num = (limits?: Bounds): Schema<number> =>
  limits ? ({ ...keywords(limits), type: limits.whole ? "integer" : "number" } as Schema<number>) : anyNumber;
export const bool = () => anyBool;
/** Free-form JSON, passed through unchanged. */
export const json = () => anyJson;
export const guid = () => anyGuid;
/** Money and other exact numbers, as decimal text. */
export const decimalField = (limits?: Bounds) => text({ format: "DECIMAL", ...limits });

const isoDate: Schema<Time> = { type: "string", format: "date-time" };
/** ISO text on the wire, Date in code. */
export const date = () => isoDate;

/** An enumeration: known values are in the type and the bounds, unknown ones are allowed in responses. */
export const enumOf = <const V extends string>(...values: readonly V[]): Schema<V | (string & {})> => ({
  type: "string",
  enum: values,
});

/** The schema of a list. */
export type ListOf<S extends Schema> = Schema<WireOf<S>[]>;

/** A list of items. */
export const list = <S extends Schema>(item: S, limits?: Bounds) =>
  ({ ...keywords(limits), type: "array", items: item }) as Schema as ListOf<S>;

/** A field that only the platform sets; it is ignored in requests. */
export const readonly = <S extends Schema>(schema: S): S => ({ ...schema, readOnly: true });

export const map = <S extends Schema>(value: S) =>
  ({ type: "object", additionalProperties: value }) as Schema as Schema<Record<string, WireOf<S>>>;

/** The fields of an object. */
export type Shape = Readonly<Record<string, Schema>>;
type Loose = { [key: string]: unknown };
type Fields<T extends Shape, A extends keyof T> = {
  [K in Exclude<keyof T, A>]?: WireOf<T[K]> | null;
} & { [K in A]: NonNullable<WireOf<T[K]>> } & Loose;

/**
 * An object of the platform: fields can be absent or null, except for those that the platform always returns; unknown fields
 * are passed through.
 */
export const obj = <T extends Shape, const A extends keyof T & string = never>(
  shape: T,
  limits?: Bounds<A>,
) => ({ ...keywords(limits), type: "object", properties: shape }) as Schema as Schema<Fields<T, A>>;
