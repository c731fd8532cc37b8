import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders.ts";
import type { OrderTransactions, Refund } from "../../api/services/payments.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { splitList } from "../../files/cells.ts";
import type { ColumnMap } from "../../files/column-map.ts";
import { fileError } from "../../files/location.ts";
import { hasName, listColumns, namedColumns, orderColumn } from "../../files/named-columns.ts";
import { amountCell, type DeclaredNumbers } from "../../files/numbers.ts";
import type { Table } from "../../files/table.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { type Decimal, decimal, moneyText, sum } from "../../kernel/money.ts";
import { paymentRows, readRefundability } from "./payments.ts";
import { itemRefundAmount, type RefundItem, readAmount, readItem, splitRefund } from "./refund.ts";
import type { PlannedRefund } from "./steps.ts";

/** A row of a list of refunds. */
export interface RefundRow {
  line: number;
  /** The number or id of the order, without `#`. */
  order: string;
  /** The amount as text; `all` is all that is left. Empty if items are named. */
  amount: string;
  /** `NAME` or `ID`, each with an optional `:2`. */
  items: string[];
  /** A message to the buyer. */
  reason: string;
}

const names = {
  order: orderColumn,
  amount: ["amount", "refund", "refundamount", "total", "betrag", "erstattung", "montant", "importe"],
  items: ["items", "item", "lineitems"],
  reason: ["reason", "message", "note", "comment", "grund", "motif", "motivo"],
} as const;

/** The columns of a list of refunds. */
export const refundList = { ...listColumns(names), numbers: ["amount"] };

/** Returns whether a column has the numbers of orders. */
export const isRefundKey = (column: string): boolean => hasName(column, names.order);

/**
 * Reads a list of refunds, one row for each order. Throws UsageError with line and column for unknown columns (unless ignored), a row that
 * names no order or not exactly one of amount and items, and an order that occurs twice.
 */
export async function readRefunds(
  table: Table,
  { ignoreUnknown, map, numbers }: { ignoreUnknown: boolean; map?: ColumnMap; numbers: DeclaredNumbers },
): Promise<RefundRow[]> {
  const { name: file, sheet, rows } = table;
  const columns = namedColumns(table, names, { ignoreUnknown, map, example: "amount" });
  const found = new Map<string, RefundRow>();
  for await (const { line, cells } of rows) {
    const cell = (column: keyof typeof names) => cells[columns.get(column) ?? ""]?.trim() ?? "";
    const at = { file, sheet, line };
    const order = cell("order").replace(/^#/, "");
    if (order === "") throw fileError(at, "the row names no order.", "Nothing was sent.");
    const same = found.get(order);
    if (same !== undefined)
      throw fileError(at, `the order ${order} is in line ${same.line}, too.`, "Give each order one row.");
    const items = splitList(cell("items")).flatMap((item) => item.trim() || []);
    const amount = cell("amount").toLowerCase();
    if ((amount === "") === (items.length === 0))
      throw fileError(
        { ...at, field: columns.get("amount") ?? columns.get("items") },
        amount === "" ? "the row does not say how much." : "the row has an amount and items.",
        "Give an amount such as 12.50, the word all, or items such as Mug:2;Bowl.",
      );
    found.set(order, { line, order, amount: plainAmount(amount, numbers), items, reason: cell("reason") });
  }
  return [...found.values()];
}

/** Returns an amount as this program writes it. What may be several amounts stays as it is, and is refused later. */
function plainAmount(text: string, numbers: DeclaredNumbers): string {
  const isUnclear = /^\d{1,3}[.,]\d{3}$/.test(text) && !numbers.declared;
  return (isUnclear ? undefined : amountCell(text, numbers)) ?? text;
}

/** An order of a row, and what was paid and refunded. */
export interface FoundOrder {
  orders: readonly Order[];
  transactions: OrderTransactions | undefined;
  /** The line of an earlier row of the same order. */
  same: number | undefined;
}

/**
 * Plans the refund of a row: nothing if the order has the same refund already, so that a list that is run again refunds nothing twice.
 * What cannot be refunded is a problem of the row.
 */
export async function refundSteps(
  call: Call,
  file: string,
  row: RefundRow,
  { orders, transactions = { orderId: "" }, same }: FoundOrder,
): Promise<PlannedRow> {
  const source = `${file}:${row.line}`;
  const problem = (rule: string, message: string) => ({ problems: [{ rule, message, source }] });
  const [order, other] = orders;
  if (order === undefined) return problem("order", `there is no order ${row.order}`);
  if (other !== undefined)
    return problem(
      "order",
      `several orders have the number ${row.order}: ${orders.map(({ id }) => id).join(", ")}`,
    );
  if (same !== undefined) return problem("order", `this is the order of line ${same}`);
  try {
    const draft = await plannedRefund(call, order, row, transactions);
    return draft === undefined ? [] : [{ ...draft, source }];
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    if (
      error.code !== "NOT_REFUNDABLE" &&
      error.exitCode !== exitCodes.notFound &&
      !(error instanceof UsageError)
    )
      throw error;
    return problem(
      "amount",
      `order ${order.number}: ${error.message.replace(". Nothing was sent.\n  ", ": ").replaceAll("\n  ", ", ")}`,
    );
  }
}

async function plannedRefund(
  call: Call,
  order: Order,
  { amount: text, items: texts, reason }: RefundRow,
  transactions: OrderTransactions,
): Promise<StepDraft | undefined> {
  const { id, number, currency: code } = order;
  const currency = code ?? "";
  const items = texts.map((item) => readItem(order, item, "items"));
  const refunds = transactions.refunds ?? [];
  if (items.length > 0 && refunds.some((refund) => hasItems(refund, items))) return undefined;
  const wanted = text === "" || text === "all" ? undefined : readAmount(text, currency, "amount");
  if (wanted !== undefined && refunds.some((refund) => refundedBy(refund).eq(wanted))) return undefined;
  const rows = paymentRows(transactions, await readRefundability(call, id), currency);
  const left = sum(
    rows.map(({ refundable }) => decimal(refundable.is === "yes" ? (refundable.max ?? "0") : "0")),
  );
  if (text === "all" && refunds.length > 0 && !left.gt(decimal("0"))) return undefined;
  const amount = items.length > 0 ? await itemRefundAmount(call, id, items) : wanted;
  const parts = splitRefund(rows, currency, { amount, external: false });
  const total = sum(parts.map((part) => decimal(part.amount)));
  const planned: PlannedRefund = {
    refunds: refunds.map((refund) => refund.id ?? ""),
    left: moneyText(left, currency),
    currency,
  };
  return {
    kind: "order.refund",
    id,
    label: number ?? id,
    before: planned as unknown as Json,
    after: {
      ...planned,
      left: moneyText(left.minus(total), currency),
      amount: moneyText(total, currency),
      parts: parts as unknown as Json,
      ...(items.length > 0 && { items }),
      ...(reason !== "" && { reason }),
    },
  };
}

/** Returns the sum that a refund has moved or will move. */
function refundedBy({ transactions }: Refund): Decimal {
  const made = (transactions ?? []).filter(({ refundStatus }) => refundStatus !== "FAILED");
  return sum(made.map(({ amount }) => decimal(amount?.amount ?? "0")));
}

/** Returns whether a refund is that of some items, and no others. */
function hasItems(refund: Refund, items: readonly RefundItem[]): boolean {
  const own = refund.details?.lineItems ?? refund.details?.items ?? [];
  return (
    refundedBy(refund).gt(decimal("0")) &&
    own.length === items.length &&
    items.every((item) =>
      own.some(({ lineItemId, quantity }) => lineItemId === item.lineItemId && quantity === item.quantity),
    )
  );
}
