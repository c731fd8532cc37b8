import { amountFromJson, moneyText } from "../../../kernel/money.ts";
import { groupThousands } from "../../../kernel/text.ts";
import type { ColumnValue, Match } from "./browse-resource.ts";

/** One value or range of a column, and how many rows have it. */
export interface Bar {
  readonly label: string;
  readonly count: number;
  /** The sum of its amounts: `150.00 USD`. */
  readonly sum?: string;
  /** The place in the order of the values. */
  readonly place: number;
  /** The values of its rows. */
  readonly match: Match;
}

/** What was counted so far, the most frequent value first. */
export interface Counted {
  readonly rows: number;
  readonly bars: readonly Bar[];
  /** Whether the values are numbers or times, which have an order. */
  readonly isOrdered: boolean;
  /** The number of less frequent values without a bar. */
  readonly others: number;
  /** The sums of all amounts, by currency. */
  readonly sums: readonly string[];
}

/** Counts values one by one. */
export interface Tally {
  readonly rows: number;
  add(value: ColumnValue): void;
  counted(): Counted;
}

/** With more different numbers than this, ranges are counted, about as many as this. */
const maxNumbers = 12;
/** Times over more days than this are counted by months. */
const maxDays = 62;
const dayMs = 86_400_000;
/** The most texts that have bars. */
const maxWords = 1000;

/** A text that was counted. */
interface Word {
  readonly key: string;
  readonly label: string;
  count: number;
}

/** A bar before bars are put in order. */
type Draft = Omit<Bar, "place">;

/** Returns an empty tally. Texts are kept once, numbers and times as numbers. */
export function createTally(): Tally {
  const texts = new Map<string, Word>();
  const amounts = new Map<string, number[]>();
  const times: number[] = [];
  let none = 0;
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    add(value) {
      rows += 1;
      if (value.kind === "none") none += 1;
      else if (value.kind === "time") times.push(value.time);
      else if (value.kind === "number") {
        const list = amounts.get(value.currency ?? "") ?? [];
        if (list.length === 0) amounts.set(value.currency ?? "", list);
        list.push(value.amount);
      } else {
        const known = texts.get(value.key);
        if (known) known.count += 1;
        else texts.set(value.key, { key: value.key, label: value.label, count: 1 });
      }
    },
    counted() {
      const numbers = [...amounts].flatMap(([currency, list]) => numberBars(list, currency));
      const words = [...texts.values()].sort((one, other) => other.count - one.count).slice(0, maxWords);
      words.sort((one, other) => collator.compare(one.label, other.label));
      const drafts: Draft[] = [
        ...(none > 0 ? [{ label: "(none)", count: none, match: { none: true } as const }] : []),
        ...numbers,
        ...timeBars(times),
        ...words.map(({ key, label, count }) => ({ label, count, match: { equals: key } })),
      ];
      const bars = drafts.map((bar, place) => ({ ...bar, place }));
      const money = [...amounts].filter(([currency]) => currency !== "");
      return {
        rows,
        isOrdered: amounts.size > 0 || times.length > 0,
        bars: bars.sort((one, other) => other.count - one.count || one.place - other.place),
        others: texts.size - words.length,
        sums: money.map(([currency, list]) => sumOf(list, currency)),
      };
    },
  };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function numberBars(list: readonly number[], currency: string): Draft[] {
  const unit = currency === "" ? "" : ` ${currency}`;
  const [least, most] = list.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const step = distinct(list) <= maxNumbers ? 0 : niceStep((most - least) / maxNumbers);
  const groups = new Map<number, number[]>();
  for (const value of list) {
    const key = step === 0 ? value : Math.floor(value / step + 1e-9);
    const group = groups.get(key) ?? [];
    if (group.length === 0) groups.set(key, group);
    group.push(value);
  }
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([key, values]) => {
      const [from, to] = step === 0 ? [key, key] : [rounded(key * step), rounded((key + 1) * step)];
      const label =
        step === 0 ? `${figure(from, currency)}${unit}` : `${figure(from)} – ${figure(to)}${unit}`;
      return {
        label,
        count: values.length,
        sum: currency !== "" ? sumOf(values, currency) : undefined,
        match: step === 0 ? { equals: String(from) } : { from: String(from), to: String(to) },
      };
    });
}

function distinct(list: readonly number[]): number {
  const seen = new Set<number>();
  for (const value of list) {
    seen.add(value);
    if (seen.size > maxNumbers) break;
  }
  return seen.size;
}

/** Returns 1, 2 or 5 times a power of ten, at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return rounded(([1, 2, 5].find((one) => one * power >= least * (1 - 1e-9)) ?? 10) * power);
}

/** Removes the error of binary fractions. */
const rounded = (value: number) => Number(value.toPrecision(12));

function figure(value: number, currency = ""): string {
  if (currency !== "") return moneyText(amountFromJson(value), currency);
  return value.toLocaleString("en-US", { maximumFractionDigits: 10 });
}

/** Adds in hundredths of hundredths, exact for amounts with up to four decimals. */
function sumOf(values: readonly number[], currency: string): string {
  const parts = values.reduce((sum, value) => sum + Math.round(value * 10_000), 0);
  return groupThousands(`${moneyText(amountFromJson(parts / 10_000), currency)} ${currency}`);
}

/** Counts times by months, or by days if there are few, in UTC as filters compare them. */
function timeBars(times: readonly number[]): Draft[] {
  if (times.length === 0) return [];
  const [first, last] = times.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const byDay = last - first <= maxDays * dayMs;
  const counts = new Map<string, number>();
  for (const time of times) {
    const label = new Date(time).toISOString().slice(0, byDay ? 10 : 7);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, count]) => {
      const [year = 0, month = 1, day = 1] = label.split("-").map(Number);
      const next = new Date(Date.UTC(year, month - 1 + (byDay ? 0 : 1), byDay ? day + 1 : 1));
      const from = byDay ? label : `${label}-01`;
      return { label, count, match: { from, to: next.toISOString().slice(0, 10) } };
    });
}
