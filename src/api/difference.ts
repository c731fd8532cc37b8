import type { Endpoint } from "./endpoint.ts";
import { asFields, type Fields, objectIn, objectKey } from "./inverse.ts";

/** The values of an object before and after a call; undefined where they are not known. */
export interface Difference {
  before?: unknown;
  after?: unknown;
}

/** Fields that change with every write. */
const volatile = /^(revision|_?updatedDate|lastUpdated|updated)$/;

/** A delete of an object by its id, not of a part of it. */
const deletesObject = /^DELETE [^{]*\{[^}]+\}$/;

/** The fields that these calls empty. */
const emptiedBy: Readonly<Record<string, string>> = {
  "products.removeBrand": "brand",
  "products.removeRibbon": "ribbon",
};

/** Returns the fields that a call sets, without ids in the path, revisions and field masks. */
export function sentFields(endpoint: Endpoint, input: unknown): Fields {
  const all = asFields(input) ?? {};
  const key = objectKey(endpoint, input);
  const object = key === undefined ? undefined : asFields(all[key]);
  const own = (name: string) => endpoint.public.includes(`{${object ? `${key}.` : ""}${name}}`);
  return Object.fromEntries(
    Object.entries(object ?? all).filter(
      ([name]) =>
        !own(name) && !volatile.test(name) && name !== "id" && !/^(fields|fieldMask|mask)$/.test(name),
    ),
  );
}

/** Returns what a call changes: the given fields before and after, the fields that an action changed, or the whole object of a delete. */
export function differenceOf(
  endpoint: Endpoint,
  input: unknown,
  before: Fields | undefined,
  answer: unknown,
): Difference {
  const object = objectIn(answer, objectKey(endpoint, input));
  if (deletesObject.test(`${endpoint.method} ${endpoint.public}`)) return { before, after: null };
  const given = sentFields(endpoint, input);
  if (endpoint.effect === "add" || endpoint.effect === "money")
    return {
      after: {
        ...textsIn(answer),
        ...(object ? { ...textsIn(object, "id"), ...shaped(object, given) } : asFields(input)),
      },
    };
  if (before === undefined) return { after: given };
  const setsFields = endpoint.method === "PATCH" || endpoint.method === "PUT";
  if (setsFields || objectKey(endpoint, input) !== undefined) {
    const after = object && holdsAll(object, given) ? ofShape(object, given) : given;
    return { before: ofShape(before, given), after };
  }
  const field = Object.hasOwn(emptiedBy, endpoint.name) ? emptiedBy[endpoint.name] : undefined;
  if (field !== undefined) return { before: { [field]: before[field] ?? null }, after: { [field]: null } };
  if (object === undefined)
    return { before: ofShape(before, given), after: endpoint.effect === "delete" ? emptied(given) : given };
  const changed = Object.keys(object).filter(
    (field) =>
      Object.hasOwn(before, field) && !volatile.test(field) && !sameValue(before[field], object[field]),
  );
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: pick(before), after: pick(object) };
}

/**
 * Returns what a create has left, by the object that a read has found: its id and the given fields, or only its id if it has another
 * form. Undefined for other calls.
 */
export function createdFields(endpoint: Endpoint, input: unknown, found: unknown): Fields | undefined {
  const object = asFields(found);
  if (endpoint.effect !== "add" || objectKey(endpoint, input) === undefined || object?.id === undefined)
    return undefined;
  const given = sentFields(endpoint, input);
  return { ...textsIn(object, "id"), ...(holdsAll(object, given) && shaped(object, given)) };
}

/** Returns what is left of given fields that are removed. */
const emptied = (given: Fields): Fields =>
  Object.fromEntries(Object.entries(given).map(([name, one]) => [name, Array.isArray(one) ? [] : null]));

/** Returns the texts in an answer, such as the id of what was created. */
function textsIn(value: unknown, only?: string): Fields {
  const entries = Object.entries(asFields(value) ?? {});
  return Object.fromEntries(
    entries.filter(([name, one]) => typeof one === "string" && (only === undefined || name === only)),
  );
}

const shaped = (object: Fields, given: Fields) => ofShape(object, given) as Fields;

/** Whether an answer has all given fields. The platform leaves out some parts of an object unless they are requested. */
const holdsAll = (object: Fields, given: Fields): boolean =>
  Object.entries(given).every(([name, one]) => {
    const [part, wanted] = [asFields(object[name]), asFields(one)];
    return name in object && (!part || !wanted || holdsAll(part, wanted));
  });

/** Returns the parts of a value that another value has: its fields, also of the items of lists. Absent ones are null. */
export function ofShape(value: unknown, shape: unknown): unknown {
  if (Array.isArray(shape)) return Array.isArray(value) ? itemsOf(value, shape) : (value ?? null);
  const fields = asFields(shape);
  const record = asFields(value);
  if (fields === undefined || record === undefined) return value ?? null;
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, ofShape(record[name], one)]));
}

/**
 * Items of a list are found by their ids, variants also by their choices; a list without ids is compared as a whole. A list of items
 * with ids of their own is written as a whole: those that only the value has belong to it, with the fields of the others.
 */
function itemsOf(value: readonly unknown[], shape: readonly unknown[]): unknown {
  const idField = ["id", "variantId", "choices"].find((name) =>
    shape.every((one) => asFields(one)?.[name] !== undefined),
  );
  if (idField === undefined || shape.length === 0) return value;
  const withId = (list: readonly unknown[], one: unknown) =>
    list.find((item) => sameValue(asFields(item)?.[idField], asFields(one)?.[idField]));
  const isSame = value.length === shape.length && shape.every((one) => withId(value, one));
  if (idField !== "id" || isSame) return shape.map((one) => ofShape(withId(value, one), one));
  const fields = Object.assign({}, ...shape) as Fields;
  return value.map((item) => ofShape(item, withId(shape, item) ?? fields));
}

const isNothing = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0);

/** Returns whether two values are equal; a missing field is the same as null and as an empty list. */
export function sameValue(first: unknown, second: unknown): boolean {
  if (first === second || (isNothing(first) && isNothing(second))) return true;
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((item, index) => sameValue(item, second[index]));
  const [a, b] = [asFields(first), asFields(second)];
  if (a === undefined || b === undefined) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => sameValue(a[name], b[name]));
}
