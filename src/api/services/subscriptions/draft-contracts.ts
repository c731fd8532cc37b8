import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { AddressWithContact } from "../../models/address.ts";
import { plainBulkResults } from "../../models/bulk.ts";
import { CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, json, list, obj, text } from "../../models/fields.ts";
import { DraftCatalogItem, DraftCustomItem, LineItemChange } from "../orders/models/draft-order.ts";
import { OrderShipping } from "../orders/models/order.ts";
import { Tags } from "../products/models/product-v3.ts";
import {
  CalculatedDraftContract,
  ContractDraftability,
  DraftContract,
  DraftContractTarget,
} from "./models/draft-contract.ts";

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
