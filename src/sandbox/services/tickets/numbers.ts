import { guidOf } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/tx.ts";

/** No letters that look like digits: people read these numbers out at the door. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The next number of an order, such as `2K4T-9XQ0-7HD`: the same for the same seed and history. */
export function nextOrderNumber(tx: Tx): string {
  return numberOf(tx.setting("seed") ?? "", tx.next("ticket order"));
}

/** Order number `serial` of a seed: a serial in disguise, so that no two are alike. */
export function numberOf(seed: string, serial: number): string {
  const hex = guidOf(seed, "ticket order", serial).replaceAll("-", "");
  let text = "";
  for (let at = 0; at < 6; at++) text += alphabet[Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) % 32];
  // Multiplied by an odd number, five digits of base 32 pass through all their values before one comes again.
  let rest = (serial * 9_699_691) % 32 ** 5;
  for (let at = 0; at < 5; at++) {
    text += alphabet[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** The number of one of an order's tickets, from 1. */
export const ticketNumberOf = (orderNumber: string, place: number): string =>
  `${orderNumber}${String(place).padStart(2, "0")}`;
