import type { OrderPaid } from "../services/orders/place.ts";

/** An order of the demo shop with its later history. */
export interface DemoOrder {
  buyer: { first: string; last: string; email: string };
  address: { country: string; city: string; postalCode: string; addressLine: string };
  /** Days before the seed date. */
  age: number;
  /** Product slug and quantity. */
  items: readonly (readonly [slug: string, units: number])[];
  shipping: string;
  payment: OrderPaid;
  channel?: string;
  history?: readonly Step[];
}

/** A step in the history of an order; `age` is in days before the seed date. */
export type Step =
  | { age: number; ship: "all" | number; tracking?: string }
  | { age: number; refund: string | "all" }
  | { age: number; action: "cancel" | "void" | "capture" };

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
export const demoOrders: readonly DemoOrder[] = [
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
