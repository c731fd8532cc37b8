import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

test("lists filter, sort and page by cursor", async () => {
  const { ok, ask } = openTestShop();
  const options = "/ecom/v1/shipping-options/query";
  const regions = (
    await ok("POST", "/ecom/v1/delivery-profiles/query", { query: { filter: { default: true } } })
  ).deliveryProfiles[0].deliveryRegions;
  const filter = { deliveryRegionIds: { $hasSome: [regions[0].id] } };
  const first = await ok("POST", options, { query: { filter, cursorPaging: { limit: 1 } } });
  const second = await ok("POST", options, {
    query: { cursorPaging: { limit: 1, cursor: first.pagingMetadata.cursors.next } },
  });
  const titles = [first, second].map(({ shippingOptions }) => shippingOptions[0].title);
  expect(titles.sort()).toEqual(["Express", "Standard"]);
  expect(second.pagingMetadata.hasNext).toBe(false);
  expect((await ask("POST", options, { query: { filter: { title: "Express" } } })).status).toBe(400);
});

test("a delivery region can be added to a shipping option, found by it and removed", async () => {
  const { ok, ask } = openTestShop();
  const options = "/ecom/v1/shipping-options";
  const [option] = (await ok("POST", `${options}/query`, { query: {} })).shippingOptions;
  const moon = "00000000-0000-4000-8000-000000000001";
  const move = { shippingOptionId: option.id, deliveryRegionId: moon, revision: option.revision };
  await ok("POST", `${options}/${option.id}/add-delivery-region`, move);
  const filter = { deliveryRegionIds: { $hasSome: [moon] } };
  expect((await ok("POST", `${options}/query`, { query: { filter } })).shippingOptions).toHaveLength(1);
  const stale = await ask("POST", `${options}/${option.id}/remove-delivery-region`, move);
  expect(codeOf(stale)).toBe("REVISION_MISMATCH");
  await ok("POST", `${options}/${option.id}/remove-delivery-region`, { ...move, revision: "2" });
  expect((await ok("POST", `${options}/query`, { query: { filter } })).shippingOptions).toEqual([]);
});

test("delivery regions need distinct destinations and names, and the default profile cannot be deleted", async () => {
  const { ok, ask } = openTestShop();
  const profiles = "/ecom/v1/delivery-profiles";
  const [general] = (await ok("POST", `${profiles}/query`, { query: { filter: { default: true } } }))
    .deliveryProfiles;
  const add = (deliveryRegion: object) =>
    ask("POST", `${profiles}/${general.id}/delivery-region`, {
      deliveryProfileId: general.id,
      deliveryRegion,
    });
  expect(codeOf(await add({ name: "More", destinations: [{ countryCode: "DE" }] }))).toBe(
    "DESTINATIONS_COLLISION",
  );
  expect((await add({ name: "Europe" })).body.details.validationError.fieldViolations[0].ruleName).toBe(
    "DELIVERY_REGION_NAME_ALREADY_EXISTS",
  );
  expect((await add({ name: "Japan", destinations: [{ countryCode: "JP" }] })).status).toBe(200);
  const twice = [1, 2].map(() => ({ name: "Asia", destinations: [{ countryCode: "KR" }] }));
  const deliveryProfile = { name: "Twice", deliveryRegions: twice };
  expect(codeOf(await ask("POST", profiles, { deliveryProfile }))).toBe("DESTINATIONS_COLLISION");
  expect(codeOf(await ask("DELETE", `${profiles}/${general.id}`))).toBe("SINGLE_DEFAULT_DELIVERY_PROFILE");
});

test("a shipping option takes a single region as deliveryRegionId and omits it from the list", async () => {
  const { ok, ask } = openTestShop();
  const region = "00000000-0000-4000-8000-000000000001";
  const create = (more: object) =>
    ask("POST", "/ecom/v1/shipping-options", {
      shippingOption: { title: "Bike", rates: [{ amount: "5" }], ...more },
    });
  const listed = await create({ deliveryRegionIds: [region] });
  expect(listed.status).toBe(400);
  expect(listed.body.details.validationError.fieldViolations).toMatchObject([
    { field: "shippingOption.deliveryRegionId", description: "is not a valid GUID" },
  ]);
  const { shippingOption } = (await create({ deliveryRegionId: region })).body;
  expect(shippingOption).toMatchObject({ deliveryRegionId: region, deliveryRegionIds: [], revision: "1" });
  const other = "00000000-0000-4000-8000-000000000002";
  const path = `/ecom/v1/shipping-options/${shippingOption.id}`;
  const renamed = await ok("PATCH", path, { shippingOption: { ...shippingOption, title: "Cargo bike" } });
  expect(renamed.shippingOption).toMatchObject({ deliveryRegionId: region, deliveryRegionIds: [] });
  const moved = { ...renamed.shippingOption, deliveryRegionId: other };
  expect((await ok("PATCH", path, { shippingOption: moved })).shippingOption).toMatchObject({
    deliveryRegionId: other,
    deliveryRegionIds: [],
  });
});

test("a carrier needs a backup rate, and profiles get empty lists", async () => {
  const { ok, ask } = openTestShop();
  const profiles = "/ecom/v1/delivery-profiles";
  const { installedDeliveryCarriers: installed } = await ok("GET", `${profiles}/installed-carriers`);
  const [basic, pickup] = installed;
  expect(basic).toMatchObject({
    id: "45c44b27-ca7b-4891-8c0d-1747d588b835",
    displayName: "Basic Shipping",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: false,
  });
  expect(pickup).toMatchObject({ id: "50d8c12f-715e-41ad-be25-d0f61375dbee", displayName: "Pickup" });
  const { deliveryProfile } = await ok("POST", profiles, { deliveryProfile: { name: "Small" } });
  const added = await ok("POST", `${profiles}/${deliveryProfile.id}/delivery-region`, {
    deliveryRegion: { name: "Japan", destinations: [{ countryCode: "JP" }] },
    revision: deliveryProfile.revision,
  });
  const [region] = added.deliveryProfile.deliveryRegions;
  expect(region).toMatchObject({
    destinations: [{ countryCode: "JP", subdivisions: [] }],
    deliveryCarriers: [],
  });
  const add = (deliveryCarrier: object) =>
    ask("POST", `${profiles}/add-delivery-carrier`, { deliveryRegionId: region.id, deliveryCarrier });
  expect(codeOf(await add({ appId: basic.id }))).toBe("DELIVERY_CARRIER_MISSING_BACKUP_RATE");
  const rated = { appId: basic.id, backupRate: { title: "Parcel", amount: "9" } };
  expect((await add(rated)).body.deliveryProfile).toMatchObject({ revision: "3" });
  expect(codeOf(await add(rated))).toBe("CARRIER_ALREADY_EXISTS_IN_REGION");
  const update = (deliveryCarrier: object) =>
    ask("PATCH", `${profiles}/update-delivery-carrier`, { deliveryRegionId: region.id, deliveryCarrier });
  expect(codeOf(await update({ appId: pickup.id }))).toBe("DELIVERY_CARRIER_NOT_FOUND");
  const none = { deliveryRegionId: basic.id, deliveryCarrier: rated };
  expect(codeOf(await ask("POST", `${profiles}/add-delivery-carrier`, none))).toBe(
    "DELIVERY_REGION_NOT_FOUND",
  );
});

test("pickup locations are the rows of their carrier, which can be turned on and off", async () => {
  const { ok, ask } = openTestShop();
  const profiles = "/ecom/v1/delivery-profiles";
  const { deliveryProfiles } = await ok("POST", `${profiles}/query`, {
    query: { filter: { default: true } },
  });
  const pickup = "50d8c12f-715e-41ad-be25-d0f61375dbee";
  const [region] = deliveryProfiles[0].deliveryRegions;
  const rated = { appId: pickup, backupRate: { title: "Pickup", amount: "0" } };
  await ask("POST", `${profiles}/add-delivery-carrier`, {
    deliveryRegionId: region.id,
    deliveryCarrier: rated,
  });
  const rows = async () => {
    const path = `${profiles}/${deliveryProfiles[0].id}/delivery-carriers`;
    const { results } = await ok("POST", path, { appIds: [pickup] });
    return results[0].deliveryCarrierRegionalSettings[0].dashboardTables[0].rows;
  };
  const [first, ...others] = await rows();
  expect(first).toMatchObject({ data: { name: expect.any(String) }, active: true });
  const off = { carrierAppId: pickup, rowId: first.key, active: false };
  await ok("POST", `${profiles}/delivery-carriers/set-active-status`, off);
  expect(await rows()).toEqual([{ ...first, active: false }, ...others]);
});

test("the rest of the world is delivered to if a region covers it", async () => {
  const { ok } = openTestShop();
  const profiles = "/ecom/v1/delivery-profiles";
  const restOfWorld = async () =>
    (await ok("GET", `${profiles}/delivery-destination-properties`)).restOfWorld.pickupOnly;
  expect(await restOfWorld()).toBe(false);
  const [{ id, deliveryRegions }] = (await ok("POST", `${profiles}/query`, { query: {} })).deliveryProfiles;
  const region = deliveryRegions.find(({ name }: { name: string }) => name === "Everywhere else");
  const deliveryRegion = { id: region.id, active: false };
  await ok("PATCH", `${profiles}/${id}/delivery-region/${region.id}`, { deliveryRegion });
  expect(await restOfWorld()).toBe(true);
});
