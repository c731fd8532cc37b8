/** Returns a filter for fields with given values, joined with a filter in till's language or in the platform's JSON. */
export function joinFilter(
  fields: readonly [field: string, value: string][],
  filter: string | undefined,
): string | undefined {
  if (fields.length === 0) return filter;
  if (filter?.trimStart().startsWith("{"))
    return `{"$and":[${JSON.stringify(Object.fromEntries(fields))},${filter}]}`;
  const parts = fields.map(([field, value]) => `${field} = ${JSON.stringify(value)}`);
  return [...parts, ...(filter === undefined ? [] : [`(${filter})`])].join(" and ");
}
