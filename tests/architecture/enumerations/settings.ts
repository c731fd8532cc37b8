import type { RecordedShop } from "./recorder.ts";

/** Sets up discounts, shipping, labels, taxes and tips. */
export async function exerciseSettings(shop: RecordedShop): Promise<void> {
  const { call } = shop;
  for (const value of [
    { discountType: "FIXED_AMOUNT", fixedAmount: "5" },
    { discountType: "FIXED_PRICE", fixedPrice: "5" },
  ])
    await call("discountRules.create", { discountRule: rule(value) });
  for (const type of ["BY_TOTAL_WEIGHT", "BY_TOTAL_PRICE", "BY_TOTAL_QUANTITY"])
    await call("shippingOptions.create", {
      shippingOption: {
        title: type,
        rates: [{ amount: "3", conditions: [{ type, value: "2", operator: "LTE" }] }],
      },
    });
  const [{ id, revision }] = (await call("shippoConfigurations.query", { query: {} })).shippoConfigurations;
  let current = revision;
  const configure = async (change: object) => {
    const shippoConfiguration = { id, revision: current, ...change };
    const answer = await call("shippoConfigurations.update", { shippoConfiguration });
    current = answer.shippoConfiguration.revision;
  };
  for (const service of ["GROUND_ADVANTAGE", "PRIORITY_MAIL", "PRIORITY_MAIL_EXPRESS"])
    await configure({ domesticServices: [{ service }] });
  for (const service of ["FIRST_CLASS_PACKAGE", "PRIORITY_MAIL", "PRIORITY_MAIL_EXPRESS"])
    await configure({ internationalServices: [{ service: `${service}_INTERNATIONAL` }] });
  for (const packageType of "CUSTOM FLAT_RATE_ENVELOPE PADDED_FLAT_RATE_ENVELOPE SMALL_FLAT_RATE_BOX MEDIUM_FLAT_RATE_BOX_1 MEDIUM_FLAT_RATE_BOX_2 LARGE_FLAT_RATE_BOX".split(
    " ",
  ))
    await configure({
      packageType,
      packageDetails: { dimensions: { length: "10", width: "10", height: "10" } },
    });

  const { taxRegions } = await call("taxRegions.query", { query: {} });
  const [mapping] = (await call("manualTaxMappings.query", { query: {} })).manualTaxMappings;
  for (const jurisdictionType of ["COUNTRY", "STATE", "COUNTY", "CITY", "SPECIAL"])
    await call("manualTaxMappings.create", {
      manualTaxMapping: {
        taxGroupId: mapping.taxGroupId,
        taxRegionId: taxRegions[0].id,
        taxRate: "0.01",
        jurisdictionType,
        jurisdiction: `A ${jurisdictionType}`,
      },
    });

  for (const tipType of ["PERCENTAGE", "AMOUNT", "CUSTOM"]) {
    const purchaseFlowId = "00000000-0000-4000-8000-0000000000cc";
    await call("tips.updateChoice", { purchaseFlowId, tipChoice: { tipType, value: "10" } });
    await call("tips.getChoice", { purchaseFlowId });
  }
  const [tips] = (await call("tipSettings.query", { query: { filter: { default: true } } })).tipSettings;
  const { tipSettings: equal } = await call("tipSettings.update", {
    tipSettings: { id: tips.id, revision: tips.revision, staffDistributionMethod: "EQUAL" },
  });
  await call("tipSettings.update", {
    tipSettings: { id: tips.id, revision: equal.revision, staffDistributionMethod: "PROPORTIONAL" },
  });

  await call("localDeliveryOptions.create", {
    localDeliveryOption: {
      areaName: "Nearby",
      radiusConfig: { radius: 5, address: { geocode: { latitude: 52.5, longitude: 13.4 } } },
    },
  });
  await call("localDeliveryOptions.create", {
    localDeliveryOption: {
      areaName: "Hudson",
      zipConfig: { zipCodes: ["12534"] },
      scheduledDeliveryConfig: {
        timeWindows: days.map((day) => ({ day, start: { hours: 9 }, end: { hours: 12 }, enabled: true })),
      },
    },
  });
}

const days = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

const rule = (value: object) => ({
  name: "Spring",
  discounts: {
    values: [{ targetType: "SPECIFIC_ITEMS", specificItemsInfo: { scopes: [everything] }, ...value }],
  },
});
const everything = {
  id: "all",
  type: "CATALOG_ITEM",
  catalogItemFilter: { catalogAppId: "215238eb-22a5-4c36-9e7b-e7c08025e04e" },
};
