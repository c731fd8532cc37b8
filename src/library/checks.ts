import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/**
 * Throws UsageError if `options` is no object, or has a field that is not one of `names`. `owner` is the function that it was
 * passed to.
 */
export function checkOptions(owner: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== "object" || options === null) {
    const given = JSON.stringify(options) ?? typeof options;
    throw new UsageError(`${owner} takes an object with ${names.join(", ")}, not ${given}.`, {
      field: owner,
    });
  }
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    throw unknownName(`${owner} has no option "${name}"`, name, names, name);
  }
}

/** Throws UsageError if `value` is not one of `values`. `field` names it in the message. */
export function checkChoice(field: string, value: unknown, values: readonly string[]): void {
  if (typeof value === "string" && values.includes(value)) return;
  throw unknownName(`${field} cannot be ${JSON.stringify(value)}`, String(value), values, field);
}

function unknownName(problem: string, name: string, names: readonly string[], field: string): UsageError {
  const guess = nearest(name, names);
  const question = guess === undefined ? "" : ` Did you mean "${guess}"?`;
  const hint = `Use ${names.length > 1 ? "one of " : ""}${names.join(", ")}.`;
  return new UsageError(`${problem}.${question} ${hint}`, { field });
}

/**
 * Returns the time of a Date or of text such as `2030-05-01T10:00:00Z` or `2030-05-01` (in UTC). Throws UsageError for other
 * text: without a zone, it would mean another time on every computer.
 */
export function checkedTime(field: string, time: Date | string): Date {
  const date = new Date(time);
  const hasZone = typeof time !== "string" || /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/.test(time);
  if (hasZone && !Number.isNaN(date.getTime())) return date;
  const text = typeof time === "string" ? `"${time}"` : "an invalid Date";
  throw new UsageError(
    `${field} cannot be ${text}. Pass a Date, or a time with a zone such as 2030-05-01T10:00:00Z.`,
    { field },
  );
}

/** Returns the error of a request or call that came after its shop was closed. */
export function closedShop(name: string, what: string): UsageError {
  const shop = name === "" ? "The test shop" : `The test shop of "${name}"`;
  const message = `${shop} is closed, and ${what} came too late. Await everything that a test starts before it ends.`;
  return new UsageError(message, { code: "SHOP_CLOSED" });
}
