import { decimal, moneyText, sum } from "../../kernel/money.ts";

/** What can be done with an authorized payment: capture takes the money, void releases it. */
export type PaymentAction = "capture" | "void";

/**
 * State of an authorized payment. AUTHORIZED, CAPTURE_FAILED and VOID_FAILED can be captured and voided; CAPTURING and
 * VOIDING were accepted and are not settled; any other text is a status of the platform.
 */
export type AuthorizationState =
  | "AUTHORIZED"
  | "CAPTURE_FAILED"
  | "VOID_FAILED"
  | "CAPTURING"
  | "VOIDING"
  | "CAPTURED"
  | "VOIDED"
  | (string & {});

/** A payment that was authorized, whatever its state is now. */
export interface Authorization {
  /** The payment's id. */
  id: string;
  /** Decimal text in the order's currency. */
  amount: string;
  state: AuthorizationState;
  /** ISO text. */
  authorizedAt?: string;
  /** What the platform will do automatically, and when (ISO text). */
  scheduled?: { action: PaymentAction; at: string };
  /** The payment provider's code for the last failure. */
  failure?: string;
}

/** An order or ticket order with its authorized payments. */
export interface PaymentOrder {
  id: string;
  /** The number that people use: `10007`. */
  number: string;
  currency: string;
  customer?: string;
  /** The platform's payment status, for orders that have nothing to capture. */
  status?: string;
  authorizations: readonly Authorization[];
  /** The request that returned this. */
  requestId?: string;
}

/** Reads, captures and voids authorized payments: of store orders, or of ticket orders. */
export interface PaymentGateway {
  /** What one is called in sentences: `order`, `ticket order`. */
  readonly itemName: string;
  /** How many one request reads. */
  readonly pageSize: number;
  /** Returns the orders that each reference (id or number, at most `pageSize`) matches, in the same order. */
  find(references: readonly string[]): Promise<{ orders: PaymentOrder[][]; requestId?: string }>;
  /** Yields all orders with authorized money, page by page. */
  authorized(): AsyncIterable<PaymentOrder[]>;
  /** Returns the present payments by order id (at most `pageSize`), without orders that do not exist. */
  authorizations(
    ids: readonly string[],
  ): Promise<{ authorizations: Map<string, readonly Authorization[]>; requestId?: string }>;
  /** Makes the one request that captures or voids these payments, all or none. Returns their state afterwards. */
  perform(
    action: PaymentAction,
    id: string,
    paymentIds: readonly string[],
  ): Promise<{ authorizations: readonly Authorization[] | undefined; requestId?: string }>;
}

const open: ReadonlySet<string> = new Set(["AUTHORIZED", "CAPTURE_FAILED", "VOID_FAILED"]);

/** Returns the payments that can be captured or voided now. */
export function openAuthorizations(authorizations: readonly Authorization[]): Authorization[] {
  return authorizations.filter(({ state }) => open.has(state));
}

/** Returns the exact sum of payments as decimal text with all digits of the currency. */
export function totalOf(authorizations: readonly Authorization[], currency: string): string {
  return moneyText(sum(authorizations.map(({ amount }) => decimal(amount))), currency);
}
