import type { TicketInvoice } from "../../api/services/tickets.ts";
import { amountText, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { memberships } from "../cart/index.ts";
import { couponOf, describeCouponProblem } from "../discounts/index.ts";
import type { StoredEvent } from "../events/index.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { allocate, percentOf, zero } from "../pricing/allocate.ts";
import { couponState } from "../pricing/discounts.ts";
import type { HeldLine } from "./tables.ts";

/** The platform's ticket fee in percent. */
const feeRate = decimal("2.5");

/** An invoice line. */
export interface Priced extends HeldLine {
  feeType: string;
  /** The buyer chose the price. */
  donation: boolean;
}

type TaxSettings = NonNullable<StoredEvent["registration"]["tickets"]>["taxSettings"];

/** Everything that determines the price of tickets. */
export interface InvoiceInput {
  currency: string;
  lines: readonly Priced[];
  tax?: TaxSettings | undefined;
  promotion?: Promotion | undefined;
}

interface Row {
  line: Priced;
  gross: Decimal;
  off: Decimal;
  tax: Decimal;
  taxable: Decimal;
  fee: Decimal;
}

/**
 * Returns the invoice of tickets, with each line rounded to the currency. The fee is a percentage of the discounted price;
 * an included fee reduces the revenue, an added one increases the total, as does a tax that prices do not include.
 */
export function invoiceOf({ currency, lines, tax, promotion }: InvoiceInput): TicketInvoice {
  const money = moneyFormatter(currency);
  const gross = lines.map(({ price, quantity }) =>
    decimal(price?.value ?? "0").times(decimal(String(quantity))),
  );
  const offs = promotion ? promotion.off(lines, gross) : lines.map(() => zero);
  const rows = lines.map((line, index): Row => {
    const [whole, off] = [gross[index] ?? zero, offs[index] ?? zero];
    const net = whole.minus(off);
    const isTaxed = tax && (!line.donation || tax.appliedToDonations);
    const taxable = isTaxed ? net : zero;
    const fee = line.feeType === "NO_FEE" ? zero : roundMoney(percentOf(net, feeRate), currency);
    return { line, gross: whole, off, taxable, tax: taxOf(taxable, tax, currency), fee };
  });
  const total = (pick: (row: Row) => Decimal) => sum(rows.map(pick));
  const added = (type: string) => sum(rows.filter(({ line }) => line.feeType === type).map(({ fee }) => fee));
  const addedTax = tax?.type === "ADDED_AT_CHECKOUT" ? total(({ tax: one }) => one) : zero;
  const subTotal = total((row) => row.gross);
  const off = total((row) => row.off);
  const grandTotal = subTotal.minus(off).plus(addedTax).plus(added("FEE_ADDED_AT_CHECKOUT"));
  const fees = ["FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT"].flatMap((type) => {
    const amount = added(type);
    return amount.gt(zero) ? [feeLine(type, money(amount))] : [];
  });
  const taxLine = (amount: Decimal, taxable: Decimal) => ({
    type: tax?.type === "ADDED_AT_CHECKOUT" ? "ADDED_AT_CHECKOUT" : "INCLUDED",
    name: tax?.name,
    rate: tax?.rate,
    taxable: money(taxable),
    amount: money(amount),
  });
  const discount = (whole: Decimal, amount: Decimal) =>
    promotion?.show(money(amount), money(whole.minus(amount)));
  const wholeDiscount = off.gt(zero) ? discount(subTotal, off) : undefined;
  return {
    items: rows.map((row) => ({
      id: row.line.ticketDefinitionId,
      quantity: row.line.quantity,
      name: row.line.ticketName ?? "",
      price: money(decimal(row.line.price?.value ?? "0")),
      total: money(row.gross),
      discount: row.off.gt(zero) ? discount(row.gross, row.off) : undefined,
      tax: tax ? taxLine(row.tax, row.taxable) : undefined,
      fees: row.fee.gt(zero) ? [feeLine(row.line.feeType, money(row.fee))] : [],
    })),
    total: money(subTotal),
    discount: wholeDiscount,
    tax: tax
      ? taxLine(
          total(({ tax: one }) => one),
          total(({ taxable }) => taxable),
        )
      : undefined,
    subTotal: money(subTotal),
    grandTotal: money(grandTotal),
    fees,
    revenue: money(grandTotal.minus(total(({ fee }) => fee))),
  };
}

/** Formats amounts of a currency with both field names. */
export function moneyFormatter(currency: string) {
  return (amount: Decimal) => {
    const value = amountText(roundMoney(amount, currency));
    return { value, amount: value, currency };
  };
}

const feeLine = (type: string, amount: ReturnType<ReturnType<typeof moneyFormatter>>) => ({
  name: "WIX_FEE",
  type,
  rate: amountText(feeRate),
  amount,
});

function taxOf(taxable: Decimal, tax: TaxSettings, currency: string): Decimal {
  const rate = decimal(tax?.rate ?? "0");
  if (tax?.type === "ADDED_AT_CHECKOUT") return roundMoney(percentOf(taxable, rate), currency);
  return roundMoney(taxable.times(rate).div(rate.plus(decimal("100"))), currency);
}

type Shown = NonNullable<TicketInvoice["discount"]>;
type Money = NonNullable<TicketInvoice["total"]>;

/** A coupon or plan that reduces ticket prices. */
export interface Promotion {
  /** Returns the discount per line for the prices of the lines. */
  off(lines: readonly HeldLine[], gross: readonly Decimal[]): Decimal[];
  /** Returns the invoice fields for the discounted amount and the rest. */
  show(amount: Money, afterDiscount: Money): Shown;
  couponId?: string;
  /** The number of plan credits that it uses. */
  benefit?: { planOrderId: string; quantity: number };
}

/** The requested coupon or plan. */
export interface PromotionRequest {
  couponCode?: string | null | undefined;
  planOrderId?: string | null | undefined;
  memberId?: string | null | undefined;
}

interface Found {
  promotion?: Promotion;
  /** Why it does not apply. */
  error?: { code: string; description: string; status: number };
}

/** Returns the requested coupon or plan, or why it does not apply. */
export function findPromotion(
  tx: Tx,
  { couponCode, planOrderId, memberId }: PromotionRequest,
  lines: readonly HeldLine[],
  currency: string,
): Found {
  if (couponCode) return couponFor(tx, couponCode, lines, currency);
  return planOrderId ? planFor(tx, planOrderId, memberId ?? undefined, lines, currency) : {};
}

/** Returns the requested coupon or plan. Throws PlatformError if it does not apply. */
export function requirePromotion(...args: Parameters<typeof findPromotion>): Promotion | undefined {
  const { promotion, error } = findPromotion(...args);
  if (error) throw new PlatformError(error.status, error.code, error.description, args[1]);
  return promotion;
}

function couponFor(tx: Tx, code: string, lines: readonly HeldLine[], currency: string): Found {
  const coupon = couponOf(tx, code);
  const reject = (error: { code: string; description: string }, status = 400): Found => ({
    error: { ...error, status },
  });
  if (!coupon)
    return reject({ code: "ERROR_COUPON_DOES_NOT_EXIST", description: `There is no coupon "${code}"` }, 404);
  const isNarrow = Boolean(coupon.productIds?.length || coupon.collectionIds?.length);
  const isMeant = ({ ticketDefinitionId }: HeldLine) =>
    !isNarrow || Boolean(coupon.productIds?.includes(ticketDefinitionId));
  const least = decimal(coupon.minimumSubtotal ?? "0");
  const subtotal = sum(lines.filter(isMeant).map(({ subTotal }) => decimal(subTotal?.value ?? "0")));
  const problem =
    couponState(coupon, tx.now) ??
    (coupon.freeShipping || coupon.price || !lines.some(isMeant)
      ? "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS"
      : subtotal.lt(least)
        ? "MIN_SUBTOTAL_NOT_REACHED"
        : undefined);
  if (problem) return reject(describeCouponProblem(coupon, problem));
  const names = { name: coupon.name, code: coupon.code, couponId: coupon.id };
  return {
    promotion: {
      couponId: coupon.id,
      off(all, gross) {
        const meant = all.map((line, index) => (isMeant(line) ? (gross[index] ?? zero) : zero));
        const eligible = coupon.oneItem ? cheapest(all, isMeant) : meant;
        const worth = sum(eligible);
        const off = coupon.percent
          ? percentOf(worth, decimal(coupon.percent))
          : decimal(coupon.amount ?? "0");
        return worth.gt(zero) ? spreadDiscount(roundMoney(off, currency), eligible, currency) : eligible;
      },
      show: (amount, afterDiscount) => ({
        amount,
        afterDiscount,
        ...names,
        discounts: [{ coupon: names, amount }],
      }),
    },
  };
}

/** Returns the discount of a plan, which covers whole tickets within its credits, most expensive first. */
function planFor(
  tx: Tx,
  planOrderId: string,
  memberId: string | undefined,
  lines: readonly HeldLine[],
  currency: string,
): Found {
  const plan = tx.get(memberships, planOrderId);
  const reject = (code: string, description: string, status = 409): Found => ({
    error: { code, description, status },
  });
  if (!plan || (plan.memberId !== memberId && tx.caller.role !== "admin"))
    return reject("PAID_PLAN_NOT_FOUND", `There is no plan ${planOrderId} of this buyer`, 404);
  if (plan.expirationDate && tx.now >= new Date(plan.expirationDate))
    return reject("PAID_PLAN_EXPIRED", `The plan "${plan.name}" expired on ${plan.expirationDate}`);
  const isMeant = ({ ticketDefinitionId }: HeldLine) =>
    !plan.productIds?.length || plan.productIds.includes(ticketDefinitionId);
  const requested = lines.filter(isMeant).reduce((count, { quantity }) => count + quantity, 0);
  if (requested === 0)
    return reject("PAID_PLAN_NOT_APPLICABLE", `The plan "${plan.name}" is for other tickets`);
  const quantity = Math.min(requested, plan.credits?.remaining ?? requested);
  if (quantity === 0)
    return reject(
      "PAID_PLAN_USED_UP",
      `The plan "${plan.name}" has no credits left of ${plan.credits?.total}`,
    );
  return {
    promotion: {
      benefit: { planOrderId, quantity },
      off(all) {
        const dear = [...all.entries()]
          .filter(([, line]) => isMeant(line))
          .sort(([, one], [, other]) => (priceOf(other).lt(priceOf(one)) ? -1 : 1));
        let left = quantity;
        const offs = all.map(() => zero);
        for (const [index, line] of dear) {
          const count = Math.min(left, line.quantity);
          offs[index] = roundMoney(priceOf(line).times(decimal(String(count))), currency);
          left -= count;
        }
        return offs;
      },
      show: (amount, afterDiscount) => ({
        amount,
        afterDiscount,
        name: plan.name,
        discounts: [
          {
            paidPlan: { name: plan.name, percentDiscount: { rate: "100", quantityDiscounted: quantity } },
            amount,
          },
        ],
      }),
    },
  };
}

const priceOf = ({ price }: HeldLine) => decimal(price?.value ?? "0");

/** Returns the price of one ticket of the cheapest eligible line, and zero for the other lines. */
function cheapest(lines: readonly HeldLine[], isMeant: (line: HeldLine) => boolean): Decimal[] {
  const [least] = lines.filter(isMeant).toSorted((one, other) => (priceOf(one).lt(priceOf(other)) ? -1 : 1));
  return lines.map((line) => (line === least ? priceOf(line) : zero));
}

/** Splits a discount over lines in proportion to their prices. */
function spreadDiscount(off: Decimal, gross: readonly Decimal[], currency: string): Decimal[] {
  const worth = sum(gross);
  return allocate(off.gt(worth) ? worth : off, gross, currency);
}
