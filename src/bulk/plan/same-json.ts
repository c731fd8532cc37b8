import type { Json } from "../journal/step.ts";

/** Returns whether two JSON values are equal; the order of object keys does not matter. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => sameJson(item, other[index] ?? null));
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) => Object.hasOwn(other, name) && sameJson(one[name] ?? null, other[name] ?? null),
  );
}
