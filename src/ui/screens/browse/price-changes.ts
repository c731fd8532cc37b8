import { decimal, parseAmount } from "../../../kernel/money.ts";
import { padStart } from "../../../kernel/text.ts";
import { filledCells } from "../../components/charts.ts";
import { amountIn } from "../../format.ts";
import { symbols } from "../../theme.ts";

/** A change of an amount of money: how much more it becomes, 0.1 for a tenth. */
export interface PriceChange {
  readonly share: number;
}

/** Returns the change of a price from its texts: `129.00` and `141.90 USD`; undefined for other values. */
export function priceChange({ before, after }: { before: string | undefined; after: string | undefined }) {
  const amount = amountIn(after ?? "") ?? "";
  const [, from = ""] = /^([\d.,]+)( [A-Z]{3})?$/.exec(before ?? "") ?? [];
  const [old, now] = [from, amount].map((text) => parseAmount(text.replaceAll(",", "")));
  if (old === undefined || now === undefined) return undefined;
  const share = old.gt(decimal("0")) ? Number(now.minus(old).toFixed()) / Number(old.toFixed()) : 0;
  return { share } satisfies PriceChange;
}

/** The width of a bar, in columns; on each side of the middle if some prices become less. */
const barWidth = 10;
/** A change that is this many times as large as the usual one is marked. */
const unusual = 3;

/**
 * Returns a change with its percentage and a bar beside the largest one: to the right, or from the middle to the left if the price
 * becomes less. Changes that are unusually large are marked with `!`.
 */
export function changeBar({ share }: PriceChange, all: readonly PriceChange[]): string {
  const sizes = all.map((one) => Math.abs(one.share)).toSorted((one, other) => one - other);
  const [largest = 0, usual = 0] = [sizes.at(-1), sizes[Math.floor((sizes.length - 1) / 2)]];
  const filled = filledCells(Math.abs(share), largest, barWidth);
  const percent = `${share < 0 ? "-" : "+"}${(Math.abs(share) * 100).toFixed(1)}%`;
  const mark = all.length > 2 && Math.abs(share) > unusual * usual ? symbols.warning : " ";
  const bar = symbols.barFull.repeat(filled);
  const hasLess = all.some((one) => one.share < 0);
  const drawn = !hasLess
    ? bar
    : share < 0
      ? `${padStart(bar, barWidth)}│`
      : `${padStart("│", barWidth + 1)}${bar}`;
  return `${mark}${padStart(percent, 7)} ${drawn}`;
}
