type Absent = null | undefined;
type MayBeAbsent<T, K extends keyof T> = [Extract<T[K], Absent>] extends [never] ? false : true;

/** The record with members that may be absent as optional ones. */
export type Present<T> = { [K in keyof T as MayBeAbsent<T, K> extends true ? never : K]: T[K] } & {
  [K in keyof T as MayBeAbsent<T, K> extends true ? K : never]?: NonNullable<T[K]>;
};

/** The record without its members that are null or undefined: what is not known is not there. */
export function present<T extends object>(record: T): Present<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<T>;
}
