import { amountText, decimal, moneyText, parseAmount } from "../../../kernel/money.ts";
import { countOf, groupThousands } from "../../../kernel/text.ts";
import { columnChart } from "../../components/charts.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";

/** The rows of the last hour. */
export interface Pulse {
  /** How many came in, for each minute, oldest first. */
  readonly minutes: readonly number[];
  readonly count: number;
  /** Whether there may be more than those that are loaded. */
  readonly isAtLeast: boolean;
  /** The sums by currency: `312.40 USD`. */
  readonly sums: readonly string[];
}

const minutesShown = 60;
const minuteMs = 60_000;

/** Returns the rows of the last hour; undefined if the list has none, is not read yet, or is in another order. */
export function pulseOf(state: BrowseState): Pulse | undefined {
  const { rows, query } = viewOf(state);
  const { sort, sortHere, search } = query;
  if (!resourceOf(state).hasPulse || rows.parts.size === 0) return undefined;
  if ([sort, sortHere, search].some((one) => one !== undefined)) return undefined;
  const since = state.now - minutesShown * minuteMs;
  const minutes = Array<number>(minutesShown).fill(0);
  const sums = new Map<string, string>();
  let count = 0;
  for (const { rows: part } of rows.parts.values())
    for (const { pulse } of part) {
      // The newest are first.
      if (pulse === undefined || pulse.at <= since) break;
      const minute = Math.min(minutesShown - 1, Math.floor((pulse.at - since) / minuteMs));
      minutes[minute] = (minutes[minute] ?? 0) + 1;
      count++;
      const [amount = "", currency = ""] = pulse.amount.split(" ");
      const value = parseAmount(amount);
      const before = decimal(sums.get(currency) ?? "0");
      if (value !== undefined) sums.set(currency, amountText(before.plus(value)));
    }
  return {
    minutes,
    count,
    isAtLeast: count > 0 && count === rows.known && rows.total !== rows.known,
    sums: [...sums].map(
      ([currency, total]) => `${groupThousands(moneyText(decimal(total), currency))} ${currency}`,
    ),
  };
}

/** Returns the last hour as a line: a chart of its minutes and how many rows came in. */
export function pulseLine(state: BrowseState, width: number): { text: string; say: string } | undefined {
  const pulse = pulseOf(state);
  if (pulse === undefined) return undefined;
  const { minutes, count, isAtLeast, sums } = pulse;
  const { singular } = resourceOf(state);
  const many = `${isAtLeast ? "at least " : ""}${count === 0 ? `no ${singular}s` : countOf(count, singular)}`;
  const text = [many, ...sums].join(", ");
  const title = "Last hour";
  const left = width - [title, text].join("  ").length;
  const room = left - 2;
  const chart = room < 12 ? "" : `${columnChart(minutes, Math.min(minutesShown, room), 1)[0]}  `;
  return { text: `${title}  ${chart}${text}`, say: `Last hour: ${text}` };
}
