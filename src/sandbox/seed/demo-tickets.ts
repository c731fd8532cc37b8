import type { TicketDefinitionV3 } from "../../api/services/tickets/models/ticket-definition-v3.ts";

/** A kind of ticket of the demo; prices are decimal text in the shop's currency. */
export interface DemoTicket
  extends Pick<TicketDefinitionV3, "name" | "description" | "policyText" | "initialLimit" | "hidden"> {
  /** The slug of its event. */
  event: string;
  price?: string;
  /** The least that a guest may pay. */
  atLeast?: string;
  feeType?: string;
  /** Days from the day of the seed between which it is sold. */
  on?: readonly [from: number, to: number];
}

export const demoTickets: readonly DemoTicket[] = [
  {
    event: "raku-night",
    name: "Two bowls",
    price: "68",
    initialLimit: 24,
    description: "Glaze and fire two bowls.",
    policyText: "Wear clothes that may get dusty.",
    feeType: "FEE_INCLUDED",
  },
  {
    event: "raku-night",
    name: "Onlooker",
    price: "12.50",
    initialLimit: 20,
    description: "Watch, with a drink.",
    feeType: "FEE_ADDED_AT_CHECKOUT",
  },
  { event: "raku-night", name: "Kiln fund", atLeast: "5", description: "Helps to pay for the next kiln." },
  { event: "raku-night", name: "Late seats", price: "75", initialLimit: 4, on: [7, 21] },
  { event: "raku-night", name: "Crew", price: "0", initialLimit: 6, hidden: true },
  { event: "winter-tasting", name: "Seat", price: "29", initialLimit: 16, on: [-60, -31] },
  { event: "guild-dinner", name: "Dinner", price: "45", initialLimit: 30 },
];

/** What somebody bought for the raku night, and how they paid. */
export interface DemoTicketOrder {
  first: string;
  last: string;
  /** Name of the ticket -> how many. */
  items: Readonly<Record<string, number>>;
  payment: string;
  /** How many of its tickets are checked in. */
  inside?: number;
  archived?: true;
}

export const demoTicketOrders: readonly DemoTicketOrder[] = [
  { first: "Mira", last: "Lindqvist", items: { "Two bowls": 2 }, payment: "approved", inside: 2 },
  { first: "Jonas", last: "Okafor", items: { "Two bowls": 1, Onlooker: 1 }, payment: "approved", inside: 1 },
  { first: "Petra", last: "Holm", items: { Onlooker: 3 }, payment: "authorized" },
  { first: "Tomas", last: "Reis", items: { "Two bowls": 1 }, payment: "offline" },
  { first: "Yuki", last: "Mori", items: { Onlooker: 2 }, payment: "pending" },
  { first: "Ines", last: "Costa", items: { "Two bowls": 2 }, payment: "partially_paid" },
  { first: "Omar", last: "Haddad", items: { Onlooker: 1 }, payment: "declined" },
  { first: "Lena", last: "Vogt", items: { Onlooker: 1 }, payment: "canceled" },
  { first: "Sam", last: "Ekberg", items: { Crew: 1 }, payment: "approved", archived: true },
];

/** What somebody answered to the studio's open day. */
interface DemoRsvp {
  first: string;
  last: string;
  status: "YES" | "NO";
  inside?: true;
}

export const demoRsvps: readonly DemoRsvp[] = [
  { first: "Mira", last: "Lindqvist", status: "YES", inside: true },
  { first: "Anton", last: "Berg", status: "YES" },
  { first: "Freja", last: "Dahl", status: "YES" },
  { first: "Nils", last: "Kessler", status: "NO" },
  { first: "Aiko", last: "Tanaka", status: "YES" },
];
