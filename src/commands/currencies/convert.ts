import { currencies } from "../../api/services/currencies.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { parseAmount } from "../../kernel/money.ts";
import type { Fields } from "../../output/field.ts";

/** An amount of the currency API: `1234` with two decimal places is 12.34. */
type WireAmount = {
  value?: string | null;
  decimalPlaces?: number | null;
};
interface Row {
  amount: string;
  from: string;
  converted: string;
  to: string;
  rateTimestamp: unknown;
}

function textOf({ value, decimalPlaces }: WireAmount): string {
  const decimals = decimalPlaces ?? 0;
  const [, sign = "", digits = "0"] = /^(-?)(\d+)$/.exec(value ?? "") ?? [];
  const all = digits.padStart(decimals + 1, "0");
  return sign + (decimals === 0 ? all : `${all.slice(0, -decimals)}.${all.slice(-decimals)}`);
}

/** Prints the exchange rate between two currencies. */
export async function rate(context: Context, [from = "", to = ""]: string[]): Promise<ExitCode | undefined> {
  const call = await context.call();
  const body = await call(currencies.rate, codes(from, to));
  const record = rowOf("1", body.rate as WireAmount, body.rateTimestamp, codes(from, to));
  await context.printRecord(record, { kind: "rate", fields });
  return undefined;
}

/** Converts amounts and prints them. Throws UsageError for an invalid amount. */
export async function convert(
  context: Context,
  [from = "", to = "", ...amounts]: string[],
): Promise<ExitCode | undefined> {
  const parsed = amounts.map(parseWireAmount);
  const call = await context.call();
  const body = await call(currencies.convert, {
    ...codes(from, to),
    amounts: parsed,
  });
  const rows = (body.amounts as WireAmount[]).map((amount, index) =>
    rowOf(amounts[index] ?? "", amount, body.rateTimestamp, codes(from, to)),
  );
  await context.print(rows, { kind: "conversion", fields, total: rows.length });
  return undefined;
}

const fields: Fields<Row> = {
  amount: { path: "amount", value: ({ amount, from }) => `${amount} ${from}` },
  converted: { path: "converted", value: ({ converted, to }) => `${converted} ${to}` },
  rateTimestamp: { label: "Rate date", as: "time" },
};

const codes = (from: string, to: string) => ({ from: from.toUpperCase(), to: to.toUpperCase() });

function rowOf(
  amount: string,
  digits: WireAmount,
  rateTimestamp: unknown,
  between: ReturnType<typeof codes>,
): Row {
  return { amount, ...between, converted: textOf(digits), rateTimestamp };
}

function parseWireAmount(text: string): WireAmount {
  if (parseAmount(text) === undefined)
    throw new UsageError(`"${text}" is not an amount.`, { field: "amounts", hint: "For example: 12.50" });
  const [whole, digits = ""] = text.split(".");
  return { value: `${whole}${digits}`, decimalPlaces: digits.length };
}
