import { beforeEach, expect, test } from "vitest";
import { openPageShop, type PageShop } from "../support/page-browser.ts";

let shop: PageShop;
beforeEach(async () => {
  shop = await openPageShop();
});

const callbacks = {
  thankYouPageUrl: "http://localhost:3000/thanks?from=shop",
  postFlowUrl: "http://localhost:3000/",
  cartPageUrl: "http://localhost:3000/cart",
};
/** Opens the checkout of two mugs, delivered to New York. */
async function open(request: object = {}) {
  await shop.add("stoneware-mug", 2, { Colour: "Oat" });
  const checkoutId = await shop.checkout();
  const page = await shop.browser.open(await shop.session({ ecomCheckout: { checkoutId }, ...request }));
  return { checkoutId, page };
}
const contact = { email: "ada@example.com" };
const orders = async () => (await shop.ok("POST", "/ecom/v1/orders/search", { search: {} })).orders;
const ordersOf = async (checkoutId: string) =>
  (await orders()).filter((order: { checkoutId?: string }) => order.checkoutId === checkoutId);

test("leads to the thank-you page of the storefront with the order ID", async () => {
  const { checkoutId } = await open({ callbacks });
  const { url } = await shop.browser.press("Pay $60.10", contact);
  const [order] = await ordersOf(checkoutId);
  expect(url).toBe(`http://localhost:3000/thanks?from=shop&orderId=${order.id}`);
  expect(order).toMatchObject({ paymentStatus: "PAID", buyerInfo: contact });
});

test("without a thank-you page shows its own, which leads to the post-flow URL", async () => {
  await open({ callbacks: { postFlowUrl: callbacks.postFlowUrl } });
  const { title, text } = await shop.browser.press("Pay $60.10", contact);
  expect([title, text]).toEqual(["Thank you", expect.stringContaining("Payment PAID Status APPROVED")]);
  expect((await shop.browser.follow("Back to the shop")).url).toBe(callbacks.postFlowUrl);
});

test("says that a thank-you page may not be used, after the order is placed", async () => {
  await open({ callbacks: { thankYouPageUrl: "http://elsewhere.example/thanks" } });
  const { title, text } = await shop.browser.press("Pay $60.10", contact);
  expect(title).toBe("Thank you");
  expect(text).toContain("http://elsewhere.example/thanks is not an allowed redirect domain");
});

test("two submits at once place one order, and both lead to it", async () => {
  const { checkoutId } = await open({ callbacks });
  const request = shop.browser.request("Pay $60.10", contact);
  const [other, another] = [shop.newBrowser(), shop.newBrowser()];
  const [one, two] = await Promise.all([other.send(request), another.send(request)]);
  const placed = await ordersOf(checkoutId);
  expect(placed).toHaveLength(1);
  const thanks = `http://localhost:3000/thanks?from=shop&orderId=${placed[0].id}`;
  expect([one.url, two.url]).toEqual([thanks, thanks]);
});

test("the back button leads to the placed order", async () => {
  const { page } = await open({ callbacks });
  const { url } = await shop.browser.press("Pay $60.10", contact);
  const again = shop.newBrowser();
  expect((await again.open(page.url)).url).toBe(url);
});

test("a declined payment keeps the checkout open", async () => {
  const { checkoutId } = await open({ callbacks });
  const declined = await shop.browser.press("Pay $60.10", { ...contact, payment: "declined" });
  expect([declined.status, declined.text]).toEqual([400, expect.stringContaining("was declined.")]);
  expect(await ordersOf(checkoutId)).toEqual([]);
  await shop.browser.press("Pay $60.10", { ...contact, payment: "approved" });
  expect(await ordersOf(checkoutId)).toHaveLength(1);
});

test("a bank that asks for a confirmation can approve the payment", async () => {
  const { checkoutId } = await open({ callbacks });
  const bank = await shop.browser.press("Pay $60.10", { ...contact, payment: "challenge" });
  expect([bank.title, bank.text]).toEqual([
    "Confirm your payment",
    expect.stringContaining("a payment of $60.10"),
  ]);
  expect(await ordersOf(checkoutId)).toEqual([]);
  const { url } = await shop.browser.press("Confirm payment");
  expect(url).toContain("/thanks?from=shop&orderId=");
  expect(await ordersOf(checkoutId)).toMatchObject([{ paymentStatus: "PAID" }]);
});

test("a bank that asks for a confirmation can reject the payment, and the buyer pays with another card", async () => {
  const { checkoutId } = await open();
  await shop.browser.press("Pay $60.10", { ...contact, payment: "challenge" });
  const rejected = await shop.browser.press("Reject payment");
  expect([rejected.title, rejected.text]).toEqual([
    "Checkout",
    expect.stringContaining("The payment was declined. Nothing was charged."),
  ]);
  expect(await ordersOf(checkoutId)).toEqual([]);
  expect((await shop.browser.press("Pay $60.10")).title).toBe("Thank you");
});

test("waits for a pending payment", async () => {
  const { checkoutId } = await open();
  const { title, text } = await shop.browser.press("Pay $60.10", { ...contact, payment: "pending" });
  expect([title, text]).toEqual(["Waiting for your payment", expect.stringContaining("Status PENDING")]);
  const [order] = await ordersOf(checkoutId);
  const { orderTransactions } = await shop.ok("GET", `/ecom/v1/payments/orders/${order.id}`);
  const [{ id }] = orderTransactions.payments;
  const path = `/ecom/v1/payments/${id}/orders/${order.id}/update-payment-transaction-status`;
  await shop.ok("POST", path, { status: "APPROVED" });
  expect((await shop.browser.follow("Check again")).title).toBe("Thank you");
});

test("asks again before a delivery option, a coupon and a gift card count", async () => {
  await open();
  const express = /value="(\S+ \S+)"[^>]*>\s*<label[^>]*>Express/.exec(shop.browser.shown.body)?.[1] ?? "";
  const updated = await shop.browser.press("Update total", {
    ...contact,
    delivery: express,
    coupon: "WELCOME10",
    giftCard: "TILLGIFT50",
  });
  expect(updated.text).toContain("Delivery $14.90");
  expect(updated.text).toMatch(/Discount \$4\.80 .*Gift card \$50\.00/);
  const wrong = await shop.browser.press("Update total", { coupon: "NOPE" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('There is no coupon "NOPE".')]);
});

test("keeps the contact and the address for the order", async () => {
  const { checkoutId } = await open();
  await shop.browser.press("Pay $60.10", {
    ...contact,
    firstName: "Ada",
    lastName: "Lovelace",
    phone: "+1 555 0100",
  });
  const [order] = await ordersOf(checkoutId);
  const contactDetails = { firstName: "Ada", lastName: "Lovelace", phone: "+1 555 0100" };
  expect(order.billingInfo).toMatchObject({ contactDetails, address: { city: "New York" } });
  expect(order.recipientInfo).toMatchObject({ contactDetails, address: { city: "New York" } });
});

test("empties the fields of contact and address that the buyer empties", async () => {
  const { checkoutId } = await open();
  await shop.browser.press("Update delivery", { ...contact, firstName: "Ada", phone: "+1 555 0100" });
  const moved = { city: "Berlin", postalCode: "10115", addressLine: "Am Markt 1" };
  await shop.browser.press("Update delivery", { ...moved, country: "DE", subdivision: "", phone: "" });
  const { checkout } = await shop.visitor("GET", `/ecom/v1/checkouts/${checkoutId}`);
  const { address, contactDetails } = checkout.shippingInfo.shippingDestination;
  expect(address).toMatchObject({ ...moved, country: "DE" });
  expect(address.subdivision ?? "").toBe("");
  expect(contactDetails).toEqual({ firstName: "Ada" });
});

test("a login inside the checkout gives the order to the member", async () => {
  const { checkoutId } = await open();
  await shop.browser.follow("Log in");
  const back = await shop.browser.press("Log in", { email: "mira@example.com", password: "till-demo-1" });
  expect([back.title, back.text]).toEqual([
    "Checkout",
    expect.stringContaining("You are logged in as mira@example.com."),
  ]);
  await shop.browser.press("Pay $60.10");
  const [order] = await ordersOf(checkoutId);
  expect(order.buyerInfo).toMatchObject({ email: "ada@example.com", memberId: expect.any(String) });
  expect((await shop.browser.follow("My orders")).text).toContain(`Order ${order.number} 2 × Stoneware Mug`);
});

test("leads back to the cart of the storefront, and to its login page", async () => {
  await open({ callbacks: { ...callbacks, loginUrl: "http://localhost:3000/login" } });
  const { body } = shop.browser.shown;
  expect(body).toContain('<a href="http://localhost:3000/cart">Change your cart</a>');
  expect(body).toContain('<a href="http://localhost:3000/login">Log in</a>');
});

test("takes the ID of a cart for that of its checkout, before and after the order", async () => {
  const cart = await shop.add("stoneware-mug", 1, { Colour: "Oat" });
  const url = await shop.session({ ecomCheckout: { checkoutId: cart.id } });
  await shop.browser.open(url);
  await shop.browser.press("Update delivery", { ...contact, country: "US", subdivision: "US-NY" });
  expect((await shop.browser.press("Pay $33.82")).title).toBe("Thank you");
  expect((await shop.newBrowser().open(url)).title).toBe("Thank you");
});

test("pays an order's payment request", async () => {
  const { checkoutId } = await open();
  await shop.browser.press("Pay $60.10", { ...contact, payment: "offline" });
  const [{ id: orderId }] = await ordersOf(checkoutId);
  const given = { orderId, title: "Deposit", amount: { amount: "10" } };
  const { orderPaymentRequest, orderPaymentRequestUrl } = await shop.ok(
    "POST",
    "/ecom/v1/order-payment-requests",
    { orderPaymentRequest: given },
  );
  const session = await shop.session({
    ecomOrderPaymentRequest: { paymentRequestId: orderPaymentRequest.id },
    callbacks,
  });
  expect((await shop.browser.open(session)).title).toBe("Deposit");
  const declined = await shop.browser.press("Pay $10.00", { payment: "declined" });
  expect(declined.text).toContain("The payment was declined.");
  await shop.browser.press("Pay $10.00", { payment: "challenge" });
  const { url } = await shop.browser.press("Confirm payment");
  expect(url).toBe(`http://localhost:3000/thanks?from=shop&orderId=${orderId}`);
  const paid = await shop.newBrowser().open(orderPaymentRequestUrl);
  expect([paid.title, paid.text]).toEqual([
    "Thank you",
    expect.stringContaining("Payment of the order PARTIALLY_PAID"),
  ]);
});
