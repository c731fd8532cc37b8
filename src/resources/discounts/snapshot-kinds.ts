import { valueAt } from "../../api/endpoint.ts";
import { coupons } from "../../api/services/discounts/coupons.ts";
import { discountRules } from "../../api/services/discounts/discount-rules.ts";
import type { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import { type EntityKind, fieldsExcept } from "../snapshot/entities.ts";
import type { Reference } from "../snapshot/references.ts";

/** The app ids of the platform's stores on catalog v1 and v3: items of other apps are not products. */
const stores: ReadonlySet<unknown> = new Set([
  "215238eb-22a5-4c36-9e7b-e7c08025e04e",
  "1380b703-ce81-ff05-f115-39571d94dfcd",
]);

const triggers = ["trigger", "trigger.and.triggers[]", "trigger.or.triggers[]"];
const scopes = [
  "discounts.values[].specificItemsInfo.scopes[]",
  ...triggers.flatMap((one) => [`${one}.subtotalRange.scopes[]`, `${one}.itemQuantityRange.scopes[]`]),
];

const ruleReferences: readonly Reference[] = [
  ...scopes.map(
    (scope): Reference => ({
      at: `${scope}.catalogItemFilter`,
      id: "catalogItemIds",
      name: "products",
      to: ({ catalogAppId }) => (stores.has(catalogAppId) ? "product" : undefined),
    }),
  ),
  // Another shop has other members.
  ...triggers.map(
    (trigger): Reference => ({
      at: `${trigger}.customerEligibility.individualMembersInfo`,
      id: "memberIds",
      name: "members",
      to: () => undefined,
    }),
  ),
];

/** Coupons by code, and automatic discounts by name. Both refer to products by slug. */
export const discountKinds: readonly EntityKind[] = [
  {
    kind: "coupon",
    domain: "discounts",
    name: "coupons",
    call: "coupons.query",
    endpoint: { ...coupons.query, paging: "offset", items: "coupons", limitMax: 100 },
    input: { query: {} },
    derived: ["expired", "numberOfUsages"],
    references: [
      {
        at: "specification.scope.group",
        id: "entityId",
        name: "entity",
        to: ({ name }) =>
          name === "product" || name === "collection" || name === "event" ? name : undefined,
      },
    ],
  },
  {
    kind: "discountRule",
    domain: "discounts",
    name: "discount rules",
    call: "discountRules.query",
    endpoint: discountRules.query,
    input: { query: {} },
    content(one) {
      const { discounts, tags } = one as DiscountRule;
      const values = (discounts?.values ?? []).map(({ quantityBased, ...discount }) => ({
        ...discount,
        ...(quantityBased && {
          quantityBased: {
            configurations: quantityBased.configurations?.map(({ id: _, ...configuration }) => configuration),
          },
        }),
      }));
      const tagged = valueAt(tags, "privateTags.tagIds");
      return {
        ...fieldsExcept(one, ["status", "usageCount", "discounts", "tags"]),
        discounts: { values },
        ...(Array.isArray(tagged) && tagged.length > 0 && { readOnly: { tags } }),
      };
    },
    references: ruleReferences,
  },
];
