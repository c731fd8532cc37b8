import type { Handlers } from "../../api/endpoint.ts";
import type {
  taxCalculation as calculationEndpoints,
  taxSettings as settingEndpoints,
} from "../../api/endpoints/tax.ts";
import { TaxSettings } from "../../api/models/tax-setup.ts";
import { writable } from "../crud/regular.ts";
import { changeSellingSettings, sellingSettings } from "../selling/settings.ts";
import { calculateTax } from "../selling/tax-calculation.ts";
import { listedCalculators } from "../selling/tax-calculators.ts";
import type { Tx } from "../tx.ts";

/** Whether the shop's prices have the tax in them. */
export const taxSettings: Handlers<typeof settingEndpoints, Tx> = {
  get: (tx) => ({ taxSettings: sellingSettings(tx, "tax") }),
  upsert: (tx, { taxSettings }) => ({
    taxSettings: changeSellingSettings(tx, "tax", writable(TaxSettings, taxSettings)),
  }),
};

/** The tax on items, found as for carts. */
export const taxCalculation: Handlers<typeof calculationEndpoints, Tx> = {
  calculate: calculateTax,
  listCalculators: () => ({ taxCalculatorDetails: [...listedCalculators] }),
};
