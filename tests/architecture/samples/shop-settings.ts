import { giftCardsAppId } from "../../../src/api/models/app-ids.ts";
import type { Product } from "../../../src/api/services/products.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { carriers } from "../../../src/sandbox/shipping/delivery-options.ts";
import { defaultTaxGroupId, taxCalculators } from "../../../src/sandbox/tax/taxes.ts";
import { sampleSet } from "./sample-set.ts";

interface Numbered {
  id: string;
  revision: string;
}

/** The objects of the samples, in the demo shop. */
interface Shop {
  pitcher: Product;
  rule: Numbered;
  option: Numbered;
  profile: Numbered & { deliveryRegions: { id: string }[] };
  pickupLocation: Numbered;
  labels: Numbered;
  settings: Numbered;
  extraSettings: Numbered;
  group: Numbered;
  region: Numbered;
  mapping: Numbered;
  contract: Numbered;
  template: Numbered;
  abandoned: Numbered;
  request: Numbered;
  spare: Numbered;
  coupon: { id: string };
  card: { id: string };
  transactionId: string;
  region2: string;
}

const app = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const flow = "00000000-0000-4000-8000-00000000f107";
const draft = "00000000-0000-4000-8000-00000000d4af";
const guid = "00000000-0000-4000-8000-000000000001";
const tenPercent = {
  values: [
    {
      targetType: "SPECIFIC_ITEMS",
      specificItemsInfo: {
        scopes: [{ id: "all", type: "CATALOG_ITEM", catalogItemFilter: { catalogAppId: app } }],
      },
      discountType: "PERCENTAGE",
      percentage: 10,
    },
  ],
};
const percentOff = {
  name: "Season",
  startTime: "1700000000000",
  percentOffRate: 10,
  scope: { namespace: "stores" },
};
const extended = { namespace: "@app/notes", namespaceData: { color: "blue" } };
const item = { name: "Porcelain Pitcher", price: "54.00" };
const tipped = { lineItemId: "1", catalogReference: { catalogItemId: guid, appId: app }, price: "40.00" };
const shared = { staff: { staffMemberId: guid }, amount: "2.00" };
const address = { country: "US", city: "New York", addressLine: "1 Sandbox Street" };

/** Discounts, shipping, tax, tips, gift cards, settings, subscriptions, abandoned checkouts and back-in-stock requests. */
export const shopSettings = sampleSet<Shop>({
  async prepare(ask) {
    const first = async (call: string, key: string) => (await ask(call, { query: {} }))[key][0];
    const { products } = await ask("products.query", { query: { filter: { slug: "porcelain-pitcher" } } });
    const { taxRegions } = await ask("taxRegions.query", { query: { filter: { country: "DE" } } });
    const { tipSettings } = await ask("tipSettings.create", { tipSettings: { locationId: guid } });
    const coupon = await ask("coupons.create", { specification: { ...percentOff, code: "SUMMER" } });
    const { transactionId } = await ask("giftVouchers.redeem", {
      code: "TILLGIFT50",
      appId: giftCardsAppId,
      amount: { value: "5" },
    });
    await ask("tips.setOnOrder", { draftOrderId: draft, tip: { amount: "4.00", distributions: [shared] } });
    const { deliveryProfile: spare } = await ask("deliveryProfiles.create", {
      deliveryProfile: { name: "Spare" },
    });
    await ask("tips.updateChoice", { purchaseFlowId: flow, tipChoice: { tipType: "AMOUNT", value: "3" } });
    const general = { query: { filter: { default: true } } };
    const [profile] = (await ask("deliveryProfiles.query", general)).deliveryProfiles;
    return {
      pitcher: products[0],
      rule: await first("discountRules.query", "discountRules"),
      option: await first("shippingOptions.query", "shippingOptions"),
      profile,
      pickupLocation: await first("pickupLocations.query", "pickupLocations"),
      labels: await first("shippoConfigurations.query", "shippoConfigurations"),
      settings: (await ask("tipSettings.query", { query: { filter: { default: true } } })).tipSettings[0],
      extraSettings: tipSettings,
      group: await first("taxGroups.query", "taxGroups"),
      region: taxRegions[0],
      mapping: await first("manualTaxMappings.query", "manualTaxMappings"),
      contract: await first("subscriptionContracts.query", "subscriptionContracts"),
      template: await first("checkoutTemplates.query", "checkoutTemplates"),
      abandoned: await first("abandonedCheckouts.query", "abandonedCheckouts"),
      request: await first("backInStock.query", "requests"),
      spare,
      coupon,
      card: (await ask("giftCards.query", { query: {} })).giftCards[0],
      transactionId,
      region2: profile.deliveryRegions[1].id,
    };
  },
  samples: {
    "discountRules.create": () => ({ discountRule: { name: "Spring", discounts: tenPercent } }),
    "discountRules.get": ({ rule }) => ({ discountRuleId: rule.id }),
    "discountRules.update": ({ rule: { id, revision } }) => ({
      discountRule: { id, revision, active: false },
    }),
    "discountRules.remove": ({ rule }) => ({ discountRuleId: rule.id }),
    "discountRules.query": () => ({ query: { filter: { active: true }, cursorPaging: { limit: 2 } } }),
    "coupons.create": () => ({ specification: { ...percentOff, code: "AUTUMN" } }),
    "coupons.get": ({ coupon }) => ({ id: coupon.id }),
    "coupons.query": () => ({ query: { paging: { limit: 2 } } }),
    "coupons.update": ({ coupon }) => ({ id: coupon.id, specification: { percentOffRate: 15 } }),
    "coupons.remove": ({ coupon }) => ({ id: coupon.id }),
    "deliverySolutions.get": () => ({
      lineItems: [{ id: "1", name: "Mug", quantity: 2, price: "24", physicalProperties: { weight: 0.4 } }],
      destination: { country: "US", subdivision: "US-NY", postalCode: "10001" },
      currency: "USD",
    }),
    "checkoutContent.get": () => ({ appId: app, componentId: guid, languageCode: "en" }),
    "shippingOptions.create": () => ({ shippingOption: { title: "Bike", rates: [{ amount: "3.50" }] } }),
    "shippingOptions.get": ({ option }) => ({ shippingOptionId: option.id }),
    "shippingOptions.update": ({ option: { id, revision } }) => ({
      shippingOption: { id, revision, title: "Slow" },
    }),
    "shippingOptions.remove": ({ option }) => ({ shippingOptionId: option.id }),
    "shippingOptions.query": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "shippingOptions.updateExtendedFields": ({ option }) => ({ id: option.id, ...extended }),
    "shippingOptions.addDeliveryRegion": ({ option: { id, revision }, region2 }) => ({
      shippingOptionId: id,
      deliveryRegionId: region2,
      revision,
    }),
    "shippingOptions.removeDeliveryRegion": ({ option: { id, revision }, region2 }) => ({
      shippingOptionId: id,
      deliveryRegionId: region2,
      revision,
    }),
    "deliveryProfiles.create": () => ({
      deliveryProfile: {
        name: "Furniture",
        deliveryRegions: [{ name: "Sweden", destinations: [{ countryCode: "SE" }] }],
      },
    }),
    "deliveryProfiles.get": ({ profile }) => ({ deliveryProfileId: profile.id }),
    "deliveryProfiles.update": ({ profile: { id, revision } }) => ({
      deliveryProfile: { id, revision, name: "All" },
    }),
    "deliveryProfiles.remove": ({ spare }) => ({ deliveryProfileId: spare.id }),
    "deliveryProfiles.query": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "deliveryProfiles.addDeliveryRegion": ({ profile: { id, revision } }) => ({
      deliveryProfileId: id,
      deliveryRegion: { name: "Japan", destinations: [{ countryCode: "JP" }] },
      revision,
    }),
    "deliveryProfiles.updateDeliveryRegion": ({ profile, region2 }) => ({
      deliveryProfileId: profile.id,
      deliveryRegion: { id: region2, name: "European Union" },
    }),
    "deliveryProfiles.getByDeliveryRegion": ({ region2 }) => ({ deliveryRegionId: region2 }),
    "deliveryProfiles.removeDeliveryRegion": ({ profile, region2 }) => ({
      deliveryProfileId: profile.id,
      deliveryRegionId: region2,
    }),
    "deliveryProfiles.addDeliveryCarrier": ({ region2 }) => ({
      deliveryRegionId: region2,
      deliveryCarrier: { appId: carriers.labels, backupRate: { title: "Post", amount: "9" } },
    }),
    "deliveryProfiles.removeDeliveryCarrier": ({ region2 }) => ({
      deliveryRegionId: region2,
      appId: carriers.rules,
    }),
    "deliveryProfiles.updateDeliveryCarrier": ({ region2 }) => ({
      deliveryRegionId: region2,
      deliveryCarrier: { appId: carriers.rules, backupRate: { title: "Post", amount: "9" } },
    }),
    "deliveryProfiles.listInstalledCarriers": () => ({}),
    "deliveryProfiles.getDestinationProperties": () => ({}),
    "deliveryProfiles.listDeliveryCarriers": ({ profile }) => ({ deliveryProfileId: profile.id }),
    "deliveryProfiles.setCarrierActive": ({ pickupLocation }) => ({
      carrierAppId: carriers.pickup,
      rowId: pickupLocation.id,
      active: false,
    }),
    "deliveryProfiles.updateExtendedFields": ({ profile }) => ({ id: profile.id, ...extended }),
    "pickupLocations.create": () => ({ pickupLocation: { name: "Barn", address } }),
    "pickupLocations.get": ({ pickupLocation }) => ({ pickupLocationId: pickupLocation.id }),
    "pickupLocations.update": ({ pickupLocation: { id, revision } }) => ({
      pickupLocation: { id, revision, active: false },
    }),
    "pickupLocations.remove": ({ pickupLocation }) => ({ pickupLocationId: pickupLocation.id }),
    "pickupLocations.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "pickupLocations.addDeliveryRegion": ({ pickupLocation: { id, revision }, region2 }) => ({
      pickupLocationId: id,
      deliveryRegionId: region2,
      revision,
    }),
    "pickupLocations.removeDeliveryRegion": ({ pickupLocation: { id, revision }, region2 }) => ({
      pickupLocationId: id,
      deliveryRegionId: region2,
      revision,
    }),
    "pickupLocations.bulkCreate": () => ({ pickupLocations: [{ name: "Barn", address }, { address }] }),
    "pickupLocations.bulkUpdate": ({ pickupLocation: { id, revision } }) => ({
      pickupLocations: [{ id, revision, name: "Barn" }],
    }),
    "pickupLocations.bulkRemove": ({ pickupLocation }) => ({ pickupLocationIds: [pickupLocation.id, guid] }),
    "shippoConfigurations.create": ({ region2 }) => ({
      shippoConfiguration: {
        deliveryRegionId: region2,
        osLocationId: guid,
        packageType: "CUSTOM",
        packageDetails: { dimensions: { length: "10", width: "10", height: "10" } },
        domesticServices: [{ service: "PRIORITY_MAIL" }],
      },
    }),
    "shippoConfigurations.get": ({ labels }) => ({ shippoConfigurationId: labels.id }),
    "shippoConfigurations.update": ({ labels: { id, revision } }) => ({
      shippoConfiguration: { id, revision, packageType: "FLAT_RATE_ENVELOPE" },
    }),
    "shippoConfigurations.remove": ({ labels }) => ({ shippoConfigurationId: labels.id }),
    "shippoConfigurations.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "shippoConfigurations.updateExtendedFields": ({ labels }) => ({ id: labels.id, ...extended }),
    "shippoConfigurations.addDeliveryRegion": ({ labels, region2 }) => ({
      shippoConfigurationId: labels.id,
      deliveryRegionId: region2,
    }),
    "shippoConfigurations.removeDeliveryRegion": ({ labels, region2 }) => ({
      shippoConfigurationId: labels.id,
      deliveryRegionId: region2,
    }),
    "tips.preview": () => ({ lineItemInfo: [tipped], tipChoice: { tipType: "PERCENTAGE", value: "15" } }),
    "tips.getByOrder": () => ({ orderId: draft }),
    "tips.getByDraftOrder": () => ({ draftOrderId: draft }),
    "tips.getChoice": () => ({ purchaseFlowId: flow }),
    "tips.updateChoice": () => ({ purchaseFlowId: flow, tipChoice: { tipType: "PERCENTAGE", value: "10" } }),
    "tips.setOnOrder": () => ({ draftOrderId: draft, tip: { amount: "5.00", distributions: [shared] } }),
    "tips.removeFromOrder": () => ({ draftOrderId: draft }),
    "tips.addDistributions": () => ({ draftOrderId: draft, tipDistributions: [shared] }),
    "tips.queryDistributions": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "tips.sumDistributions": () => ({ filter: {} }),
    "tippableStaff.list": () => ({ filterByName: "a" }),
    "tipSettings.query": () => ({ query: { filter: { default: true } } }),
    "tipSettings.update": ({ settings: { id, revision } }) => ({
      tipSettings: { id, revision, presets: [{ value: 5, default: true }] },
    }),
    "tipSettings.create": () => ({ tipSettings: { paymentTerminalId: "till-2" } }),
    "tipSettings.createDefault": () => ({ tipSettings: { appId: guid } }),
    "tipSettings.remove": ({ extraSettings }) => ({ tipSettingsId: extraSettings.id }),
    "giftCards.create": () => ({
      giftCard: {
        initialValue: { amount: "25.00" },
        currency: "USD",
        code: "SAMPLE25CARD",
        source: "MANUAL",
      },
    }),
    "giftCards.get": ({ card }) => ({ giftCardId: card.id }),
    "giftCards.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "giftCards.disable": ({ card }) => ({ giftCardId: card.id }),
    "giftCards.sendEmail": ({ card }) => ({ giftCardId: card.id, recipientEmail: "ada@example.com" }),
    "giftVouchers.get": () => ({ code: "tillgift50" }),
    "giftVouchers.redeem": () => ({ code: "TILLGIFT50", appId: giftCardsAppId, amount: { value: "12.50" } }),
    "giftVouchers.voidTransaction": ({ transactionId }) => ({ transactionId, appId: giftCardsAppId }),
    "checkoutSettings.get": () => ({}),
    "checkoutSettings.update": () => ({
      checkoutSettings: { checkoutFields: { giftCardRedeemEnabled: false } },
    }),
    "siteProperties.get": () => ({ fields: ["businessName", "address", "multilingual"] }),
    "ecommerceSettings.get": () => ({ fields: ["TAX", "BUSINESS_INFO"] }),
    "checkoutTemplates.create": () => ({
      checkoutTemplate: {
        lineItems: [{ quantity: 1, catalogReference: { appId: app, catalogItemId: guid } }],
      },
    }),
    "checkoutTemplates.get": ({ template }) => ({ checkoutTemplateId: template.id }),
    "checkoutTemplates.update": ({ template }) => ({
      checkoutTemplate: { id: template.id, status: "INACTIVE" },
    }),
    "checkoutTemplates.remove": ({ template }) => ({ checkoutTemplateId: template.id }),
    "checkoutTemplates.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "checkoutTemplates.createCheckout": ({ template }) => ({
      checkoutTemplateId: template.id,
      siteId: defaults.siteId,
    }),
    "checkoutTemplates.createAndRedirect": ({ template }) => ({
      checkoutTemplateId: template.id,
      siteId: defaults.siteId,
    }),
    "currencies.list": () => ({}),
    "currencies.convert": () => ({ from: "USD", to: "JPY", amounts: [{ value: "1999", decimalPlaces: 2 }] }),
    "currencies.rate": () => ({ from: "EUR", to: "USD" }),
    "subscriptionContracts.get": ({ contract }) => ({ subscriptionContractId: contract.id }),
    "subscriptionContracts.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "abandonedCheckouts.get": ({ abandoned }) => ({ abandonedCheckoutId: abandoned.id }),
    "abandonedCheckouts.remove": ({ abandoned }) => ({ abandonedCheckoutId: abandoned.id }),
    "abandonedCheckouts.bulkRemove": ({ abandoned }) => ({ abandonedCheckoutIds: [abandoned.id, guid] }),
    "abandonedCheckouts.query": () => ({ query: { filter: { status: "ABANDONED" } } }),
    "abandonedCheckouts.search": () => ({ search: { filter: { status: "RECOVERED" } } }),
    "abandonedCheckouts.analytics": () => ({ startDate: "2020-01-01", endDate: "2099-01-01" }),
    "abandonedCheckouts.redirect": ({ abandoned }) => ({
      abandonedCheckoutId: abandoned.id,
      metasiteId: defaults.siteId,
    }),
    "backInStock.create": ({ pitcher }) => ({
      request: { catalogReference: { appId: app, catalogItemId: pitcher.id }, email: "ivo@example.com" },
      itemDetails: item,
    }),
    "backInStock.get": ({ request }) => ({ id: request.id }),
    "backInStock.remove": ({ request }) => ({ id: request.id }),
    "backInStock.markAsNotificationSent": ({ request }) => ({ id: request.id }),
    "backInStock.countByCatalogReference": ({ pitcher }) => ({
      catalogReferences: [{ appId: app, catalogItemId: pitcher.id }],
    }),
    "backInStock.query": () => ({ query: { filter: { status: "RECEIVED" } } }),
    "backInStock.reportItemsBackInStock": ({ request }) => ({ requestIds: [request.id], itemDetails: item }),
    "backInStockSettings.start": () => ({ appId: app }),
    "backInStockSettings.stop": () => ({ appId: app }),
    "backInStockSettings.get": () => ({}),
    "taxGroups.create": () => ({ taxGroup: { name: "Wine" } }),
    "taxGroups.get": ({ group }) => ({ taxGroupId: group.id }),
    "taxGroups.update": ({ group: { id, revision } }) => ({ taxGroup: { id, revision, name: "Bread" } }),
    "taxGroups.remove": ({ group }) => ({ taxGroupId: group.id }),
    "taxGroups.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "taxGroups.listDefault": () => ({}),
    "taxGroups.listDefaultByAppIds": () => ({ appIds: [app] }),
    "taxRegions.create": () => ({ taxRegion: { country: "FR", appId: taxCalculators.manual } }),
    "taxRegions.get": ({ region }) => ({ taxRegionId: region.id }),
    "taxRegions.update": ({ region: { id, revision } }) => ({
      taxRegion: { id, revision, appId: taxCalculators.automatic },
    }),
    "taxRegions.remove": ({ region }) => ({ taxRegionId: region.id }),
    "taxRegions.query": () => ({ query: { filter: { country: "US" } } }),
    "taxRegions.bulkCreate": () => ({
      taxRegions: ["FR", "IT"].map((country) => ({ country, appId: taxCalculators.manual })),
      returnEntity: true,
    }),
    "manualTaxMappings.create": ({ region }) => ({
      manualTaxMapping: {
        taxGroupId: defaultTaxGroupId,
        taxRegionId: region.id,
        taxRate: "0.01",
        jurisdictionType: "CITY",
        jurisdiction: "Berlin",
      },
    }),
    "manualTaxMappings.get": ({ mapping }) => ({ manualTaxMappingId: mapping.id }),
    "manualTaxMappings.update": ({ mapping: { id, revision } }) => ({
      manualTaxMapping: { id, revision, taxRate: "0.2" },
    }),
    "manualTaxMappings.remove": ({ mapping }) => ({ manualTaxMappingId: mapping.id }),
    "manualTaxMappings.query": () => ({ query: { filter: { jurisdictionType: "STATE" } } }),
    "manualTaxMappings.list": () => ({}),
    "manualTaxMappings.updateExtendedFields": ({ mapping }) => ({ id: mapping.id, ...extended }),
    "manualTaxMappings.bulkCreate": ({ region }) => ({
      manualTaxMappings: [
        {
          taxGroupId: defaultTaxGroupId,
          taxRegionId: region.id,
          taxRate: "0.01",
          jurisdictionType: "CITY",
          jurisdiction: "Bonn",
        },
      ],
      returnEntity: true,
    }),
    "manualTaxMappings.bulkAssignExemptOverrides": ({ mapping }) => ({
      assignOverrides: [
        { manualTaxMappingId: mapping.id, exemptGroupOverrides: [{ exemptGroupId: guid, rate: "0" }] },
      ],
      returnEntity: true,
    }),
    "manualTaxMappings.bulkUnassignExemptOverrides": ({ mapping }) => ({
      unassignOverrides: [{ manualTaxMappingId: mapping.id, exemptGroupIds: [guid] }],
    }),
    "taxSettings.get": () => ({}),
    "taxSettings.upsert": () => ({ taxSettings: { taxIncludedInItemPrices: true } }),
    "taxCalculation.calculate": () => ({
      addresses: [{ country: "US", subdivision: "US-NY", city: "New York" }],
      lineItems: [{ id: "1", price: "100.00", quantity: 2, addressIndex: { singleAddress: 0 } }],
    }),
    "taxCalculation.listCalculators": () => ({}),
  },
});
