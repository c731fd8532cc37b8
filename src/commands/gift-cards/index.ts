import { genericGroup } from "../../cli/generic/generic-resource.ts";

/** The app that keeps the gift cards of the sandbox; another shop's cards belong to another app. */
const sandboxApp = "61f7ca6d-5a9d-4b0c-8a0d-000000000001";
const app = {
  flags: "--app <id>",
  field: "appId",
  describe: "the app that keeps the cards",
  fallback: sandboxApp,
};

/** `till gift-cards …` */
export const giftCards = genericGroup({
  name: "gift-cards",
  summary: "what is on a gift card, and paying with it",
  service: "giftVouchers",
  singular: "gift card",
  kind: "giftCard",
  reference: { name: "<code>", describe: "the code on the card" },
  columns: [
    { header: "Code", path: "obfuscatedCode" },
    { header: "Balance", path: "balance.value" },
    { header: "Currency", path: "balance.currency" },
    { header: "Status", path: "status" },
  ],
  verbs: ({ reference }) => [
    {
      name: "get",
      summary: "show the balance of a gift card",
      call: "get",
      args: [{ ...reference, field: "code" }],
      prints: "giftCard",
      examples: [
        { run: "till gift-cards get TILLGIFT50", does: "what is left on it" },
        { run: "till gift-cards get TILLGIFT50 --json", does: "as JSON" },
      ],
    },
    {
      name: "redeem",
      summary: "take an amount off a gift card",
      call: "redeem",
      args: [{ ...reference, field: "code" }],
      flags: [
        { flags: "--amount <amount>", field: "amount.value", describe: "how much: 12.50" },
        { flags: "--order <id>", field: "orderId", describe: "the order that it pays" },
        app,
      ],
      into: "",
      prints: "",
      kind: "giftCardTransaction",
      confirms: "Take money off the gift card",
      examples: [
        { run: "till gift-cards redeem TILLGIFT50 --amount 12.50", does: "after a question" },
        {
          run: "till gift-cards redeem TILLGIFT50 --amount 5 --yes --json",
          does: "and the transaction's id",
        },
      ],
    },
    {
      name: "void",
      summary: "put the amount of a transaction back on its gift card",
      call: "voidTransaction",
      args: [{ name: "<transaction>", describe: "its id", field: "transactionId" }],
      flags: [app],
      into: "",
      confirms: "Put the money back on the gift card",
      done: "The amount is back on the gift card",
      examples: [
        { run: "till gift-cards void 6f1d0c3e-5a9d-4b0c-8a0d-000000000001", does: "after a question" },
        { run: "till gift-cards void 6f1d0c3e-5a9d-4b0c-8a0d-000000000001 --yes", does: "in a script" },
      ],
    },
  ],
});
