import type { TicketDefinitionV3 } from "../../api/services/tickets/ticket-definitions.ts";

/** A ticket definition of a demo event. Prices are decimal text in the shop's currency. */
export interface DemoTicket
  extends Pick<TicketDefinitionV3, "name" | "description" | "policyText" | "initialLimit" | "hidden"> {
  /** Slug of the event. */
  event: string;
  price?: string;
  /** Minimum of a guest-defined price. */
  minimumPrice?: string;
  feeType?: string;
  /** Sale period in days relative to the seed date. */
  saleDays?: readonly [from: number, to: number];
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
  {
    event: "raku-night",
    name: "Kiln fund",
    minimumPrice: "5",
    description: "Helps to pay for the next kiln.",
  },
  { event: "raku-night", name: "Late seats", price: "75", initialLimit: 4, saleDays: [7, 21] },
  { event: "raku-night", name: "Crew", price: "0", initialLimit: 6, hidden: true },
  { event: "winter-tasting", name: "Seat", price: "29", initialLimit: 16, saleDays: [-60, -31] },
  { event: "guild-dinner", name: "Dinner", price: "45", initialLimit: 30 },
];

/** A ticket order for the raku night. */
export interface DemoTicketOrder {
  first: string;
  last: string;
  /** Quantities by ticket name. */
  items: Readonly<Record<string, number>>;
  payment: string;
  /** Number of checked-in tickets. */
  checkedIn?: number;
  archived?: true;
}

export const demoTicketOrders: readonly DemoTicketOrder[] = [
  { first: "Mira", last: "Lindqvist", items: { "Two bowls": 2 }, payment: "approved", checkedIn: 2 },
  {
    first: "Jonas",
    last: "Okafor",
    items: { "Two bowls": 1, Onlooker: 1 },
    payment: "approved",
    checkedIn: 1,
  },
  { first: "Petra", last: "Holm", items: { Onlooker: 3 }, payment: "authorized" },
  { first: "Tomas", last: "Reis", items: { "Two bowls": 1 }, payment: "offline" },
  { first: "Yuki", last: "Mori", items: { Onlooker: 2 }, payment: "pending" },
  { first: "Ines", last: "Costa", items: { "Two bowls": 2 }, payment: "partially_paid" },
  { first: "Omar", last: "Haddad", items: { Onlooker: 1 }, payment: "declined" },
  { first: "Lena", last: "Vogt", items: { Onlooker: 1 }, payment: "canceled" },
  { first: "Sam", last: "Ekberg", items: { Crew: 1 }, payment: "approved", archived: true },
];

/** An RSVP to the studio's open day. */
interface DemoRsvp {
  first: string;
  last: string;
  status: "YES" | "NO";
  checkedIn?: true;
}

export const demoRsvps: readonly DemoRsvp[] = [
  { first: "Mira", last: "Lindqvist", status: "YES", checkedIn: true },
  { first: "Anton", last: "Berg", status: "YES" },
  { first: "Freja", last: "Dahl", status: "YES" },
  { first: "Nils", last: "Kessler", status: "NO" },
  { first: "Aiko", last: "Tanaka", status: "YES" },
];
