import { decimal, moneyText, sum } from "../../kernel/money.ts";

/** An action on authorized payments: capture charges the buyer, void releases the authorization. */
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
  /** The action that the platform performs automatically, and its time as ISO text. */
  scheduled?: { action: PaymentAction; at: string };
  /** The payment provider's code for the last failure. */
  failure?: string;
}

/** An order or ticket order with its authorized payments. */
export interface PaymentOrder {
  id: string;
  /** The order number: `10007`. */
  number: string;
  currency: string;
  customer?: string;
  /** The platform's payment status, for orders that have nothing to capture. */
  status?: string;
  /** Undefined if the platform did not return them. */
  authorizations: readonly Authorization[] | undefined;
  /** The request that returned this. */
  requestId?: string;
}

/** Reads, captures and voids authorized payments: of store orders, or of ticket orders. */
export interface PaymentGateway {
  /** The singular in sentences: `order`, `ticket order`. */
  readonly itemName: string;
  /** The maximum number of orders per request. */
  readonly pageSize: number;
  /** Returns the orders that each reference (id or number, at most `pageSize`) matches, in the same order. */
  find(references: readonly string[]): Promise<{ orders: PaymentOrder[][]; requestId?: string }>;
  /** Yields all orders with authorized payments, page by page. */
  authorized(): AsyncIterable<PaymentOrder[]>;
  /** Returns the present payments by order id (at most `pageSize`), without orders that do not exist. */
  authorizations(
    ids: readonly string[],
  ): Promise<{ authorizations: Map<string, readonly Authorization[]>; requestId?: string }>;
  /** Captures or voids these payments, all or none, in one request. Returns their new states. */
  perform(
    action: PaymentAction,
    id: string,
    paymentIds: readonly string[],
  ): Promise<{ authorizations: readonly Authorization[] | undefined; requestId?: string }>;
}

const open: ReadonlySet<string> = new Set(["AUTHORIZED", "CAPTURE_FAILED", "VOID_FAILED"]);

/** Returns the payments that can be captured or voided now. */
function openAuthorizations(authorizations: readonly Authorization[]): Authorization[] {
  return authorizations.filter(({ state }) => open.has(state));
}

/** Returns the exact sum of payments as decimal text with all digits of the currency. */
export function authorizedTotal(authorizations: readonly Authorization[], currency: string): string {
  return moneyText(sum(authorizations.map(({ amount }) => decimal(amount))), currency);
}

/** The result for one order, as scripts read it. */
export type PaymentResult =
  | "captured"
  | "already_captured"
  | "voided"
  | "already_voided"
  | "not_capturable"
  | "not_voidable"
  | "not_found"
  | "failed"
  | "unknown";

/** The states and results of each action. */
export const actions = {
  capture: {
    title: "Capture",
    running: "CAPTURING",
    failed: "CAPTURE_FAILED",
    target: "CAPTURED",
    done: "captured",
    already: "already_captured",
    ineligible: "not_capturable",
    opposite: "void",
  },
  void: {
    title: "Void",
    running: "VOIDING",
    failed: "VOID_FAILED",
    target: "VOIDED",
    done: "voided",
    already: "already_voided",
    ineligible: "not_voidable",
    opposite: "capture",
  },
} as const;

/** Whether an action can be performed on an order: on which payments, or why not. */
export type Eligibility =
  | { is: "eligible" | "already"; authorizations: readonly Authorization[] }
  | { is: "ineligible" | "unknown"; reason: string; code: string };

/** Decides from the state of its payments what an action can do with an order. */
export function eligibilityOf(
  { authorizations, status }: Pick<PaymentOrder, "authorizations" | "status">,
  action: PaymentAction,
): Eligibility {
  if (authorizations === undefined)
    return { is: "unknown", reason: "the platform did not return its payments", code: "NOT_READ" };
  const open = openAuthorizations(authorizations);
  if (open.length > 0) return { is: "eligible", authorizations: open };
  const withState = (state: string) =>
    authorizations.filter((authorization) => authorization.state === state);
  const { target, running, opposite } = actions[action];
  if (withState(running).length > 0) {
    const reason = `a ${action} was accepted before and is not settled yet`;
    return { is: "unknown", reason, code: "PENDING" };
  }
  const other = actions[opposite].running;
  if (withState(other).length > 0) {
    const reason = `a ${opposite} was accepted before and is not settled yet`;
    return { is: "ineligible", reason, code: other };
  }
  const done = withState(target);
  if (done.length > 0) return { is: "already", authorizations: done };
  if (withState("VOIDED").length > 0)
    return { is: "ineligible", reason: "its authorization was voided", code: "VOIDED" };
  if (withState("CAPTURED").length > 0)
    return { is: "ineligible", reason: "it was captured", code: "CAPTURED" };
  const state = authorizations[0]?.state ?? status;
  const reason = `it has no authorized payment${state === undefined ? "" : ` (payment status ${state})`}`;
  return { is: "ineligible", reason, code: "NOT_AUTHORIZED" };
}
