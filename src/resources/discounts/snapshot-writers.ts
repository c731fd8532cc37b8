import { coupons } from "../../api/services/discounts/coupons.ts";
import { discountRules } from "../../api/services/discounts/discount-rules.ts";
import { genericWriter, type Writer } from "../snapshot/write/writer.ts";

/** How coupons and automatic discounts are written. */
export const discountWriters: readonly Writer[] = [
  {
    kind: "coupon",
    noun: "coupon",
    phase: () => 10,
    create: (body) => ({ name: "coupons.create", endpoint: coupons.create, input: body }),
    update({ id, whole, changed }) {
      // Fields that are left out stay, and null clears them.
      const names = Object.keys((changed.specification ?? {}) as object);
      const cleared = Object.fromEntries(names.map((name) => [name, null]));
      const specification = { ...cleared, ...(whole.specification as object) };
      const paths = names.map((name) => `specification.${name}`);
      return {
        name: "coupons.update",
        endpoint: coupons.update,
        input: { id, specification, fieldMask: { paths } },
      };
    },
    remove: ({ id }) => ({ name: "coupons.remove", endpoint: coupons.remove, input: { id } }),
  },
  {
    kind: "discountRule",
    noun: "discount rule",
    phase: () => 10,
    ...genericWriter("discountRules", discountRules, "discountRule"),
    losses: { tags: "tags of discount rules" },
  },
];
