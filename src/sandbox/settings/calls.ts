import type { Handlers } from "../../api/endpoint.ts";
import {
  CheckoutSettings,
  type checkoutSettings as checkoutEndpoints,
  type EcommerceSettings,
  type ecommerceSettings as ecommerceEndpoints,
  type ordersSettings as ordersSettingsEndpoints,
  type siteProperties as propertiesEndpoints,
} from "../../api/services/settings.ts";
import { discountRules } from "../discounts/index.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { writable } from "../kernel/regular.ts";
import type { StoreTx, Tx } from "../kernel/tx.ts";
import { businessAddress } from "../shipping/index.ts";
import { taxRegions } from "../tax/index.ts";
import {
  changeOrdersSettings,
  changeSellingSettings,
  sellingSettings,
  ordersSettings as settingsOf,
} from "./settings.ts";

/** Handlers of the checkout settings. */
export const checkoutSettings: Handlers<typeof checkoutEndpoints, Tx> = {
  get: (tx) => ({ checkoutSettings: sellingSettings(tx, "checkout") }),
  update(tx, { checkoutSettings }) {
    const after = changeSellingSettings(tx, "checkout", writable(CheckoutSettings, checkoutSettings));
    const id = tx.setting("siteId");
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
    const known = fields.flatMap((field) => (Object.hasOwn(parts, field) ? (parts[field] ?? []) : []));
    return {
      ecommerceSettings: Object.assign({}, ...known.map((part) => part(tx))) as EcommerceSettings,
      errors: fields
        .filter((field) => !Object.hasOwn(parts, field))
        .map((requestedField) => ({ requestedField })),
    };
  },
};

/** Handlers of the order settings. */
export const ordersSettings: Handlers<typeof ordersSettingsEndpoints, StoreTx> = {
  get: (tx) => ({ ordersSettings: settingsOf(tx) }),
  update: (tx, { ordersSettings }) => ({ ordersSettings: changeOrdersSettings(tx, ordersSettings) }),
};

/** Handlers of the site properties, which follow the settings of the sandbox. */
export const siteProperties: Handlers<typeof propertiesEndpoints, Tx> = {
  get(tx, { fields }) {
    const { country = "US", subdivision, city } = businessAddress(tx);
    const locale = { languageCode: "en", country: country ?? "US" };
    const properties = {
      language: "en",
      locale,
      paymentCurrency: tx.setting("currency"),
      timeZone: "UTC",
      email: "owner@shop.example",
      phone: "",
      siteDisplayName: "Sandbox shop",
      businessName: "Sandbox shop",
      description: "",
      address: { country, state: subdivision, city, isPhysical: true },
      categories: { primary: "", secondary: [] },
      multilingual: {
        supportedLanguages: [{ languageCode: "en", locale, isPrimary: true }],
        autoRedirect: false,
      },
    };
    const requested = Object.entries(properties).filter(([name]) => !fields?.length || fields.includes(name));
    return { version: "1", properties: Object.fromEntries(requested) };
  },
};
