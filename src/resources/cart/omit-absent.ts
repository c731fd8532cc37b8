type Absent = null | undefined;
type MayBeAbsent<T, K extends keyof T> = [Extract<T[K], Absent>] extends [never] ? false : true;

/** The type of a record whose null and undefined members are omitted. */
export type WithoutAbsent<T> = { [K in keyof T as MayBeAbsent<T, K> extends true ? never : K]: T[K] } & {
  [K in keyof T as MayBeAbsent<T, K> extends true ? K : never]?: NonNullable<T[K]>;
};

/** Returns the record without its null and undefined members. */
export function omitAbsent<T extends object>(record: T): WithoutAbsent<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
  ) as WithoutAbsent<T>;
}
