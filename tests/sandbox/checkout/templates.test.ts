import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

test("an active template starts a checkout with its items", async () => {
  const { ok, ask } = openTestShop();
  const path = "/ecom/v1/checkout-templates";
  const [template] = (await ok("POST", `${path}/query`, { query: {} })).checkoutTemplates;
  expect(template).not.toHaveProperty("revision");
  const use = { checkoutTemplateId: template.id, siteId: template.id };
  const started = await ok("POST", `${path}/${template.id}/create-checkout-from-template`, use);
  const { checkout } = await ok("GET", `/ecom/v1/checkouts/${started.checkoutId}`);
  expect(checkout.lineItems[0].productName.original).toBe("Tea ceremony for two");
  expect(started.checkoutUrl).toContain(started.checkoutId);
  await ok("PATCH", `${path}/${template.id}`, { checkoutTemplate: { id: template.id, status: "INACTIVE" } });
  const rejected = await ask("POST", `${path}/${template.id}/create-checkout-from-template`, use);
  expect(codeOf(rejected)).toBe("CANNOT_CREATE_CHECKOUT_FROM_INACTIVE_TEMPLATE");
});
