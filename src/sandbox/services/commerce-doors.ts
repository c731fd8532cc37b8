import type { ServiceLoader } from "../registry.ts";

/** The services of selling: discounts, delivery, tax, tips, settings, and what follows a purchase. */
export const sellingServices: readonly ServiceLoader[] = [
  {
    name: "discountRules",
    prefixes: ["/ecom/v1/discount-rules"],
    async load() {
      const { discountRules: endpoints } = await import("../../api/services/discounts/discount-rules.ts");
      const { discountRules: handlers } = await import("./discounts/handlers/discount-rules.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "shippingOptions",
    prefixes: ["/ecom/v1/shipping-options"],
    async load() {
      const { shippingOptions: endpoints } = await import("../../api/services/shipping/shipping-options.ts");
      const { shippingOptions: handlers } = await import("./shipping/handlers/shipping-options.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "deliveryProfiles",
    prefixes: ["/ecom/v1/delivery-profiles"],
    async load() {
      const { deliveryProfiles: endpoints } = await import(
        "../../api/services/shipping/delivery-profiles.ts"
      );
      const { deliveryProfiles: handlers } = await import("./shipping/handlers/delivery-profiles.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "pickupLocations",
    prefixes: ["/v1/pickup-locations", "/v1/bulk/pickup-locations"],
    async load() {
      const { pickupLocations: endpoints } = await import("../../api/services/shipping/pickup-locations.ts");
      const { pickupLocations: handlers } = await import("./shipping/handlers/pickup-locations.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "localDeliveryOptions",
    prefixes: [
      "/v1/local-delivery-options",
      "/v1/bulk/local-delivery-options",
      "/stores/v1/localDeliveryOptions",
    ],
    async load() {
      const { localDeliveryOptions: endpoints } = await import(
        "../../api/services/shipping/local-delivery-options.ts"
      );
      const { localDeliveryOptions: handlers } = await import(
        "./shipping/handlers/local-delivery-options.ts"
      );
      return { endpoints, handlers };
    },
  },
  {
    name: "shippoConfigurations",
    prefixes: ["/ecom/v1/shippo-configurations"],
    async load() {
      const { shippoConfigurations: endpoints } = await import(
        "../../api/services/shipping/shippo-configurations.ts"
      );
      const { shippoConfigurations: handlers } = await import("./shipping/handlers/shippo-configurations.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "tips",
    prefixes: ["/tips/v1/tips"],
    async load() {
      const { tips: endpoints } = await import("../../api/services/tips/tips.ts");
      const { tips: handlers } = await import("./tips/handlers/tips.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "tippableStaff",
    prefixes: ["/tips-staff/v1"],
    async load() {
      const { tippableStaff: endpoints } = await import("../../api/services/tips/tips.ts");
      const { tippableStaff: handlers } = await import("./tips/handlers/tips.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "tipSettings",
    prefixes: ["/tip-settings/v1"],
    async load() {
      const { tipSettings: endpoints } = await import("../../api/services/tips/tip-settings.ts");
      const { tipSettings: handlers } = await import("./tips/handlers/tip-settings.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "giftVouchers",
    prefixes: ["/ecom/v1/gift-cards"],
    async load() {
      const { giftVouchers: endpoints } = await import("../../api/services/gift-cards/gift-vouchers.ts");
      const { giftVouchers: handlers } = await import("./gift-cards/handlers/gift-vouchers.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "checkoutSettings",
    prefixes: ["/ecom/v1/checkout-settings"],
    async load() {
      const { checkoutSettings: endpoints } = await import(
        "../../api/services/settings/commerce-settings.ts"
      );
      const { checkoutSettings: handlers } = await import("./settings/handlers/commerce-settings.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "ecommerceSettings",
    prefixes: ["/_api/ecommerce-settings"],
    async load() {
      const { ecommerceSettings: endpoints } = await import(
        "../../api/services/settings/commerce-settings.ts"
      );
      const { ecommerceSettings: handlers } = await import("./settings/handlers/commerce-settings.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "checkoutTemplates",
    prefixes: ["/ecom/v1/checkout-templates", "/v1/bulk/checkout-templates"],
    async load() {
      const { checkoutTemplates: endpoints } = await import(
        "../../api/services/checkout/checkout-templates.ts"
      );
      const { checkoutTemplates: handlers } = await import("./checkout/handlers/checkout-templates.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "currencies",
    prefixes: ["/currency_converter/v1"],
    async load() {
      const { currencies: endpoints } = await import("../../api/services/currencies/currencies.ts");
      const { currencies: handlers } = await import("./currencies/handlers/currencies.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "subscriptionContracts",
    prefixes: ["/ecom/subscription-contracts/v1"],
    async load() {
      const { subscriptionContracts: endpoints } = await import(
        "../../api/services/subscriptions/subscription-contracts.ts"
      );
      const { due, subscriptionContracts: handlers } = await import(
        "./subscriptions/handlers/subscription-contracts.ts"
      );
      return { endpoints, handlers, due };
    },
  },
  {
    name: "draftContracts",
    prefixes: ["/v1/draft-subscription-contracts", "/v1/bulk/draft-subscription-contracts"],
    async load() {
      const { draftContracts: endpoints } = await import(
        "../../api/services/subscriptions/draft-contracts.ts"
      );
      const { draftContracts: handlers } = await import("./subscriptions/handlers/draft-contracts.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "abandonedCheckouts",
    prefixes: [
      "/ecom/v1/abandoned-checkout",
      "/ecom/v1/abandoned-checkouts",
      "/ecom/v1/bulk/abandoned-checkout",
    ],
    async load() {
      const { abandonedCheckouts: endpoints } = await import(
        "../../api/services/abandoned-checkouts/abandoned-checkouts.ts"
      );
      const { due, abandonedCheckouts: handlers } = await import(
        "./abandoned-checkouts/handlers/abandoned-checkouts.ts"
      );
      return { endpoints, handlers, due };
    },
  },
  {
    name: "backInStock",
    prefixes: ["/back-in-stock-service"],
    async load() {
      const { backInStock: endpoints } = await import("../../api/services/back-in-stock/back-in-stock.ts");
      const { due, backInStock: handlers } = await import("./back-in-stock/handlers/back-in-stock.ts");
      return { endpoints, handlers, due };
    },
  },
  {
    name: "backInStockSettings",
    prefixes: ["/back-in-stock-service/v1/back-in-stock-notification-requests/settings"],
    async load() {
      const { backInStockSettings: endpoints } = await import(
        "../../api/services/back-in-stock/back-in-stock-settings.ts"
      );
      const { backInStockSettings: handlers } = await import("./back-in-stock/handlers/back-in-stock.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "taxGroups",
    prefixes: ["/billing/v1/tax-groups"],
    async load() {
      const { taxGroups: endpoints } = await import("../../api/services/tax/tax-groups.ts");
      const { taxGroups: handlers } = await import("./tax/handlers/tax-groups.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "taxRegions",
    prefixes: ["/billing/v1/tax-regions", "/billing/v1/bulk/tax-regions"],
    async load() {
      const { taxRegions: endpoints } = await import("../../api/services/tax/tax-regions.ts");
      const { taxRegions: handlers } = await import("./tax/handlers/tax-regions.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "manualTaxMappings",
    prefixes: ["/billing/v1/manual-tax-mappings", "/billing/v1/bulk/manual-tax-mappings"],
    async load() {
      const { manualTaxMappings: endpoints } = await import("../../api/services/tax/manual-tax-mappings.ts");
      const { manualTaxMappings: handlers } = await import("./tax/handlers/manual-tax-mappings.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "taxSettings",
    prefixes: ["/billing/v1/tax-settings"],
    async load() {
      const { taxSettings: endpoints } = await import("../../api/services/tax/tax.ts");
      const { taxSettings: handlers } = await import("./tax/handlers/tax.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "taxCalculation",
    prefixes: ["/billing/v1/calculate-tax", "/billing/v1/list-tax-calculators"],
    async load() {
      const { taxCalculation: endpoints } = await import("../../api/services/tax/tax.ts");
      const { taxCalculation: handlers } = await import("./tax/handlers/tax.ts");
      return { endpoints, handlers };
    },
  },
];
