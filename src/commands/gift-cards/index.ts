import { genericGroup } from "../../cli/generic/generic-verbs.ts";

/** The id of the sandbox's gift card app. */
const sandboxApp = "61f7ca6d-5a9d-4b0c-8a0d-000000000001";
const app = {
  flags: "--app <id>",
  field: "appId",
  describe: "id of the gift card app",
  fallback: sandboxApp,
};

/** `till gift-cards …` */
export const giftCards = genericGroup({
  name: "gift-cards",
  service: "giftVouchers",
  singular: "gift card",
  kind: "giftCard",
  reference: { name: "<code>", describe: "code of the gift card" },
  fields: {
    obfuscatedCode: { label: "Code" },
    balance: { path: "balance.value" },
    currency: { path: "balance.currency" },
    status: {},
  },
  verbs: ({ reference }) => [
    {
      name: "get",
      summary: "Show the balance of a gift card",
      call: "get",
      readOnly: true,
      args: [{ ...reference, field: "code" }],
      prints: "giftCard",
      examples: [
        "till gift-cards get TILLGIFT50 # the remaining balance",
        "till gift-cards get TILLGIFT50 --json # as JSON",
      ],
    },
    {
      name: "redeem",
      summary: "Redeem an amount of a gift card",
      call: "redeem",
      args: [{ ...reference, field: "code" }],
      flags: [
        { flags: "--amount <amount>", field: "amount.value", describe: "amount to redeem: 12.50" },
        { flags: "--order <id>", field: "orderId", describe: "id of the order to pay" },
        app,
      ],
      into: "",
      prints: "",
      kind: "giftCardTransaction",
      confirms: "Redeem the gift card",
      examples: [
        "till gift-cards redeem TILLGIFT50 --amount 12.50 # asks for confirmation",
        "till gift-cards redeem TILLGIFT50 --amount 5 --yes --json # without confirmation, and print the transaction as JSON",
      ],
    },
    {
      name: "void",
      summary: "Void a gift card transaction",
      call: "voidTransaction",
      args: [{ name: "<transaction>", describe: "transaction id", field: "transactionId" }],
      flags: [app],
      into: "",
      confirms: "Void the transaction",
      done: "Voided the transaction",
      examples: [
        "till gift-cards void 6f1d0c3e-5a9d-4b0c-8a0d-000000000001 # asks for confirmation",
        "till gift-cards void 6f1d0c3e-5a9d-4b0c-8a0d-000000000001 --yes # without confirmation",
      ],
    },
  ],
});
