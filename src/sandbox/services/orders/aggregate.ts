import { isRecord } from "../../../kernel/json.ts";
import { amountText, decimal, parseAmount, sum } from "../../../kernel/money.ts";
import { matchingDocuments } from "../../kernel/documents/lists.ts";
import { valuesAt } from "../../kernel/documents/match.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { Tx } from "../../kernel/tx.ts";
import { orderFields } from "./fields.ts";
import { showOrder } from "./store.ts";
import { orders } from "./tables.ts";

type FigureRequest = Record<string, unknown>;

/**
 * Returns figures over the orders that match a filter, as `{ name: figure }`: `{ name: { $count: path } }` counts by
 * value; `{ name: { $sum: path } }`, `$min`, `$max` and `$avg` calculate with amounts.
 */
export function aggregateOrders(tx: Tx, filter: unknown, aggregation: unknown): Record<string, unknown> {
  const requested = asRecord(aggregation, "aggregation");
  const docs = [...matchingDocuments(tx, orders, { filter }, orderFields)].map(showOrder);
  return Object.fromEntries(
    Object.entries(requested).map(([name, what]) => [
      name,
      figure(docs, name, asRecord(what, `aggregation.${name}`)),
    ]),
  );
}

function figure(docs: readonly object[], name: string, what: FigureRequest): unknown {
  const [operator = "", path] = Object.entries(what)[0] ?? [];
  const field = `aggregation.${name}`;
  const calculate = figures[operator];
  if (!calculate) throw invalid(field, "FORMAT", `must have one of ${Object.keys(figures).join(", ")}`);
  if (typeof path !== "string")
    throw invalid(`${field}.${operator}`, "FORMAT", "must be the path of a field");
  return calculate(docs.flatMap((doc) => valuesAt(doc, path)));
}

const amounts = (values: readonly unknown[]) => values.flatMap((value) => parseAmount(String(value)) ?? []);
function extreme(values: readonly unknown[], isBetter: (order: number) => boolean): string | null {
  const [first, ...others] = amounts(values);
  if (first === undefined) return null;
  return amountText(others.reduce((best, value) => (isBetter(value.cmp(best)) ? value : best), first));
}

const figures: Readonly<Record<string, (values: readonly unknown[]) => unknown>> = {
  $count(values) {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
  },
  $sum: (values) => amountText(sum(amounts(values))),
  $min: (values) => extreme(values, (order) => order < 0),
  $max: (values) => extreme(values, (order) => order > 0),
  $avg(values) {
    const found = amounts(values);
    if (found.length === 0) return null;
    return amountText(
      sum(found)
        .div(decimal(String(found.length)))
        .round(4, 1),
    );
  },
};

function asRecord(value: unknown, field: string): FigureRequest {
  if (isRecord(value)) return value as FigureRequest;
  throw invalid(field, "FORMAT", "must be an object", { type: "JSON_TYPE" });
}
