import { beforeEach, expect, test } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { checkoutV1 } from "../../../src/resources/cart/checkout-v1.ts";
import { checkoutV2 } from "../../../src/resources/cart/checkout-v2.ts";
import { newYork } from "../../sandbox/support/visitor-shop.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let call: Call;
beforeEach(async () => {
  shop = openTestShop();
  const headers = await shop.newVisitor();
  call = createCaller({ send: shop.send, baseUrl: "https://shop.example", headersFor: async () => headers });
});

const moved = { ...newYork, addressLine: "7 Elm St" };
const course = { price: "30", quantity: 1, itemType: { preset: "SERVICE" } };
const customLineItems = [{ ...course, productName: { original: "Course" } }];

test("a changed address of a checkout v1 keeps its own contact, and has that of the other one if it had none", async () => {
  const [ada, bo] = [{ firstName: "Ada" }, { firstName: "Bo" }];
  const shippingInfo = { shippingDestination: { address: newYork, contactDetails: ada } };
  const billingInfo = { address: newYork, contactDetails: bo };
  const open = async (checkoutInfo: object) => {
    const given = { channelType: "WEB", customLineItems, checkoutInfo };
    const { id } = (await shop.ok("POST", "/ecom/v1/checkouts", given)).checkout;
    return async (change: Parameters<ReturnType<typeof checkoutV1>["change"]>[1]) => {
      await checkoutV1(call).change(id, change);
      const { checkout } = await shop.ok("GET", `/ecom/v1/checkouts/${id}`);
      return [checkout.shippingInfo.shippingDestination, checkout.billingInfo];
    };
  };
  const change = await open({ shippingInfo, billingInfo });
  expect(await change({ billingAddress: moved })).toEqual([
    { address: newYork, contactDetails: ada },
    { address: moved, contactDetails: bo },
  ]);
  const phone = "+1 555 0100";
  expect(await change({ shippingAddress: moved, contact: { phone } })).toEqual([
    { address: moved, contactDetails: { ...ada, phone } },
    { address: moved, contactDetails: { ...bo, phone } },
  ]);
  const first = await open({ shippingInfo });
  expect((await first({ billingAddress: moved }))[1]).toEqual({ address: moved, contactDetails: ada });
});

test("a checkout v2 loses its gift card only when all of the change that replaces it is made", async () => {
  const item = {
    name: { original: "Course" },
    quantityInfo: { requestedQuantity: 1 },
    pricing: { price: { amount: "30" } },
    attributes: { itemType: { preset: "SERVICE" } },
  };
  const { id } = (await shop.ok("POST", "/ecom/v2/carts", { customItems: [item] })).cart;
  const giftCard = { code: "SECONDCARD", initialValue: { amount: "20" }, currency: "USD" };
  await shop.ok("POST", "/gift-cards/v1/gift-cards", { giftCard });
  const port = checkoutV2(call);
  const cards = async () =>
    (await shop.ok("GET", `/ecom/v2/carts/${id}`)).cart.paymentInfo.giftCards.map(
      (card: { obfuscatedCode: string; requestedRedeemAmount?: { amount: string } }) =>
        `${card.obfuscatedCode.slice(-4)} ${card.requestedRedeemAmount?.amount}`,
    );
  const first = { code: "TILLGIFT50", amount: "5" };
  const second = { code: "SECONDCARD", amount: undefined };
  const drone = { shippingOption: { code: "drone" } };
  await expect(port.change(id, drone, first)).rejects.toThrow();
  expect(await cards()).toEqual([]);
  await port.change(id, {}, first);
  await expect(port.change(id, {}, { ...second, code: "NOSUCHCARD" })).rejects.toThrow();
  expect(await cards()).toEqual(["FT50 5"]);
  await expect(port.change(id, drone, second)).rejects.toThrow();
  expect(await cards()).toEqual(["FT50 5"]);
  await port.change(id, {}, { ...first, amount: "7" });
  expect(await cards()).toEqual(["FT50 7"]);
  await port.change(id, {}, second);
  expect(await cards()).toEqual(["CARD undefined"]);
});
