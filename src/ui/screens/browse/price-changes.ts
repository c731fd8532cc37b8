import { decimal, parseAmount } from "../../../kernel/money.ts";
import { padStart } from "../../../kernel/text.ts";
import { filledCells } from "../../components/charts.ts";
import { amountIn } from "../../format.ts";
import { symbols } from "../../theme.ts";

/** The texts of a price before and after an edit, and the value of the edit: `+10%`. */
type Texts = Partial<Record<"before" | "after" | "value", string | undefined>>;

/**
 * Returns how much more a price becomes, 0.1 for a tenth: from its texts, `129.00` and `141.90 USD`, or from the value of the edit if
 * that is a percentage; undefined for other values.
 */
export function priceChange({ before, after, value }: Texts): number | undefined {
  const [, percent] = /^([+-][\d.]+)%$/.exec(value ?? "") ?? [];
  if (percent) return Number(percent) / 100;
  const amount = amountIn(after ?? "") ?? "";
  const [, from = ""] = /^([\d.,]+)( [A-Z]{3})?$/.exec(before ?? "") ?? [];
  const [old, now] = [from, amount].map((text) => parseAmount(text.replaceAll(",", "")));
  if (old === undefined || now === undefined) return undefined;
  return old.gt(decimal("0")) ? Number(now.minus(old).toFixed()) / Number(old.toFixed()) : 0;
}

/** The width of a bar, in columns; on each side of the middle if some prices become less. */
const barWidth = 10;
/** A change that is this many times as large as the usual one is marked. */
const unusual = 3;

/**
 * Returns a change with its percentage and a bar beside the largest one: to the right, or from the middle to the left if the price
 * becomes less. Changes that are unusually large are marked with `!`.
 */
export function changeBar(share: number, all: readonly number[]): string {
  const sizes = all.map(Math.abs).toSorted((one, other) => one - other);
  const [largest = 0, usual = 0] = [sizes.at(-1), sizes[Math.floor((sizes.length - 1) / 2)]];
  const filled = filledCells(Math.abs(share), largest, barWidth);
  const percent = `${share < 0 ? "-" : "+"}${(Math.abs(share) * 100).toFixed(1)}%`;
  const mark = all.length > 2 && Math.abs(share) > unusual * usual ? symbols.warning : " ";
  const bar = symbols.barFull.repeat(filled);
  const hasLess = all.some((one) => one < 0);
  const drawn = !hasLess
    ? bar
    : share < 0
      ? `${padStart(bar, barWidth)}│`
      : `${padStart("│", barWidth + 1)}${bar}`;
  return `${mark}${padStart(percent, 7)} ${drawn}`;
}
