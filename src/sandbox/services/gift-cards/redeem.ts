import { decimal } from "../../../kernel/money.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { zero } from "../../pricing/allocate.ts";
import { findGiftCard, obfuscated } from "./gift-cards.ts";
import type { StoredGiftCard } from "./tables.ts";

/** Returns the platform's code and a message for a gift card that cannot pay; undefined if it can. */
export function giftCardProblem(
  card: StoredGiftCard | undefined,
  code: string,
  currency: string,
): { code: string; description: string } | undefined {
  if (!card) return { code: "GIFT_CARD_NOT_FOUND", description: `There is no gift card ${obfuscated(code)}` };
  const name = `The gift card ${obfuscated(card.code)}`;
  if (card.status === "EXPIRED") return { code: "GIFT_CARD_EXPIRED", description: `${name} has expired` };
  if (card.status === "DISABLED") return { code: "GIFT_CARD_DISABLED", description: `${name} is disabled` };
  if (card.balance.currency !== currency) {
    const description = `${name} is in ${card.balance.currency}, the shop's currency is ${currency}`;
    return { code: "GIFT_CARD_CURRENCY_MISMATCH", description };
  }
  if (decimal(card.balance.value).gt(zero)) return undefined;
  return { code: "GIFT_CARD_IS_EMPTY", description: `${name} has no balance left` };
}

/** Returns the gift card with a code. Throws PlatformError if it cannot pay. */
export function usableGiftCard(tx: Tx, code: string, currency: string): StoredGiftCard {
  const card = findGiftCard(tx, code);
  const problem = giftCardProblem(card, code, currency);
  if (card && !problem) return card;
  const status = card ? 400 : 404;
  throw new PlatformError(status, problem?.code ?? "GIFT_CARD_NOT_FOUND", problem?.description ?? "", {});
}
