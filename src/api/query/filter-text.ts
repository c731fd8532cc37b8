import type { FilterExpression, FilterField, FilterValue } from "./filter.ts";

/** Returns a filter as text that `parseFilter` parses to the same filter. */
export function filterText(filter: FilterExpression): string {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.filters.map(within).join(` ${filter.kind} `);
    case "not":
      return `not ${within(filter.filter)}`;
    case "exists":
      return `${filter.field.name} exists${filter.value ? "" : " false"}`;
    case "list":
      return `${filter.field.name} ${filter.operator} (${filter.values.map((value) => valueText(filter.field, value)).join(", ")})`;
    case "compare":
      return `${filter.field.name} ${filter.operator} ${valueText(filter.field, filter.value)}`;
  }
}

function within(filter: FilterExpression): string {
  const text = filterText(filter);
  return filter.kind === "and" || filter.kind === "or" ? `(${text})` : text;
}

function valueText({ type }: FilterField, value: FilterValue): string {
  return typeof value === "string" && type !== "number"
    ? `"${value.replace(/["\\]/g, "\\$&")}"`
    : String(value);
}
