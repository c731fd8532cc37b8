/** The parts of this service that other services may use. */
export { findGiftCard, giftCardApp, giftCardOf, obfuscated, redeemGiftCard } from "./gift-cards.ts";
export { giftCardProblem, usableGiftCard } from "./redeem.ts";
export { giftCards, type StoredGiftCard } from "./tables.ts";
