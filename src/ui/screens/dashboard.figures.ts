/** What a shop did lately, as `till dashboard` shows it. Amounts are exact decimal text. */
export interface Figures {
  /** The zone whose days are meant, and the first and the last of them: `2030-05-01`. */
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  /** One for each currency, the one with most orders first. */
  readonly sales: readonly Sales[];
  /** The most sold first. */
  readonly products: readonly SoldProduct[];
  readonly stock: {
    readonly soldOut: number;
    readonly low: number;
    /** The emptiest first. */
    readonly alerts: readonly StockAlert[];
  };
  /** Kinds of tickets whose sale is not over; the fullest first. */
  readonly tickets: { readonly sold: number; readonly kinds: readonly TicketSales[] };
  readonly abandoned: readonly Abandoned[];
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
