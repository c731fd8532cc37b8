import type { SqlValue } from "../../kernel/sqlite.ts";

/** An SQL fragment with the values of its placeholders, in order. */
export interface Sql {
  text: string;
  values: SqlValue[];
}

/** Builds SQL from a template. Fragments are inserted as text; other values become placeholders. */
export function sql(texts: TemplateStringsArray, ...parts: (Sql | string | number)[]): Sql {
  const whole: Sql = { text: texts[0] ?? "", values: [] };
  for (const [index, part] of parts.entries()) {
    const fragment = typeof part === "object" ? part : { text: "?", values: [part] };
    whole.text += fragment.text + (texts[index + 1] ?? "");
    whole.values.push(...fragment.values);
  }
  return whole;
}

/** Returns trusted SQL text as a fragment. Never pass it text from a caller. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** Joins fragments with a separator. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Joins conditions with AND. No conditions are true. */
export function all(parts: readonly Sql[]): Sql {
  const [first, ...rest] = parts;
  if (!first) return raw("1");
  return rest.length === 0 ? first : sql`(${join(parts, " AND ")})`;
}

/** Joins conditions with OR. No conditions are false. */
export function any(parts: readonly Sql[]): Sql {
  if (parts.length === 0) return raw("0");
  return sql`(${join(
    parts.map((part) => sql`(${part})`),
    " OR ",
  )})`;
}

/** Negates a condition. Null counts as false. */
export const not = (part: Sql): Sql => sql`NOT coalesce((${part}), 0)`;
