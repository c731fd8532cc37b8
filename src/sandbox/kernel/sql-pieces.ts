import type { SqlValue } from "../../kernel/sqlite.ts";

/** A piece of SQL and the values of its question marks, in order. */
export interface Sql {
  text: string;
  values: SqlValue[];
}

/** Joins SQL pieces and values: a piece is put in as text, anything else becomes a question mark. */
export function sql(texts: TemplateStringsArray, ...parts: (Sql | string | number)[]): Sql {
  const whole: Sql = { text: texts[0] ?? "", values: [] };
  for (const [index, part] of parts.entries()) {
    const piece = typeof part === "object" ? part : { text: "?", values: [part] };
    whole.text += piece.text + (texts[index + 1] ?? "");
    whole.values.push(...piece.values);
  }
  return whole;
}

/** SQL text of our own, never of a caller. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** Parts one after the other. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    values: parts.flatMap(({ values }) => values),
  };
}

/** All of the parts hold; none is true. */
export function all(parts: readonly Sql[]): Sql {
  const [first, ...rest] = parts;
  if (!first) return raw("1");
  return rest.length === 0 ? first : sql`(${join(parts, " AND ")})`;
}

/** At least one of the parts holds; none is false. */
export function any(parts: readonly Sql[]): Sql {
  if (parts.length === 0) return raw("0");
  return sql`(${join(
    parts.map((part) => sql`(${part})`),
    " OR ",
  )})`;
}

/** What SQL leaves unknown (null) counts as false before it is turned round. */
export const not = (part: Sql): Sql => sql`NOT coalesce((${part}), 0)`;
