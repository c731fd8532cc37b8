import { sampleSet } from "./sample-set.ts";

interface CreatedOrder {
  id: string;
}

/** The objects of the samples. */
interface OrderSamples {
  /** Not paid, not fulfilled: a jug and three cups. */
  open: CreatedOrder & { lineItems: CreatedOrder[] };
  jug: string;
  cup: string;
  /** With an authorized payment. */
  authorized: CreatedOrder;
  authorizedPayment: string;
  /** With a pending payment. */
  waiting: CreatedOrder;
  waitingPayment: string;
  /** Paid in part, with a stored card. */
  paid: CreatedOrder;
  paidPayment: string;
  /** A pending refund of `paid`. */
  refundId: string;
  /** Whose jug was paid by a membership. */
  member: CreatedOrder;
  memberPayment: string;
  activityId: string;
  fulfillmentId: string;
  request: CreatedOrder;
  imported: CreatedOrder;
  /** A draft that changes `open`. */
  edit: CreatedOrder;
  /** A draft of a new order, with a manual discount and fee. */
  draft: CreatedOrder;
  draftLine: string;
  discountId: string;
  feeId: string;
  giftCard: string;
  /** A member with an order. */
  memberToken: string;
  own: CreatedOrder;
}

const jug = {
  productName: { original: "Jug" },
  quantity: 1,
  price: { amount: "12.50" },
  itemType: { preset: "PHYSICAL" },
};
const cup = {
  productName: { original: "Cup" },
  quantity: 3,
  price: { amount: "5.00" },
  itemType: { preset: "PHYSICAL" },
};
const price = (amount: string) => ({ amount });
const bought = {
  lineItems: [jug, cup],
  priceSummary: { subtotal: price("27.50"), shipping: price("4.00"), total: price("31.50") },
  shippingInfo: { title: "Parcel", cost: { price: price("4.00") } },
  channelInfo: { type: "WEB" },
  buyerInfo: { email: "ada@example.com" },
  billingInfo: { contactDetails: { firstName: "Ada" } },
};
const guid = "00000000-0000-4000-8000-0000000000aa";
const app = "00000000-0000-4000-8000-0000000000ab";
const today = "2030-01-01T00:00:00.000Z";
const card = { creditCardDetails: { brand: "VISA", lastFourDigits: "4242" }, gatewayTransactionId: guid };
const membership = (lineItemId: string) => ({
  lineItemId,
  membershipIdentifier: { existingMembership: { appId: app, membershipId: "gold" } },
});
const shippingInfo = { address: { country: "PT", city: "Lisboa" }, contactDetails: { firstName: "Ada" } };

/** Orders, transactions, fulfillments, invoices, payment requests and drafts. */
export const orders = sampleSet<OrderSamples>({
  async prepare(ask) {
    const make = async (order: object = {}) =>
      (await ask("orders.create", { order: { ...bought, status: "APPROVED", ...order } })).order;
    const pay = async (orderId: string, payment: object) => {
      const { paymentsIds } = await ask("orderTransactions.addPayments", {
        orderId,
        payments: [{ amount: price("20.00"), regularPaymentDetails: card, ...payment }],
      });
      return paymentsIds[0];
    };
    const open = await make();
    const authorized = await make();
    const waiting = await make({ status: "INITIALIZED" });
    const paid = await make();
    const paidPayment = await pay(paid.id, { regularPaymentDetails: { ...card, savedPaymentMethod: true } });
    const { refundId } = await refundLater();
    const member = await make();
    const { payments } = await ask("orderBilling.chargeMemberships", {
      orderId: member.id,
      memberId: guid,
      memberships: [membership(member.lineItems[0].id)],
    });
    const login = { loginId: { email: "mira@example.com" }, password: "till-demo-1" };
    const { identity: mira } = await ask("authentication.login", login);
    const grant = { grant_type: "authorized_client", member_id: mira.id };
    const { access_token: memberToken } = await ask("oauth.token", grant, "admin");
    const { activityId } = await ask("orders.addActivity", {
      id: open.id,
      activity: { merchantComment: { message: "Wrap it" } },
    });
    const { fulfillmentId } = await ask("orderFulfillments.create", {
      orderId: open.id,
      fulfillment: { lineItems: [{ id: open.lineItems[1].id, quantity: 1 }] },
    });
    const { orderPaymentRequest: request } = await ask("orderPaymentRequests.create", {
      orderPaymentRequest: { orderId: open.id, amount: price("10.00"), title: "The rest" },
    });
    const { order: imported } = await ask("orders.importOrder", {
      order: { ...bought, status: "APPROVED", paymentStatus: "PAID" },
    });
    const { calculatedDraftOrder: edited } = await ask("draftOrders.create", { sourceOrderId: open.id });
    const { calculatedDraftOrder: begun } = await ask("draftOrders.create", {
      draftOrder: {
        customLineItems: [jug, cup],
        additionalFees: [{ name: "Wrapping", price: price("1.00") }],
        discounts: [{ discountType: "GLOBAL", percentage: "10" }],
      },
    });
    const { draftOrder: draft } = begun;

    async function refundLater() {
      const { refund } = await ask("orderBilling.refund", {
        orderId: paid.id,
        paymentRefunds: [{ paymentId: paidPayment, amount: price("5.00") }],
      });
      return { refundId: refund.id };
    }

    return {
      memberToken,
      own: await make({ buyerInfo: { memberId: mira.id, email: "mira@example.com" } }),
      open,
      jug: open.lineItems[0].id,
      cup: open.lineItems[1].id,
      authorized,
      authorizedPayment: await pay(authorized.id, { status: "AUTHORIZED" }),
      waiting,
      waitingPayment: await pay(waiting.id, { status: "PENDING" }),
      paid,
      paidPayment,
      refundId,
      member,
      memberPayment: payments[0].id,
      activityId,
      fulfillmentId,
      request,
      imported,
      edit: edited.draftOrder,
      draft,
      draftLine: draft.lineItems[0].lineItem.id,
      discountId: draft.discounts[0].discount.id,
      feeId: draft.additionalFees[0].additionalFee.id,
      giftCard: "TILLGIFT50",
    };
  },
  samples: {
    "orders.importOrder": () => ({
      order: { ...bought, status: "APPROVED", paymentStatus: "NOT_PAID", number: "A-1" },
    }),
    "orders.setNumberCounter": () => ({ counter: "20000" }),
    "orders.bulkDeleteImported": ({ imported }) => ({ orderIds: [imported.id] }),
    "orders.preparePayment": ({ open }) => ({ ecomOrderId: open.id, amount: price("10.00") }),
    "orders.collectability": ({ open }) => ({ ecomOrderId: open.id }),
    "orders.recordPayment": ({ open }) => ({ orderId: open.id, amount: price("10.00") }),
    "orders.markAsPaid": ({ open }) => ({ ecomOrderId: open.id }),
    "orders.bulkMarkAsPaid": ({ open, paid }) => ({ ecomOrderIds: [open.id, paid.id] }),
    "orders.refundability": ({ paid }) => ({ ecomOrderId: paid.id }),
    "orders.createGatewayOrder": ({ open }) => ({ ecomOrderId: open.id }),
    "orders.chargeMemberships": ({ open, jug }) => ({
      ecomOrderId: open.id,
      memberId: guid,
      membershipCharges: [
        {
          membershipId: "gold",
          appId: app,
          membershipName: { original: "Gold" },
          catalogReference: { catalogItemId: "x", appId: app },
          lineItemId: jug,
        },
      ],
    }),
    "orders.refund": ({ paid, paidPayment }) => ({
      ecomOrderId: paid.id,
      payments: [{ paymentId: paidPayment, amount: price("1.00") }],
    }),
    "orders.voidPayments": ({ authorized, authorizedPayment }) => ({
      ecomOrderId: authorized.id,
      paymentIds: [authorizedPayment],
    }),
    "orders.capturePayments": ({ authorized, authorizedPayment }) => ({
      ecomOrderId: authorized.id,
      payments: [{ paymentId: authorizedPayment }],
    }),
    "tags.list": () => ({ fqdn: "wix.ecom.v1.order" }),
    "orders.get": ({ own }) => ({ id: own.id }),
    "orders.search": () => ({ search: { filter: { status: "APPROVED" }, cursorPaging: { limit: 3 } } }),
    "storesOrders.query": () => ({
      query: { filter: '{"paymentStatus":"PAID"}', sort: '[{"number":"desc"}]' },
    }),
    "storesOrders.get": ({ own }) => ({ id: own.id }),
    "orders.create": () => ({ order: bought }),
    "orders.update": ({ open }) => ({ order: { id: open.id, buyerNote: "Ring twice" } }),
    "orders.bulkUpdate": ({ open, paid }) => ({
      orders: [open, paid].map(({ id }) => ({ order: { id, archived: true } })),
      returnEntity: true,
    }),
    "orders.updateLineItem": ({ open, jug }) => ({
      id: open.id,
      lineItem: { id: jug, productName: { original: "Pitcher" } },
    }),
    "orders.addActivity": ({ open }) => ({
      id: open.id,
      activity: { merchantComment: { message: "Ready" } },
    }),
    "orders.addActivities": ({ open }) => ({
      orderId: open.id,
      orderActivities: [{ activityType: "MERCHANT_COMMENT", merchantComment: { message: "Ready" } }],
    }),
    "orders.updateActivity": ({ open, activityId }) => ({
      id: open.id,
      activityId,
      activity: { merchantComment: { message: "Wrap it twice" } },
    }),
    "orders.removeActivity": ({ open, activityId }) => ({ id: open.id, activityId }),
    "orders.cancel": ({ paid }) => ({ id: paid.id, restockAllItems: true }),
    "orders.updateStatus": ({ waiting }) => ({ orderId: waiting.id, status: "APPROVED" }),
    "orders.aggregate": () => ({
      filter: { status: "APPROVED" },
      aggregation: { byPayment: { $count: "paymentStatus" }, sold: { $sum: "priceSummary.total.amount" } },
    }),
    "orders.bulkUpdateTags": ({ open }) => ({
      orderIds: [open.id],
      assignTags: { tags: { tagIds: ["vip"] } },
    }),
    "orderTransactions.get": ({ paid }) => ({ orderId: paid.id }),
    "orderTransactions.list": ({ paid, authorized }) => ({ orderIds: [paid.id, authorized.id] }),
    "orderTransactions.addPayments": ({ open }) => ({
      orderId: open.id,
      payments: [
        { amount: price("31.50"), regularPaymentDetails: { offlinePayment: true }, createdDate: today },
      ],
    }),
    "orderTransactions.updateStatus": ({ waiting, waitingPayment }) => ({
      orderId: waiting.id,
      paymentId: waitingPayment,
      status: "APPROVED",
    }),
    "orderTransactions.bulkUpdateStatus": ({ waiting, waitingPayment }) => ({
      paymentAndOrderIds: [{ orderId: waiting.id, paymentId: waitingPayment }],
      status: "APPROVED",
      returnFullEntity: true,
    }),
    "orderTransactions.updateRefund": ({ paid, refundId, paidPayment }) => ({
      orderId: paid.id,
      refundId,
      transaction: { paymentId: paidPayment, refundStatus: "SUCCEEDED" },
    }),
    "orderTransactions.updatePayments": ({ paid, paidPayment }) => ({
      orderId: paid.id,
      payments: [{ payment: { id: paidPayment, refundDisabled: true } }],
    }),
    "orderBilling.charge": ({ paid }) => ({ orderId: paid.id, regularCharge: { amount: price("5.00") } }),
    "orderBilling.chargeMemberships": ({ open, jug }) => ({
      orderId: open.id,
      memberId: guid,
      memberships: [membership(jug)],
    }),
    "orderBilling.redeemGiftCard": ({ open, giftCard }) => ({
      orderId: open.id,
      giftCardCode: giftCard,
      amount: price("5.00"),
      currency: "USD",
    }),
    "orderBilling.authorizeSaved": ({ paid }) => ({
      orderId: paid.id,
      amount: price("5.00"),
      currency: "USD",
      delayedCaptureSettings: { scheduledAction: "CAPTURE", delayDuration: { count: 2, unit: "DAYS" } },
    }),
    "orderBilling.capture": ({ authorized, authorizedPayment }) => ({
      orderId: authorized.id,
      payments: [{ paymentId: authorizedPayment }],
    }),
    "orderBilling.void": ({ authorized, authorizedPayment }) => ({
      orderId: authorized.id,
      paymentIds: [authorizedPayment],
    }),
    "orderBilling.refundability": ({ paid }) => ({ orderId: paid.id }),
    "orderBilling.calculateRefund": ({ open, cup }) => ({
      orderId: open.id,
      refundItems: { lineItems: [{ lineItemId: cup, quantity: 1 }], shipping: {} },
    }),
    "orderBilling.refund": ({ paid, paidPayment }) => ({
      orderId: paid.id,
      paymentRefunds: [{ paymentId: paidPayment, amount: price("1.00") }],
    }),
    "orderBilling.voidMemberships": ({ member, memberPayment }) => ({
      orderId: member.id,
      paymentIds: [memberPayment],
    }),
    "orderBilling.generateReceipts": ({ paid, paidPayment }) => ({
      orderId: paid.id,
      paymentIds: [paidPayment],
    }),
    "orderFulfillments.get": ({ open }) => ({ orderId: open.id }),
    "orderFulfillments.list": ({ open, paid }) => ({ orderIds: [open.id, paid.id] }),
    "orderFulfillments.create": ({ open, jug }) => ({
      orderId: open.id,
      fulfillment: { lineItems: [{ id: jug }], trackingInfo: { trackingNumber: "PT1" } },
    }),
    "orderFulfillments.update": ({ open, fulfillmentId }) => ({
      orderId: open.id,
      fulfillment: { id: fulfillmentId, trackingInfo: { trackingNumber: "PT2" } },
    }),
    "orderFulfillments.remove": ({ open, fulfillmentId }) => ({ orderId: open.id, fulfillmentId }),
    "orderFulfillments.bulkCreate": ({ open, jug }) => ({
      ordersWithFulfillments: [{ orderId: open.id, fulfillments: [{ lineItems: [{ id: jug }] }] }],
    }),
    "orderInvoices.list": ({ open }) => ({ orderIds: [open.id] }),
    "orderInvoices.generate": ({ open }) => ({ orderId: open.id }),
    "orderInvoices.bulkGenerate": ({ open, paid }) => ({ orderIds: [open.id, paid.id] }),
    "orderInvoices.add": ({ open }) => ({ orderId: open.id, invoiceInfo: { id: "INV-1", appId: app } }),
    "orderPaymentRequests.create": ({ open }) => ({
      orderPaymentRequest: { orderId: open.id, amount: price("5.00"), title: "A part" },
    }),
    "orderPaymentRequests.bulkCreate": ({ open }) => ({
      orderPaymentRequests: [{ orderId: open.id, amount: price("5.00"), title: "A part" }],
      returnEntity: true,
    }),
    "orderPaymentRequests.get": ({ request }) => ({ orderPaymentRequestId: request.id }),
    "orderPaymentRequests.update": ({ request }) => ({
      orderPaymentRequest: { id: request.id, title: "What is left" },
    }),
    "orderPaymentRequests.remove": ({ request }) => ({ orderPaymentRequestId: request.id }),
    "orderPaymentRequests.query": ({ open }) => ({ query: { filter: { orderId: open.id } } }),
    "orderPaymentRequests.url": ({ request }) => ({ orderPaymentRequestId: request.id }),
    "orderPaymentRequests.updateExtendedFields": ({ request }) => ({
      id: request.id,
      namespace: "notes",
      namespaceData: { by: "Ada" },
    }),
    "orderPaymentRequests.void": ({ request }) => ({ orderPaymentRequestId: request.id }),
    "orderPaymentRequests.charge": ({ request }) => ({ orderPaymentRequestId: request.id }),
    "draftOrders.create": ({ paid: _ }) => ({ draftOrder: { customLineItems: [jug] } }),
    "draftOrders.createEmpty": () => ({}),
    "draftOrders.addLineItems": ({ edit }) => ({ draftOrderId: edit.id, customLineItems: [cup] }),
    "draftOrders.updateLineItems": ({ draft, draftLine }) => ({
      draftOrderId: draft.id,
      lineItemChanges: [{ lineItemId: draftLine, newQuantity: 2 }],
    }),
    "draftOrders.setDeposit": ({ draft }) => ({
      draftOrderId: draft.id,
      depositDetails: { amount: price("5.00") },
    }),
    "draftOrders.setDiscounts": ({ draft, discountId }) => ({
      draftOrderId: draft.id,
      discounts: [{ id: discountId, applied: false }],
    }),
    "draftOrders.createDiscounts": ({ draft }) => ({
      draftOrderId: draft.id,
      discounts: [{ discountType: "GLOBAL", priceAmount: price("1.00") }],
    }),
    "draftOrders.removeDiscounts": ({ draft, discountId }) => ({
      draftOrderId: draft.id,
      discountIds: [discountId],
    }),
    "draftOrders.setFees": ({ draft, feeId }) => ({
      draftOrderId: draft.id,
      additionalFees: [{ id: feeId, applied: false }],
    }),
    "draftOrders.createFees": ({ draft }) => ({
      draftOrderId: draft.id,
      customAdditionalFees: [{ name: "Insurance", price: price("2.00") }],
    }),
    "draftOrders.removeFees": ({ draft, feeId }) => ({
      draftOrderId: draft.id,
      customAdditionalFees: [feeId],
    }),
    "draftOrders.setShipping": ({ edit }) => ({
      draftOrderId: edit.id,
      shippingInfo: { title: "Express", cost: { price: price("9.00") } },
    }),
    "draftOrders.setBuyer": ({ edit }) => ({
      draftOrderId: edit.id,
      buyerInfo: { email: "grace@example.com" },
    }),
    "draftOrders.setRecipient": ({ edit }) => ({ draftOrderId: edit.id, recipientInfo: shippingInfo }),
    "draftOrders.setBilling": ({ edit }) => ({ draftOrderId: edit.id, billingInfo: shippingInfo }),
    "draftOrders.get": ({ draft }) => ({ draftOrderId: draft.id }),
    "draftOrders.draftability": ({ open }) => ({ orderId: open.id }),
    "draftOrders.commit": ({ edit }) => ({ draftOrderId: edit.id, reason: "As asked" }),
    "draftOrders.createOrder": ({ draft }) => ({ draftOrderId: draft.id }),
    "draftOrders.remove": ({ draft }) => ({ draftOrderId: draft.id }),
    "draftOrders.query": () => ({ query: { filter: { status: "DRAFT" } } }),
    "draftOrders.updateExtendedFields": ({ draft }) => ({
      id: draft.id,
      namespace: "notes",
      namespaceData: { by: "Ada" },
    }),
    "draftOrders.setTaxExemption": ({ draft }) => ({ draftOrderId: draft.id, taxExempt: true }),
    "draftOrders.setBusinessLocation": ({ draft }) => ({
      draftOrderId: draft.id,
      businessLocation: { id: guid },
    }),
    "ordersSettings.get": () => ({}),
    "ordersSettings.update": () => ({ ordersSettings: { inventoryUpdateTrigger: "ON_ORDER_PAID" } }),
  },
});
