type Json = Record<string, unknown>;

/**
 * Evaluates a platform filter on a record, as reference for the local evaluation. Dates are ISO text of one format, so that
 * they can be compared as text.
 */
export function matchesPlatformFilter(filter: unknown, record: unknown): boolean {
  return Object.entries(filter as Json).every(([key, condition]) => {
    if (key === "$and") return (condition as unknown[]).every((part) => matchesPlatformFilter(part, record));
    if (key === "$or") return (condition as unknown[]).some((part) => matchesPlatformFilter(part, record));
    if (key === "$not") return !matchesPlatformFilter(condition, record);
    const actual =
      key.split(".").reduce<unknown>((value, name) => (value as Json | undefined)?.[name], record) ?? null;
    if (condition === null || typeof condition !== "object") return actual === condition;
    return Object.entries(condition).every(([operator, expected]) => test(operator, actual, expected));
  });
}

function test(operator: string, actual: unknown, expected: unknown): boolean {
  const list = Array.isArray(expected) ? expected : [];
  const sameType = typeof actual === typeof expected;
  const text = [String(actual).toLowerCase(), String(expected).toLowerCase()] as const;
  switch (operator) {
    case "$ne":
      return actual !== expected;
    case "$gt":
      return sameType && (actual as number) > (expected as number);
    case "$gte":
      return sameType && (actual as number) >= (expected as number);
    case "$lt":
      return sameType && (actual as number) < (expected as number);
    case "$lte":
      return sameType && (actual as number) <= (expected as number);
    case "$startsWith":
      return sameType && text[0].startsWith(text[1]);
    case "$endsWith":
      return sameType && text[0].endsWith(text[1]);
    case "$contains":
      return sameType && text[0].includes(text[1]);
    case "$in":
      return list.includes(actual);
    case "$hasSome":
      return Array.isArray(actual) && list.some((one) => actual.includes(one));
    case "$hasAll":
      return Array.isArray(actual) && list.every((one) => actual.includes(one));
    case "$exists":
      return (actual !== null) === expected;
    default:
      throw new Error(`${operator} is not a platform operator`);
  }
}
