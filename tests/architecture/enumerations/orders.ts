import type { RecordedShop } from "./recorder.ts";

const price = (amount: string) => ({ amount });
const app = "00000000-0000-4000-8000-0000000000ab";
const gatewayTransactionId = "00000000-0000-4000-8000-0000000000aa";
const jug = {
  productName: { original: "Jug" },
  quantity: 1,
  price: price("10.00"),
  itemType: { preset: "PHYSICAL" },
};
const bought = {
  lineItems: [jug],
  priceSummary: { subtotal: price("10.00"), total: price("10.00") },
  channelInfo: { type: "WEB" },
  buyerInfo: { email: "ada@example.com" },
  billingInfo: { contactDetails: { firstName: "Ada" } },
};

/** Places orders, pays, refunds, invoices and edits them. */
export async function exerciseOrders(shop: RecordedShop): Promise<void> {
  const { call, took } = shop;
  const make = async (more: object = {}) =>
    (await call("orders.create", { order: { ...bought, status: "APPROVED", ...more } })).order;
  const pay = async (orderId: string, payment: object, amount = "10.00") => {
    const regularPaymentDetails = { gatewayTransactionId, ...payment };
    const payments = [{ amount: price(amount), regularPaymentDetails }];
    return (await call("orderTransactions.addPayments", { orderId, payments })).paymentsIds[0] as string;
  };
  const transactions = async (orderId: string) => await call("orderTransactions.get", { orderId });

  for (const type of "WEB POS EBAY AMAZON OTHER_PLATFORM WIX_APP_STORE WIX_INVOICES BACKOFFICE_MERCHANT WISH CLASS_PASS GLOBAL_E FACEBOOK ETSY TIKTOK FAIRE_COM".split(
    " ",
  ))
    await make({ channelInfo: { type } });
  for (const preset of ["DIGITAL", "GIFT_CARD", "SERVICE"])
    await make({ lineItems: [{ ...jug, itemType: { preset } }] });
  await make({ weightUnit: "LB" });
  await make({ status: "INITIALIZED" });
  for (const status of ["PENDING_MERCHANT", "CANCELED"]) {
    const { id: orderId } = await make();
    const paymentId = await pay(orderId, { status: "PENDING" });
    await call("orderTransactions.updateStatus", { orderId, paymentId, status });
    await transactions(orderId);
    await call("orders.get", { id: orderId });
  }
  await call("orders.importOrder", {
    order: { ...bought, status: "APPROVED", paymentStatus: "PENDING_MERCHANT" },
  });

  const { id: refunded } = await make();
  const paymentId = await pay(refunded, {});
  const refund = async (amount: string, payment: string) =>
    await call(
      "orderBilling.refund",
      { orderId: refunded, paymentRefunds: [{ paymentId, amount: price(amount) }] },
      { payment },
    );
  await refund("1.00", "declined");
  await refund("1.00", "pending");
  await refund("1.00", "scheduled");
  await transactions(refunded);
  await shop.advance("60m");
  await transactions(refunded);

  for (const scheduledAction of ["VOID", "CAPTURE"])
    for (const unit of ["MINUTES", "HOURS", "DAYS"]) {
      const { id: orderId } = await make();
      await pay(orderId, { savedPaymentMethod: true }, "1.00");
      const delayedCaptureSettings = { scheduledAction, delayDuration: { count: 2, unit } };
      const input = { orderId, amount: price("9.00"), currency: "USD", delayedCaptureSettings };
      const { payment } = await call("orderBilling.authorizeSaved", input);
      const { authorizedDate, scheduledAction: later } = payment.regularPaymentDetails.authorizationDetails;
      const minutes = (Date.parse(later.executionDate) - Date.parse(authorizedDate)) / 60_000;
      took("Duration unit", unit, minutes === 2 * (minutesOf[unit] ?? 0) && unit);
    }

  await exerciseInvoices(shop, make, pay);
  await exerciseRefundability(shop, make, pay);
  await exerciseEditability(shop, make);
}

const minutesOf: Record<string, number> = { MINUTES: 1, HOURS: 60, DAYS: 1440 };

type Make = (more?: object) => Promise<ReturnType<JSON["parse"]>>;
type Pay = (orderId: string, payment: object, amount?: string) => Promise<string>;

async function exerciseInvoices({ call, advance }: RecordedShop, make: Make, pay: Pay): Promise<void> {
  const withInvoice = async (more: object = {}) => {
    const { id: orderId } = await make(more);
    await call("orderInvoices.add", { orderId, invoiceInfo: { id: "INV-1", appId: app } });
    return orderId as string;
  };
  const list = (...orderIds: string[]) => call("orderInvoices.list", { orderIds });
  const [sent, part, paid, waiting, canceled, draft] = [
    await withInvoice(),
    await withInvoice(),
    await withInvoice(),
    await withInvoice(),
    await withInvoice(),
    await withInvoice({ status: "INITIALIZED" }),
  ];
  await pay(part, {}, "4.00");
  await pay(paid, {});
  await pay(waiting, { status: "PENDING" });
  await call("orders.cancel", { id: canceled });
  await list(sent, part, paid, waiting, canceled, draft);
  const { order: gone } = await call("orders.importOrder", {
    order: { ...bought, status: "APPROVED", paymentStatus: "NOT_PAID" },
  });
  await call("orderInvoices.add", { orderId: gone.id, invoiceInfo: { id: "INV-1", appId: app } });
  await call("orders.bulkDeleteImported", { orderIds: [gone.id] });
  await list(gone.id);
  await advance("31d");
  await list(sent, part);
  await call("orders.get", { id: sent });
}

async function exerciseRefundability({ call }: RecordedShop, make: Make, pay: Pay): Promise<void> {
  const ask = async (orderId: string, payment?: string) => {
    await call("orderBilling.refundability", { orderId }, payment ? { payment } : {});
    await call("orders.refundability", { ecomOrderId: orderId }, payment ? { payment } : {});
  };
  const paid = async (payment: object = {}, more: object = {}) => {
    const { id } = await make(more);
    return { id: id as string, paymentId: await pay(id, payment) };
  };
  const { id, paymentId } = await paid();
  for (const reason of "PROVIDER_IS_DOWN INTERNAL_ERROR ACCESS_DENIED FORBIDDEN NOT_SUPPORTED REQUIRES_CARD_READER".split(
    " ",
  ))
    await ask(id, reason);
  await call("orderBilling.refund", { orderId: id, paymentRefunds: [{ paymentId }] }, { payment: "pending" });
  await ask(id);
  const whole = await paid();
  await call("orderBilling.refund", { orderId: whole.id, paymentRefunds: [{ paymentId: whole.paymentId }] });
  await ask(whole.id);
  await ask((await paid({ offlinePayment: true })).id);
  await ask((await paid({ gatewayTransactionId: null })).id);
  await ask((await paid({ status: "PENDING" })).id);
  const disabled = await paid();
  await call("orderTransactions.updatePayments", {
    orderId: disabled.id,
    payments: [{ payment: { id: disabled.paymentId, refundDisabled: true } }],
  });
  await ask(disabled.id);
  const free = await make({
    lineItems: [{ ...jug, price: price("0.00") }],
    priceSummary: { subtotal: price("0.00"), total: price("0.00") },
  });
  const membershipIdentifier = { existingMembership: { appId: app, membershipId: "gold" } };
  await call("orderBilling.chargeMemberships", {
    orderId: free.id,
    memberId: gatewayTransactionId,
    memberships: [{ lineItemId: free.lineItems[0].id, membershipIdentifier }],
  });
  await ask(free.id);
  const { orders } = await call("orders.search", {
    search: { filter: { status: { $in: ["PENDING", "REJECTED"] } } },
  });
  for (const order of orders) await ask(order.id);
  const { id: old } = await make();
  const payments = [
    {
      amount: price("10.00"),
      createdDate: "2028-01-01T00:00:00.000Z",
      regularPaymentDetails: { gatewayTransactionId },
    },
  ];
  await call("orderTransactions.addPayments", { orderId: old, payments });
  await ask(old);
}

async function exerciseEditability({ call }: RecordedShop, make: Make): Promise<void> {
  const ask = async (order: object) => {
    const { id: orderId } = await make(order);
    await call("draftOrders.draftability", { orderId });
  };
  const { orders } = await call("orders.search", {
    search: { filter: { paymentStatus: "PARTIALLY_REFUNDED" } },
  });
  await call("draftOrders.draftability", { orderId: orders[0].id });
  await ask({ channelInfo: { type: "EBAY" } });
  await ask({ status: "INITIALIZED" });
  await ask({ currency: "EUR" });
  await ask({ weightUnit: "LB" });
  await ask({ priceSummary: { subtotal: price("10.00"), total: price("11.00") } });
  const catalogReference = { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e", catalogItemId: app };
  await ask({ lineItems: [{ ...jug, catalogReference }] });
  const taxInfo = { taxAmount: price("1.00"), taxableAmount: price("10.00"), taxRate: "0.1" };
  await ask({ additionalFees: [{ name: "Wrapping", price: price("1.00"), taxInfo }] });
  const subscriptionInfo = {
    id: app,
    title: { original: "Monthly" },
    cycleNumber: 1,
    subscriptionSettings: { frequency: "MONTH", interval: 1, autoRenewal: true },
  };
  await ask({ lineItems: [{ ...jug, subscriptionInfo }] });
  await call("draftOrders.draftability", { orderId: app });
}
