import type { TicketInvoice } from "../../../api/services/tickets/ticket-orders.ts";
import { amountText, type Decimal, decimal, roundMoney, sum } from "../../../kernel/money.ts";
import { percentOf, zero } from "../../pricing/allocate.ts";
import type { StoredEvent } from "../events/index.ts";
import type { Promotion } from "./promotions.ts";
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
  const money = moneyIn(currency);
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
      ...(row.off.gt(zero) && { discount: discount(row.gross, row.off) }),
      ...(tax && { tax: taxLine(row.tax, row.taxable) }),
      fees: row.fee.gt(zero) ? [feeLine(row.line.feeType, money(row.fee))] : [],
    })),
    total: money(subTotal),
    ...(wholeDiscount && { discount: wholeDiscount }),
    ...(tax && {
      tax: taxLine(
        total(({ tax: one }) => one),
        total(({ taxable }) => taxable),
      ),
    }),
    subTotal: money(subTotal),
    grandTotal: money(grandTotal),
    fees,
    revenue: money(grandTotal.minus(total(({ fee }) => fee))),
  };
}

/** Formats amounts of a currency with both field names. */
export function moneyIn(currency: string) {
  return (amount: Decimal) => {
    const value = amountText(roundMoney(amount, currency));
    return { value, amount: value, currency };
  };
}

const feeLine = (type: string, amount: ReturnType<ReturnType<typeof moneyIn>>) => ({
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
