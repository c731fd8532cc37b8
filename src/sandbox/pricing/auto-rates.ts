import { decimal } from "../../kernel/money.ts";
import type { TaxRate } from "./tax.ts";

/** A tax rate and the addresses it applies to: a country, optionally narrowed to a subdivision and a city. */
interface SeededRate {
  country: string;
  subdivision?: string;
  city?: string;
  level: TaxRate["level"];
  jurisdiction: string;
  name: string;
  rate: string;
}

/** The rates of the sandbox's tax calculator. They cover every jurisdiction level; the figures are not authoritative. */
const rates: readonly SeededRate[] = [
  { country: "DE", level: "COUNTRY", jurisdiction: "Germany", name: "VAT", rate: "0.19" },
  { country: "FR", level: "COUNTRY", jurisdiction: "France", name: "VAT", rate: "0.2" },
  { country: "GB", level: "COUNTRY", jurisdiction: "United Kingdom", name: "VAT", rate: "0.2" },
  { country: "JP", level: "COUNTRY", jurisdiction: "Japan", name: "Consumption tax", rate: "0.1" },
  { country: "CA", level: "COUNTRY", jurisdiction: "Canada", name: "GST", rate: "0.05" },
  {
    country: "CA",
    subdivision: "CA-QC",
    level: "STATE",
    jurisdiction: "Quebec",
    name: "QST",
    rate: "0.09975",
  },
  {
    country: "US",
    subdivision: "US-NY",
    level: "STATE",
    jurisdiction: "New York",
    name: "State sales tax",
    rate: "0.04",
  },
  {
    country: "US",
    subdivision: "US-NY",
    city: "New York",
    level: "CITY",
    jurisdiction: "New York City",
    name: "City sales tax",
    rate: "0.045",
  },
  {
    country: "US",
    subdivision: "US-NY",
    city: "New York",
    level: "SPECIAL",
    jurisdiction: "Metropolitan Commuter District",
    name: "District tax",
    rate: "0.00375",
  },
  {
    country: "US",
    subdivision: "US-CA",
    level: "STATE",
    jurisdiction: "California",
    name: "State sales tax",
    rate: "0.06",
  },
  {
    country: "US",
    subdivision: "US-CA",
    city: "Los Angeles",
    level: "COUNTY",
    jurisdiction: "Los Angeles County",
    name: "County sales tax",
    rate: "0.0025",
  },
  {
    country: "US",
    subdivision: "US-CA",
    city: "Los Angeles",
    level: "CITY",
    jurisdiction: "Los Angeles",
    name: "City sales tax",
    rate: "0.0075",
  },
  {
    country: "US",
    subdivision: "US-CA",
    city: "Los Angeles",
    level: "SPECIAL",
    jurisdiction: "Los Angeles Transit District",
    name: "District tax",
    rate: "0.025",
  },
];

interface TaxableAddress {
  country?: string | null | undefined;
  subdivision?: string | null | undefined;
  city?: string | null | undefined;
}

/** Returns the automatic tax rates for an address, or none if the sandbox has no rate for it. */
export function autoRates({ country, subdivision, city }: TaxableAddress): TaxRate[] {
  return rates
    .filter(
      (one) =>
        one.country === country &&
        (!one.subdivision || isSameSubdivision(one.subdivision, subdivision)) &&
        (!one.city || one.city.toLowerCase() === city?.trim().toLowerCase()),
    )
    .map(({ level, jurisdiction, name, rate }) => ({
      level,
      jurisdiction,
      name,
      rate: decimal(rate),
      type: level === "COUNTRY" ? "VAT" : "Sales tax",
    }));
}

/** Returns whether two subdivision codes are equal with or without the country prefix: `US-NY` and `NY`. */
export function isSameSubdivision(one: string, other: string | null | undefined): boolean {
  const bare = (text: string) =>
    text
      .trim()
      .toUpperCase()
      .replace(/^[A-Z]{2}-/, "");
  return Boolean(other) && bare(one) === bare(other ?? "");
}
