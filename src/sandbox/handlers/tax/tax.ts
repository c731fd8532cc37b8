import type { Handlers } from "../../../api/endpoint.ts";
import { TaxSettings } from "../../../api/services/tax/models.ts";
import type {
  taxCalculation as calculationEndpoints,
  taxSettings as settingEndpoints,
} from "../../../api/services/tax/tax.ts";
import { writable } from "../../kernel/documents/regular.ts";
import type { Tx } from "../../kernel/tx.ts";
import { changeSellingSettings, sellingSettings } from "../../services/settings/index.ts";
import { calculateTax } from "../../services/tax/tax-calculation.ts";
import { listedCalculators } from "../../services/tax/tax-calculators.ts";

/** Handlers of the tax settings. */
export const taxSettings: Handlers<typeof settingEndpoints, Tx> = {
  get: (tx) => ({ taxSettings: sellingSettings(tx, "tax") }),
  upsert: (tx, { taxSettings }) => ({
    taxSettings: changeSellingSettings(tx, "tax", writable(TaxSettings, taxSettings)),
  }),
};

/** Handlers of tax calculations. */
export const taxCalculation: Handlers<typeof calculationEndpoints, Tx> = {
  calculate: calculateTax,
  listCalculators: () => ({ taxCalculatorDetails: [...listedCalculators] }),
};
