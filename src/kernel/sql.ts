import type { SQLInputValue } from "node:sqlite";

export type SqlValue = SQLInputValue;

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
export const rawSql = (text: string): Sql => ({ text, values: [] });

/** Joins fragments with a separator. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    values: parts.flatMap(({ values }) => values),
  };
}
