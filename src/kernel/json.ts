/** Returns whether a value is an object with named fields: not null and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns whether two JSON values are equal. The order of object keys does not matter. Undefined is the same as null, and
 * a member that is undefined is the same as a missing one.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  return (
    Object.keys(a).every((name) =>
      Object.hasOwn(b, name) ? sameJson(a[name], b[name]) : a[name] === undefined,
    ) && Object.keys(b).every((name) => Object.hasOwn(a, name) || b[name] === undefined)
  );
}

/** Returns JSON with the keys of every object sorted. Members that are undefined are left out. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

const punctuation = "[{}\\[\\],:]";
const string = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"';
const number = "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";
const token = `${punctuation}|${string}|(?:${number}|true|false|null)(?![\\w.+-])`;

/**
 * Returns the offset of the first character that is not valid JSON, the length of the text if it ends too early, or
 * undefined if it is JSON. (`JSON.parse` reports the position in some of its messages only.)
 */
export function jsonErrorOffset(text: string): number | undefined {
  const next = new RegExp(`[ \\t\\r\\n]*(?:(${token})|$)`, "y");
  const open: ("{" | "[")[] = [];
  let expected: "value" | "first value" | "key" | "first key" | "colon" | "comma" = "value";
  for (;;) {
    const from = next.lastIndex;
    const found = next.exec(text)?.[1];
    const start = from + (/^[ \t\r\n]*/.exec(text.slice(from))?.[0].length ?? 0);
    if (found === undefined)
      return start === text.length && expected === "comma" && open.length === 0 ? undefined : start;
    const inside = open.at(-1);
    const closes = (found === "}" && inside === "{") || (found === "]" && inside === "[");
    if (closes && (expected === "comma" || expected === (inside === "{" ? "first key" : "first value"))) {
      open.pop();
      expected = "comma";
    } else if (expected === "comma") {
      if (found !== "," || inside === undefined) return start;
      expected = inside === "{" ? "key" : "value";
    } else if (expected === "colon") {
      if (found !== ":") return start;
      expected = "value";
    } else if (expected === "key" || expected === "first key") {
      if (!found.startsWith('"')) return start;
      expected = "colon";
    } else if (found === "{" || found === "[") {
      open.push(found);
      expected = found === "{" ? "first key" : "first value";
    } else {
      if ("}],:".includes(found)) return start;
      expected = "comma";
    }
  }
}
