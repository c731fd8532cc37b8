import type { Tx } from "../../kernel/tx.ts";
import { definitions, type StoredDefinition } from "./tables.ts";

/** Returns the number of available tickets, or undefined without a limit. */
export function availableCount({
  actualLimit,
  internal,
}: Pick<StoredDefinition, "actualLimit" | "internal">): number | undefined {
  if (actualLimit == null) return undefined;
  return Math.max(0, actualLimit - internal.sold - internal.reserved);
}

type Moved = { ticketDefinitionId: string; quantity: number };

/**
 * Moves tickets from one state (free, held, sold) to another. Deleted definitions are ignored.
 */
export function moveTickets(
  tx: Tx,
  lines: readonly Moved[],
  from: "free" | "reserved" | "sold",
  to: "free" | "reserved" | "sold",
): void {
  const sums = new Map<string, number>();
  for (const { ticketDefinitionId: id, quantity } of lines) sums.set(id, (sums.get(id) ?? 0) + quantity);
  for (const [id, quantity] of sums) {
    const definition = tx.get(definitions, id);
    if (!definition) continue;
    const internal = { ...definition.internal };
    if (from !== "free") internal[from] -= quantity;
    if (to !== "free") internal[to] += quantity;
    tx.put(definitions, definition.id, { ...definition, internal });
  }
}
