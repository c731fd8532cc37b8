import type { Filter, Json, PlatformFilter } from "./filter.ts";

/**
 * Returns whether a filter certainly matches every object: `{}`, an empty `$and`, or conditions that hold for everything
 * with an id. A filter that happens to match all objects of a shop is not detected here.
 */
export function matchesAll(filter: Filter): boolean {
  switch (filter.kind) {
    case "platform":
      return platformMatchesAll(filter.json);
    case "and":
      return filter.filters.every(matchesAll);
    case "or":
      return filter.filters.some(matchesAll);
    case "exists":
      return filter.value && filter.field.name === "id";
    default:
      return false;
  }
}

function platformMatchesAll(filter: PlatformFilter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "$and") return filtersIn(value).every(platformMatchesAll);
    if (key === "$or") return filtersIn(value).length === 0 || filtersIn(value).some(platformMatchesAll);
    return (key === "id" || key === "_id") && isObject(value) && isExistsOnly(value);
  });
}

const isExistsOnly = (condition: PlatformFilter): boolean =>
  Object.entries(condition).every(([operator, value]) => operator === "$exists" && value === true);

const filtersIn = (value: Json): PlatformFilter[] => (Array.isArray(value) ? value.filter(isObject) : []);

const isObject = (value: Json): value is PlatformFilter =>
  typeof value === "object" && value !== null && !Array.isArray(value);
