/** The parts of the dashboard, which are read separately. */
export type FigurePart = "sales" | "stock" | "tickets" | "abandoned";

/** A part that could not be read. */
export interface FigureError {
  readonly part: FigurePart;
  readonly message: string;
  readonly hint?: string | undefined;
  /** When the earlier figures shown instead were read, in milliseconds since 1970. */
  readonly at?: number;
}

/**
 * The figures of `till dashboard`. Amounts are exact decimal text. A part is null if it could not be read (then
 * `errors` says why) or was not requested.
 */
export interface Figures {
  /** The time zone of the days, and the first and last day: `2030-05-01`. */
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  /** One per currency, the one with the most orders first. */
  readonly sales: readonly Sales[] | null;
  /** Most sold first. */
  readonly products: readonly SoldProduct[] | null;
  readonly stock: Stock | null;
  readonly tickets: Tickets | null;
  readonly abandoned: readonly Abandoned[] | null;
  /** Absent if all parts were read. */
  readonly errors?: readonly FigureError[];
}

export interface Stock {
  readonly soldOut: number;
  readonly low: number;
  /** Lowest quantity first. */
  readonly alerts: readonly StockAlert[];
}

export interface Tickets {
  /** The sales of ticket types that are on sale. */
  readonly sold: number;
  /** Ticket types that are still on sale; highest share sold first. */
  readonly kinds: readonly TicketSales[];
  /** The total sales of all events by currency. */
  readonly revenue: readonly TicketRevenue[];
}

/** Ticket sales, before and after fees. */
export interface TicketRevenue {
  readonly currency: string;
  readonly tickets: number;
  readonly orders: number;
  readonly total: string;
  readonly revenue: string;
}

/** Approved orders of one currency. Revenue includes refunds, which are also listed separately. */
export interface Sales {
  readonly currency: string;
  readonly orders: number;
  readonly revenue: string;
  readonly refunded: string;
  /** Every day, including those without orders, oldest first. */
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
  /** 0 if it is sold out and not tracked. */
  readonly quantity: number;
}

export interface TicketSales {
  readonly event: string;
  readonly ticket: string;
  readonly sold: number;
  /** Null if unlimited. */
  readonly capacity: number | null;
}

/** Abandoned checkouts of one currency. */
export interface Abandoned {
  readonly currency: string;
  readonly open: number;
  readonly openValue: string;
  readonly recovered: number;
  readonly recoveredValue: string;
}
