import { storesAppId } from "../../api/models/app-ids.ts";
import { amountFromJson, amountText, decimal, sum } from "../../kernel/money.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
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
import { seedTx } from "./seed-tx.ts";

/**
 * Adds the orders of the demo shop in every status, numbered from 10001; three authorized ones are older than two days.
 * The same seed and clock give the same ids. Emits no events and leaves stock unchanged.
 */
export function seedOrders(tx: StoreTx): void {
  for (const [index, demo] of demoOrders.entries()) {
    const name = `demo order ${index + 1}`;
    const order = placeOrder(seedTx(tx, name, { age: demo.age }), draftOf(tx, demo));
    if (demo.tip) setTip(seedTx(tx, `${name} tip`, { age: demo.age }), order.id, tipOf(demo.tip));
    for (const [number, step] of (demo.history ?? []).entries())
      applyStep(seedTx(tx, `${name} step ${number + 1}`, { age: step.age }), order, step);
  }
}

const tipOf = ([name, amount]: readonly [string, string]) => ({
  amount,
  distributions: [{ staff: { name }, amount }],
});

function draftOf(tx: StoreTx, { buyer, address, items, shipping, payment, channel }: DemoOrder): OrderDraft {
  const contactDetails = { firstName: buyer.first, lastName: buyer.last };
  const person = { address, contactDetails };
  return {
    lineItems: items.map(([slug, quantity]) => ({ ...orderItemOf(tx, slug), quantity })),
    buyerInfo: { email: buyer.email },
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
  const seed = tx.setting("seed") ?? "";
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
  buyer: { first: string; last: string; email: string };
  address: { country: string; city: string; postalCode: string; addressLine: string };
  /** Days before the seed date. */
  age: number;
  /** Product slug and quantity. */
  items: readonly (readonly [slug: string, units: number])[];
  shipping: string;
  payment: OrderPaid;
  channel?: string;
  /** A tip for a staff member: name and amount. */
  tip?: readonly [staff: string, amount: string];
  history?: readonly Step[];
}

/** A step in the history of an order; `age` is in days before the seed date. */
type Step =
  | { age: number; ship: "all" | number; tracking?: string }
  | { age: number; refund: string | "all" }
  | { age: number; action: "cancel" | "void" };

const visa = { brand: "VISA", lastFourDigits: "4242" };
const mastercard = { brand: "MASTERCARD", lastFourDigits: "4444" };
const lisbon = { country: "PT", city: "Lisboa", postalCode: "1100-053", addressLine: "Rua Augusta 24" };
const graz = { country: "AT", city: "Graz", postalCode: "8010", addressLine: "Herrengasse 16" };
const boston = { country: "US", city: "Boston", postalCode: "02108", addressLine: "12 Beacon Street" };

const buyer = (first: string, last: string) => ({
  first,
  last,
  email: `${first}.${last}@example.com`.toLowerCase(),
});

/** Orders in every order, payment and fulfillment status, oldest first. */
const demoOrders: readonly DemoOrder[] = [
  {
    buyer: buyer("Rosa", "Almeida"),
    address: lisbon,
    age: 12,
    items: [
      ["stoneware-mug", 2],
      ["serving-bowl", 1],
    ],
    shipping: "6.50",
    payment: { outcome: "approved", card: visa, saved: true },
    history: [{ age: 11, ship: "all", tracking: "PT1000200030" }],
  },
  {
    buyer: buyer("Jonas", "Brandt"),
    address: graz,
    age: 10,
    items: [["stoneware-mug", 4]],
    shipping: "6.50",
    payment: { outcome: "approved", card: mastercard },
    history: [
      { age: 9, ship: "all", tracking: "AT5550001" },
      { age: 3, refund: "20.00" },
    ],
  },
  {
    buyer: buyer("Maya", "Okafor"),
    address: boston,
    age: 9,
    items: [["serving-bowl", 1]],
    shipping: "0.00",
    payment: { outcome: "approved", card: visa },
    history: [
      { age: 8, refund: "all" },
      { age: 8, action: "cancel" },
    ],
  },
  {
    buyer: buyer("Timo", "Laine"),
    address: graz,
    age: 8,
    items: [["serving-bowl", 2]],
    shipping: "6.50",
    payment: { outcome: "authorized", card: visa },
    history: [{ age: 7.5, action: "void" }],
  },
  {
    buyer: buyer("Elif", "Demir"),
    address: lisbon,
    age: 6,
    items: [
      ["stoneware-mug", 3],
      ["serving-bowl", 2],
    ],
    shipping: "6.50",
    payment: { outcome: "approved", amount: "40.00", card: visa, saved: true },
    history: [{ age: 5, ship: 1, tracking: "PT1000200077" }],
  },
  {
    buyer: buyer("Nils", "Ekberg"),
    address: boston,
    age: 5,
    items: [["serving-bowl", 1]],
    shipping: "12.00",
    payment: { outcome: "authorized", card: visa },
  },
  {
    buyer: buyer("Pia", "Conti"),
    address: lisbon,
    age: 4,
    items: [["stoneware-mug", 6]],
    shipping: "6.50",
    payment: {
      outcome: "authorized",
      card: mastercard,
      delayedCapture: { scheduledAction: "CAPTURE", delayDuration: { count: 6, unit: "DAYS" } },
    },
  },
  {
    buyer: buyer("Otto", "Weiss"),
    address: graz,
    age: 3,
    items: [["stoneware-mug", 1]],
    shipping: "6.50",
    payment: { outcome: "authorized", card: visa },
  },
  {
    buyer: buyer("Lena", "Vogt"),
    address: graz,
    age: 2.5,
    items: [["serving-bowl", 3]],
    shipping: "6.50",
    payment: { outcome: "declined", card: { brand: "VISA", lastFourDigits: "0002" } },
  },
  {
    buyer: buyer("Sam", "Porter"),
    address: boston,
    age: 2,
    items: [["stoneware-mug", 2]],
    shipping: "0.00",
    payment: { outcome: "approved", card: visa },
    channel: "POS",
    tip: ["Ada Lind", "4.00"],
  },
  {
    buyer: buyer("Iris", "Novak"),
    address: graz,
    age: 1.5,
    items: [["serving-bowl", 1]],
    shipping: "6.50",
    payment: { outcome: "pending", card: visa },
  },
  {
    buyer: buyer("Hugo", "Martin"),
    address: lisbon,
    age: 1,
    items: [
      ["stoneware-mug", 1],
      ["serving-bowl", 1],
    ],
    shipping: "6.50",
    payment: { outcome: "offline" },
  },
  {
    buyer: buyer("Noor", "Haddad"),
    address: boston,
    age: 0.5,
    items: [["stoneware-mug", 2]],
    shipping: "12.00",
    payment: { outcome: "authorized", card: visa },
  },
  {
    buyer: buyer("Ada", "Kowal"),
    address: lisbon,
    age: 0.1,
    items: [["stoneware-mug", 1]],
    shipping: "6.50",
    payment: { outcome: "approved", card: mastercard },
  },
];
