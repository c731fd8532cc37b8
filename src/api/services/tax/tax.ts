import { endpoint, service } from "../../endpoint.ts";
import { guid, list, obj, text } from "../../models/fields.ts";
import { TaxRequest, TaxResult } from "./models/tax-calculation.ts";
import { TaxSettings } from "./models/tax-setup.ts";

const settings = obj({ taxSettings: TaxSettings });

/** Whether the shop's prices include tax. */
export const taxSettings = service("taxSettings", {
  get: endpoint("GET /billing/v1/tax-settings", {
    input: obj({}),
    result: settings,
    role: "admin",
    summary: "Get the tax settings",
  }),
  upsert: endpoint("POST /billing/v1/tax-settings", {
    input: settings,
    result: settings,
    required: ["taxSettings"],
    effect: "set",
    summary: "Update the tax settings",
  }),
});

/** The tax calculator. */
export const taxCalculation = service("taxCalculation", {
  calculate: endpoint("POST /billing/v1/calculate-tax", {
    input: TaxRequest,
    result: TaxResult,
    required: ["addresses", "lineItems"],
    role: "admin",
    effect: "read",
    summary: "Calculate the tax on items, by jurisdiction",
  }),
  listCalculators: endpoint("GET /billing/v1/list-tax-calculators", {
    input: obj({}),
    result: obj({
      taxCalculatorDetails: list(
        obj({
          appId: guid(),
          displayName: text({ minLength: 1, maxLength: 200 }),
          unsupportedCountries: list(text({ format: "COUNTRY" }), { maxSize: 195 }),
        }),
        { maxSize: 10 },
      ),
    }),
    role: "admin",
    summary: "List the apps that can calculate tax",
  }),
});
