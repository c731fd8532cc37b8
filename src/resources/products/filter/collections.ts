import {
  type Condition,
  type FilterExpression,
  type FilterField,
  joinFilters,
} from "../../../api/query/filter.ts";
import { matchesFilter } from "../../../api/query/filter-match.ts";
import { type Span, tokenize } from "../../../kernel/lexer.ts";
import { allProductsId, type NamedCollection } from "../collection-names.ts";
import { unknownName } from "./unknown-name.ts";

/** Returns the conditions of a filter on a field. */
export function conditionsOn(filter: FilterExpression, name: string): Condition[] {
  if ("filters" in filter) return filter.filters.flatMap((one) => conditionsOn(one, name));
  if (filter.kind === "not") return conditionsOn(filter.filter, name);
  return filter.field.name === name ? [filter] : [];
}

/** Returns the texts that a condition compares with. */
export function textsOf(condition: Condition): string[] {
  if (condition.kind === "exists") return [];
  const values = condition.kind === "list" ? condition.values : [condition.value];
  return values.filter((value) => typeof value === "string");
}

/** Returns the position of a value in the text of a filter. */
export function positionOf(source: string, value: string): Span {
  const found = tokenize(source, "filter").find(({ text }) => text === value);
  return found ?? { position: 0, length: source.length };
}

/**
 * Returns a filter with the ids of collections instead of their names. Throws UsageError with a caret and suggestions for a
 * name or id that no collection has, and for a part of a name that none contains.
 */
export function withCollectionIds(
  filter: FilterExpression,
  context: { source: string; known: readonly NamedCollection[]; ids: FilterField },
): FilterExpression {
  if ("filters" in filter)
    return joinFilters(
      filter.kind,
      filter.filters.map((one) => withCollectionIds(one, context)),
    );
  if (filter.kind === "not") return { kind: "not", filter: withCollectionIds(filter.filter, context) };
  return filter.field.name === "collection" ? inCollections(filter, context) : filter;
}

function inCollections(
  condition: Condition,
  { source, known, ids: field }: { source: string; known: readonly NamedCollection[]; ids: FilterField },
): FilterExpression {
  const own = known.filter(({ id }) => id !== allProductsId);
  const isNone = condition.kind === "compare" && condition.value === null;
  if (condition.kind === "exists" || isNone) {
    const isIn = condition.kind === "exists" ? condition.value : condition.operator === "!=";
    return member(
      field,
      own.map(({ id }) => id),
      isIn,
    );
  }
  const isExact = condition.kind === "list" || condition.operator === "=" || condition.operator === "!=";
  const isNot = condition.kind === "compare" && condition.operator === "!=";
  const test: Condition = isNot ? { ...condition, operator: "=" } : condition;
  const matches = (one: string) => matchesFilter(test, { collection: one });
  const found = own.filter(({ id, name }) => matches(name) || (isExact && matches(id)));
  const texts = textsOf(condition);
  const unknown = isExact
    ? texts.find((text) => !own.some(({ id, name }) => id === text || name === text))
    : found.length === 0
      ? texts[0]
      : undefined;
  if (unknown !== undefined) {
    const names = own.map(({ name }) => name);
    const at = positionOf(source, unknown);
    throw unknownName(source, at, { singular: "collection", name: unknown, known: names });
  }
  return member(
    field,
    found.map(({ id }) => id),
    !isNot,
  );
}

function member(field: FilterField, ids: readonly string[], isIn: boolean): FilterExpression {
  // Without collections the platform is not asked: an empty list is no valid filter.
  const { operators: _, ...local } = field;
  const on = ids.length === 0 ? local : field;
  const filter: FilterExpression = { kind: "list", field: on, operator: "hasSome", values: ids };
  return isIn ? filter : { kind: "not", filter };
}
