import { expect, test } from "vitest";
import { defaultTaxGroupId, taxCalculators } from "../../../src/sandbox/tax/taxes.ts";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

test("tax adds up over five levels of jurisdiction, and is taken out of prices that include it", async () => {
  const { ok } = openTestShop();
  const tax = async (address: object, price: string) =>
    await ok("POST", "/billing/v1/calculate-tax", {
      addresses: [address],
      lineItems: [{ id: "1", price, addressIndex: { singleAddress: 0 } }],
    });
  const newYork = await tax({ country: "US", subdivision: "US-NY", city: "New York" }, "100.00");
  expect(newYork.taxSummary).toMatchObject({
    totalAmount: "109.48",
    totalTax: "9.48",
    totalTaxIncludedInPrice: "0",
  });
  const levels = newYork.lineItemTaxDetails[0].taxBreakdown.map(
    ({ jurisdictionType }: { jurisdictionType: string }) => jurisdictionType,
  );
  expect(levels.sort()).toEqual(["CITY", "COUNTRY", "COUNTY", "SPECIAL", "STATE"]);
  const germany = await tax({ country: "DE" }, "119.00");
  expect(germany.taxSummary).toMatchObject({ totalAmount: "119", totalTax: "19", totalTaxableAmount: "100" });
});

test("invalid tax regions and rates are rejected", async () => {
  const { ok, ask } = openTestShop();
  const region = (given: object) => ask("POST", "/billing/v1/tax-regions", { taxRegion: given });
  const appId = taxCalculators.manual;
  expect(codeOf(await region({ country: "DE", appId }))).toBe("ALREADY_EXISTS");
  expect(codeOf(await region({ country: "FR", subdivision: "DE-BE", appId }))).toBe(
    "INVALID_SUBDIVISION_FORMAT",
  );
  expect(codeOf(await region({ country: "FR", appId: defaultTaxGroupId }))).toBe("CALCULATOR_ID_NOT_FOUND");
  const { taxRegion } = (await region({ country: "FR", appId })).body;
  const rate = (given: object) =>
    ask("POST", "/billing/v1/manual-tax-mappings", {
      manualTaxMapping: {
        taxRegionId: taxRegion.id,
        taxGroupId: defaultTaxGroupId,
        taxRate: "0.2",
        ...given,
      },
    });
  expect(codeOf(await rate({ taxGroupId: taxRegion.id }))).toBe("TAX_GROUP_ID_NOT_FOUND");
  expect((await rate({})).status).toBe(200);
  expect(codeOf(await rate({}))).toBe("MANUAL_TAX_MAPPING_ALREADY_EXISTS");
  await ok("DELETE", `/billing/v1/tax-regions/${taxRegion.id}`);
  const query = { filter: { taxRegionId: taxRegion.id } };
  expect((await ok("POST", "/billing/v1/manual-tax-mappings/query", { query })).manualTaxMappings).toEqual(
    [],
  );
  const group = { taxGroup: { id: defaultTaxGroupId, revision: "1", name: "Mine" } };
  const rejected = await ask("PATCH", `/billing/v1/tax-groups/${defaultTaxGroupId}`, group);
  expect(codeOf(rejected)).toBe("ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP");
});

test("rates are found by the exempt groups that were assigned, which events carry, too", async () => {
  const { ok, newEvents } = openTestShop();
  const at = "/billing/v1/manual-tax-mappings";
  const [{ id: manualTaxMappingId }] = (await ok("GET", at)).manualTaxMappings;
  const exemptGroupId = "00000000-0000-4000-8000-0000000000e1";
  const filter = { "exemptRates.taxExemptGroupId": { $hasSome: [exemptGroupId] } };
  const found = async () =>
    (await ok("POST", `${at}/query`, { query: { filter } })).manualTaxMappings.map(
      ({ id }: { id: string }) => id,
    );
  const exemptGroupOverrides = [{ exemptGroupId, rate: "0.01" }];
  const assignOverrides = [{ manualTaxMappingId, exemptGroupOverrides }];
  await ok("POST", `${at}/bulk-assign-exempt-overrides`, { assignOverrides });
  expect(await found()).toEqual([manualTaxMappingId]);
  const [event] = newEvents();
  expect(JSON.stringify(event)).toContain(exemptGroupId);
  expect(JSON.stringify(event)).not.toContain("lists");
  const unassignOverrides = [{ manualTaxMappingId, exemptGroupIds: [exemptGroupId] }];
  await ok("POST", `${at}/bulk-unassign-exempt-overrides`, { unassignOverrides });
  expect(await found()).toEqual([]);
});
