import { type EndpointDeclaration, endpoint } from "../../endpoint.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, text } from "../../models/fields.ts";

const control = { open: true, role: "visitor" } as const;
const amount = () => decimal({ min: 0, max: 1e15, maxScale: 4 });

/** A coupon: one of `percent`, `amount` and `freeShipping`. */
const Coupon = obj(
  {
    id: text(),
    code: text({ minLength: 1, maxLength: 20 }),
    name: text({ maxLength: 100 }),
    percent: decimal({ gt: 0, max: 100, maxScale: 4 }),
    amount: amount(),
    freeShipping: bool(),
    minimumSubtotal: amount(),
    start: date(),
    end: date(),
    usageLimit: num({ min: 1 }),
    used: num(),
    productIds: list(text()),
    collectionIds: list(text()),
  },
  { oneOf: [["percent", "amount", "freeShipping"]] },
);
const Fee = obj({
  id: text(),
  code: text({ minLength: 1, maxLength: 100 }),
  name: text({ minLength: 1, maxLength: 50 }),
  price: amount(),
  source: enumOf("SERVICE_PLUGIN", "ITEM"),
  productIds: list(text()),
});
const Membership = obj({
  id: text(),
  appId: guid(),
  name: text({ minLength: 1, maxLength: 100 }),
  memberId: guid(),
  productIds: list(text()),
  credits: obj({ total: num({ min: 1 }), remaining: num({ min: 0 }) }),
  expirationDate: date(),
});

/** Control calls for what other apps provide on the platform: coupons, fees, memberships. */
export const sandboxShop = {
  coupons: listOf("coupons", obj({ coupons: list(Coupon) }), "List coupons"),
  addCoupon: endpoint("POST /__till/coupons", {
    ...control,
    input: obj({ coupon: Coupon }),
    result: obj({ coupon: Coupon }),
    required: ["coupon.code"],
    requiredOneOf: [["coupon.percent", "coupon.amount", "coupon.freeShipping"]],
    summary: "Add a coupon, or replace the one with the same code",
  }),
  removeCoupon: removed("coupons", "Delete a coupon"),
  fees: listOf("fees", obj({ fees: list(Fee) }), "List fees"),
  addFee: endpoint("POST /__till/fees", {
    ...control,
    input: obj({ fee: Fee }),
    result: obj({ fee: Fee }),
    required: ["fee.name", "fee.price"],
    summary: "Add a fee on every order, or on items of some products",
  }),
  removeFee: removed("fees", "Delete a fee"),
  memberships: listOf("memberships", obj({ memberships: list(Membership) }), "List memberships"),
  addMembership: endpoint("POST /__till/memberships", {
    ...control,
    input: obj({ membership: Membership }),
    result: obj({ membership: Membership }),
    required: ["membership.memberId", "membership.name"],
    summary: "Add a membership to a member",
  }),
  removeMembership: removed("memberships", "Delete a membership"),
};

function listOf<R extends EndpointDeclaration["result"]>(kind: string, result: R, summary: string) {
  return endpoint(`GET /__till/${kind}`, { ...control, input: obj({}), result, summary });
}

function removed(kind: string, summary: string) {
  return endpoint(`DELETE /__till/${kind}/{id}`, {
    ...control,
    input: obj({ id: text() }),
    result: obj({}),
    summary,
  });
}
