import { Cron as Croner } from "croner";
import { syntaxError } from "./lexer.ts";

/** A cron expression: the values that each of its five fields allows, ascending. */
export interface Cron {
  readonly text: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  /** 1 is January. */
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** Day of the month and weekday are both restricted: a day that matches either of them counts. */
  readonly eitherDay: boolean;
  /** The hour is not restricted. */
  readonly everyHour: boolean;
}

interface Field {
  name: string;
  min: number;
  max: number;
  names?: readonly string[];
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
export const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const fields: readonly Field[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of the month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12, names: monthNames },
  // 7 is Sunday, too.
  { name: "weekday", min: 0, max: 7, names: weekdayNames },
];

const form = 'Five fields: minute, hour, day of the month, month, weekday. Every day at 6: "0 6 * * *"';

/** Parses a cron expression of five fields, as in crontab(5). Throws UsageError with a caret under the mistake. */
export function parseCron(text: string): Cron {
  const words = [...text.matchAll(/\S+/g)];
  if (words.length !== fields.length) {
    const extra = words[fields.length];
    const at = extra
      ? { position: extra.index, length: text.trimEnd().length - extra.index }
      : { position: text.trimEnd().length, length: 1 };
    throw syntaxError(text, at, `Expected 5 fields, found ${words.length}`, form);
  }
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = fields.map((field, index) =>
    parseField(text, words[index]?.index ?? 0, words[index]?.[0] ?? "", field),
  );
  const open = (index: number) => words[index]?.[0].startsWith("*") === true;
  const cron: Cron = {
    text: words.map(([word]) => word).join(" "),
    minutes,
    hours,
    days,
    months,
    weekdays: [...new Set(weekdays.map((day) => day % 7))].sort((a, b) => a - b),
    eitherDay: !open(2) && !open(4),
    everyHour: hours.length === 24,
  };
  if (nextTimes(cron, "UTC", new Date(), 1).length === 0) {
    const [from, to] = [words[2]?.index ?? 0, words[3]];
    const length = (to?.index ?? 0) + (to?.[0].length ?? 0) - from;
    throw syntaxError(text, { position: from, length }, "This day never comes", form);
  }
  return cron;
}

function parseField(source: string, start: number, word: string, field: Field): number[] {
  const values = new Set<number>();
  let position = start;
  for (const part of word.split(",")) {
    const at = { position, length: Math.max(1, part.length) };
    const [, from = "", to, step] = /^([a-z]+|\d+|\*)(?:-([a-z]+|\d+))?(?:\/(\d+))?$/i.exec(part) ?? [];
    const fail = (why: string): never => {
      const range = `${field.name}: ${field.min}-${field.max}${field.names ? `, ${field.names.join(" ")}` : ""}`;
      throw syntaxError(source, at, why, `The ${range}; lists 1,15, ranges 1-5, steps */10.`);
    };
    if (from === "" || (from === "*" && to !== undefined))
      fail(`"${part}" is not ${field.name === "hour" ? "an" : "a"} ${field.name}`);
    const valueIn = (text: string) => {
      const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
      const value = named >= 0 ? named + (field.min === 1 ? 1 : 0) : Number(text);
      if (!(value >= field.min && value <= field.max))
        fail(`"${text}" is not ${field.name === "hour" ? "an" : "a"} ${field.name}`);
      return value;
    };
    const first = from === "*" ? field.min : valueIn(from);
    const last = to !== undefined ? valueIn(to) : from === "*" || step !== undefined ? field.max : first;
    const width = step === undefined ? 1 : Number(step);
    if (last < first) fail(`"${part}" ends before it begins`);
    if (width === 0) fail(`A step of 0 never comes`);
    if (step !== undefined && width > field.max) fail(`The step of "${part}" is too large`);
    for (let value = first; value <= last; value += width) values.add(value);
    position += part.length + 1;
  }
  return [...values].sort((a, b) => a - b);
}

/**
 * Returns the next times of a cron expression in a time zone, after `from`. A time that the clocks skip comes when they have
 * skipped it; one that occurs twice comes once, unless the expression names every hour.
 */
export function nextTimes(cron: Cron, zone: string, from: Date, count: number): Date[] {
  const { minutes, hours, days, months, weekdays, eitherDay, everyHour } = cron;
  const fields = [
    minutes,
    everyHour ? ["*"] : hours,
    eitherDay || days.length < 31 ? days : ["*"],
    months,
    weekdays,
  ];
  const pattern = fields.map((values) => values.join(",")).join(" ");
  const options = {
    timezone: zone,
    mode: "5-part",
    domAndDow: !eitherDay,
    fixedTimeRule: "no-wildcard",
  } as const;
  return new Croner(pattern, options).nextRuns(count, from);
}
