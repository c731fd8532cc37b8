/** The app id of Wix Stores in references to its products and categories. */
export const storesAppId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

/** The app id of the platform's own gift cards. */
export const giftCardsAppId = "d80111c5-a0f4-47a8-b63a-65b54d774a27";
