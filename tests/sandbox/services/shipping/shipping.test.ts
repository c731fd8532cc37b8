import { expect, test } from "vitest";
import { codeOf, openDemoShop } from "../../support/demo-sandbox.ts";

test("lists filter, sort and page by cursor", async () => {
  const { ok, ask } = await openDemoShop();
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
  const { ok, ask } = await openDemoShop();
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
  const { ok, ask } = await openDemoShop();
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
  expect(codeOf(await ask("DELETE", `${profiles}/${general.id}`))).toBe("SINGLE_DEFAULT_DELIVERY_PROFILE");
});
