import { PlatformError } from "../../kernel/tx.ts";

/**
 * Moves an id before or after another one, by default to the front. Throws PlatformError 400
 * `INVALID_REORDER_INSTRUCTION` if an id is missing.
 */
export function reordered(
  ids: readonly string[],
  id: string,
  { before, after }: { before?: string | null | undefined; after?: string | null | undefined },
): string[] {
  const neighbour = before ?? after;
  const missing = [id, neighbour].find((one) => one != null && !ids.includes(one));
  if (missing !== undefined || id === neighbour) {
    const message = missing ? `${missing} is not in this list` : `${id} cannot be moved next to itself`;
    throw new PlatformError(400, "INVALID_REORDER_INSTRUCTION", message, { id, before, after });
  }
  const others = ids.filter((one) => one !== id);
  const index = neighbour ? others.indexOf(neighbour) + (before ? 0 : 1) : 0;
  return [...others.slice(0, index), id, ...others.slice(index)];
}
