import type { Tx } from "../../kernel/tx.ts";
import { type LineItemDetail, lineItemDetail } from "./line-item.ts";
import type { StoredLine } from "./tables.ts";

/** A line with its current catalog item and availability. */
export interface LineDetail extends LineItemDetail {
  availability: {
    status: "AVAILABLE" | "NOT_FOUND" | "NOT_AVAILABLE" | "PARTIALLY_AVAILABLE";
    /** The stock left for this line, if its stock is tracked. */
    quantityAvailable?: number;
  };
}

/** Looks up lines in the catalog. Lines of one item share its stock; earlier lines come first. */
export function lineDetails(tx: Tx, lines: readonly StoredLine[]): LineDetail[] {
  const taken = new Map<string, number>();
  return lines.map((line) => {
    const found = lineItemDetail(tx, line);
    const { stock } = found.catalogItem;
    if (found.gone) return { ...found, availability: { status: "NOT_FOUND", quantityAvailable: 0 } };
    if (!stock.inStock) return { ...found, availability: { status: "NOT_AVAILABLE", quantityAvailable: 0 } };
    if (stock.quantity === undefined) return { ...found, availability: { status: "AVAILABLE" } };
    const before = taken.get(stock.key) ?? 0;
    const left = Math.max(0, stock.quantity - before);
    taken.set(stock.key, before + line.quantity);
    const status = left >= line.quantity ? "AVAILABLE" : left > 0 ? "PARTIALLY_AVAILABLE" : "NOT_AVAILABLE";
    return { ...found, availability: { status, quantityAvailable: left } };
  });
}

/** A problem that prevents the purchase, or that the buyer should know about. */
export interface Violation {
  severity: "WARNING" | "ERROR";
  lineItemId: string;
  description: string;
}

/** Returns the problems of lines: an error for unavailable items, a warning for partial availability. */
export function violationsOf(lines: readonly LineDetail[]): Violation[] {
  return lines.flatMap(({ line, catalogItem, availability }): Violation[] => {
    const { status, quantityAvailable } = availability;
    if (status === "AVAILABLE") return [];
    const descriptions = {
      NOT_FOUND: `"${catalogItem.name}" is no longer sold`,
      NOT_AVAILABLE: `"${catalogItem.name}" is out of stock`,
      PARTIALLY_AVAILABLE: `"${catalogItem.name}" has ${quantityAvailable} in stock, not ${line.quantity}`,
    };
    const severity = status === "PARTIALLY_AVAILABLE" ? "WARNING" : "ERROR";
    return [{ severity, lineItemId: line.id, description: descriptions[status] }];
  });
}
