import { expect, onTestFinished, test } from "vitest";
import { openVisitorShop } from "../support/visitor-shop.ts";

/** Requests that violate rules that no schema has, as a public client would send them. */
test.each([
  [
    "v3",
    "FIELD_NOT_ALLOWED",
    "category.id",
    "ID_NOT_ALLOWED_IN_REQUEST",
    "/categories/v1/categories",
    {
      category: { id: "00000000-0000-4000-8000-0000000000aa", name: "Wine" },
      treeReference: { appNamespace: "@wix/stores" },
    },
  ],
  [
    "v3",
    "OTHER",
    "product.visibleInPos",
    "DIGITAL_PRODUCT_CANNOT_BE_VISIBLE_IN_POS",
    "/stores/v3/products",
    {
      product: {
        name: "Poster",
        productType: "DIGITAL",
        visibleInPos: true,
        variantsInfo: { variants: [{ price: { actualPrice: { amount: "5" } } }] },
      },
    },
  ],
  [
    "v1",
    "OTHER",
    "staffMember.name",
    "ONLY_SPACES_STRING_ERROR",
    "/events/v1/staff-members",
    { staffMember: { name: "   " } },
  ],
] as const)("catalog %s: %s for %s", async (catalog, violatedRule, field, ruleName, path, body) => {
  const shop = await openVisitorShop({ catalog });
  onTestFinished(shop.close);
  const answer = await shop.ask("POST", path, body);
  const { fieldViolations } = answer.body.details.validationError;
  expect([answer.status, fieldViolations]).toMatchObject([400, [{ field, violatedRule, ruleName }]]);
  expect(answer.body.message).toMatch(new RegExp(`^INVALID_ARGUMENT: "${field}" `));
});
