import { storesAppId } from "../../api/models/app-ids.ts";
import { amountFromJson, amountText, decimal, sum } from "../../kernel/money.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { cancelOrder } from "../orders/change.ts";
import { addFulfillment } from "../orders/fulfillments.ts";
import { type OrderDraft, type OrderPaid, placeOrder } from "../orders/place.ts";
import { orderOf, transactionsOf } from "../orders/store.ts";
import { orders, type StoredOrder } from "../orders/tables.ts";
import { voidPayments } from "../payments/authorized.ts";
import { refundPayments } from "../payments/refunds.ts";
import { products } from "../products/v1/tables.ts";
import { products as productsV3 } from "../products/v3/tables.ts";
import { setTip } from "../tips/tips.ts";
import demoShop from "./demo-shop.json" with { type: "json" };
import { seedTx } from "./seed-tx.ts";

/**
 * Adds the orders of the demo shop in every status, numbered from 10001; three authorized ones are older than two days.
 * The same seed and clock give the same ids. Emits no events and leaves stock unchanged.
 */
export function seedOrders(tx: StoreTx): void {
  for (const [index, demo] of (demoShop.orders as readonly DemoOrder[]).entries()) {
    const { age, tip, history = [] } = demo;
    const name = `demo order ${index + 1}`;
    const order = placeOrder(seedTx(tx, name, { age }), draftOf(tx, demo));
    if (tip) setTip(seedTx(tx, `${name} tip`, { age }), order.id, tipOf(tip));
    for (const [number, step] of history.entries())
      applyStep(seedTx(tx, `${name} step ${number + 1}`, { age: step.age }), order, step);
  }
}

const tipOf = ({ staff, amount }: NonNullable<DemoOrder["tip"]>) => ({
  amount,
  distributions: [{ staff: { name: staff }, amount }],
});

function draftOf(tx: StoreTx, { buyer, address, items, shipping, payment, channel }: DemoOrder): OrderDraft {
  const [firstName = "", lastName = ""] = buyer.split(" ");
  const contactDetails = { firstName, lastName };
  const person = { address, contactDetails };
  return {
    lineItems: Object.entries(items).map(([slug, quantity]) => ({ ...orderItemOf(tx, slug), quantity })),
    buyerInfo: { email: `${buyer.replace(" ", ".").toLowerCase()}@example.com` },
    billingInfo: person,
    recipientInfo: person,
    shippingInfo: {
      title: shipping === "0.00" ? "Pick-up" : "Standard parcel",
      code: shipping === "0.00" ? "pickup" : "standard",
      logistics: { shippingDestination: person, deliveryTime: "2 to 4 days" },
      cost: { price: { amount: shipping } },
    },
    channelInfo: { type: channel ?? "WEB" },
    payment,
    leavesStock: true,
  };
}

/** Returns a product of the demo shop as an order line. */
function orderItemOf(tx: StoreTx, slug: string) {
  if (catalogVersion(tx) === "V3_CATALOG") {
    const product = tx.findBy(productsV3, "slug", slug);
    const amount = product?.actualPriceRange?.minValue?.amount ?? "0";
    return itemOf(product?.id ?? slug, product?.name ?? slug, amount);
  }
  const product = tx.findBy(products, "slug", slug);
  const price = amountFromJson(product?.priceData.discountedPrice ?? 0);
  return itemOf(product?.id ?? slug, product?.name ?? slug, amountText(price));
}

const itemOf = (catalogItemId: string, original: string, amount: string) => ({
  productName: { original },
  catalogReference: { appId: storesAppId, catalogItemId },
  itemType: { preset: "PHYSICAL" },
  price: { amount },
});

function applyStep(tx: StoreTx, { id }: StoredOrder, step: Step): void {
  const order = orderOf(tx, id);
  if ("ship" in step) {
    const lines = step.ship === "all" ? order.lineItems : order.lineItems.slice(0, step.ship);
    const trackingInfo = { trackingNumber: step.tracking ?? null, shippingProvider: "Post" };
    addFulfillment(tx, id, { lineItems: lines.map((line) => ({ id: line.id })), trackingInfo });
  } else if ("refund" in step) {
    const [payment] = transactionsOf(tx, order).payments;
    const amount = step.refund === "all" ? null : { amount: step.refund };
    refundPayments(tx, id, { payments: [{ paymentId: payment?.id ?? "", amount }], reason: "Returned" });
  } else if (step.action === "cancel") cancelOrder(tx, id, {});
  else {
    const ids = transactionsOf(tx, order).payments.map((payment) => payment.id);
    voidPayments(tx, id, ids);
  }
}

/** Age of generated orders in days, so that their authorizations expire four days after the seed date. */
const generatedAge = 3;
const secondsOfDay = 86_400;

/**
 * Adds the generated orders `from` to `to` (1-based, inclusive): authorized three days ago, 5.00 to 104.99, one or two
 * items. The same seed gives the same ids and amounts. Existing ones stay as they are. Emits no events. Returns the
 * number of added orders.
 */
export function seedGeneratedOrders(tx: StoreTx, from: number, to: number): number {
  const seed = tx.setting("seed");
  let added = 0;
  for (let serial = from; serial <= to; serial++) {
    const id = guidOf(seed, "generated order", serial);
    if (tx.get(orders, id) !== undefined) continue;
    const past = seedTx(tx, `generated order ${serial}`, { age: generatedAge + serial / secondsOfDay });
    placeOrder(past, generatedDraft(id, serial));
    added += 1;
  }
  return added;
}

function generatedDraft(id: string, serial: number): OrderDraft {
  const cents = (serial * 7919) % 10_000;
  const amounts =
    serial % 2 === 0 ? [cents + 500] : [Math.floor(cents / 2) + 250, Math.ceil(cents / 2) + 250];
  const prices = amounts.map((amount) => decimal(String(amount)).div(decimal("100")));
  return {
    id,
    lineItems: prices.map((price, index) => ({
      productName: { original: `Sample ${serial}-${index + 1}` },
      quantity: 1,
      itemType: { preset: "PHYSICAL" },
      price: { amount: amountText(price) },
    })),
    priceSummary: { subtotal: { amount: amountText(sum(prices)) } },
    buyerInfo: { email: `buyer-${serial}@example.com` },
    channelInfo: { type: "WEB" },
    payment: { outcome: "authorized" },
    leavesStock: true,
  };
}

/** An order of the demo shop with its later history. */
interface DemoOrder {
  /** First and last name. */
  buyer: string;
  address: { country: string; city: string; postalCode: string; addressLine: string };
  /** Days before the seed date. */
  age: number;
  /** Quantities by product slug. */
  items: Readonly<Record<string, number>>;
  shipping: string;
  payment: OrderPaid;
  channel?: string;
  tip?: { staff: string; amount: string };
  history?: readonly Step[];
}

/** A step in the history of an order; `age` is in days before the seed date. */
type Step =
  | { age: number; ship: "all" | number; tracking?: string }
  | { age: number; refund: string | "all" }
  | { age: number; action: "cancel" | "void" };
