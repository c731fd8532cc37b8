import { endpoint, service } from "../../endpoint.ts";
import { bool, date, guid, json, list, num, obj, text } from "../../models/fields.ts";
import { Query } from "../../models/query.ts";

/** The rule of a coupon: one kind of discount, for a `scope` or from a minimum subtotal. Times are milliseconds since 1970. */
const Specification = obj(
  {
    name: text({ minLength: 1, maxLength: 100 }),
    code: text({ minLength: 1, maxLength: 20 }),
    startTime: json(),
    expirationTime: json(),
    usageLimit: num({ min: 1 }),
    active: bool(),
    limitedToOneItem: bool(),
    limitPerCustomer: num({ min: 1 }),
    appliesToSubscriptions: bool(),
    scope: obj(
      { namespace: text(), group: obj({ name: text(), entityId: text() }) },
      { required: ["namespace"] },
    ),
    minimumSubtotal: num({ min: 0 }),
    moneyOffAmount: num({ min: 0 }),
    percentOffRate: num({ min: 0, max: 100 }),
    freeShipping: bool(),
    fixedPriceAmount: num({ min: 0 }),
    buyXGetY: obj({ x: num(), y: num() }),
  },
  {
    oneOf: [
      ["moneyOffAmount", "percentOffRate", "freeShipping", "fixedPriceAmount", "buyXGetY"],
      ["scope", "minimumSubtotal"],
    ],
  },
);
const Coupon = obj({
  id: guid(),
  dateCreated: date(),
  specification: Specification,
  expired: bool(),
  numberOfUsages: num(),
});
const byId = obj({ id: guid() });

/** Coupons of the shop. The platform documents them under `/v2/coupons`; this path works. */
export const coupons = service("coupons", {
  create: endpoint("POST /stores/v2/coupons", {
    input: obj({ specification: Specification }),
    result: obj({ id: guid() }),
    required: ["specification.name", "specification.code", "specification.startTime"],
    summary: "Create a coupon",
  }),
  get: endpoint("GET /stores/v2/coupons/{id}", {
    input: byId,
    result: obj({ coupon: Coupon }),
    role: "admin",
    summary: "Get a coupon by ID",
  }),
  query: endpoint("POST /stores/v2/coupons/query", {
    input: obj({ query: Query }),
    result: obj({ coupons: list(Coupon), totalResults: num() }),
    role: "admin",
    summary: "List coupons",
  }),
  update: endpoint("PATCH /stores/v2/coupons/{id}", {
    input: obj({ id: guid(), specification: Specification, fieldMask: obj({ paths: list(text()) }) }),
    result: obj({}),
    required: ["id", "specification"],
    summary: "Update fields of a coupon",
  }),
  remove: endpoint("DELETE /stores/v2/coupons/{id}", {
    input: byId,
    result: obj({}),
    summary: "Delete a coupon",
  }),
});
