/** The parts of this service that other services may use. */
export {
  findGiftCard,
  giftCardOf,
  giftCardProblem,
  giftCards,
  obfuscated,
  redeemGiftCard,
  type StoredGiftCard,
  usableGiftCard,
} from "./gift-cards.ts";
