import { giftCardsAppId } from "../../api/models/app-ids.ts";
import type { PrepareOptions } from "../../cli/generic/generic-resource.ts";
import { createVerb, genericGroup, listVerb } from "../../cli/generic/generic-verbs.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";

const app = {
  flags: "--app <id>",
  field: "appId",
  describe: "id of the app that issued the gift card",
  fallback: giftCardsAppId,
};
const code = { name: "<code>", describe: "code of the gift card", field: "code" };
const ofPlatform = "Works with the gift cards of Wix's own app, which has to be installed on the site.";

/** Returns the id of a gift card by its whole code or its id. Throws TillError 5 if there is none. */
async function findCardId(call: PrepareOptions["call"], reference: string): Promise<string> {
  const { isGuid } = await import("../../kernel/ids.ts");
  if (isGuid(reference)) return reference;
  const { giftCards: cards } = await import("../../api/services/gift-cards.ts");
  const filter = { code: reference.trim().toUpperCase() };
  const { giftCards: found } = await call(cards.query, { query: { filter, cursorPaging: { limit: 1 } } });
  const id = found?.[0]?.id;
  if (id) return id;
  throw new TillError(exitCodes.notFound, `No gift card has the code "${reference}".`, {
    code: "NOT_FOUND",
    hint: "Lists hide codes. Use the id: till gift-cards list",
  });
}

/** Completes a new gift card: a random code, the currency of the shop, and a key by which the platform creates it once. */
async function completeCard(input: unknown, { context, call }: PrepareOptions): Promise<unknown> {
  const { giftCard } = input as { giftCard: Record<string, unknown> };
  const [{ randomUUID }, { randomCode }] = await Promise.all([
    import("node:crypto"),
    import("../../resources/discounts/coupon-work.ts"),
  ]);
  return {
    giftCard: {
      source: "MANUAL",
      code: randomCode(16),
      ...giftCard,
      currency: giftCard.currency ?? (await currencyOf({ context, call })),
    },
    idempotencyKey: randomUUID(),
  };
}

async function currencyOf({ context, call }: PrepareOptions): Promise<string> {
  const { currency } = await context.profile();
  if (currency) return currency;
  const { openCatalog } = await import("../../resources/products/read.ts");
  const ofProduct = await (await openCatalog({ ...context, call: async () => call }, "admin")).currency();
  if (ofProduct !== undefined) return ofProduct;
  throw new TillError(exitCodes.usage, "The currency of the shop is not known: it has no product.", {
    code: "USAGE",
    field: "--currency",
    hint: "For example: --currency EUR",
  });
}

/** `till gift-cards …` */
export const giftCards = genericGroup({
  name: "gift-cards",
  service: "giftCards",
  kind: "giftCard",
  reference: { name: "<card>", describe: "code or id" },
  fields: {
    id: { filter: "text" },
    code: {},
    balance: { path: "balance.amount", as: "money" },
    initialValue: { path: "initialValue.amount", label: "Value", as: "money", filter: { here: "number" } },
    currency: { filter: "text" },
    createdDate: { label: "Created", as: "date", filter: "date" },
    expirationDate: { label: "Expires", as: "date", filter: "date" },
    disabledDate: { label: "Disabled", as: "date", filter: { here: "date" } },
    recipient: { path: "notificationInfo.recipient.email" },
    source: { filter: ["ORDER", "MANUAL"] },
  },
  list: "code balance initialValue currency createdDate expirationDate disabledDate recipient id",
  flags: [
    { flags: "--value <amount>", field: "initialValue.amount", describe: "value: 50.00" },
    { flags: "--currency <code>", field: "currency", describe: "currency (default: that of the shop)" },
    { flags: "--code <text>", field: "code", describe: "8 to 20 letters and digits (default: random)" },
    {
      flags: "--expires <time>",
      field: "expirationDate",
      describe: "time when it expires: 2030-12-31T00:00Z",
    },
  ],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        "till gift-cards list # balances and recipients; codes are hidden",
        'till gift-cards list --filter "createdDate > 2026-01-01" --output csv > gift-cards.csv # the newer ones, for a spreadsheet',
      ]),
      notes: ofPlatform,
    },
    {
      name: "get",
      summary: "Show the balance of a gift card",
      call: "giftVouchers.get",
      readOnly: true,
      args: [code],
      prints: "giftCard",
      fields: {
        obfuscatedCode: { label: "Code" },
        balance: { path: "balance.value" },
        currency: { path: "balance.currency" },
        status: {},
      },
      examples: [
        "till gift-cards get TILLGIFT50 # the remaining balance",
        "till gift-cards get TILLGIFT50 --jq .balance.value # only the amount",
      ],
    },
    {
      ...createVerb(resource, [
        "till gift-cards create --value 50 # asks for confirmation, and prints the code",
        "till gift-cards create --value 25.00 --expires 2099-12-31T00:00Z --yes --json # without confirmation, as JSON",
      ]),
      prepare: completeCard,
      confirms: "Create the gift card",
      list: "code initialValue currency expirationDate id",
      notes: `${ofPlatform} Only this command shows the whole code; lists hide it.`,
    },
    {
      name: "send",
      summary: "Send a gift card by email",
      call: "sendEmail",
      args: [{ ...resource.reference, field: "giftCardId", finds: findCardId }],
      flags: [
        {
          flags: "--to <address>",
          field: "recipientEmail",
          describe: "recipient (default: that of the card)",
        },
      ],
      into: "",
      confirms: "Send the gift card",
      done: "Sent the gift card",
      examples: [
        "till gift-cards send TILLGIFT50 --to ada@example.com # asks for confirmation",
        "till gift-cards send TILLGIFT50 --to ada@example.com --yes # without confirmation",
      ],
      notes: `${ofPlatform} Wix sends emails only for sites with a premium plan.`,
    },
    {
      name: "disable",
      summary: "Disable a gift card for good",
      call: "disable",
      args: [{ ...resource.reference, field: "giftCardId", finds: findCardId }],
      confirms: "Disable the gift card for good",
      prints: "giftCard",
      list: "code balance disabledDate id",
      examples: [
        "till gift-cards disable TILLGIFT50 # asks for confirmation",
        "till gift-cards disable TILLGIFT50 --yes # without confirmation",
      ],
      notes: ofPlatform,
    },
    {
      name: "redeem",
      summary: "Redeem an amount of a gift card",
      call: "giftVouchers.redeem",
      args: [code],
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
      call: "giftVouchers.voidTransaction",
      args: [{ name: "<transaction>", describe: "transaction id", field: "transactionId" }],
      flags: [app],
      into: "",
      confirms: "Void the transaction",
      done: "Voided the transaction",
      examples: [
        "till gift-cards redeem TILLGIFT50 --amount 5 --yes --jq .transactionId | xargs till gift-cards void --yes # redeem an amount and take it back",
        "till gift-cards void 6f1d0c3e-5a9d-4b0c-8a0d-000000000001 --dry-run # preview it, with the id that till gift-cards redeem printed",
      ],
    },
  ],
});
