import { expect, test } from "vitest";
import { defaultTaxGroupId } from "../../../src/sandbox/tax/taxes.ts";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

test("a gift card pays up to its balance, and a void gives it back", async () => {
  const { ok, ask } = openTestShop();
  const cards = "/ecom/v1/gift-cards";
  const balance = async () => (await ok("POST", `${cards}/TILLGIFT50`, {})).giftCard.balance.value;
  const redeem = (value: string, more = {}) =>
    ask("POST", `${cards}/redeem`, {
      code: "tillgift50",
      appId: defaultTaxGroupId,
      amount: { value },
      ...more,
    });
  expect(codeOf(await redeem("50.01"))).toBe("INSUFFICIENT_FUNDS");
  expect(codeOf(await redeem("1", { amount: { value: "1", currency: "EUR" } }))).toBe(
    "CURRENCY_NOT_SUPPORTED",
  );
  const { transactionId } = (await redeem("50")).body;
  expect(await balance()).toBe("0.00");
  expect(codeOf(await redeem("1"))).toBe("ALREADY_REDEEMED");
  const undo = { transactionId, appId: defaultTaxGroupId };
  await ok("POST", `${cards}/void`, undo);
  expect(await balance()).toBe("50.00");
  expect(codeOf(await ask("POST", `${cards}/void`, undo))).toBe("ALREADY_VOIDED");
  expect(codeOf(await redeem("1", { code: "TILLGIFTOLD" }))).toBe("GIFT_CARD_EXPIRED");
  const { giftCard } = await ok("POST", `${cards}/TILLGIFT50`, {});
  expect(giftCard.obfuscatedCode).toBe("******FT50");
  // The ID of Wix Gift Card on every site, which redemptions must name.
  expect(giftCard.appId).toBe("d80111c5-a0f4-47a8-b63a-65b54d774a27");
});

test("a redemption is rounded to the digits of the currency, and a void gives back exactly what it took", async () => {
  const { ok } = openTestShop();
  const cards = "/ecom/v1/gift-cards";
  const balance = async () => (await ok("POST", `${cards}/TILLGIFT50`, {})).giftCard.balance.value;
  const amount = { value: "5.005" };
  const { transactionId } = await ok("POST", `${cards}/redeem`, {
    code: "TILLGIFT50",
    appId: defaultTaxGroupId,
    amount,
  });
  expect(await balance()).toBe("44.99");
  await ok("POST", `${cards}/void`, { transactionId, appId: defaultTaxGroupId });
  expect(await balance()).toBe("50.00");
});

test("a redemption of a card that has expired since cannot be voided", async () => {
  const { ok, ask, advance } = openTestShop();
  const giftCard = {
    code: "SHORTLIVED",
    initialValue: { amount: "10" },
    currency: "USD",
    expirationDate: "2026-02-01T00:00:00Z",
  };
  await ok("POST", "/gift-cards/v1/gift-cards", { giftCard });
  const appId = defaultTaxGroupId;
  const redeemed = { code: giftCard.code, appId, amount: { value: "4" } };
  const { transactionId } = await ok("POST", "/ecom/v1/gift-cards/redeem", redeemed);
  await advance("1d");
  expect(codeOf(await ask("POST", "/ecom/v1/gift-cards/void", { transactionId, appId }))).toBe(
    "GIFT_CARD_EXPIRED",
  );
});

test("a card that is created again with the same key is the same card", async () => {
  const { ok, ask } = openTestShop();
  const cards = "/gift-cards/v1/gift-cards";
  const giftCard = { initialValue: { amount: "20" }, currency: "USD", code: "SAMEAGAIN" };
  const first = (await ok("POST", cards, { giftCard, idempotencyKey: "one" })).giftCard;
  await ok("POST", "/ecom/v1/gift-cards/redeem", {
    code: "SAMEAGAIN",
    appId: defaultTaxGroupId,
    amount: { value: "5" },
  });
  const again = (await ok("POST", cards, { giftCard, idempotencyKey: "one" })).giftCard;
  expect(again).toEqual({ ...first, balance: { amount: "15.00" } });
  expect(codeOf(await ask("POST", cards, { giftCard, idempotencyKey: "two" }))).toBe(
    "GIFT_CARD_ALREADY_EXISTS",
  );
  const other = { ...giftCard, code: "ANOTHER1" };
  expect((await ok("POST", cards, { giftCard: other, idempotencyKey: "two" })).giftCard.id).not.toBe(
    first.id,
  );
  const { giftCards } = await ok("POST", `${cards}/query`, { query: { filter: { code: "SAMEAGAIN" } } });
  expect(giftCards).toHaveLength(1);
});

test("a card is disabled once and pays no longer, and is mailed to a known recipient only", async () => {
  const { ok, ask, mails } = openTestShop();
  const cards = "/gift-cards/v1/gift-cards";
  const giftCard = { initialValue: { amount: "20" }, currency: "USD", code: "MAILED20" };
  const { id } = (await ok("POST", cards, { giftCard })).giftCard;
  const noRecipient = await ask("POST", `${cards}/${id}/send-email`, {});
  expect([noRecipient.status, noRecipient.body.message]).toEqual([
    400,
    "The gift card has no recipient: recipientEmail is required",
  ]);
  await ok("POST", `${cards}/${id}/send-email`, { recipientEmail: "ada@example.com" });
  await ok("POST", `${cards}/${id}/send-email`, {});
  const sent = (await mails()).filter(({ to }: { to: string }) => to === "ada@example.com");
  expect(sent).toMatchObject([{ code: "MAILED20" }, { code: "MAILED20" }]);
  await ok("POST", `${cards}/${id}/disable`, {});
  expect(codeOf(await ask("POST", `${cards}/${id}/disable`, {}))).toBe("GIFT_CARD_DISABLED");
  const redeem = { code: "MAILED20", appId: defaultTaxGroupId, amount: { value: "1" } };
  expect(codeOf(await ask("POST", "/ecom/v1/gift-cards/redeem", redeem))).toBe("GIFT_CARD_DISABLED");
  expect(codeOf(await ask("GET", `${cards}/${defaultTaxGroupId}`))).toBe("GIFT_CARD_NOT_FOUND");
});
