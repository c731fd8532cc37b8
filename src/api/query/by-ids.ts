import { ApiError } from "../../kernel/errors.ts";

/** How objects are read by their ids. */
export interface ReadByIds<T> {
  /** Reads up to the call's maximum of objects in one request. */
  many(ids: readonly string[]): Promise<readonly T[]>;
  /** Reads one object. */
  one(id: string): Promise<T>;
  idOf(object: T): string | null | undefined;
}

/**
 * Reads objects by their ids and returns them by id. What the answer leaves out is read one by one: only the platform's own 404
 * means that an object does not exist, and the map lacks it. A call for many ids also fails with a 404 if one of them does not
 * exist.
 */
export async function readByIds<T>(
  ids: readonly string[],
  { many, one, idOf }: ReadByIds<T>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  if (ids.length === 0) return found;
  const listed = await unlessAbsent(() => many(ids));
  for (const object of listed ?? []) {
    const id = idOf(object);
    if (id) found.set(id, object);
  }
  for (const id of ids) {
    const object = found.has(id) ? undefined : await unlessAbsent(() => one(id));
    if (object !== undefined) found.set(id, object);
  }
  return found;
}

async function unlessAbsent<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
