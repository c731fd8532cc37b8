import { valueAt } from "../api/endpoint.ts";
import { coupons, type DiscountRule, discountRules } from "../api/services/discounts.ts";
import type { Reference } from "./references.ts";
import { fieldsExcept, regular, type ShopObject, shopObject } from "./shop-object.ts";

/** The app ids of the platform's stores on catalog v1 and v3: items of other apps are not products. */
const stores: ReadonlySet<unknown> = new Set([
  "215238eb-22a5-4c36-9e7b-e7c08025e04e",
  "1380b703-ce81-ff05-f115-39571d94dfcd",
]);

const triggers = ["trigger", "trigger.and.triggers[]", "trigger.or.triggers[]"];

/** The paths of what the conditions and the effects of a rule apply to. */
const scopes = [
  "discounts.values[].specificItemsInfo.scopes[]",
  ...triggers.flatMap((trigger) => [
    `${trigger}.subtotalRange.scopes[]`,
    `${trigger}.itemQuantityRange.scopes[]`,
  ]),
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
export const discountObjects: readonly ShopObject[] = [
  shopObject({
    kind: "coupon",
    domain: "discounts",
    noun: "coupon",
    list: {
      endpoint: coupons.query,
    },
    key: ["specification.code"],
    unique: true,
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
    write: {
      phase: 10,
      create: (body) => ({ endpoint: coupons.create, input: body }),
      update({ id, whole, changed }) {
        // Fields that are left out stay, and null clears them.
        const names = Object.keys((changed.specification ?? {}) as object);
        const cleared = Object.fromEntries(names.map((name) => [name, null]));
        const specification = { ...cleared, ...(whole.specification as object) };
        return {
          endpoint: coupons.update,
          input: { id, specification, fieldMask: { paths: names } },
        };
      },
      remove: ({ id }) => ({ endpoint: coupons.remove, input: { id } }),
    },
    copy: {
      leftOut: "with rules that the sandbox does not emulate",
    },
  }),
  shopObject<DiscountRule>({
    ...regular(discountRules, 10),
    domain: "discounts",
    key: ["name"],
    content(rule) {
      const values = (rule.discounts?.values ?? []).map(({ quantityBased, ...discount }) => ({
        ...discount,
        quantityBased: quantityBased
          ? {
              configurations: quantityBased.configurations?.map(({ id, ...configuration }) => configuration),
            }
          : undefined,
      }));
      const tagged = valueAt(rule.tags, "privateTags.tagIds");
      return {
        ...fieldsExcept(rule, ["status", "usageCount", "discounts", "tags"]),
        discounts: { values },
        ...(Array.isArray(tagged) && tagged.length > 0 && { readOnly: { tags: rule.tags } }),
      };
    },
    references: ruleReferences,
    losses: { tags: "tags of discount rules" },
  }),
];
