import { describe, expect, test } from "vitest";
import { decimal } from "../../../src/kernel/money.ts";
import {
  type AddressTaxes,
  autoRates,
  isSameSubdivision,
  type TaxRate,
  taxesByRate,
  taxOn,
} from "../../../src/sandbox/pricing/tax.ts";

const rateOf = (level: TaxRate["level"], rate: string, more: Partial<TaxRate> = {}): TaxRate => ({
  name: "Sales tax",
  type: "Sales tax",
  jurisdiction: level,
  level,
  rate: decimal(rate),
  ...more,
});
const state = rateOf("STATE", "0.04");
const city = rateOf("CITY", "0.045");
const books = rateOf("STATE", "0.01");

const taxes = (included: boolean, more: Partial<AddressTaxes> = {}): AddressTaxes => ({
  rateType: "MANUAL_RATE",
  included,
  ratesFor: (group) => (group === "books" ? [books] : group === "free" ? [] : [state, city]),
  ...more,
});

describe("the tax on an amount", () => {
  test.each([
    ["is added to the price", "100", false, undefined, "100", "8.5", "8.5", ["4", "4.5"]],
    ["is taken out of prices that include it", "108.50", true, undefined, "100", "8.5", "0", ["4", "4.5"]],
    [
      "is rounded once, and its shares add up to it",
      "1.10",
      false,
      undefined,
      "1.1",
      "0.09",
      "0.09",
      ["0.04", "0.05"],
    ],
    ["rounds the amount without it", "1.00", true, undefined, "0.92", "0.08", "0", ["0.04", "0.04"]],
    ["has the rates of the tax group", "100", false, "books", "100", "1", "1", ["1"]],
    ["is nothing without rates", "100", false, "free", "100", "0", "0", []],
    ["is nothing on nothing", "0", false, undefined, "0", "0", "0", ["0", "0"]],
  ])("%s: %s", (_, amount, included, group, taxable, tax, added, shares) => {
    const taxed = taxOn(decimal(amount), taxes(included), group, "USD");
    expect([taxed.taxable, taxed.tax, taxed.added].map(String)).toEqual([taxable, tax, added]);
    expect(taxed.shares.map((one) => one.tax.toFixed())).toEqual(shares);
    expect(taxed.included).toBe(included);
  });

  test("has the sum of the rates, and says how they were determined", () => {
    const fallback = { rateType: "FALLBACK_RATE", fallbackReason: "AUTO_TAX_FAILED" } as const;
    const taxed = taxOn(decimal("100"), taxes(false, fallback), undefined, "USD");
    expect(taxed).toMatchObject(fallback);
    expect(taxed.rate.toFixed()).toBe("0.085");
    expect(taxed.shares.map(({ rate }) => rate)).toEqual([state, city]);
  });

  test("is not collected at an address without taxes", () => {
    const taxed = taxOn(decimal("100"), undefined, undefined, "USD");
    expect(taxed).toMatchObject({ included: false, shares: [], rateType: "NO_TAX_COLLECTED" });
    expect([taxed.taxable, taxed.tax, taxed.added, taxed.rate].map(String)).toEqual(["100", "0", "0", "0"]);
  });
});

test("taxes are added up by rate: those that differ in level, jurisdiction, name or rate stay apart", () => {
  const different = [
    state,
    rateOf("COUNTY", "0.04", { jurisdiction: "STATE" }),
    rateOf("STATE", "0.04", { jurisdiction: "Ohio" }),
    rateOf("STATE", "0.04", { name: "Use tax" }),
    books,
  ];
  const amount = (price: string, ...rates: TaxRate[]) =>
    taxOn(decimal(price), taxes(false, { ratesFor: () => rates }), undefined, "USD");
  const sums = taxesByRate([amount("100", ...different), amount("50", { ...state, rate: decimal("0.040") })]);
  expect(sums.map(({ rate, tax, taxable }) => [rate, String(tax), String(taxable)])).toEqual([
    [state, "6", "150"],
    [different[1], "4", "100"],
    [different[2], "4", "100"],
    [different[3], "4", "100"],
    [books, "1", "100"],
  ]);
});

describe("the automatic rates", () => {
  test.each<[string, Parameters<typeof autoRates>[0], string[]]>([
    ["Germany", { country: "DE", city: "Berlin" }, ["COUNTRY Germany VAT 0.19 VAT"]],
    ["France", { country: "FR" }, ["COUNTRY France VAT 0.2 VAT"]],
    ["the United Kingdom", { country: "GB" }, ["COUNTRY United Kingdom VAT 0.2 VAT"]],
    ["Japan", { country: "JP" }, ["COUNTRY Japan Consumption tax 0.1 VAT"]],
    ["Ontario", { country: "CA", subdivision: "CA-ON" }, ["COUNTRY Canada GST 0.05 VAT"]],
    [
      "Quebec",
      { country: "CA", subdivision: "CA-QC" },
      ["COUNTRY Canada GST 0.05 VAT", "STATE Quebec QST 0.09975 Sales tax"],
    ],
    [
      "the state of New York",
      { country: "US", subdivision: "US-NY", city: "Albany" },
      ["STATE New York State sales tax 0.04 Sales tax"],
    ],
    [
      "New York City, in any case and without the country in its state",
      { country: "US", subdivision: "ny", city: " new YORK " },
      [
        "STATE New York State sales tax 0.04 Sales tax",
        "CITY New York City City sales tax 0.045 Sales tax",
        "SPECIAL Metropolitan Commuter District District tax 0.00375 Sales tax",
      ],
    ],
    [
      "Los Angeles",
      { country: "US", subdivision: "US-CA", city: "Los Angeles" },
      [
        "STATE California State sales tax 0.06 Sales tax",
        "COUNTY Los Angeles County County sales tax 0.0025 Sales tax",
        "CITY Los Angeles City sales tax 0.0075 Sales tax",
        "SPECIAL Los Angeles Transit District District tax 0.025 Sales tax",
      ],
    ],
    [
      "a town of another state that is called New York",
      { country: "US", subdivision: "US-TX", city: "New York" },
      [],
    ],
    [
      "the state of New York without a city",
      { country: "US", subdivision: "US-NY" },
      ["STATE New York State sales tax 0.04 Sales tax"],
    ],
    ["the United States without a state", { country: "US", city: "New York" }, []],
    ["a country without rates", { country: "BR" }, []],
    ["no address", {}, []],
  ])("of %s", (_, address, rates) => {
    expect(
      autoRates(address).map(
        ({ level, jurisdiction, name, rate, type }) =>
          `${level} ${jurisdiction} ${name} ${rate.toFixed()} ${type}`,
      ),
    ).toEqual(rates);
  });

  test.each([
    ["US-NY", "US-NY", true],
    ["US-NY", "NY", true],
    ["ny", " us-ny ", true],
    ["US-NY", "US-NJ", false],
    ["US-NY", "", false],
    ["US-NY", undefined, false],
    ["", "", false],
    // Only a prefix of two letters is a country.
    ["USA-NY", "NY", false],
    ["NY", "X-US-NY", false],
    ["A-US-NY", "A-NY", false],
  ])("%j and %j are the same subdivision: %s", (one, other, same) => {
    expect(isSameSubdivision(one, other)).toBe(same);
  });
});
