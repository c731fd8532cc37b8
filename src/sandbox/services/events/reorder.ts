import { PlatformError } from "../../kernel/tx.ts";

/**
 * Ids with one of them moved before or after another one; to the front where neither is named. PlatformError 400
 * (`INVALID_REORDER_INSTRUCTION`) where one of them is not there.
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
  const place = neighbour ? others.indexOf(neighbour) + (before ? 0 : 1) : 0;
  return [...others.slice(0, place), id, ...others.slice(place)];
}
