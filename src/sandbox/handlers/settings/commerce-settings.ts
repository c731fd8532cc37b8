import type { Handlers } from "../../../api/endpoint.ts";
import {
  CheckoutSettings,
  type checkoutSettings as checkoutEndpoints,
  type EcommerceSettings,
  type ecommerceSettings as ecommerceEndpoints,
} from "../../../api/services/settings/settings.ts";
import { writable } from "../../kernel/documents/regular.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { Tx } from "../../kernel/tx.ts";
import { discountRules } from "../../services/discounts/index.ts";
import { changeSellingSettings, sellingSettings } from "../../services/settings/settings.ts";
import { taxRegions } from "../../services/tax/index.ts";

/** Handlers of the checkout settings. */
export const checkoutSettings: Handlers<typeof checkoutEndpoints, Tx> = {
  get: (tx) => ({ checkoutSettings: sellingSettings(tx, "checkout") }),
  update(tx, { checkoutSettings }) {
    const after = changeSellingSettings(tx, "checkout", writable(CheckoutSettings, checkoutSettings));
    const id = tx.setting("siteId") ?? "";
    const body = { updatedEvent: { currentEntity: after } };
    emitDomainEvent(tx, "wix.ecom.v1.checkout_settings", "updated", id, body);
    return { checkoutSettings: after };
  },
};

type Part = (tx: Tx) => EcommerceSettings;

/** The settings that the sandbox has, by name. */
const parts: Readonly<Record<string, Part>> = {
  TAX: (tx) => ({
    tax: {
      configured: tx.query(taxRegions, { limit: 1 }).total > 0,
      taxIncludedInItemPrices: sellingSettings(tx, "tax").taxIncludedInItemPrices ?? false,
    },
  }),
  DISCOUNT_RULES: (tx) => ({
    discountRules: { active: [...tx.each(discountRules)].some(({ active }) => active) },
  }),
  CHECKOUT: (tx) => ({ checkout: sellingSettings(tx, "checkout") }),
  PREMIUM_SITE: () => ({ premiumSite: true }),
};

/** Handlers of the commerce overview. Unknown settings are reported as errors. */
export const ecommerceSettings: Handlers<typeof ecommerceEndpoints, Tx> = {
  get(tx, { fields }) {
    const requested = fields ?? [];
    const known = requested.flatMap((field) => (Object.hasOwn(parts, field) ? (parts[field] ?? []) : []));
    return {
      ecommerceSettings: Object.assign({}, ...known.map((part) => part(tx))) as EcommerceSettings,
      errors: requested
        .filter((field) => !Object.hasOwn(parts, field))
        .map((requestedField) => ({ requestedField })),
    };
  },
};
