import { type Decimal, decimal, moneyText, parseAmount, sum } from "../../../kernel/money.ts";
import { groupThousands, padStart } from "../../../kernel/text.ts";
import { filledCells } from "../../components/charts.ts";
import { countOf } from "../../format.ts";
import { symbols } from "../../theme.ts";
import type { BrowseColumn, CellRow } from "./browse-resource.ts";

/** A change of an amount of money, and how much more it becomes: 0.1 for a tenth. */
export interface PriceChange {
  readonly before: Decimal;
  readonly after: Decimal;
  readonly currency: string;
  readonly share: number;
}

/** Returns the change of a price from its texts: `129.00` and `141.90 USD`; undefined for other values. */
export function priceChange({ before, after }: { before: string | undefined; after: string | undefined }) {
  const [, amount = "", currency = ""] = /^([\d.,]+) ([A-Z]{3})$/.exec(after ?? "") ?? [];
  const [, from = ""] = /^([\d.,]+)( [A-Z]{3})?$/.exec(before ?? "") ?? [];
  const [old, now] = [from, amount].map((text) => parseAmount(text.replaceAll(",", "")));
  if (old === undefined || now === undefined || currency === "") return undefined;
  const share = old.gt(decimal("0")) ? Number(now.minus(old).toFixed()) / Number(old.toFixed()) : 0;
  return { before: old, after: now, currency, share } satisfies PriceChange;
}

/** The width of the bar of a change, in columns. */
const barWidth = 10;
/** A change that is this many times as large as the usual one is marked. */
const unusual = 3;

/** Returns a change as a bar beside the largest one, with its percentage; changes that are unusually large are marked with `!`. */
export function changeBar({ share }: PriceChange, all: readonly PriceChange[]): string {
  const sizes = all.map((one) => Math.abs(one.share)).toSorted((one, other) => one - other);
  const [largest = 0, usual = 0] = [sizes.at(-1), sizes[Math.floor((sizes.length - 1) / 2)]];
  const filled = filledCells(Math.abs(share), largest, barWidth);
  const percent = `${share < 0 ? "-" : "+"}${(Math.abs(share) * 100).toFixed(1)}%`;
  const mark = all.length > 2 && Math.abs(share) > unusual * usual ? symbols.warning : " ";
  return `${mark}${padStart(percent, 7)} ${symbols.barFull.repeat(filled)}`;
}

/** A row whose price changes, and its texts. */
export interface PricedRow {
  readonly change: PriceChange;
  readonly row: CellRow | undefined;
}

const amountIn = (text: string | undefined) =>
  parseAmount((/^[\d.,]+/.exec(text ?? "")?.[0] ?? "").replaceAll(",", ""));

/** Returns what changes of prices do to the sum of prices, to the value of the stock and to the margin, a line each. */
export function priceEffects(all: readonly PricedRow[], columns: readonly BrowseColumn[]): string[] {
  const [first] = all;
  if (first === undefined || all.some(({ change }) => change.currency !== first.change.currency)) return [];
  const { currency } = first.change;
  const cellOf = (row: CellRow | undefined, field: string) =>
    amountIn(row?.cells[columns.findIndex(({ set }) => set === field)]);
  const line = (title: string, before: Decimal, after: Decimal, rows: number) => {
    const [from, to] = [before, after].map((value) => groupThousands(moneyText(value, currency)));
    return `${title.padEnd(14)}${from} → ${to} ${currency}, ${countOf(rows, "row")}`;
  };
  const totals = (rows: readonly { before: Decimal; after: Decimal }[]) =>
    [sum(rows.map(({ before }) => before)), sum(rows.map(({ after }) => after))] as const;
  const stocked = all.flatMap(({ change, row }) => {
    const stock = cellOf(row, "stock");
    return stock === undefined
      ? []
      : [{ before: change.before.times(stock), after: change.after.times(stock) }];
  });
  const priced = all.flatMap(({ change, row }) => {
    const cost = cellOf(row, "cost");
    return cost === undefined ? [] : [{ ...change, cost }];
  });
  const margin = (pick: "before" | "after") => {
    const prices = sum(priced.map((one) => one[pick]));
    const profit = prices.minus(sum(priced.map(({ cost }) => cost)));
    return prices.gt(decimal("0"))
      ? `${((Number(profit.toFixed()) / Number(prices.toFixed())) * 100).toFixed(1)}%`
      : "–";
  };
  return [
    line("Prices", ...totals(all.map(({ change }) => change)), all.length),
    ...(stocked.length === 0 ? [] : [line("Stock value", ...totals(stocked), stocked.length)]),
    ...(priced.length === 0
      ? []
      : [`${"Margin".padEnd(14)}${margin("before")} → ${margin("after")}, ${countOf(priced.length, "row")}`]),
  ];
}
