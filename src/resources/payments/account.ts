import { amountText, type Decimal, decimal, moneyText, sum } from "../../kernel/money.ts";

/** What is done with authorized money: it is taken, or let go. */
export type Aim = "capture" | "void";

/**
 * How an authorized payment stands. AUTHORIZED, CAPTURE_FAILED and VOID_FAILED can be captured and voided; CAPTURING and
 * VOIDING were accepted and are not settled; any other text is the platform's own status.
 */
export type HoldState =
  | "AUTHORIZED"
  | "CAPTURE_FAILED"
  | "VOID_FAILED"
  | "CAPTURING"
  | "VOIDING"
  | "CAPTURED"
  | "VOIDED"
  | (string & {});

/** One payment that was authorized, whatever has become of it. */
export interface Hold {
  /** The payment's id. */
  id: string;
  /** Decimal text in the account's currency. */
  amount: string;
  state: HoldState;
  /** ISO text. */
  authorizedAt?: string;
  /** What happens by itself, and when (ISO text). */
  scheduled?: { action: Aim; at: string };
  /** The provider's code for what failed last. */
  failure?: string;
}

/** An order, as far as authorized money goes. */
export interface Account {
  id: string;
  /** What people call it: `10007`. */
  number: string;
  currency: string;
  customer?: string;
  /** Its payment status in the platform's words, for orders that have nothing to capture. */
  status?: string;
  holds: readonly Hold[];
  /** The request that showed this. */
  requestId?: string;
}

/** Where authorized money is looked at and moved: orders of a store, ticket orders of an event. */
export interface PaymentDesk {
  /** In sentences: `order`. */
  readonly noun: string;
  /** How many are read in one call. */
  readonly page: number;
  /** Those that the references (ids or numbers, at most `page`) name, in the same order; all of them where several fit. */
  find(references: readonly string[]): Promise<{ accounts: Account[][]; requestId?: string }>;
  /** All that hold authorized money, page by page. */
  authorized(): AsyncIterable<Account[]>;
  /** The present payments by account id (at most `page`); one that is not there is missing. */
  holds(ids: readonly string[]): Promise<{ holds: Map<string, readonly Hold[]>; requestId?: string }>;
  /** Makes the one call that moves these payments, all or none. Resolves with how the account's payments stand then. */
  move(
    aim: Aim,
    id: string,
    paymentIds: readonly string[],
  ): Promise<{ holds: readonly Hold[] | undefined; requestId?: string }>;
}

const movable: ReadonlySet<string> = new Set(["AUTHORIZED", "CAPTURE_FAILED", "VOID_FAILED"]);

/** The payments that can be captured or voided now. */
export function openHolds(holds: readonly Hold[]): Hold[] {
  return holds.filter(({ state }) => movable.has(state));
}

/** The exact sum of payments as decimal text with all digits of the currency. */
export function totalOf(holds: readonly Hold[], currency: string): string {
  return moneyText(sum(holds.map(({ amount }) => decimal(amount))), currency);
}

/** Sums by currency, in the order in which the currencies came. */
export class Totals {
  readonly #sums = new Map<string, Decimal>();

  add(amount: string, currency: string): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? decimal("0")).plus(decimal(amount)));
  }

  /** Currency and exact sum. */
  entries(): [currency: string, sum: Decimal][] {
    return [...this.#sums];
  }

  /** As machines read it: `[{ currency: "USD", amount: "261.00" }]`. */
  records(): { currency: string; amount: string }[] {
    return this.entries().map(([currency, sum]) => ({ currency, amount: amountWith(sum, currency) }));
  }

  /** As people read and type it: `261.00 USD, 1200 JPY`. */
  words(): string {
    return this.records()
      .map(({ currency, amount }) => `${amount} ${currency}`)
      .join(", ");
  }
}

/** All digits of the currency; more where an amount has more. */
function amountWith(sum: Decimal, currency: string): string {
  const text = moneyText(sum, currency);
  return decimal(text).eq(sum) ? text : amountText(sum);
}
