/** What is read by itself. */
export type FigurePart = "sales" | "stock" | "tickets" | "abandoned";

/** Why a part could not be read. */
export interface FigureError {
  readonly part: FigurePart;
  readonly message: string;
  readonly hint?: string | undefined;
  /** When what is shown in its place was read, in milliseconds since 1970. */
  readonly at?: number;
}

/**
 * What a shop did lately, as `till dashboard` shows it. Amounts are exact decimal text. A part is null where it could not
 * be read (then `errors` says why) and where nobody asked for it.
 */
export interface Figures {
  /** The zone whose days are meant, and the first and the last of them: `2030-05-01`. */
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  /** One for each currency, the one with most orders first. */
  readonly sales: readonly Sales[] | null;
  /** The most sold first; part of the sales. */
  readonly products: readonly SoldProduct[] | null;
  readonly stock: Stock | null;
  readonly tickets: Tickets | null;
  readonly abandoned: readonly Abandoned[] | null;
  /** Absent where nothing went wrong. */
  readonly errors?: readonly FigureError[];
}

export interface Stock {
  readonly soldOut: number;
  readonly low: number;
  /** The emptiest first. */
  readonly alerts: readonly StockAlert[];
}

export interface Tickets {
  /** Of the kinds that are on sale. */
  readonly sold: number;
  /** Kinds of tickets whose sale is not over; the fullest first. */
  readonly kinds: readonly TicketSales[];
  /** What all events have sold so far, by currency. */
  readonly revenue: readonly TicketRevenue[];
}

/** What guests paid, and what is left of it after fees. */
export interface TicketRevenue {
  readonly currency: string;
  readonly tickets: number;
  readonly orders: number;
  readonly total: string;
  readonly revenue: string;
}

/** Approved orders of one currency. What was given back is a part of the revenue, and is also told by itself. */
export interface Sales {
  readonly currency: string;
  readonly orders: number;
  readonly revenue: string;
  readonly refunded: string;
  /** Every day, also those without an order, the oldest first. */
  readonly days: readonly { readonly day: string; readonly orders: number; readonly revenue: string }[];
}

export interface SoldProduct {
  readonly product: string;
  readonly units: number;
  readonly revenue: string;
  readonly currency: string;
}

export interface StockAlert {
  readonly product: string;
  readonly variant: string;
  readonly sku: string;
  /** 0 where it is marked as sold out without being counted. */
  readonly quantity: number;
}

export interface TicketSales {
  readonly event: string;
  readonly ticket: string;
  readonly sold: number;
  /** Null where any number is sold. */
  readonly capacity: number | null;
}

/** Checkouts of one currency that were left on these days. */
export interface Abandoned {
  readonly currency: string;
  readonly open: number;
  readonly openValue: string;
  readonly recovered: number;
  readonly recoveredValue: string;
}
