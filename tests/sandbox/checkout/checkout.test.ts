import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { newYork, openVisitorShop, type VisitorShop } from "../support/visitor-shop.ts";

const current = "/ecom/v1/carts/current";
const checkouts = "/ecom/v1/checkouts";
const oat = { Colour: "Oat" };
let shop: VisitorShop;
beforeEach(async () => {
  shop = await openVisitorShop();
});
afterEach(() => shop.close());

const orderOf = async (id: string) => (await shop.ask("GET", `/ecom/v1/orders/${id}`)).body.order;
const amounts = (sums: Record<string, { amount: string }>) =>
  Object.fromEntries(Object.entries(sums).map(([name, { amount }]) => [name, amount]));
const placeOrder = async (id: string, payment = "approved") =>
  await shop.visitor("POST", `${checkouts}/${id}/create-order`, {}, { "x-sandbox-payment": payment });

describe("a checkout", () => {
  test("is created from the cart once and updated when requested again", async () => {
    await shop.add("stoneware-mug", 2, oat);
    const id = await shop.checkout();
    const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
    expect(checkout).toMatchObject({
      channelType: "WEB",
      buyerInfo: { email: "ada@example.com" },
      shippingInfo: {
        shippingDestination: { address: newYork },
        selectedCarrierServiceOption: { title: "Standard" },
      },
      completed: false,
    });
    await shop.add("espresso-cup-set", 1);
    expect(await shop.checkout()).toBe(id);
    const after = (await shop.visitor("GET", `${checkouts}/${id}`)).checkout;
    expect(after.lineItems).toHaveLength(2);
    expect((await shop.visitor("GET", current)).cart.checkoutId).toBe(id);
    expect((await shop.visitor("GET", `${checkouts}/by-cart-id/${after.cartId}`)).checkout.id).toBe(id);
  });

  test("costs the sum of its parts, with the tax of every jurisdiction", async () => {
    await shop.add("stoneware-mug", 2, oat);
    await shop.visitor("PATCH", current, { couponCode: "WELCOME10" });
    const { checkout } = await shop.visitor("GET", `${checkouts}/${await shop.checkout()}`);
    // 48.00 - 4.80 = 43.20, taxed with 9.475 %: 4.09; delivery 6.90, taxed: 0.65
    expect(amounts(checkout.priceSummary)).toEqual({
      subtotal: "48.00",
      discount: "4.80",
      shipping: "6.90",
      additionalFees: "0.00",
      tax: "4.74",
      total: "54.84",
    });
    const { taxBreakdown } = checkout.lineItems[0].taxDetails;
    expect(taxBreakdown.map((one: { jurisdictionType: string }) => one.jurisdictionType).sort()).toEqual([
      "CITY",
      "COUNTRY",
      "COUNTY",
      "SPECIAL",
      "STATE",
    ]);
    expect(checkout.taxSummary.calculationDetails.rateType).toBe("MANUAL_RATE");
    expect(amounts(checkout.payNow)).toEqual(amounts(checkout.priceSummary));
  });

  test("offers the delivery options of the address with a time window and rejects others", async () => {
    await shop.add("stoneware-mug", 2, oat);
    const id = await shop.checkout();
    const { shippingInfo } = (await shop.visitor("GET", `${checkouts}/${id}`)).checkout;
    const options = shippingInfo.carrierServiceOptions.flatMap(
      (one: { shippingOptions: object[] }) => one.shippingOptions,
    );
    expect(options.map(({ title }: { title: string }) => title)).toEqual([
      "Standard",
      "Express",
      "Studio",
      "Corner shop",
    ]);
    const [, express, studio, corner] = options;
    const { from, to } = express.logistics.deliveryTimeSlot;
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
    expect([studio, corner].map(({ logistics }) => logistics.pickupDetails.pickupMethod)).toEqual([
      "STORE_PICKUP",
      "PICKUP_POINT",
    ]);
    const choose = (code: string) => ({
      checkout: { id, shippingInfo: { selectedCarrierServiceOption: { code } } },
    });
    const chosen = await shop.visitor("PATCH", `${checkouts}/${id}`, choose(express.code));
    expect(chosen.checkout.priceSummary.shipping.amount).toBe("14.90");
    expect(chosen.checkout.shippingInfo.selectedCarrierServiceOption.requestedShippingOption).toBe(true);
    expect((await shop.rejected("PATCH", `${checkouts}/${id}`, choose("drone")))[1]).toBe(
      "SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND",
    );
    const selectedShippingOption = { code: "drone" };
    const [, code] = await shop.rejected("POST", `${current}/create-checkout`, { selectedShippingOption });
    expect(code).toBe("SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND");
  });

  test("has lines, coupon, gift card and address that can be changed", async () => {
    await shop.add("stoneware-mug", 2, oat);
    const id = await shop.checkout();
    const at = `${checkouts}/${id}`;
    const catalogReference = await shop.item("espresso-cup-set");
    const { checkout } = await shop.visitor("POST", `${at}/add-to-checkout`, {
      lineItems: [{ catalogReference, quantity: 1 }],
    });
    const [mug, cups] = checkout.lineItems;
    await shop.visitor("POST", `${at}/update-line-items-quantity`, {
      lineItems: [{ id: mug.id, quantity: 3 }],
    });
    const one = await shop.visitor("POST", `${at}/remove-line-items`, { lineItemIds: [cups.id] });
    expect(one.checkout.lineItems.map(({ quantity }: { quantity: number }) => quantity)).toEqual([3]);
    const codes = { couponCode: "FREESHIP", giftCardCode: "tillgift50", giftCardRedeemAmount: "20" };
    const paid = (await shop.visitor("PATCH", at, { checkout: { id }, ...codes })).checkout;
    expect(paid.giftCard).toMatchObject({
      amount: { amount: "20.00" },
      obfuscatedCode: expect.stringMatching(/T50$/),
    });
    const redeem = (giftCardRedeemAmount: string) => ({ checkout: { id }, giftCardRedeemAmount });
    const less = (await shop.visitor("PATCH", at, redeem("7.50"))).checkout;
    expect(less.giftCard).toMatchObject({ amount: { amount: "7.50" }, obfuscatedCode: /T50$/ });
    expect((await shop.rejected("PATCH", at, redeem("much")))[1]).toBe("giftCardRedeemAmount");
    expect(paid.appliedDiscounts).toMatchObject([
      { discountType: "SHIPPING", coupon: { amount: { amount: "6.90" } } },
    ]);
    expect((await shop.visitor("POST", `${at}/remove-coupon`, {})).checkout.appliedDiscounts).toEqual([]);
    expect((await shop.visitor("POST", `${at}/remove-gift-card`, {})).checkout).not.toHaveProperty(
      "giftCard",
    );
    expect((await shop.rejected("PATCH", at, { checkout: { id }, giftCardCode: "TILLGIFTOLD" }))[1]).toBe(
      "GIFT_CARD_EXPIRED",
    );
    expect((await shop.rejected("PATCH", at, { checkout: { id }, giftCardCode: "NOSUCHCARD" }))[1]).toBe(
      "GIFT_CARD_NOT_FOUND",
    );
    const { checkoutUrl } = await shop.visitor("GET", `${at}/checkout-url`);
    expect(checkoutUrl).toBe(`http://127.0.0.1:8787/__till/pages/checkout?checkoutId=${id}`);
    await shop.visitor("PATCH", at, { checkout: { id }, overrideCheckoutUrl: "https://shop.example/pay" });
    expect((await shop.visitor("GET", `${at}/checkout-url`)).checkoutUrl).toBe("https://shop.example/pay");
    expect((await shop.visitor("GET", `${at}/wix-checkout-url`)).checkoutUrl).toBe(checkoutUrl);
    await shop.visitor("POST", `${at}/remove-override-checkout-url`, {});
    expect((await shop.visitor("GET", `${at}/checkout-url`)).checkoutUrl).toBe(checkoutUrl);
  });

  test("keeps the buyer's name when it is requested again with another address", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout();
    const contactDetails = { firstName: "Ada", lastName: "Lind" };
    const shippingInfo = { shippingDestination: { address: newYork, contactDetails } };
    const billingInfo = { address: newYork, contactDetails: { firstName: "Bo" } };
    await shop.visitor("PATCH", `${checkouts}/${id}`, { checkout: { id, shippingInfo, billingInfo } });
    const moved = { ...newYork, addressLine: "7 Elm St" };
    expect(await shop.checkout({ shippingAddress: moved, billingAddress: moved })).toBe(id);
    const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
    expect([checkout.shippingInfo.shippingDestination, checkout.billingInfo]).toEqual([
      { address: moved, contactDetails },
      { address: moved, contactDetails: { firstName: "Bo" } },
    ]);
  });

  test("has no problem with the delivery when nothing is left to deliver", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const [mug] = (await shop.visitor("GET", current)).cart.lineItems;
    const course = { productName: { original: "Course" }, price: "9", quantity: 1 };
    const customLineItems = [{ ...course, itemType: { preset: "SERVICE" } }];
    await shop.visitor("POST", `${current}/add-to-cart`, { customLineItems });
    const at = `${checkouts}/${await shop.checkout()}`;
    const { selectedCarrierServiceOption } = (await shop.visitor("GET", at)).checkout.shippingInfo;
    const { code } = selectedCarrierServiceOption;
    const shippingInfo = { selectedCarrierServiceOption: { code } };
    const checkout = { id: at.split("/").at(-1) };
    await shop.visitor("PATCH", at, { checkout: { ...checkout, shippingInfo } });
    const left = await shop.visitor("POST", `${at}/remove-line-items`, { lineItemIds: [mug.id] });
    expect(left.checkout.calculationErrors).not.toHaveProperty("selectedShippingOptionError");
    await shop.visitor("PATCH", at, { checkout: { ...checkout, buyerNote: "Thanks" } });
    const { orderId } = await shop.visitor("POST", `${at}/create-order`, {});
    expect((await orderOf(orderId)).buyerNote).toBe("Thanks");
  });

  test("cannot be created from an empty cart", async () => {
    const [line] = (await shop.add("stoneware-mug", 1, oat)).lineItems;
    await shop.visitor("POST", `${current}/remove-line-items`, { lineItemIds: [line.id] });
    expect((await shop.rejected("POST", `${current}/create-checkout`, {}))[1]).toBe("EMPTY_CART");
  });
});

describe("an order", () => {
  test("has the items, prices, tax, delivery and payment of the checkout; stock is taken and the cart is gone", async () => {
    await shop.add("stoneware-mug", 2, oat);
    await shop.visitor("PATCH", current, { couponCode: "WELCOME10" });
    const id = await shop.checkout();
    const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
    await shop.events();
    const { orderId } = await placeOrder(id);
    const emitted = await shop.events();
    const order = await orderOf(orderId);
    expect(order).toMatchObject({
      checkoutId: id,
      cartId: checkout.cartId,
      status: "APPROVED",
      paymentStatus: "PAID",
      buyerInfo: { email: "ada@example.com" },
      lineItems: [
        { productName: { original: "Stoneware Mug" }, quantity: 2, totalDiscount: { amount: "4.80" } },
      ],
      appliedDiscounts: [{ coupon: { code: "WELCOME10" } }],
      shippingInfo: { title: "Standard", logistics: { shippingDestination: { address: newYork } } },
    });
    const { totalAdditionalFees, ...sums } = amounts(order.priceSummary);
    expect({ ...sums, additionalFees: totalAdditionalFees }).toEqual(amounts(checkout.priceSummary));
    expect(order.balanceSummary.paid.amount).toBe(checkout.priceSummary.total.amount);
    expect(order.taxInfo.totalTax.amount).toBe(checkout.priceSummary.tax.amount);
    expect(await shop.stockOf("Oat")).toBe(40);
    expect((await shop.rejected("GET", current))[1]).toBe("OWNED_CART_NOT_FOUND");
    expect((await shop.visitor("GET", `${checkouts}/${id}`)).checkout.completed).toBe(true);
    const { coupons } = await shop.control("GET", "coupons");
    expect(coupons.find(({ code }: { code: string }) => code === "WELCOME10").used).toBe(1);
    for (const type of [
      "wix.ecom.v1.order_created",
      "wix.ecom.v1.checkout_updated",
      "wix.ecom.v1.checkout_completed",
      "wix.ecom.v1.cart_deleted",
    ])
      expect(emitted).toContain(type);
  });

  test("is created once: a completed checkout cannot be paid or changed again", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout();
    await placeOrder(id);
    expect((await shop.rejected("POST", `${checkouts}/${id}/create-order`, {}))[1]).toBe(
      "CHECKOUT_ALREADY_PAID",
    );
    expect((await shop.rejected("POST", `${checkouts}/${id}/remove-coupon`, {}))[1]).toBe(
      "CHECKOUT_IS_COMPLETE",
    );
    expect(await shop.stockOf("Oat")).toBe(41);
    await shop.add("stoneware-mug", 1, oat);
    expect(await shop.checkout()).not.toBe(id);
  });

  test.each([
    ["approved", "APPROVED", "PAID"],
    ["authorized", "APPROVED", "NOT_PAID"],
    ["offline", "APPROVED", "NOT_PAID"],
    ["pending", "PENDING", "PENDING"],
  ])("of a payment that is %s is %s and %s", async (payment, status, paymentStatus) => {
    await shop.add("stoneware-mug", 1, oat);
    const { orderId } = await placeOrder(await shop.checkout(), payment);
    expect(await orderOf(orderId)).toMatchObject({ status, paymentStatus });
  });

  test("is not created if the payment is declined, and the buyer can try again", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout();
    const giftCard = { checkout: { id }, giftCardCode: "TILLGIFT50", giftCardRedeemAmount: "5" };
    await shop.visitor("PATCH", `${checkouts}/${id}`, giftCard);
    const declined = { "x-sandbox-payment": "declined" };
    expect(await shop.rejected("POST", `${checkouts}/${id}/create-order`, {}, declined)).toEqual([
      402,
      "PAYMENT_ERROR",
      "The payment of 28.82 USD was declined",
    ]);
    expect(await shop.stockOf("Oat")).toBe(42);
    const card = await shop.ask("POST", "/ecom/v1/gift-cards/TILLGIFT50", {});
    expect(Number(card.body.giftCard.balance.value)).toBe(50);
    const unknown = { "x-sandbox-payment": "maybe" };
    expect((await shop.rejected("POST", `${checkouts}/${id}/create-order`, {}, unknown))[1]).toBe(
      "x-sandbox-payment",
    );
    const order = await orderOf((await placeOrder(id)).orderId);
    expect(order.paymentStatus).toBe("PAID");
    const left = await shop.ask("POST", "/ecom/v1/gift-cards/TILLGIFT50", {});
    expect(Number(left.body.giftCard.balance.value)).toBe(45);
  });

  test("is rejected if an item has sold out meanwhile", async () => {
    await shop.add("stoneware-mug", 30, oat);
    const id = await shop.checkout();
    const other = await shop.newVisitor();
    const lineItems = [{ catalogReference: await shop.item("stoneware-mug", oat), quantity: 20 }];
    await shop.ask("POST", `${current}/add-to-cart`, { lineItems }, other);
    const { checkoutId } = (
      await shop.ask("POST", `${current}/create-checkout`, { shippingAddress: newYork }, other)
    ).body;
    expect((await shop.ask("POST", `${checkouts}/${checkoutId}/create-order`, {}, other)).status).toBe(200);
    expect(await shop.rejected("POST", `${checkouts}/${id}/create-order`, {})).toEqual([
      409,
      "PARTIAL_OUT_OF_STOCK",
      '"Stoneware Mug" has 22 in stock, not 30',
    ]);
  });

  test("needs an address with a delivery option", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout({});
    expect(await shop.rejected("POST", `${checkouts}/${id}/create-order`, {})).toEqual([
      400,
      "NO_SELECTED_CARRIER_SERVICE_OPTION",
      "The delivery address is missing",
    ]);
  });

  test("needs a delivery option that the address has", async () => {
    const profiles = "/ecom/v1/delivery-profiles";
    const query = { query: { filter: { default: true } } };
    const [profile] = (await shop.ok("POST", `${profiles}/query`, query)).deliveryProfiles;
    const region = { name: "Japan", destinations: [{ countryCode: "JP" }], active: true };
    await shop.ok("POST", `${profiles}/${profile.id}/delivery-region`, {
      deliveryProfileId: profile.id,
      deliveryRegion: region,
    });
    await shop.add("stoneware-mug", 1, oat);
    const shippingAddress = { country: "JP", city: "Tokyo", addressLine: "1 Ginza", postalCode: "104-0061" };
    const id = await shop.checkout({ shippingAddress, email: "ada@example.com" });
    expect(await shop.rejected("POST", `${checkouts}/${id}/create-order`, {})).toEqual([
      400,
      "NO_SELECTED_CARRIER_SERVICE_OPTION",
      "No delivery option is offered for this address",
    ]);
    const at = `/ecom/v2/carts/${(await shop.visitor("GET", "/ecom/v2/carts/current")).cart.id}`;
    await shop.visitor("PATCH", at, { cart: { deliveryInfo: { address: shippingAddress } } });
    const check = { validationConfig: "CHECKOUT_VALIDATIONS" };
    const { summary } = await shop.visitor("POST", `${at}/calculate`, check);
    expect(summary.violations).toMatchObject([{ scope: "DELIVERY", code: "MISSING_DELIVERY_METHOD" }]);
  });

  test("can be paid with a deposit: exactly the rest is due later", async () => {
    const customLineItems = [
      {
        productName: { original: "Kiln course" },
        price: "99.99",
        quantity: 3,
        itemType: { preset: "SERVICE" },
        paymentOption: "DEPOSIT_ONLINE",
        depositAmount: "20",
      },
    ];
    await shop.visitor("POST", `${current}/add-to-cart`, { customLineItems });
    const id = await shop.checkout({ billingAddress: newYork });
    const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
    expect([
      checkout.payNow.total.amount,
      checkout.payLater.total.amount,
      checkout.priceSummary.total.amount,
    ]).toEqual(["60.00", "268.39", "328.39"]);
    const order = await orderOf((await placeOrder(id)).orderId);
    expect(order).toMatchObject({
      paymentStatus: "PARTIALLY_PAID",
      balanceSummary: { paid: { amount: "60.00" } },
    });
  });

  test("paid with a membership is free for covered items, as far as its credits go", async () => {
    const ask = async (path: string, body: object) => (await shop.ask("POST", path, body)).body;
    const memberId = "00000000-0000-4000-8000-0000000000aa";
    const { id: productId } = await shop.productOf("espresso-cup-set");
    const membership = {
      memberId,
      name: "Cup club",
      productIds: [productId],
      credits: { total: 4, remaining: 3 },
    };
    const created = (await shop.control("POST", "memberships", { membership })).membership;
    const lineItems = [
      { ...{ id: "1", price: "48", quantity: 2 }, catalogReference: await shop.item("espresso-cup-set") },
    ];
    const selectedMemberships = {
      memberships: [{ id: created.id, appId: created.appId, lineItemIds: ["1"] }],
    };
    const request = { lineItems, memberId, selectedMemberships, calculateShipping: false };
    expect((await ask("/ecom/v1/calculate-totals", request)).priceSummary.total.amount).toBe("0.00");
    const more = { ...request, lineItems: [{ ...lineItems[0], quantity: 4 }] };
    const dear = await ask("/ecom/v1/calculate-totals", more);
    expect(dear.priceSummary.subtotal.amount).toBe("192.00");
    expect(dear.membershipOptions.invalidMemberships).toMatchObject([{ reason: "NOT_ENOUGH_CREDITS" }]);
  });

  test("paid with a membership uses its credits and says which one paid", async () => {
    const { authorization: visitor } = await shop.newVisitor();
    const { members } = await shop.control("GET", "members");
    const grant = { grant_type: "authorized_client", scope: "offline_access", member_id: members[0].id };
    const vouched = { authorization: `${visitor},${defaults.apiKey}` };
    const { body: token } = await shop.ask("POST", "/oauth2/token", grant, vouched);
    const asMember = async (method: "GET" | "POST", path: string, body?: object) =>
      await shop.ok(method, path, body, { authorization: token.access_token });
    const { id: productId } = await shop.productOf("espresso-cup-set");
    const { membership } = await shop.control("POST", "memberships", {
      membership: {
        memberId: members[0].id,
        name: "Cup club",
        productIds: [productId],
        credits: { total: 4, remaining: 3 },
      },
    });
    // The visitor's cart already has one.
    const item = { catalogReference: await shop.item("espresso-cup-set"), quantity: 1 };
    const { cart } = await asMember("POST", `${current}/add-to-cart`, { lineItems: [item] });
    const existingMembership = { membershipId: membership.id, appId: membership.appId };
    await asMember("POST", "/ecom/v2/carts/current/update-line-items", {
      lineItems: [{ lineItemId: cart.lineItems[0].id, membershipPayment: { existingMembership } }],
    });
    const request = { channelType: "WEB", shippingAddress: newYork, email: members[0].loginEmail };
    const { checkoutId } = await asMember("POST", `${current}/create-checkout`, request);
    const { orderId } = await asMember("POST", `${checkouts}/${checkoutId}/create-order`, {});
    const { memberships } = await shop.control("GET", "memberships");
    expect(memberships).toMatchObject([{ id: membership.id, credits: { total: 4, remaining: 1 } }]);
    const { payments } = (await shop.ok("GET", `/ecom/v1/payments/orders/${orderId}`)).orderTransactions;
    expect(payments).toContainEqual(
      expect.objectContaining({
        membershipPaymentDetails: expect.objectContaining({
          membershipId: membership.id,
          name: { original: "Cup club" },
        }),
      }),
    );
  });

  test("of a buyer in an exempt group is taxed at the rate of the group", async () => {
    const at = "/billing/v1/manual-tax-mappings";
    const { taxRegions } = await shop.ok("POST", "/billing/v1/tax-regions/query", {
      query: { filter: { country: "DE" } },
    });
    const { manualTaxMappings } = await shop.ok("POST", `${at}/query`, {
      query: { filter: { taxRegionId: taxRegions[0].id } },
    });
    const exemptGroupId = "00000000-0000-4000-8000-0000000000e1";
    const exemptGroupOverrides = [{ exemptGroupId, rate: "0.05" }];
    const assignOverrides = manualTaxMappings.map(({ id }: { id: string }) => ({
      manualTaxMappingId: id,
      exemptGroupOverrides,
    }));
    await shop.ok("POST", `${at}/bulk-assign-exempt-overrides`, { assignOverrides });
    await shop.add("stoneware-mug", 1, oat);
    const berlin = { country: "DE", city: "Berlin", postalCode: "10115" };
    const id = await shop.checkout({ shippingAddress: berlin, email: "ada@example.com" });
    const taxOf = async () =>
      (await shop.visitor("GET", `${checkouts}/${id}`)).checkout.lineItems[0].taxDetails;
    const usual = await taxOf();
    await shop.ok("PATCH", `${checkouts}/${id}`, { checkout: { taxExemptGroupId: exemptGroupId } });
    const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
    expect([usual.taxRate, checkout.lineItems[0].taxDetails.taxRate]).toEqual(["0.19", "0.05"]);
  });

  test("that was completed elsewhere closes the checkout, too", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout();
    await shop.visitor("POST", `${checkouts}/${id}/mark-as-completed`, {});
    expect((await shop.visitor("GET", `${checkouts}/${id}`)).checkout.completed).toBe(true);
    const mark = `${checkouts}/mark-checkout-as-completed-and-redirect-to-url`;
    expect((await shop.rejected("GET", `${mark}?token=abc`))[1]).toBe("UNAUTHENTICATED_TOKEN");
  });
});

describe("side effects of an order", () => {
  test("a discount rule applies automatically and counts its orders", async () => {
    const cart = await shop.add("stoneware-mug", 9, oat);
    expect(cart).toMatchObject({
      discount: { amount: "21.60" },
      appliedDiscounts: [{ discountRule: { name: { original: "Big basket" } }, discountType: "GLOBAL" }],
    });
    const { id } = cart.appliedDiscounts[0].discountRule;
    await placeOrder(await shop.checkout());
    const { body } = await shop.ask("GET", `/ecom/v1/discount-rules/${id}`);
    expect(body.discountRule.usageCount).toBe(1);
  });

  test("an unattended checkout is abandoned, and recovered once completed", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout();
    await shop.control("POST", "advance", { by: "2h" });
    const found = async () => {
      const query = { filter: { "buyerInfo.email": "ada@example.com" } };
      return (await shop.ask("POST", "/ecom/v1/abandoned-checkout/query", { query })).body.abandonedCheckouts;
    };
    expect(await found()).toMatchObject([
      { checkoutId: id, status: "ABANDONED", totalPrice: { amount: "33.82" } },
    ]);
    await placeOrder(id);
    expect(await found()).toMatchObject([{ checkoutId: id, status: "RECOVERED" }]);
  });

  test("a subscription is bought on its own and creates a contract", async () => {
    const box = {
      productName: { original: "Coffee box" },
      price: "18",
      quantity: 1,
      itemType: { preset: "DIGITAL" },
      subscriptionOptionInfo: {
        title: { original: "Monthly" },
        subscriptionSettings: { frequency: "MONTH", interval: 1, autoRenewal: true },
      },
    };
    await shop.visitor("POST", `${current}/add-to-cart`, { customLineItems: [box] });
    const id = await shop.checkout({});
    await shop.add("espresso-cup-set", 1);
    const both = await shop.checkout({ shippingAddress: newYork });
    expect((await shop.rejected("POST", `${checkouts}/${both}/create-order`, {}))[1]).toBe(
      "SUBSCRIPTION_WITH_SEVERAL_LINE_ITEMS",
    );
    const [, cups] = (await shop.visitor("GET", current)).cart.lineItems;
    await shop.visitor("POST", `${checkouts}/${id}/remove-line-items`, { lineItemIds: [cups.id] });
    const { orderId, subscriptionId } = await placeOrder(id);
    expect((await orderOf(orderId)).lineItems[0].subscriptionInfo).toMatchObject({ cycleNumber: 1 });
    expect(subscriptionId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("tax", () => {
  const estimate = async (shippingAddress: object) => {
    return await shop.visitor("POST", `${current}/estimate-totals`, { shippingAddress });
  };
  beforeEach(async () => {
    await shop.add("stoneware-mug", 1, oat);
  });

  test("that is included in prices is shown and not added", async () => {
    const { priceSummary, taxSummary, calculatedLineItems } = await estimate({
      country: "DE",
      city: "Berlin",
    });
    // 24.00 and 12.90 with 19 % in them: 3.83 and 2.06
    expect(amounts(priceSummary)).toMatchObject({
      subtotal: "24.00",
      shipping: "12.90",
      tax: "5.89",
      total: "36.90",
    });
    expect(calculatedLineItems[0].pricesBreakdown.taxDetails).toMatchObject({ isTaxIncluded: true });
    expect(taxSummary.totalTax.amount).toBe("5.89");
  });

  test("is not collected without a tax region", async () => {
    const { priceSummary, taxSummary } = await estimate({ country: "NZ", city: "Wellington" });
    expect(priceSummary.tax.amount).toBe("0.00");
    expect(taxSummary.calculationDetails).toEqual({ rateType: "NO_TAX_COLLECTED" });
  });

  test("is determined automatically, or by the region's rates if that fails", async () => {
    const automatic = "7ac41c00-5a9d-4b0c-8a0d-000000000002";
    const region = { country: "CA", appId: automatic };
    await shop.ask("POST", "/billing/v1/tax-regions", { taxRegion: region });
    const details = async () => {
      const { taxSummary } = await estimate({ country: "CA", subdivision: "CA-QC", city: "Montreal" });
      return [taxSummary.calculationDetails, taxSummary.averageTaxRate];
    };
    expect((await details())[0]).toEqual({ rateType: "AUTO_RATE" });
    expect(Number((await details())[1])).toBeCloseTo(0.15, 2);
    await shop.control("POST", "settings", { name: "autoTax", value: "failing" });
    expect((await details())[0]).toMatchObject({
      rateType: "FALLBACK_RATE",
      autoTaxFallbackDetails: { fallbackReason: "AUTO_TAX_FAILED" },
    });
    await shop.control("POST", "settings", { name: "autoTax", value: "off" });
    expect((await details())[0]).toMatchObject({
      autoTaxFallbackDetails: { fallbackReason: "AUTO_TAX_DEACTIVATED" },
    });
  });
});

describe("fees", () => {
  test("include the chosen tip, which is untaxed and distributed", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const id = await shop.checkout();
    const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
    const { purchaseFlowId } = checkout;
    const tipChoice = { tipType: "PERCENTAGE", value: "10" };
    await shop.ask("PATCH", "/tips/v1/tips/choice", { purchaseFlowId, tipChoice });
    const { priceSummary, additionalFees } = (await shop.visitor("GET", `${checkouts}/${id}`)).checkout;
    expect(additionalFees).toMatchObject([
      { code: "tip", price: { amount: "2.40" }, priceAfterTax: { amount: "2.40" } },
    ]);
    expect(Number(priceSummary.total.amount) - Number(checkout.priceSummary.total.amount)).toBeCloseTo(
      2.4,
      5,
    );
    const { orderId } = await placeOrder(id);
    const { tip } = (await shop.ask("GET", `/tips/v1/tips/order/${orderId}`)).body;
    expect(Number(tip.amount)).toBe(2.4);
    expect(tip.distributions).toHaveLength(3);
  });

  test("of apps apply to the whole order, or to each line of certain products", async () => {
    const { id } = await shop.productOf("espresso-cup-set");
    await shop.control("POST", "fees", { fee: { name: "Small order", price: "2" } });
    await shop.control("POST", "fees", {
      fee: { name: "Fragile", price: "1.50", source: "ITEM", productIds: [id] },
    });
    await shop.add("stoneware-mug", 1, oat);
    const cart = await shop.add("espresso-cup-set", 2);
    const { additionalFees, priceSummary } = await shop.visitor("POST", `${current}/estimate-totals`, {});
    expect(priceSummary.additionalFees.amount).toBe("3.50");
    expect(additionalFees).toHaveLength(2);
    expect(additionalFees).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "Small order", source: "SERVICE_PLUGIN", lineItemIds: [] }),
        expect.objectContaining({ name: "Fragile", source: "ITEM", lineItemIds: [cart.lineItems[1].id] }),
      ]),
    );
  });
});

describe("a cart of version 2", () => {
  const v2 = "/ecom/v2/carts/current";
  const expressOf = async () => {
    const { shippingInfo } = await shop.visitor("POST", `${current}/estimate-totals`, {});
    const [{ shippingOptions }] = shippingInfo.carrierServiceOptions;
    return shippingOptions.find(({ title }: { title: string }) => title === "Express").code;
  };

  const customItem = {
    name: { original: "Course" },
    quantityInfo: { requestedQuantity: 1, availableQuantity: 2 },
    pricing: { price: { amount: "9" } },
    attributes: { itemType: { preset: "SERVICE" } },
  };

  test("is ordered as it is, without what was removed after its checkout page was opened", async () => {
    await shop.add("espresso-cup-set", 1);
    const at = `/ecom/v2/carts/${(await shop.visitor("GET", v2)).cart.id}`;
    await shop.visitor("PATCH", v2, { cart: { note: "Ring twice", deliveryInfo: { address: newYork } } });
    const { cart } = await shop.visitor("POST", `${v2}/add-coupon`, { coupon: { code: "WELCOME10" } });
    const paid = await shop.visitor("POST", `${v2}/add-gift-card`, { giftCard: { code: "TILLGIFT50" } });
    const deliveryMethod = { code: await expressOf() };
    await shop.visitor("POST", `${v2}/set-delivery-method`, { deliveryMethod });
    await shop.visitor("POST", `${at}/get-checkout-url`, {});
    await shop.visitor("POST", `${v2}/remove-coupon`, { couponId: cart.coupons[0].id });
    const giftCardId = paid.cart.paymentInfo.giftCards[0].id;
    await shop.visitor("POST", `${v2}/remove-gift-card`, { giftCardId });
    await shop.visitor("POST", `${v2}/remove-delivery-method`, {});
    await shop.visitor("PATCH", v2, { cart: { note: null } });
    const { summary } = await shop.visitor("POST", `${v2}/calculate`, {});
    const { orderId } = await shop.visitor("POST", `${at}/place-order`, {});
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ appliedDiscounts: [], shippingInfo: { title: "Standard" } });
    expect(order).not.toHaveProperty("buyerNote");
    expect(order.priceSummary.total.amount).toBe(summary.priceSummary.total.amount);
    const { giftCard } = await shop.ok("POST", "/ecom/v1/gift-cards/TILLGIFT50", {});
    expect(giftCard.balance.value).toBe("50.00");
  });

  test("is completed once by the links back from an external payment", async () => {
    await shop.visitor("POST", v2, { customItems: [customItem] });
    const { id } = (await shop.visitor("GET", v2)).cart;
    const token = Buffer.from(JSON.stringify({ checkoutId: id })).toString("base64url");
    const back = `/ecom/v2/carts/handle-async-checkout-completion?token=${token}`;
    const { headers } = await shop.visitor("GET", back);
    shop.events();
    expect((await shop.visitor("GET", back)).headers).toEqual(headers);
    expect(shop.events()).toEqual([]);
    expect((await shop.visitor("GET", `/ecom/v2/carts/${id}`)).cart.orderPlaced).toBe(true);
  });

  test("says that its order lacks the address", async () => {
    await shop.add("espresso-cup-set", 1);
    const at = `/ecom/v2/carts/${(await shop.visitor("GET", v2)).cart.id}`;
    expect((await shop.rejected("POST", `${at}/place-order`, {}))[1]).toBe("MISSING_DELIVERY_ADDRESS");
  });

  test("shows a coupon that the shop has deleted, and can be ordered once it is removed", async () => {
    await shop.add("espresso-cup-set", 1);
    await shop.visitor("PATCH", v2, { cart: { deliveryInfo: { address: newYork } } });
    await shop.visitor("POST", `${v2}/add-coupon`, { coupon: { code: "WELCOME10" } });
    await shop.control("DELETE", "coupons/WELCOME10");
    const { cart } = await shop.visitor("GET", v2);
    expect(cart.coupons).toMatchObject([{ code: "WELCOME10" }]);
    const at = `/ecom/v2/carts/${cart.id}`;
    expect((await shop.rejected("POST", `${at}/place-order`, {}))[1]).toBe("CALCULATION_ERROR");
    const after = await shop.visitor("POST", `${v2}/remove-coupon`, { couponId: cart.coupons[0].id });
    expect(after.cart.coupons).toEqual([]);
    await shop.visitor("POST", `${at}/place-order`, {});
  });

  test("lists what prevents its order: a gift card, a delivery and an item for members", async () => {
    const violations = async () => {
      const check = { validationConfig: "CHECKOUT_VALIDATIONS" };
      const { summary } = await shop.visitor("POST", `${v2}/calculate`, check);
      return summary.violations.map(({ scope, code }: { scope: string; code: string }) => [scope, code]);
    };
    const club = { ...customItem, attributes: { ...customItem.attributes, membersOnly: true } };
    await shop.visitor("POST", v2, { customItems: [club] });
    await shop.add("espresso-cup-set", 1);
    const members = ["LINE_ITEM", "MEMBERS_ONLY_ITEM"];
    expect(await violations()).toEqual([members, ["DELIVERY", "MISSING_DELIVERY_ADDRESS"]]);
    await shop.visitor("PATCH", v2, { cart: { deliveryInfo: { address: newYork } } });
    const card = { initialValue: { amount: "20" }, currency: "USD", code: "SOONGONE20" };
    const { giftCard } = await shop.ok("POST", "/gift-cards/v1/gift-cards", { giftCard: card });
    const { cart } = await shop.visitor("POST", `${v2}/add-gift-card`, { giftCard: { code: card.code } });
    const code = await expressOf();
    await shop.visitor("POST", `${v2}/set-delivery-method`, { deliveryMethod: { code } });
    expect(await violations()).toEqual([members]);
    await shop.ok("POST", `/gift-cards/v1/gift-cards/${giftCard.id}/disable`, {});
    await shop.ok("DELETE", `/ecom/v1/shipping-options/${code}`);
    expect(await violations()).toEqual([
      members,
      ["GIFT_CARD", "INVALID_GIFT_CARD_STATUS"],
      ["DELIVERY", "DELIVERY_METHOD_NO_LONGER_AVAILABLE"],
    ]);
    expect((await shop.rejected("POST", `/ecom/v2/carts/${cart.id}/place-order`, {}))[1]).toBe(
      "DELIVERY_METHOD_NOT_FOUND",
    );
  });

  test("accepts no delivery of items that are not delivered", async () => {
    const cart = { deliveryInfo: { address: newYork } };
    await shop.visitor("POST", v2, { cart, customItems: [customItem] });
    const deliveryMethod = { code: "anything" };
    expect((await shop.rejected("POST", `${v2}/set-delivery-method`, { deliveryMethod }))[1]).toBe(
      "DELIVERY_METHOD_NOT_FOUND",
    );
  });

  test("has no more custom items than there are", async () => {
    const { cart } = await shop.visitor("POST", v2, { customItems: [customItem] });
    const lineItems = [{ lineItemId: cart.lineItems[0].id, quantity: { newQuantity: 3 } }];
    expect((await shop.rejected("POST", `${v2}/update-line-items`, { lineItems }))[1]).toBe(
      "INSUFFICIENT_INVENTORY",
    );
  });
});
