import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/errors.ts";
import { bool, date, enumOf, guid, json, list, num, obj, readonly, text } from "../../models/fields.ts";
import { CursorMetadata, catalogQuery } from "../../models/query.ts";
import { AddressWithContact } from "../../models/values.ts";
import { ExtendedFields, WeightUnit } from "../cart/models.ts";
import { genericEndpoints } from "../generic.ts";
import { DraftCatalogItem, DraftCustomItem, LineItemChange } from "../orders/draft-orders.ts";
import {
  AdditionalFee,
  ChannelInfo,
  OrderBuyer,
  OrderDiscount,
  OrderLineItem,
  OrderPrice,
  OrderPriceSummary,
  OrderShipping,
  OrderSubscriptionSettings,
  PlatformFees,
} from "../orders/models.ts";
import { Tags } from "../products/models-v3.ts";

const ChangeType = enumOf("EMPTY", "ADDED", "CHANGED", "REMOVED");
const cycle = () => num({ min: 1 });

/** The cycle from which changes apply, or the only cycle that they apply to. */
const DraftContractTarget = obj(
  { contractTarget: obj({ nextCycleNumber: cycle() }), cycleTarget: obj({ cycleNumber: cycle() }) },
  { oneOf: [["contractTarget", "cycleTarget"]] },
);

/** A draft of changes to a subscription contract. */
export const DraftContract = obj({
  id: readonly(guid()),
  subscriptionContractId: guid(),
  target: DraftContractTarget,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  createdBy: readonly(obj({ userId: guid(), appId: guid(), memberId: guid() })),
  status: readonly(enumOf("DRAFT", "COMMITTED")),
  lineItems: list(
    obj({
      lineItem: OrderLineItem,
      changeType: ChangeType,
      changed: obj({ quantityBeforeChange: num(), priceBeforeChange: OrderPrice }),
    }),
    { maxSize: 100 },
  ),
  priceSummary: readonly(OrderPriceSummary),
  currency: readonly(text({ format: "CURRENCY" })),
  weightUnit: readonly(WeightUnit),
  tags: Tags,
  shippingDetails: obj({
    shippingInfo: OrderShipping,
    changeType: ChangeType,
    changed: obj({ shippingInfoBeforeChange: OrderShipping }),
  }),
  recipientDetails: obj({
    recipientInfo: AddressWithContact,
    changeType: ChangeType,
    changed: obj({ recipientInfoBeforeChange: AddressWithContact }),
  }),
});
export interface DraftContract extends z.input<typeof DraftContract> {}

/** A draft with its calculation errors. */
const CalculatedDraftContract = obj({
  draftSubscriptionContract: DraftContract,
  calculationErrors: obj({ taxCalculationError: json() }),
});

/** Whether a contract can be changed, or why not. */
const ContractDraftability = obj({
  draftable: bool(),
  nonDraftableReasons: list(
    obj({
      reason: enumOf(
        "SUBSCRIPTION_CONTRACT_NOT_FOUND",
        "UNSUPPORTED_CATALOG",
        "UNSUPPORTED_CHANNEL_TYPE",
        "CURRENCY_MISMATCH",
        "WEIGHT_UNIT_MISMATCH",
        "DRAFT_ALREADY_EXISTS_FOR_ANOTHER_OWNER",
        "LAST_CYCLE",
        "GRACE_PERIOD",
        "UNSUPPORTED_STATUS",
        "SUBSCRIPTION_NOT_EDITABLE",
        "MULTIPLE_CATALOGS",
      ),
    }),
    { maxSize: 10 },
  ),
  currentCycle: num(),
});

const draft = obj({ calculatedDraftSubscriptionContract: CalculatedDraftContract });
const id = { draftSubscriptionContractId: guid() };
const tags = { assignTags: Tags, unassignTags: Tags };

/** Drafts of subscription contracts. The hosted platform has no public URLs for these calls. */
export const draftContracts = service("draftContracts", {
  draftability: endpoint("GET /v1/draft-subscription-contracts/draftability", {
    input: obj({ subscriptionContractId: guid() }),
    result: ContractDraftability,
    required: ["subscriptionContractId"],
    role: "admin",
    summary: "Check whether a subscription contract can be edited",
  }),
  create: endpoint("POST /v1/draft-subscription-contracts", {
    input: obj({ subscriptionContractId: guid(), target: DraftContractTarget }),
    result: draft,
    required: ["subscriptionContractId", "target"],
    summary: "Create a draft of a subscription contract, or get its open draft",
  }),
  get: endpoint("GET /v1/draft-subscription-contracts/{draftSubscriptionContractId}", {
    input: obj(id),
    result: draft,
    role: "admin",
    summary: "Get a subscription contract draft",
  }),
  remove: endpoint("DELETE /v1/draft-subscription-contracts/{draftSubscriptionContractId}", {
    input: obj(id),
    result: obj({}),
    summary: "Delete a subscription contract draft",
  }),
  addLineItems: endpoint("POST /v1/draft-subscription-contracts/{draftSubscriptionContractId}/items", {
    once: true,
    input: obj({
      ...id,
      catalogLineItems: list(DraftCatalogItem, { maxSize: 300 }),
      customLineItems: list(DraftCustomItem, { maxSize: 300 }),
    }),
    result: draft,
    summary: "Add items to a subscription contract draft",
  }),
  updateLineItems: endpoint(
    "POST /v1/draft-subscription-contracts/{draftSubscriptionContractId}/line-items",
    {
      input: obj({ ...id, lineItemChanges: list(LineItemChange, { minSize: 1, maxSize: 300 }) }),
      result: draft,
      required: ["draftSubscriptionContractId", "lineItemChanges"],
      effect: "set",
      summary: "Update quantities and prices in a subscription contract draft; quantity 0 removes an item",
    },
  ),
  setShippingInfo: endpoint(
    "PUT /v1/draft-subscription-contracts/{draftSubscriptionContractId}/shipping-info",
    {
      input: obj({ ...id, shippingInfo: OrderShipping }),
      result: draft,
      summary: "Set the shipping information of a subscription contract draft",
    },
  ),
  setRecipientInfo: endpoint(
    "PUT /v1/draft-subscription-contracts/{draftSubscriptionContractId}/recipient-info",
    {
      input: obj({ ...id, recipientInfo: AddressWithContact }),
      result: draft,
      summary: "Set the recipient of a subscription contract draft",
    },
  ),
  commit: endpoint("POST /v1/draft-subscription-contracts/{draftSubscriptionContractId}/commit", {
    once: true,
    input: obj({
      ...id,
      reason: text({ maxLength: 200 }),
      settings: obj({ sendNotificationsToBuyer: bool(), sendNotificationsToBusiness: bool() }),
    }),
    result: draft,
    summary: "Commit a subscription contract draft",
  }),
  query: endpoint("GET /v1/draft-subscription-contracts/query", {
    fallback: { method: "POST", public: "/v1/draft-subscription-contracts/query" },
    complexQuery: true,
    input: obj({ query: catalogQuery(100) }),
    result: obj({ draftSubscriptionContracts: list(DraftContract), pagingMetadata: CursorMetadata }),
    ...pagedBy("cursor", "draftSubscriptionContracts", "pagingMetadata", 100),
    role: "admin",
    summary: "List subscription contract drafts that match a query",
  }),
  bulkUpdateTags: endpoint("POST /v1/bulk/draft-subscription-contracts/update-tags", {
    input: obj({ draftSubscriptionContractIds: list(guid(), { minSize: 1, maxSize: 100 }), ...tags }),
    result: plainBulkResults,
    required: ["draftSubscriptionContractIds"],
    effect: "set",
    summary: "Add and remove tags of up to 100 subscription contract drafts",
  }),
  bulkUpdateTagsByFilter: endpoint("POST /v1/bulk/draft-subscription-contracts/update-tags-by-filter", {
    input: obj({ filter: json(), ...tags }),
    result: obj({ jobId: guid() }),
    required: ["filter"],
    effect: "set",
    summary: "Add and remove tags of all subscription contract drafts that match a filter",
  }),
});

export interface SubscriptionSettings extends z.input<typeof OrderSubscriptionSettings> {}

const ContractActivity = obj({
  id: readonly(guid()),
  createdDate: readonly(date()),
  author: readonly(obj({ userId: guid(), appId: guid() }, { oneOf: [["userId", "appId"]] })),
  activityType: enumOf("UNKNOWN_ACTIVITY_TYPE", "CHANGES_APPLIED"),
  contractTarget: obj({ nextCycleNumber: num() }),
  changesApplied: json(),
});

/** A subscription contract, from which the orders of each cycle are created. */
export const SubscriptionContract = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  title: text({ maxLength: 150 }),
  description: text({ maxLength: 500 }),
  subscriptionSettings: OrderSubscriptionSettings,
  lineItems: list(OrderLineItem, { minSize: 1, maxSize: 100 }),
  buyerInfo: OrderBuyer,
  buyerLanguage: text({ maxLength: 10 }),
  weightUnit: WeightUnit,
  currency: text({ format: "CURRENCY" }),
  taxIncludedInPrices: bool(),
  priceSummary: readonly(OrderPriceSummary),
  platformFeeSummary: PlatformFees,
  billingInfo: AddressWithContact,
  shippingInfo: OrderShipping,
  recipientInfo: AddressWithContact,
  appliedDiscounts: list(OrderDiscount, { maxSize: 100 }),
  additionalFees: list(AdditionalFee, { maxSize: 100 }),
  channelInfo: ChannelInfo,
  customFields: list(
    obj({ value: json(), title: text({ maxLength: 500 }), translatedTitle: text({ maxLength: 500 }) }),
    { maxSize: 100 },
  ),
  extendedFields: ExtendedFields,
  activities: list(ContractActivity, { maxSize: 500, readonly: true }),
});
export interface SubscriptionContract extends z.input<typeof SubscriptionContract> {}

const { get, query } = genericEndpoints({
  name: ["subscription contract", "subscription contracts"],
  entityKey: "subscriptionContract",
  listKey: "subscriptionContracts",
  model: SubscriptionContract,
  path: "/ecom/subscription-contracts/v1/subscription-contracts",
  queried: "GET",
});

/** Subscription contracts, which orders create. */
export const subscriptionContracts = service("subscriptionContracts", { get, query });
