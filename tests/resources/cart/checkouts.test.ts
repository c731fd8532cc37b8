import { beforeEach, expect, test } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import { checkoutV1 } from "../../../src/resources/cart/checkout-v1.ts";
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
