import type { Tx } from "../../kernel/tx.ts";
import { goodsOfLine, type LineGoods } from "./line-goods.ts";
import type { StoredLine } from "./tables.ts";

/** A line, what it is now, and whether it can be bought now. */
export interface Looked extends LineGoods {
  availability: {
    status: "AVAILABLE" | "NOT_FOUND" | "NOT_AVAILABLE" | "PARTIALLY_AVAILABLE";
    /** Where its stock is counted: how much of it is left for this line. */
    quantityAvailable?: number;
  };
}

/** Looks up what lines are now. Lines of one item share its stock, the earlier ones first. */
export function lookAt(tx: Tx, lines: readonly StoredLine[]): Looked[] {
  const taken = new Map<string, number>();
  return lines.map((line) => {
    const found = goodsOfLine(tx, line);
    const { stock } = found.goods;
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

/** Something that stands in the way of buying, or that a buyer should know before. */
export interface Violation {
  severity: "WARNING" | "ERROR";
  lineItemId: string;
  description: string;
}

/** What is wrong with lines: what cannot be bought is an error, less than was asked for a warning. */
export function violationsOf(lines: readonly Looked[]): Violation[] {
  return lines.flatMap(({ line, goods, availability }): Violation[] => {
    const { status, quantityAvailable } = availability;
    if (status === "AVAILABLE") return [];
    const words = {
      NOT_FOUND: `"${goods.name}" is not sold any more`,
      NOT_AVAILABLE: `"${goods.name}" is out of stock`,
      PARTIALLY_AVAILABLE: `"${goods.name}" has ${quantityAvailable} in stock, not ${line.quantity}`,
    };
    const severity = status === "PARTIALLY_AVAILABLE" ? "WARNING" : "ERROR";
    return [{ severity, lineItemId: line.id, description: words[status] }];
  });
}
