/** The app id of Wix Stores in references to its products and categories. */
export const storesAppId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
