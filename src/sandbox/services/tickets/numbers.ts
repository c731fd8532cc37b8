import { guidOf } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/tx.ts";

/** Excludes letters that look like digits, because people read these numbers aloud. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns the next order number, such as `2K4T-9XQ0-7HD`, derived from seed and history. */
export function nextOrderNumber(tx: Tx): string {
  return numberOf(tx.setting("seed") ?? "", tx.next("ticket order"));
}

/** Returns the order number of a serial, unique per seed. */
export function numberOf(seed: string, serial: number): string {
  const hex = guidOf(seed, "ticket order", serial).replaceAll("-", "");
  let text = "";
  for (let at = 0; at < 6; at++) text += alphabet[Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) % 32];
  // Multiplying by an odd number permutes all values of five base-32 digits.
  let rest = (serial * 9_699_691) % 32 ** 5;
  for (let at = 0; at < 5; at++) {
    text += alphabet[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** Returns the number of an order's ticket by position, from 1. */
export const ticketNumberOf = (orderNumber: string, position: number): string =>
  `${orderNumber}${String(position).padStart(2, "0")}`;
